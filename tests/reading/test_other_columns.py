"""Categorical and numeric columns beside the text: the same from every source that has columns."""

import datetime
import io
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.reading.columns import ColumnRoles
from linnet.reading.json_lines import parse_exactly, parse_fast
from linnet.reading.numbers import parse_numbers
from linnet.reading.settings import ReadSettings

TABLE = {
    "text": ["good film", "dull plot", "no words"],
    "author": ["ann", None, "007"],
    "age": [31.5, None, -2.0],
    "label": ["pos", "neg", "pos"],
}
ROWS = [dict(zip(TABLE, cells, strict=True)) for cells in zip(*TABLE.values(), strict=True)]


def delimited(sign):
    lines = [sign.join("" if cell is None else str(cell) for cell in row.values()) for row in ROWS]
    return "\n".join([sign.join(TABLE), *lines]).encode()


def parquet():
    out = io.BytesIO()
    pa.parquet.write_table(pa.table(TABLE), out)
    return out.getvalue()


def arrow():
    out = io.BytesIO()
    with pa.ipc.new_stream(out, pa.table(TABLE).schema) as writer:
        writer.write_table(pa.table(TABLE))
    return out.getvalue()


FILES = {
    "x.csv": delimited(","),
    "x.tsv": delimited("\t"),
    "x.jsonl": "".join(json.dumps(row) + "\n" for row in ROWS).encode(),
    "x.parquet": parquet(),
    "x.arrow": arrow(),
}
OBJECTS = {
    "dict": TABLE,
    "dicts": ROWS,
    "pandas": pd.DataFrame(TABLE),
    "polars": pl.DataFrame(TABLE),
    "pyarrow": pa.table(TABLE),
    "arrays": {"text": TABLE["text"], "label": TABLE["label"], "author": pd.Series(TABLE["author"]),
               "age": np.array([31.5, np.nan, -2.0])},
}  # fmt: skip


def only(source, **options):
    [batch] = read(source, **options).batches()
    return batch


def sentence(source, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(source, **options).batches())
    return str(caught.value)


def write(path, text):
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("name", [*FILES, *OBJECTS])
def test_every_source_with_columns_gives_the_same(tmp_path, name):
    source = OBJECTS.get(name)
    if source is None:
        source = tmp_path / name
        source.write_bytes(FILES[name])
    documents = read(source, categorical="author", numeric=("age",))
    assert (documents.fields, documents.categorical, documents.numeric) == (
        ("text",),
        ("author",),
        ("age",),
    )
    [batch] = documents.batches()
    assert batch.texts[0].to_pylist() == TABLE["text"]
    assert batch.categorical[0].to_pylist() == ["ann", None, "007"]
    assert batch.categorical[0].type in (pa.string(), pa.large_string())
    assert batch.numeric[0].dtype == np.float64
    np.testing.assert_array_equal(batch.numeric[0], [31.5, np.nan, -2.0])
    assert (batch.label_starts, batch.named) == (None, None)


@pytest.mark.parametrize("name", [*FILES, *OBJECTS])
def test_texts_may_be_left_out(tmp_path, name):
    source = OBJECTS.get(name)
    if source is None:
        source = tmp_path / name
        source.write_bytes(FILES[name])
    documents = read(source, text=(), label="label", numeric="age")
    assert (documents.fields, documents.note) == ((), "")
    [batch] = documents.batches()
    assert (batch.texts, batch.labels.to_pylist(), len(batch)) == ((), TABLE["label"], 3)


def test_nothing_is_there_unless_asked_for():
    documents = read(TABLE)
    assert (documents.categorical, documents.numeric, documents.features, documents.multilabel) == (
        (),
        (),
        None,
        False,
    )
    assert (only(TABLE).categorical, only(TABLE).numeric) == ((), ())


