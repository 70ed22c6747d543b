"""ARCHITECTURE.md names only what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
CODE = [
    path
    for folder in ("src", "engine", "bindings", "tests", "tools", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".hpp", ".cpp", ".toml")
]
FILES = sorted(set(re.findall(r"`([\w/]+\.(?:hpp|cpp|py|toml))`", PAGE)))
FOLDERS = sorted(set(re.findall(r"[├└]── (\w+)/", PAGE)))
NAMES = sorted(set(re.findall(r"`([A-Z]\w+)`", PAGE)))


@pytest.mark.parametrize("file", FILES)
def test_every_file_is_there(file):
    assert (ROOT / file).exists() or any(path.as_posix().endswith(f"/{file}") for path in CODE)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_is_there(folder):
    assert any(folder in path.relative_to(ROOT).parts for path in (*CODE, ROOT / "docs"))


@pytest.fixture(scope="module")
def words():
    """All words of the code."""
    return {word for path in CODE for word in re.findall(r"\w+", path.read_text("utf-8"))}


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_in_the_code(name, words):
    assert name in words


def test_the_page_is_read():
    assert len(FILES) > 10
    assert {"engine", "reading", "cli"} <= set(FOLDERS)
    assert {"Documents", "READERS", "AnyLoss"} <= set(NAMES)
