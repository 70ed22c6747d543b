"""svmlight files: in, out and in again as the same numbers."""

import gzip
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_svmlight_file

from linnet.errors import InputError, SettingError
from linnet.reading import blocks, read
from linnet.reading.svmlight import write_svmlight


def seen(source, **options):
    """Return (row, label or labels, features) of each document."""
    found = []
    for batch in read(source, **options).batches():
        names = batch.named.names.to_pylist()
        pairs = [
            (names[code], value)
            for code, value in zip(batch.named.codes, batch.named.values, strict=True)
        ]
        for place, row in enumerate(batch.rows.tolist()):
            inside = slice(batch.named.starts[place], batch.named.starts[place + 1])
            if batch.label_starts is None:
                label = None if batch.labels is None else batch.labels[place].as_py()
            else:
                label = batch.labels[
                    batch.label_starts[place] : batch.label_starts[place + 1]
                ].to_pylist()
            found.append((row, label, dict(pairs[inside])))
    return found


def write(path, text):
    path.write_bytes(text.encode())
    return path


def test_labels_and_indices_stay_as_they_are(tmp_path):
    path = write(tmp_path / "x.svm", "+1 1:1 2:2\n1.0 2:0\nspam 10:3\n")
    documents = read(path)
    assert (documents.fields, documents.label, documents.features) == ((), "label", "features")
    assert (documents.multilabel, documents.note) == (False, "")
    assert seen(path) == [
        (1, "+1", {"1": 1.0, "2": 2.0}),
        (2, "1.0", {"2": 0.0}),
        (3, "spam", {"10": 3.0}),
    ]


@pytest.mark.parametrize("name", ["x.svm", "x.svmlight.gz", "X.LIBSVM"])
def test_names_of_files(tmp_path, name):
    data = b"\xef\xbb\xbf1 1:1\n"
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    assert seen(tmp_path / name) == [(1, "1", {"1": 1.0})]


def test_several_labels_have_commas(tmp_path):
    path = write(tmp_path / "x.svm", "2,1,2 1:1\n 3:4\n3\n")
    assert seen(path, multilabel=True) == [
        (1, ["2", "1"], {"1": 1.0}),
        (2, [], {"3": 4.0}),
        (3, ["3"], {}),
    ]
    with pytest.raises(SettingError) as caught:
        seen(path)
    assert str(caught.value) == (
        f"{path}, row 1: a document must have one label; got '2,1,2'. "
        "Pass multilabel=True or keep one of them."
    )


def test_labels_are_not_needed_for_predicting(tmp_path):
    path = write(tmp_path / "x.svm", "1:1\n0,1 2:2\n")
    assert seen(path, labelled=False) == [(1, None, {"1": 1.0}), (2, None, {"2": 2.0})]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1:1 2:2", "a label must be there; got none. Drop the row"),
        ("1 -3:1", "an index must be a whole number, 0 or above; got '-3'. Correct the row"),
        ("1 1.5:1", "an index must be a whole number, 0 or above; got '1.5'. Correct the row"),
        ("1 word", "a feature must be index:value; got 'word'. Correct the row"),
        ("1 1: 2", "a feature must be index:value; got '1:'. Correct the row"),
        ("1 :2", "a feature must be index:value; got ':2'. Correct the row"),
        ("1 1:2:3", "a feature must be index:value; got '1:2:3'. Correct the row"),
        ("1 2:x", "a value must be a finite number; got 'x'. Correct the row"),
        ("1 2:nan", "a value must be a finite number; got 'nan'. Correct the row"),
        ("1 2:1e999", "a value must be a finite number; got '1e999'. Correct the row"),
        ("1 2:1_0", "a value must be a finite number; got '1_0'. Correct the row"),
        ("1 2:1 7:1 2:1", "a feature must be there once; got '2' twice. Correct the row"),
    ],
)
def test_faults_say_file_and_row(tmp_path, line, said):
    path = write(tmp_path / "x.svm", f"1 1:1\n# nothing\n{line}\n2 2:2\n")
    with pytest.raises(InputError) as caught:
        seen(path)
    assert str(caught.value) == f"{path}, row 3: {said} or skip bad rows."
    assert seen(path, skip_bad_rows=True) == [(1, "1", {"1": 1.0}), (4, "2", {"2": 2.0})]


def test_rows_are_counted_over_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    path = write(tmp_path / "x.svm", "".join(f"{n % 3} {n}:{n / 8}\n" for n in range(1, 300)))
    assert seen(path) == [(n, str(n % 3), {str(n): n / 8}) for n in range(1, 300)]


def test_other_files_are_not_svmlight(tmp_path):
    path = write(tmp_path / "x.svm", "hello\nworld\n")
    with pytest.raises(
        InputError, match="there must be a feature index:value in some row; got none"
    ):
        seen(path)
    with pytest.raises(SettingError, match="an svmlight file has no texts; got 'text'"):
        read(path, text="text")
    with pytest.raises(
        SettingError, match="only a format with columns has column names; got 'author'"
    ):
        read(path, categorical="author")


@given(
    st.lists(
        st.dictionaries(
            st.integers(0, 50), st.floats(allow_nan=False, allow_infinity=False), max_size=5
        ),
        min_size=1,
        max_size=5,
    ).filter(any)
)
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_read_as_the_same_numbers(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("svm") / "x.svm"
    starts = np.cumsum([0, *map(len, rows)])
    indices = np.array([index for row in rows for index in row], np.int32)
    values = np.array([value for row in rows for value in row.values()], np.float64)
    write_svmlight(path, starts, indices, values, ["7"] * len(rows))
    expected = [
        (n, "7", {str(i + 1): value for i, value in sorted(row.items())})
        for n, row in enumerate(rows, 1)
    ]
    assert seen(path) == expected
    if any(len(row) for row in rows):
        matrix, _ = load_svmlight_file(str(path), zero_based=False)
        assert matrix.data.tolist() == [row[index] for row in rows for index in sorted(row)]


def test_many_rows_are_written_in_parts(monkeypatch):
    monkeypatch.setattr("linnet.reading.svmlight._CHUNK_VALUES", 2)
    out = io.BytesIO()
    write_svmlight(
        out,
        np.array([0, 3, 3, 4]),
        np.array([2, 1, 0, 5]),
        np.array([1.0, 2.5, 3, 4]),
        ["a", "b", "c"],
        0,
    )
    assert out.getvalue() == b"a 0:3 1:2.5 2:1\nb\nc 5:4\n"


def test_several_labels_are_written_with_commas():
    out = io.BytesIO()
    write_svmlight(
        out, np.array([0, 1, 2]), np.array([0, 0]), np.array([1.0, 1.0]), [["b", "a"], []]
    )
    assert out.getvalue() == b"b,a 1:1\n 1:1\n"


@pytest.mark.parametrize("label", ["not spam", "a,b", "a:b", "#1", ""])
def test_labels_that_could_not_be_read_again(label):
    with pytest.raises(
        SettingError, match="a label must have no space, comma, colon or # in svmlight; got"
    ):
        write_svmlight(io.BytesIO(), np.array([0, 1]), np.array([0]), np.array([1.0]), [label])


def test_values_that_are_not_finite_are_not_written():
    with pytest.raises(SettingError, match="values must be finite in svmlight"):
        write_svmlight(io.BytesIO(), np.array([0, 1]), np.array([0]), np.array([np.nan]), ["a"])