def test_a_text_that_is_not_found_is_missed_only_where_there_is_nothing_else():
    table = {"age": [1], "label": ["x"]}
    documents = read(table, numeric="age")
    assert (documents.fields, documents.note) == (
        (),
        "label column 'label' (found by name); no text column found",
    )
    assert "the text column must be clear" in sentence(table)
    two = {"a_text": ["x"], "b_text": ["y"], "age": [1]}
    assert "the text column must be clear" in sentence(two, numeric="age", labelled=False)
    assert sentence(table, text=()) == (
        "dict: a document must have a text or other columns; got no name of one. "
        "Name a text, categorical, numeric or features column."
    )


def test_what_is_named_is_not_taken_for_the_text_or_the_label():
    documents = read(
        {"title": ["a"], "rating": ["3"], "tag": ["x"]}, numeric="rating", categorical="title"
    )
    assert (documents.fields, documents.label) == ((), "tag")


def test_a_column_may_have_two_roles(tmp_path):
    path = write(tmp_path / "x.csv", "text,age,label\na,7,x\nb,08,y\n")
    batch = only(
        path, text=["text", "age"], categorical=["age"], numeric=["age"], id="age", weight="age"
    )
    assert (
        batch.texts[1].to_pylist()
        == batch.categorical[0].to_pylist()
        == batch.ids.to_pylist()
        == ["7", "08"]
    )
    assert batch.numeric[0].tolist() == batch.weights.tolist() == [7.0, 8.0]
    frame = pa.table({"n": [7, 8], "label": ["x", "y"]})
    batch = only(frame, categorical="n", numeric="n")
    assert (batch.categorical[0].to_pylist(), batch.numeric[0].tolist()) == (["7", "8"], [7.0, 8.0])


@pytest.mark.parametrize("role", ["categorical", "numeric", "features"])
def test_the_label_has_no_other_role(role):
    assert sentence(TABLE, label="label", **{role: "label"}) == (
        f"the label column must not be a {role} column; got 'label' for both. "
        "Name another label column."
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"categorical": "auhtor"},
            "column 'auhtor' must be there; got columns {}. Did you mean 'author'?",
        ),
        (
            {"numeric": "zzz"},
            "column 'zzz' must be there; got columns {}. Name the numeric column.",
        ),
        (
            {"features": "zzz"},
            "column 'zzz' must be there; got columns {}. Name the features column.",
        ),
    ],
)
def test_missing_columns(options, said):
    assert sentence(TABLE, **options) == "dict: " + said.format("'text', 'author', 'age', 'label'")


def test_names_differ_within_a_role():
    assert sentence(TABLE, numeric=["age", "age"]) == (
        "numeric columns must differ; got 'age', 'age'. Name each column once."
    )


@pytest.mark.parametrize(
    "cell", ["old", "inf", "-Infinity", "nan", "NaN", "2024-01-02", "1_0", "1e999", "0x10", " "]
)
def test_a_numeric_column_must_hold_numbers(tmp_path, cell):
    path = write(tmp_path / "x.csv", f"text,age,label\na,1,x\nb,{cell},y\nc,,z\n")
    assert sentence(path, numeric="age") == (
        f"{path}, row 2: column 'age' must hold numbers; got {cell!r}. "
        "Correct the row or skip bad rows."
    )
    batch = only(path, numeric="age", categorical="age", skip_bad_rows=True)
    assert (batch.rows.tolist(), batch.skipped.tolist()) == ([1, 3], [2])
    assert batch.categorical[0].to_pylist() == ["1", None]
    np.testing.assert_array_equal(batch.numeric[0], [1, np.nan])


def test_numbers_as_they_are_written(tmp_path):
    path = write(tmp_path / "x.csv", "n\n+1\n.5\n 2.\n1e-3\n9007199254740993\n" + "9" * 30 + "\n")
    assert only(path, numeric="n", labelled=False).numeric[0].tolist() == [
        1,
        0.5,
        2,
        0.001,
        2.0**53,
        1e30,
    ]


