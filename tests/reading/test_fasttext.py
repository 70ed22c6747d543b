"""fastText lines and plain lines."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.reading.fasttext import parse_exactly, parse_fast
from linnet.reading.settings import ReadSettings

PIECES = st.lists(
    st.sampled_from(
        ["__label__", "a", "é", " ", "\t", "\x0b", "\n", "\r\n", "\r", "__label__x y\n"]
    ),
    min_size=1,
)


def seen(path, **options):
    return [
        entry
        for batch in read(path, **options).batches()
        for entry in zip(
            batch.rows.tolist(),
            batch.texts[0].to_pylist(),
            batch.labels.to_pylist() if batch.labels is not None else [None] * len(batch),
            strict=True,
        )
    ]


@given(PIECES.map("".join).map(str.encode))
@settings(max_examples=400, deadline=None)
def test_fast_is_exact_or_nothing(data):
    array = np.frombuffer(data, np.uint8)
    fast = parse_fast(array, ReadSettings())
    if fast is not None:
        exact = parse_exactly(array, ReadSettings(), "x.ft")
        for one, other in ((fast.texts[0], exact.texts[0]), (fast.labels, exact.labels)):
            assert one.to_pylist() == other.to_pylist()
        assert (fast.rows.tolist(), fast.next_row) == (exact.rows.tolist(), exact.next_row)


def test_label_is_taken_off_wherever_it_stands(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("__label__pos good  film\n\n dull plot __label__neg\nit's __label__x__ fun\n")
    assert seen(path) == [(1, "good  film", "pos"), (3, "dull plot", "neg"), (4, "it's fun", "x__")]


def test_labels_are_not_needed_for_predicting(tmp_path):
    path = tmp_path / "x.ft"
    path.write_text("__label__pos __label__new good film\nplain\n")
    assert seen(path, labelled=False) == [(1, "good film", None), (2, "plain", None)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"no label", "a label must be there; got none. Drop the row"),
        (b"__label__ text", "a label must not be empty; got ''. Drop the row"),
        (b"__label__x \xff", "text must be UTF-8; got byte 0xff. Save the file as UTF-8"),
    ],
)
def test_faults(tmp_path, line, said):
    path = tmp_path / "x.ft"
    path.write_bytes(b"__label__x a\n" + line + b"\n__label__y b\n")
    with pytest.raises(InputError) as caught:
        seen(path)
    assert str(caught.value) == f"{path}, row 2: {said} or skip bad rows."
    assert seen(path, skip_bad_rows=True) == [(1, "a", "x"), (3, "b", "y")]


def test_several_labels(tmp_path):
    path = tmp_path / "x.ft"
    path.write_text("__label__x __label__y a\n")
    with pytest.raises(SettingError) as caught:
        seen(path)
    assert str(caught.value) == (
        f"{path}, row 1: a document must have one label; got 2. "
        "Pass multilabel=True or keep one of them."
    )


def test_plain_lines(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\n\r\n\x00 tw\ro \n\nlast")
    assert [text for _, text, _ in seen(path, labelled=False)] == [
        "one",
        "",
        "\x00 tw\ro ",
        "",
        "last",
    ]


def test_plain_lines_that_are_not_utf8(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(b"one\n\xff\nthree\n")
    with pytest.raises(InputError, match="row 2: text must be UTF-8; got byte 0xff"):
        seen(path, labelled=False)
    assert seen(path, labelled=False, skip_bad_rows=True) == [(1, "one", None), (3, "three", None)]


def test_plain_lines_have_no_labels(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("one\n")
    with pytest.raises(SettingError) as caught:
        read(path)
    assert str(caught.value) == (
        f"{path}: documents must have labels here; got one text per line. "
        "Use lines '__label__x text' in the format fasttext, or CSV."
    )


def test_lines_have_no_columns(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("one\n")
    with pytest.raises(
        SettingError, match="only a format with columns has column names; got 'body'"
    ):
        read(path, text="body", labelled=False)
