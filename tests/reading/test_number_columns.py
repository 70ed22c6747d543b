"""The decimal mark of each column of numbers, from the first row to the last."""

import pytest

from linnet.errors import InputError
from linnet.reading import blocks, read


def numbers(path, **options):
    batches = read(path, labelled=False, **options).batches()
    return [number for batch in batches for number in batch.numeric[0].tolist()]


def sentence(path, **options):
    with pytest.raises(InputError) as caught:
        numbers(path, **options)
    return str(caught.value).replace(f"{path.parent}/", "")


def written(tmp_path, *cells, delimiter=";"):
    path = tmp_path / "x.csv"
    rows = [f"t{delimiter}{cell}\n" for cell in cells]
    path.write_text(f"text{delimiter}n\n" + "".join(rows), encoding="utf-8")
    return path


def test_german_numbers(tmp_path):
    path = written(tmp_path, "1.234,56", "3,5", "1 234,5", "1.234", "", "7")
    documents = read(path, labelled=False, numeric="n")
    assert documents.notes == (
        "delimiter ';' (found in the first rows)",
        "decimal comma in column 'n' (found in the first rows)",
    )
    found = numbers(path, numeric="n")
    assert found[:4] == [1234.56, 3.5, 1234.5, 1234]
    assert found[4] != found[4]
    assert found[5] == 7


def test_english_numbers(tmp_path):
    path = written(tmp_path, '"1,234.56"', "3.5", '"1,234"', delimiter=",")
    assert numbers(path, numeric="n") == [1234.56, 3.5, 1234]
    assert numbers(written(tmp_path, "1.234", "12", delimiter=","), numeric="n") == [1.234, 12]
    assert numbers(written(tmp_path, "0.5", "1.234"), numeric="n") == [0.5, 1.234]


@pytest.mark.parametrize(
    ("delimiter", "cell"), [(";", "1.234"), (";", "1,234"), (",", '"1,234"'), ("\t", "1,234")]
)
def test_what_may_be_two_numbers_is_refused(tmp_path, delimiter, cell):
    path = written(tmp_path, "12", cell, delimiter=delimiter)
    number = cell.strip('"')
    assert sentence(path, numeric="n") == (
        f"x.csv, row 2: the decimal mark of column 'n' must be clear; got '{number}'. "
        "Name the decimal mark, or skip bad rows."
    )
    written_mark = number.strip("1234")
    for mark in ",.":
        value = 1.234 if mark == written_mark else 1234
        assert numbers(path, numeric="n", decimal=mark) == [12, value]


def test_both_marks_in_a_column_are_an_error(tmp_path):
    path = written(tmp_path, "3,5", "3.5")
    assert sentence(path, numeric="n") == (
        "x.csv, row 2: column 'n' must have the decimal mark ','; got '3.5'. "
        "Name the decimal mark, or skip bad rows."
    )
    assert numbers(path, numeric="n", skip_bad_rows=True) == [3.5]
    assert "row 1: column 'n' must have the decimal mark '.'" in sentence(
        path, numeric="n", decimal="."
    )


def test_later_blocks_are_read_by_the_rule_of_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "FIRST_BYTES", 64)
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    path = written(tmp_path, *["12"] * 100, '"3,5"', *["12"] * 100, delimiter=",")
    assert "row 101: column 'n' must have the decimal mark '.'; got '3,5'" in sentence(
        path, numeric="n"
    )
    path = written(tmp_path, "3,5", *["12"] * 100, "1.234", delimiter=";")
    assert numbers(path, numeric="n")[-1] == 1234


def test_each_column_has_its_own_mark(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text;a;b\nt;3,5;0.5\nt;1.234;1.234\n")
    (batch,) = read(path, labelled=False, numeric=["a", "b"]).batches()
    assert [column.tolist() for column in batch.numeric] == [[3.5, 1234], [0.5, 1.234]]


def test_weights_are_numbers_too(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text;label;w\na;x;0,5\nb;y;1.000,25\n")
    (batch,) = read(path, weight="w").batches()
    assert batch.weights.tolist() == [0.5, 1000.25]
    path.write_text("text;label;w\na;x;1,234\n")
    with pytest.raises(InputError, match="row 1: the decimal mark of column 'w' must be clear"):
        list(read(path, weight="w").batches())
