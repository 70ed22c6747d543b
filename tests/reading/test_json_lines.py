"""JSON lines: literals as written, lines counted, and two parsers that agree."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.reading import blocks, read
from linnet.reading.columns import ColumnRoles
from linnet.reading.json_lines import parse_exactly, parse_fast
from linnet.reading.numbers import parse_weights
from linnet.reading.settings import ReadSettings

ROLES = ColumnRoles(("text",), "label", None, "w")
SETTINGS = ReadSettings(weight="w")
VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
NESTED = st.recursive(
    VALUES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=4
)
OBJECTS = st.fixed_dictionaries(
    {},
    optional={
        "text": st.text() | VALUES,
        "label": st.text() | st.integers(-3, 3) | VALUES,
        "w": st.floats(0, 9) | VALUES,
        "other": NESTED,
    },
)


def as_array(data):
    return np.frombuffer(data, np.uint8)


def columns(found):
    return found.texts[0].to_pylist(), found.labels.to_pylist(), found.rows.tolist(), found.next_row


def exactly(data):
    return parse_exactly(as_array(data), ROLES, SETTINGS, "x.jsonl")


def seen(path, **options):
    return [
        entry
        for batch in read(path, **options).batches()
        for entry in zip(
            batch.rows.tolist(), batch.texts[0].to_pylist(), batch.labels.to_pylist(), strict=True
        )
    ]


def sentence(path, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        seen(path, **options)
    return str(caught.value).replace(f"{path.parent}/", "")


@given(
    st.lists(OBJECTS, min_size=1, max_size=6),
    st.booleans(),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
)
@settings(max_examples=400, deadline=None)
def test_fast_and_exact_agree_on_what_was_written(objects, ascii_only, end):
    text = "".join(json.dumps(value, ensure_ascii=ascii_only) + end for value in objects)
    data = text.encode(errors="replace")
    fast = parse_fast(as_array(data), ROLES)
    if fast is not None:
        exact = exactly(data)
        assert exact.fault is None
        assert columns(fast) == columns(exact)
        for one, other in zip(
            parse_weights(fast.weights), parse_weights(exact.weights), strict=True
        ):
            np.testing.assert_array_equal(one, other)


def test_not_a_number_is_how_python_writes_a_missing_value(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"text": NaN, "label": "a"}\n{"text": "b c", "label": "b"}\n')
    [batch] = read(path).batches()
    assert batch.texts[0].to_pylist() == [None, "b c"]
    path.write_text('{"text": "a", "label": NaN}\n')
    with pytest.raises(InputError, match="a label must be there; got none"):
        list(read(path).batches())


# Pieces of JSON in any order: nothing of this may be read otherwise by Arrow, or end the program.
PIECES = [
    "{", "}", '{"text":', '"label":', '"a"', '"\\u0041"', '"\\ud800"', ":", ",", "null", "1", "-0",
    "true", "[", "]", "\n", "\r", " ", '{"text":"a","label":"b"}', '{"label":1}', '{"label":true}',
    "\ufeff", "\x00", "NaN",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join).map(str.encode))
@settings(max_examples=600, deadline=None)
def test_fast_is_exact_or_nothing_on_broken_json(data):
    fast = parse_fast(as_array(data), ROLES)
    if fast is not None:
        exact = exactly(data)
        assert exact.fault is None
        assert columns(fast) == columns(exact)


def test_ordinary_lines_take_the_fast_way():
    first = b'{"text": "a", "label": "x", "w": 1}\n'
    second = b'{"text": null, "label": "y", "more": [{}], "w": 2.5}\n'
    data = first + b"\n" + second
    fast = parse_fast(as_array(data), ROLES)
    assert columns(fast) == (["a", None], ["x", "y"], [1, 3], 4)


@pytest.mark.parametrize("label", ["7", "true"])
def test_whole_numbers_and_booleans_take_the_fast_way(label):
    data = f'{{"text": "a", "label": {label}}}\n'.encode()
    assert parse_fast(as_array(data), ROLES).labels.to_pylist() == [label]


def test_literals_stay_as_they_are(tmp_path):
    path = tmp_path / "x.jsonl"
    labels = ["1", "1.50", "-0", "1e3", "123456789012345678901234567890", "true", '"007"']
    path.write_text("".join(f'{{"text": {label}, "label": {label}}}\n' for label in labels))
    texts = [label.strip('"') for label in labels]
    expected = ["1", "1.5", "-0", "1000", *texts[4:]]  # fractions as in all other containers
    rows = range(1, len(labels) + 1)
    assert seen(path) == list(zip(rows, texts, expected, strict=True))


def test_null_and_missing_text_are_empty_documents(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"text": null, "label": "x"}\n{"label": "y"}\n{"text": "", "label": "z"}\n')
    assert seen(path) == [(1, None, "x"), (2, None, "y"), (3, "", "z")]


def test_blank_lines_count_but_are_no_documents(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('\n{"text": "a", "label": "x"}\n \t\n{"text": "b", "label": "y"}\n\n')
    assert seen(path) == [(2, "a", "x"), (4, "b", "y")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"text": "a"}', "a label must be there; got none. Drop the row"),
        (b'{"text": "a", "label": null}', "a label must be there; got none. Drop the row"),
        (b'{"text": "a", "label": ""}', "a label must not be empty; got ''. Drop the row"),
        (b'{"text": ["a"], "label": "x"}', "'text' must be a string; got a list. Correct the row"),
        (b'{"text": {}, "label": "x"}', "'text' must be a string; got an object. Correct the row"),
        (b"[1]", "a line must be a JSON object; got a list. Write one object per line"),
        (b"null", "a line must be a JSON object; got null. Write one object per line"),
        (b'"a"', "a line must be a JSON object; got a string or number. Write one object per line"),
        (
            b'{"text": "a"',
            "a line must be a JSON object; "
            "got broken JSON (Expecting ',' delimiter, character 13). Correct the row",
        ),
        (
            b'{"text": "a"} {"text": "b"}',
            "a line must be a JSON object; got broken JSON (Extra data, character 15). "
            "Correct the row",
        ),
        (
            b'{"text": "\xff", "label": "x"}',
            "text must be UTF-8; got byte 0xff. Save the file as UTF-8",
        ),
        (
            b'{"text": "\\ud800", "label": "x"}',
            "text must be Unicode; got the lone surrogate U+D800. Correct the row",
        ),
        (
            b"[" * 100_000,
            "a line must be a JSON object; got broken JSON (too deeply nested). Correct the row",
        ),
    ],
    ids=lambda value: str(value)[:30],
)
def test_faults_say_file_and_row(tmp_path, line, said):
    path = tmp_path / "x.jsonl"
    good = b'{"text": "a", "label": "x"}\n'
    path.write_bytes(good + b"\n" + line + b"\n" + good)
    assert sentence(path) == f"x.jsonl, row 3: {said} or skip bad rows."
    assert seen(path, skip_bad_rows=True) == [(1, "a", "x"), (4, "a", "x")]


def test_first_line_null_is_no_crash(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("null\n")
    assert "row 1: a line must be a JSON object; got null" in sentence(path)


def test_several_labels(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"text": "a", "label": "x"}\n{"text": "a", "label": ["x", "y"]}\n')
    assert sentence(path, multilabel=False) == (
        "x.jsonl, row 2: a document must have one label; got a list of 2. "
        "Pass multilabel=True or keep one of them."
    )


def test_a_key_that_is_nowhere(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"text": "a", "label": "x"}\n')
    assert sentence(path, text="txt") == (
        "x.jsonl: column 'txt' must be there; got columns 'text', 'label'. Did you mean 'text'?"
    )


def test_rows_are_counted_over_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    path = tmp_path / "x.jsonl"
    lines = [f'{{"text": "t{n}", "label": {n}}}' for n in range(1, 300)]
    lines[199] = "{"
    path.write_text("\n".join(lines))
    assert sentence(path).startswith(
        "x.jsonl, row 200: a line must be a JSON object; got broken JSON"
    )
    assert seen(path, skip_bad_rows=True) == [
        (n, f"t{n}", str(n)) for n in range(1, 300) if n != 200
    ]


def test_numbers_as_weights_and_ids(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(
        '{"text": "a", "label": "x", "n": 7, "w": 2}\n'
        '{"text": "b", "label": "y", "n": "k", "w": "0.5"}\n'
    )
    [batch] = read(path, id="n", weight="w").batches()
    assert batch.ids.to_pylist() == ["7", "k"]
    assert batch.weights.tolist() == [2.0, 0.5]


def test_an_empty_file_has_no_columns_to_find(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"")
    assert read(path).note == ""
