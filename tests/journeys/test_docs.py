"""The examples of the docs do what the docs show."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["lexicons.md", "linear.md", "several-labels.md"])
def test_examples_of_a_page(page):
    ran = doctest.testfile(str(DOCS / page), module_relative=False)
    assert (ran.failed, ran.attempted > 0) == (0, True)
