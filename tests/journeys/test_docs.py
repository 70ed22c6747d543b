"""The examples of the docs do what the docs show."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {page: page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md"))}
WITH_COMMANDS = [page for page, text in PAGES.items() if "```console" in text]
WITH_PYTHON = [page for page, text in PAGES.items() if "\n>>> " in text]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_examples_of_a_page(page):
    ran = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (ran.failed, ran.attempted > 0) == (0, True)


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_commands_of_a_page(page, run_page, in_process):
    assert run_page(page, in_process) > 0
