"""Columns that are not there are named together, with those that were perhaps meant."""

import pytest

from linnet.errors import InputError
from linnet.reading import read
from linnet.reading.missing_columns import missing_columns

TICKETS = {
    "Anliegen": ["my printer is broken", "my invoice is too high"],
    "Bereich": ["hardware", "billing"],
}


def test_all_missing_columns_are_named_at_once():
    said = (
        "dict: columns 'Anligen', 'Bereisch', 'zzz' must be there; .* Did you mean "
        "'Anliegen' by 'Anligen' and 'Bereich' by 'Bereisch'?"
    )
    with pytest.raises(InputError, match=said):
        read(TICKETS, text="Anligen", label="Bereisch", weight="zzz")


def test_missing_columns_come_before_what_is_unclear():
    with pytest.raises(InputError, match="column 'zzz' must be there"):
        read({"text": ["a"], "b": ["c"]}, id="zzz")


def test_where_none_is_close_the_columns_that_are_there_are_listed():
    error = missing_columns({"zzz": "label"}, ["text", "topic"], "x.csv")
    assert str(error).startswith("x.csv: column 'zzz' must be there; got columns 'text', 'topic'.")
    assert "Did you mean" not in str(error)
    assert "Did you mean 'Topic'?" in str(missing_columns({"topik": "label"}, ["Topic"], "x.csv"))
