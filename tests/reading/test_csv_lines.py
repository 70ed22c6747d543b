"""Rows as lines of CSV."""

import csv
import io

import pytest

from linnet.reading import read
from linnet.reading.csv_lines import csv_lines

ROWS = [["text", "label"], ["one\rtwo", "x"], ["one\r\ntwo", "x"], ["one\ntwo", 'a "b"']]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_cell_with_line_ends_stays_one_cell(tmp_path, delimiter, line_end):
    text = csv_lines(ROWS, delimiter, line_end)
    assert list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)) == ROWS
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode())
    [batch] = read(path, delimiter=delimiter).batches()
    assert batch.texts[0].to_pylist() == ["one\rtwo", "one\r\ntwo", "one\ntwo"]
    assert batch.labels.to_pylist() == ["x", "x", 'a "b"']


def test_numbers_and_missing_values():
    assert csv_lines([[1, 2.5, None, "7"]]) == "1,2.5,,7\n"
