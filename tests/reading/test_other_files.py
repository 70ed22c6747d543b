"""Files of programs beside the data."""

import pytest

from linnet.reading.other_files import is_other_file


@pytest.mark.parametrize("name", ["~$jan.xlsx", "Thumbs.db", "thumbs.db", "desktop.ini"])
def test_files_of_programs_are_known_by_their_names(name):
    assert is_other_file(name)


@pytest.mark.parametrize("name", ["jan.xlsx", "jan~$.xlsx", "thumbs.csv", "tickets.db"])
def test_other_names_may_be_data(name):
    assert not is_other_file(name)
