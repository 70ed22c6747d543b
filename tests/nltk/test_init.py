"""The public names of linnet.nltk, each imported when it is first asked for."""

import pytest

import linnet.nltk as room


@pytest.mark.parametrize("name", room.__all__)
def test_every_public_name_is_what_it_is_called(name):
    assert getattr(room, name).__name__ == name


def test_completion_shows_the_public_names():
    assert dir(room) == sorted(room.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"module 'linnet\.nltk' has no attribute 'Tree'"):
        _ = room.Tree
