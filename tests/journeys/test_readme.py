"""The README's commands do what the README shows."""

import doctest
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_readme_commands_print_what_the_readme_shows(tmp_path, run_page):
    shutil.copytree(ROOT / "src/linnet/sample", tmp_path / "src/linnet/sample")
    assert run_page(ROOT / "README.md") >= 7


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_every_page_of_docs_is_reached_from_the_readme(page):
    assert f"docs/{page.name}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_python_of_the_docs_runs(page):
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0
