"""One text per line."""

import numpy as np
import pytest

from linnet import SettingError, read
from linnet.reading.lines import line_strings, parse_lines, text_roles
from linnet.reading.settings import ReadSettings

UNLABELLED = ReadSettings(labelled=False)


def as_array(data):
    return np.frombuffer(data, np.uint8)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\nb", ["a", "b"]),
        (b"a\r\n\nb\n", ["a", "", "b"]),
        ("é\n\n".encode(), ["é", ""]),
        (b"a\rb", ["a\rb"]),
        (b"\n", [""]),
    ],
)
def test_lines_become_texts(data, lines):
    assert line_strings(as_array(data)).to_pylist() == lines
    assert parse_lines(as_array(data), UNLABELLED).texts[0].to_pylist() == lines


def test_a_line_that_is_not_utf8_is_a_bad_row():
    skipping = ReadSettings(labelled=False, skip_bad_rows=True)
    parsed = parse_lines(as_array(b"a\n\xff\nb"), skipping)
    assert parsed.rows.tolist() == [1, 3]
    assert parsed.skipped.tolist() == [2]
    assert parse_lines(as_array(b"a\n\xff\nb"), UNLABELLED).fault.number == 2


def test_lines_have_no_labels(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("a\n")
    with pytest.raises(
        SettingError, match="documents must have labels here; got one text per line"
    ):
        read(path)


def test_a_format_without_columns_has_a_text_and_no_other_names():
    assert text_roles("x.txt", ReadSettings(multilabel=True)).multilabel
    assert text_roles("x.txt", ReadSettings(label="label", text=("text",))).label == "label"
    with pytest.raises(SettingError, match="only a format with columns has column names; got 'n'"):
        text_roles("x.txt", ReadSettings(numeric=("n",)))
    with pytest.raises(SettingError, match="must have a text; got none named"):
        text_roles("x.txt", ReadSettings(text=()))
