"""Measure how much each statement carries, and name the statements that carry too much.

    python tools/plain_statements.py                     the figures, then every failure
    python tools/plain_statements.py --report            the figures only
    python tools/plain_statements.py src/linnet/cli      the same for some files or folders
    python tools/plain_statements.py --worst 20          the heaviest statements

code_style/nodes.py says what is counted as a statement and as a node, code_style/checks.py which
limits hold where. Tests are measured, but only their columns are checked.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from code_style.checks import failures
from code_style.figures import LINE_FIGURES, PYTHON_FIGURES, print_figures
from code_style.source import Sources, find_sources

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tools", "benchmarks", "tests", "engine", "bindings")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Print what the arguments ask for; return 1 if a check failed."""
    args = parse_arguments(arguments)
    sources = find_sources(root, args.paths or [root / folder for folder in FOLDERS])
    if args.worst is not None:
        print_worst(sources, args.worst)
        return 0

    print_report(sources)
    if args.report:
        return 0
    return print_failures(sources)


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments, all paths there."""
    parser = argparse.ArgumentParser(description="Measure how much each statement carries.")
    parser.add_argument("paths", nargs="*", type=Path, help="files or folders; without, all code")
    parser.add_argument("--report", action="store_true", help="print the figures, check nothing")
    parser.add_argument("--worst", type=int, metavar="N", help="print the N heaviest statements")
    args = parser.parse_args(arguments)
    for path in args.paths:
        if not path.exists():
            parser.error(f"there is no {path}")
    return args


def print_report(sources: Sources) -> None:
    """Print the figures of each language."""
    python = [source for source in sources if source.is_python]
    cpp = [source for source in sources if source.is_cpp]
    javascript = [source for source in sources if not source.is_python and not source.is_cpp]
    if python:
        print_figures("Python", PYTHON_FIGURES, python)
    if cpp:
        print_figures("C++", LINE_FIGURES, cpp)
    if javascript:
        print_figures("JavaScript", LINE_FIGURES, javascript)


def print_failures(sources: Sources) -> int:
    """Print the failures and how many they are; return 1 if there are any."""
    lines = list(failures(sources))
    for line in lines:
        print(line)
    print(f"failures: {len(lines)}")
    return 1 if lines else 0


def print_worst(sources: Sources, n: int) -> None:
    """Print the statements with the most nodes."""
    python = [source for source in sources if source.is_python]
    pairs = [(source, statement) for source in python for statement in source.statements]
    pairs.sort(key=lambda pair: -pair[1].nodes)
    for source, statement in pairs[:n]:
        print(f"{source.path.as_posix()}:{statement.line}: {statement.nodes} nodes")


if __name__ == "__main__":
    sys.exit(main())
