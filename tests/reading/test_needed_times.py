"""Rows without a time are bad rows, where times are needed."""

import pytest

from linnet.errors import InputError
from linnet.reading import read
from linnet.reading.needed_times import only_timed

MAILS = "text,label,day\na,x,2025-04-03\nb,y,{value}\nc,x,2025-04-04\n"


@pytest.mark.parametrize("value", ["", " ", "#N/A", "#NV"])
def test_a_row_without_a_time_is_refused_with_its_row_or_skipped(tmp_path, value):
    path = tmp_path / "mails.csv"
    path.write_text(MAILS.format(value=value))
    documents = only_timed(read(path, metadata="day"), "day")
    with pytest.raises(InputError) as caught:
        list(documents.batches())
    got = repr(value) if value else "none"
    assert str(caught.value) == (
        f"{path}, row 2: column 'day' must have a time; got {got}. Drop the row or skip bad rows."
    )
    documents = only_timed(read(path, metadata="day", skip_bad_rows=True), "day")
    (batch,) = documents.batches()
    assert (batch.rows.tolist(), batch.skipped.tolist()) == ([1, 3], [2])
    assert list(documents.skipped_rows().reasons) == ["column 'day' must have a time"]


def test_a_column_that_was_not_read_is_left_to_who_needs_it(tmp_path):
    path = tmp_path / "mails.csv"
    path.write_text(MAILS.format(value="2025-04-05"))
    documents = read(path)
    assert only_timed(documents, "day") is documents
