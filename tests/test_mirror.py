"""Tests mirror src/linnet: every module has a test of its name, or a line in one short list."""

import ast
import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "linnet"
COVERED_BY: dict[str, str] = tomllib.loads((TESTS / "covered_by.toml").read_text("utf-8"))


def own_test(module: str) -> str:
    """Return where the test of a module stands: a/b.py has a/test_b.py."""
    path = Path(module)
    name = path.name.strip("_").removesuffix(".py").strip("_")
    return (path.parent / f"test_{name}.py").as_posix()


def has_code(path: Path) -> bool:
    """Return whether a module defines something, more than a folder's one line of description."""
    body = ast.parse(path.read_text("utf-8")).body
    return path.name != "__init__.py" or any(isinstance(part, ast.FunctionDef) for part in body)


MODULES = [
    path.relative_to(SOURCE).as_posix() for path in sorted(SOURCE.rglob("*.py")) if has_code(path)
]


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_a_test_of_its_name_or_a_line_in_the_list(module):
    assert (TESTS / own_test(module)).exists() or module in COVERED_BY


@pytest.mark.parametrize("module", COVERED_BY)
def test_the_list_names_modules_without_a_test_of_their_own(module):
    assert module in MODULES
    assert not (TESTS / own_test(module)).exists()
    assert (TESTS / COVERED_BY[module]).exists()


def test_names_are_mirrored():
    assert own_test("storage/sections/weights.py") == "storage/sections/test_weights.py"
    assert own_test("__main__.py") == "test_main.py"
    assert own_test("reading/__init__.py") == "reading/test_init.py"