def test_the_first_bad_row_is_named_whatever_is_wrong_with_it():
    table = {"text": ["a", "b"], "n": ["1", "x"], "label": ["", "y"]}
    assert sentence(table, numeric="n").startswith("dict, row 0: a label must not be empty; got ''")


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array([2**60 + 1, None]), [2.0**60, None]),
        (pa.array([True, False]), [1, 0]),
        (pa.array(["1.5", ""]), [1.5, None]),
        (pa.array([b"1.5", b"2"], pa.binary_view()), [1.5, 2]),
        (pa.array(["7", "7"]).dictionary_encode(), [7, 7]),
        (pa.array([7, 8]).dictionary_encode(), [7, 8]),
        (pa.array([1.5, float("nan")], pa.float16()), [1.5, None]),
        (pa.array(["1.50", None]).cast(pa.decimal128(9, 2)), [1.5, None]),
        (pa.nulls(2), [None, None]),
    ],
)
def test_numbers_of_other_types(column, expected):
    values = only(pa.table({"n": column}), numeric="n", labelled=False).numeric[0]
    np.testing.assert_array_equal(values, np.array(expected, float))


def test_dates_and_lists_are_no_numbers():
    date = [datetime.date(2024, 1, 2)]
    assert sentence(pa.table({"d": date}), numeric="d", labelled=False) == (
        "frame: column 'd' must hold numbers; got date32[day]. Name another column."
    )
    assert "column 'd' must hold numbers; got '2024-01-02'" in sentence(
        {"d": date}, numeric="d", labelled=False
    )
    assert "frame: column 'd' must hold numbers; got list<" in sentence(
        pa.table({"d": [[1]]}), numeric="d", labelled=False
    )
    assert "frame, row 1: column 'n' must hold numbers; got inf" in sentence(
        pa.table({"n": [1.0, np.inf]}), numeric="n", labelled=False
    )


@pytest.mark.parametrize("value", [1, np.int64(1), np.float32(1), True, "1", "1.0"])
def test_python_numbers(value):
    assert only({"n": [value, None]}, numeric="n", labelled=False).numeric[0].tolist()[0] == 1.0


@pytest.mark.parametrize("value", [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT, ""])
def test_what_python_calls_missing(value):
    batch = only({"n": [5, value], "c": ["x", value]}, numeric="n", categorical="c", labelled=False)
    np.testing.assert_array_equal(batch.numeric[0], [5, np.nan])
    assert batch.categorical[0].to_pylist() == ["x", None]


def test_python_numbers_that_are_too_large():
    assert "row 0: column 'n' must hold numbers; got 'inf'" in sentence(
        {"n": [10**400]}, numeric="n", labelled=False
    )


def test_categories_are_written_as_ids_are(tmp_path):
    batch = only({"c": [1, True, 2.5, "x"]}, categorical="c", id="c", labelled=False)
    assert batch.categorical[0].to_pylist() == batch.ids.to_pylist() == ["1", "true", "2.5", "x"]
    assert only(pa.table({"c": [True, None]}), categorical="c", labelled=False).categorical[
        0
    ].to_pylist() == [
        "true",
        None,
    ]
    path = write(
        tmp_path / "x.jsonl", '{"c": 1.50}\n{"c": true}\n{"c": -0}\n{"c": ""}\n{}\n{"c": "NA"}\n'
    )
    assert only(path, categorical="c", labelled=False).categorical[0].to_pylist() == [
        "1.50",
        "true",
        "-0",
        None,
        None,
        "NA",
    ]


def test_categories_are_no_lists(tmp_path):
    assert sentence({"c": [["x"]]}, categorical="c", labelled=False) == (
        "dict, row 0: column 'c' must hold strings; got a list. Correct the row or skip bad rows."
    )
    path = write(tmp_path / "x.jsonl", '{"c": ["x"]}\n')
    assert "row 1: 'c' must be a string; got a list" in sentence(
        path, categorical="c", labelled=False
    )


