"""Other columns, named features and lists of labels against odd, huge or damaged input."""

import io
import json
import random

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from linnet import Recipe, train
from linnet.errors import InputError, LinnetError, SettingError
from linnet.reading import read

OPTIONS = {"categorical": "author", "numeric": ("age",)}


def write(path, data):
    path.write_bytes(data)
    return path


def sentence(path, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(path, **options).batches())
    return str(caught.value).replace(f"{path.parent}/", "")


def only(path, **options):
    [batch] = read(path, **options).batches()
    return batch


def test_bom_line_ends_and_nul(tmp_path):
    path = write(
        tmp_path / "x.csv", b"\xef\xbb\xbfage,author,label\r\n1,a\x00b,x\r\n,\xef\xbb\xbf,y\r\n"
    )
    batch = only(path, **OPTIONS)
    assert batch.categorical[0].to_pylist() == ["a\x00b", "\ufeff"]
    np.testing.assert_array_equal(batch.numeric[0], [1, np.nan])
    path = write(tmp_path / "x.svm", b"\xef\xbb\xbf1 1:2\r\n2 3:4\r\n")
    assert only(path).labels.to_pylist() == ["1", "2"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (b"1,ann", "a row must have 3 cells as the header has; got 2. Correct the row"),
        (b"1,ann,x,y", "a row must have 3 cells as the header has; got 4. Correct the row"),
        (b"1\x00,ann,x", "column 'age' must hold numbers; got '1\\x00'. Correct the row"),
        (b"2024-01-02,ann,x", "column 'age' must hold numbers; got '2024-01-02'. Correct the row"),
        (b'"1,5x",ann,x', "column 'age' must hold numbers; got '1,5x'. Correct the row"),
        ("１,ann,x".encode(), None),  # digits of another script are digits
        (b"1,\xff,x", "text must be UTF-8; got byte 0xff. Save the file as UTF-8"),
        (b"\xff,ann,x", "text must be UTF-8; got byte 0xff. Save the file as UTF-8"),
    ],
)
def test_rows_of_a_csv(tmp_path, row, said):
    path = write(tmp_path / "x.csv", b"age,author,label\n7,bob,x\n" + row + b"\n8,eve,y\n")
    if said is None:
        assert only(path, **OPTIONS).numeric[0].tolist() == [7, 1, 8]
        return
    assert sentence(path, **OPTIONS) == f"x.csv, row 2: {said} or skip bad rows."
    assert only(path, skip_bad_rows=True, **OPTIONS).numeric[0].tolist() == [7, 8]


def test_a_comma_that_can_only_mark_decimals(tmp_path):
    path = write(tmp_path / "x.csv", b'age,author,label\n7,bob,x\n"1,5",ann,x\n8,eve,y\n')
    assert only(path, **OPTIONS).numeric[0].tolist() == [7, 1.5, 8]


def test_columns_of_the_same_name(tmp_path):
    path = write(tmp_path / "x.csv", b"age,age,author,label\n1,2,ann,x\n")
    assert sentence(path, **OPTIONS) == (
        "x.csv: a column must have a name of its own; got 2 columns 'age'. Rename one of them."
    )
    table = pa.table([[1], [2], ["x"]], names=["age", "age", "label"])
    with pytest.raises(
        InputError, match="frame: a column must have a name of its own; got 2 columns 'age'"
    ):
        read(table, numeric="age")
    assert only(path, numeric=(), categorical="author").categorical[0].to_pylist() == ["ann"]


def test_a_struct_with_a_key_twice():
    twice = pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(InputError, match="row 0: a feature must be there once; got 'a' twice"):
        list(read(pa.table({"features": twice}), labelled=False).batches())


def test_a_key_that_comes_late_or_never(tmp_path):
    lines = b'{"text": "a", "label": "x"}\n' * 2000 + b'{"text": "b", "label": "y", "age": 3}\n'
    path = write(tmp_path / "x.jsonl", lines)
    assert sentence(path, numeric="age") == (
        "x.jsonl: column 'age' must be there; got columns 'text', 'label'. Name the numeric column."
    )


def test_very_long_rows(tmp_path):
    long = b"a" * 20_000_000
    path = write(
        tmp_path / "x.csv", b"age,author,label\n1," + long + b",x\n" + b"0" * 5_000_000 + b"7,b,y\n"
    )
    batch = only(path, **OPTIONS)
    assert [len(value.as_py()) for value in batch.categorical[0]] == [20_000_000, 1]
    assert batch.numeric[0].tolist() == [1, 7]
    wide = b" ".join(b"%d:1" % index for index in range(1_000_000))
    path = write(tmp_path / "x.svm", b"1 " + wide + b"\n2 1:1\n")
    batches = list(read(path).batches())
    assert sum(len(batch.named.values) for batch in batches) == 1_000_001
    many = b"[" + b",".join(b'"l%d"' % label for label in range(100_000)) + b"]"
    path = write(tmp_path / "x.jsonl", b'{"text": "a", "label": ' + many + b"}\n")
    assert only(path).label_starts.tolist() == [0, 100_000]


