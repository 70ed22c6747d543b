"""Each capability of the lectures (R1 to R12, G1 to G13, D1 to D9) has a test here and a row in
docs/lectures.md.
"""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs/lectures.md"
IDS = [
    f"{kind}{number}"
    for kind, last in (("R", 12), ("G", 13), ("D", 9))
    for number in range(1, last + 1)
]


def named_in_tests():
    """Return the ids that docstrings of this folder's tests name."""
    found = set()
    for path in HERE.glob("test_0*.py"):
        functions = [
            n
            for n in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(n, ast.FunctionDef)
        ]
        said = " ".join(ast.get_docstring(n) or "" for n in functions if n.name.startswith("test_"))
        found.update(re.findall(r"\b[RGD]\d+\b", said))
    return found


@pytest.mark.parametrize("name", IDS)
def test_has_a_test_and_a_row(name):
    assert name in named_in_tests()
    assert f"| {name} |" in PAGE.read_text(encoding="utf-8")
