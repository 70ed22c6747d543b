"""Advice of errors: one table of words for Python programs, one for the command."""

import re
from pathlib import Path

import pytest

import linnet
from linnet.cli.advice import IN_OPTIONS, in_options, sentence_for_command
from linnet.errors import IN_PYTHON, Advice, InputError

SAME_IN_BOTH = {"name_column", "name_existing_column"}  # the command works these out


def test_the_command_has_words_of_its_own_for_every_advice():
    assert IN_OPTIONS.keys() == IN_PYTHON.keys()
    assert {name for name in IN_PYTHON if IN_OPTIONS[name] == IN_PYTHON[name]} == SAME_IN_BOTH


def test_an_error_has_the_words_of_each_front_end():
    error = InputError(
        "x.doc: the format must be clear; got '.doc'.", Advice("name_format", formats="csv|tsv")
    )
    problem = "x.doc: the format must be clear; got '.doc'."
    assert str(error) == f"{problem} Name the format csv|tsv."
    assert sentence_for_command(error) == f"{problem} Pass --format csv|tsv."


@pytest.mark.parametrize(
    ("role", "words"),
    [("weight", "Pass --weight COLUMN."), ("numeric", "Name the numeric column.")],
)
def test_a_column_is_named_by_an_option_where_it_has_one(role, words):
    assert in_options(Advice("name_column", role=role)) == words


def test_other_errors_keep_their_words():
    assert sentence_for_command(ValueError("x must be 1.")) == "x must be 1."


def test_every_advice_that_is_given_has_words():
    given = set()
    for path in Path(linnet.__file__).parent.rglob("*.py"):
        given.update(re.findall(r'Advice\(\s*"(\w+)"', path.read_text()))
    assert given == IN_PYTHON.keys()