def test_features_nested_too_deeply(tmp_path):
    line = b'{"features": ' + b'{"a": ' * 100_000 + b"1" + b"}" * 100_000 + b', "label": "x"}\n'
    path = write(tmp_path / "x.jsonl", b'{"features": {"a": 1}, "label": "x"}\n' + line)
    assert "row 2: a line must be a JSON object; got broken JSON (too deeply nested)" in sentence(
        path
    )


@pytest.mark.parametrize("label", [b"\xff", b"[\xff]"])
def test_labels_that_are_not_utf8(tmp_path, label):
    path = write(
        tmp_path / "x.jsonl",
        b'{"text": "a", "label": ["x"]}\n{"text": "a", "label": [' + label + b"]}\n",
    )
    assert "row 2: text must be UTF-8; got byte 0xff" in sentence(path)


def test_lists_of_bytes_that_are_not_utf8():
    table = pa.table({"text": ["a"], "label": pa.array([[b"\xff"]], pa.list_(pa.binary()))})
    with pytest.raises(InputError, match="frame: Arrow data must be whole"):
        list(read(table).batches())


def samples():
    rows = [
        {
            "text": f"t {n}",
            "author": f"a{n % 5}",
            "age": n / 4,
            "label": [f"l{k}" for k in range(n % 3)],
            "features": {"n": n, "word": f"w{n}"},
        }
        for n in range(40)
    ]
    table = pa.Table.from_pylist(rows)
    parquet, arrow = io.BytesIO(), io.BytesIO()
    pa.parquet.write_table(table, parquet)
    with pa.ipc.new_file(arrow, table.schema) as writer:
        writer.write_table(table)
    lines = [json.dumps(row) + "\n" for row in rows]
    cells = [
        "text,author,age,label\n",
        *("{text},{author},{age},l\n".format(**row) for row in rows),
    ]
    svm = [f"{n % 3},{n % 5} 1:{n} {n + 2}:0.5 # {n}\n" for n in range(40)]
    return {
        "x.csv": "".join(cells).encode(),
        "x.jsonl": "".join(lines).encode(),
        "x.svm": "".join(svm).encode(),
        "x.ft": b"".join(
            b"__label__%d __label__%d some text\n" % (n % 3, n % 5) for n in range(40)
        ),
        "x.parquet": parquet.getvalue(),
        "x.arrow": arrow.getvalue(),
    }


@pytest.mark.parametrize("name", samples())
def test_damaged_bytes_give_documents_or_our_errors(tmp_path, name):
    chance, whole = random.Random(11), samples()[name]
    options = {} if name in ("x.svm", "x.ft") else OPTIONS
    if name not in ("x.svm", "x.ft", "x.csv"):
        options = {**options, "features": "features"}
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.choice(b'\x00\x0a\x0d"\\{}[],:#\xff\x80n1_-')
        path = write(tmp_path / name, bytes(data))
        for skip in (False, True):
            try:
                for batch in read(path, skip_bad_rows=skip, multilabel=True, **options).batches():
                    check(batch)
            except LinnetError:
                pass


def check(batch):
    """Assert what a batch promises."""
    assert batch.label_starts[-1] == len(batch.labels)
    assert len(batch.label_starts) == len(batch) + 1
    batch.labels.validate(full=True)
    assert "" not in batch.labels.to_pylist()
    for column in batch.categorical:
        column.validate(full=True)
        assert len(column) == len(batch)
    for values in batch.numeric:
        assert len(values) == len(batch)
        assert not np.isinf(values).any()
    if batch.named is not None:
        assert len(batch.named) == len(batch)
        assert batch.named.starts[-1] == len(batch.named.codes) == len(batch.named.values)
        batch.named.names.validate(full=True)
        assert np.isfinite(batch.named.values).all()


@pytest.mark.parametrize("learner", ["logistic", "gaussian", "mixed", "perceptron"])
def test_numbers_whose_squares_overflow_are_refused(learner):
    rows = {"n": [1.0, 1e308, -1e308], "label": ["x", "y", "x"]}
    with pytest.raises(
        InputError, match="row 1, column 'n': a number must be from -1e\\+100 to 1e\\+100"
    ):
        train(rows, Recipe.of(learner=learner, words=None, numeric=["n"]))