def test_json_numbers(tmp_path):
    lines = ["1", "null", "true", '"2.5"', '""', "1e3", "123456789012345678901"]
    path = write(tmp_path / "x.jsonl", "".join(f'{{"n": {line}}}\n' for line in lines))
    values = only(path, numeric="n", labelled=False).numeric[0]
    np.testing.assert_array_equal(
        values, [1, np.nan, 1, 2.5, np.nan, 1000, 123456789012345678901.0]
    )
    assert "row 1: column 'n' must hold numbers; got 'NaN'" in sentence(
        write(path, '{"n": NaN}\n'), numeric="n", labelled=False
    )


ROLES = ColumnRoles((), None, None, "w", "", ("c",), ("n", "c"))
CELLS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.lists(st.none(), max_size=1)
)
OBJECT = st.fixed_dictionaries(
    {}, optional={"c": CELLS | st.integers(-2, 2), "n": CELLS | st.floats(), "w": CELLS}
)


@given(st.lists(OBJECT, min_size=1, max_size=5))
@settings(max_examples=400, deadline=None)
def test_fast_and_exact_json_agree(objects):
    text = "".join(json.dumps(value) + "\n" for value in objects)
    data = np.frombuffer(text.encode(), np.uint8)
    fast = parse_fast(data, ROLES)
    if fast is not None:
        exact = parse_exactly(
            data, ROLES, ReadSettings(categorical=("c",), numeric=("n", "c")), "x.jsonl"
        )
        assert exact.fault is None
        assert fast.categorical[0].to_pylist() == exact.categorical[0].to_pylist()
        for one, other in zip(fast.numeric, exact.numeric, strict=True):
            for part, twin in zip(parse_numbers(one), parse_numbers(other), strict=True):
                np.testing.assert_array_equal(part, twin)


def test_formats_without_columns_refuse_names(tmp_path):
    path = write(tmp_path / "x.txt", "one\n")
    for role in ("categorical", "numeric", "features"):
        assert sentence(path, labelled=False, **{role: "text"}) == (
            f"{path}: only a format with columns has column names; got 'text'. "
            "Leave the name out or name another format."
        )
    assert "a format without columns must have a text; got none named" in sentence(
        path, labelled=False, text=()
    )
    assert "list: only dicts have column names; got 'age'" in sentence([("a", "x")], numeric="age")
    assert "list: only dicts have column names; got 'f'" in sentence([("a", "x")], features="f")
    assert "list: texts must be asked for; got texts and no name of one" in sentence(
        [("a", "x")], text=()
    )


def test_a_long_cell_is_cut_in_the_sentence():
    said = sentence({"n": ["7" * 5000 + "x"]}, numeric="n", labelled=False)
    assert said == (
        f"dict, row 0: column 'n' must hold numbers; got '{'7' * 59}… (5,003 characters). "
        "Correct the row or skip bad rows."
    )


def test_some_documents_of_a_batch():
    table = {
        "text": ["a", "b", "c"],
        "key": ["k", "l", "m"],
        "n": [1, 2, 3],
        "label": [["x", "y"], [], ["z"]],
        "features": [{"p": 1}, {"q": 2}, {"q": 3}],
    }
    roles = {
        "id": "key",
        "weight": "n",
        "categorical": "key",
        "numeric": "n",
        "features": "features",
    }
    kept = only(table, **roles).kept(np.array([False, True, True]))
    assert (kept.rows.tolist(), kept.texts[0].to_pylist(), kept.ids.to_pylist()) == (
        [1, 2],
        ["b", "c"],
        ["l", "m"],
    )
    assert (kept.labels.to_pylist(), kept.label_starts.tolist()) == (["z"], [0, 0, 1])
    assert (kept.weights.tolist(), kept.numeric[0].tolist()) == ([2.0, 3.0], [2.0, 3.0])
    assert kept.categorical[0].to_pylist() == ["l", "m"]
    assert (kept.named.names.to_pylist(), kept.named.values.tolist()) == (["q"], [2.0, 3.0])
    plain = only({"text": ["a", "b"], "label": ["x", "y"]}).kept(np.array([False, True]))
    assert (plain.labels.to_pylist(), plain.label_starts, plain.named) == (["y"], None, None)
