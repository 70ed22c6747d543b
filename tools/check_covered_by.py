"""Measure that each test in tests/covered_by.toml covers the module that it stands for.

    python tools/check_covered_by.py build/coverage/.coverage

The file is what `pytest --cov --cov-context=test` writes. A test covers a module where it runs at
least LEAST_SHARE of the lines in function bodies that any test runs: what stands outside runs when
a module is imported, by whatever test comes first.
"""

import ast
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEAST_SHARE = 0.85

Contexts = dict[int, list[str]]  # line → the tests that ran it, as tests/test_a.py::test_x|run


def main(data_file: str) -> int:
    """Print the share that each listed test covers; return 1 if one covers too little."""
    from coverage import CoverageData

    data = CoverageData(data_file)
    data.read()
    listed = tomllib.loads((ROOT / "tests" / "covered_by.toml").read_text(encoding="utf-8"))
    failed = False
    for module, test in listed.items():
        path = ROOT / "src" / "linnet" / module
        inside = lines_in_functions(path.read_text(encoding="utf-8"))
        contexts = data.contexts_by_lineno(str(path))
        share = covered_share(contexts, inside, f"tests/{test}")
        failed = failed or share < LEAST_SHARE
        print(f"{share:4.0%} of {module} by {test}")
    return 1 if failed else 0


def lines_in_functions(source: str) -> set[int]:
    """Return the numbers of the lines in function bodies.

    >>> lines_in_functions("import math\\ndef root(x):\\n    return math.sqrt(x)")
    {3}
    """
    lines = set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            lines.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return lines


def covered_share(contexts: Contexts, inside: set[int], test: str) -> float:
    """Return the share of some lines that a test file runs; 1 where there are none.

    >>> contexts = {2: ["tests/test_a.py::test_x|run"], 3: ["tests/test_b.py::test_y|run"]}
    >>> covered_share(contexts, {2, 3}, "tests/test_a.py")
    0.5
    """
    ran = list[bool]()
    for line, names in contexts.items():
        if line in inside:
            files = {name.partition("::")[0] for name in names}
            ran.append(test in files)
    return sum(ran) / len(ran) if ran else 1.0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
