"""Documents in a line, and as a table of their columns."""

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.reading import read
from tests.display.checks import check_html, check_line, check_shown
from tests.display.hostile import NAMES

MAIL = {"body": ["win", "noon"], "label": ["spam", "ham"], "author": ["ann", "bob"], "age": [3, 4]}


def test_a_line_has_the_columns_by_role():
    documents = read(MAIL, categorical="author", numeric="age")
    assert repr(documents) == (
        "Documents(dict, text 'body', label 'label', categorical 'author', numeric 'age')"
    )
    (batch,) = documents.batches()
    assert repr(batch) == "Batch(2 documents, rows 0 to 1)"
    assert repr(batch.kept(np.zeros(2, bool))) == "Batch(0 documents)"


def test_skipped_rows_are_told():
    (batch,) = read([("a", "x"), ("b", "")], skip_bad_rows=True).batches()
    assert repr(batch) == "Batch(1 document, rows 0 to 0, 1 bad row left out)"


def test_reasons_of_skipped_rows_are_counted():
    pairs = [("a", "x"), ("b", ""), (7, NAMES[0]), ("c", "")]
    skipped = read(pairs, skip_bad_rows=True).skipped_rows()
    assert repr(skipped) == (
        "SkippedRows(3 rows, a label must not be empty 2, text must be a string 1)"
    )
    check_shown(skipped)
    assert "first row" in check_html(skipped._repr_html_())
    check_shown(read(pairs[:1]).skipped_rows())


def test_a_table_says_how_rows_are_counted(tmp_path):
    assert "rows count from 0" in check_html(read(MAIL, metadata="author")._repr_html_())
    path = tmp_path / "mail.csv"
    path.write_text("text,label\na,x\n")
    shown = check_html(read(path)._repr_html_())
    assert "rows count from 1" in shown
    assert "(found by name)" in shown


def test_showing_documents_does_not_read_them():
    texts = read({"text": ["a"], "label": [None]})
    check_shown(texts)
    with pytest.raises(InputError):
        list(texts.batches())


@pytest.mark.parametrize("name", [name for name in NAMES if name.strip()])
def test_hostile_columns_are_mere_text(name):
    check_shown(read({name: ["a"], "y": ["x"], "z": ["u"]}, text=name, label="y", metadata="z"))


def test_a_path_of_any_bytes_can_be_shown(tmp_path):
    path = tmp_path / f"{'deep' * 40}\udc80.csv"
    path.write_text("text,label\na,x\n")
    documents = read(path)
    check_shown(documents)
    check_line(repr(documents))
    assert "udc80.csv" in repr(documents)
