"""The checks: each yields a line for every failure, with its place, the limit and what is there."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from code_style.figures import MOST_COLUMNS, mean, node_counts, quantile
from code_style.nodes import body_nodes, is_nested_condition
from code_style.packed_lines import has_several_declarations, has_several_statements
from code_style.source import Source, Sources

MOST_LINES = 400


@dataclass(frozen=True)
class Limits:
    """How many nodes statements and function bodies may have."""

    mean: float
    p90: int
    statement: int
    body: int


STRICT = Limits(mean=13, p90=24, statement=60, body=350)
LOOSE = Limits(mean=15, p90=27, statement=80, body=350)
LIMITS = {"src": STRICT, "tools": LOOSE, "benchmarks": LOOSE}


def failures(sources: Sources) -> Iterator[str]:
    """Yield the failures of all files, then those of the folders on the whole."""
    for source in sources:
        yield from long_lines(source)
        if not source.is_python:
            yield from long_file(source)
            yield from packed_lines(source)
        elif source.folder in LIMITS:
            yield from long_file(source)
            yield from heavy_code(source)
            yield from nested_conditions(source)
    yield from heavy_folders(sources)


def long_lines(source: Source) -> Iterator[str]:
    """Yield every line that is too long."""
    for number, line in enumerate(source.lines, start=1):
        if len(line) > MOST_COLUMNS:
            yield failure(source, number, "columns", MOST_COLUMNS, len(line))


def long_file(source: Source) -> Iterator[str]:
    """Yield a file that is too long."""
    n_lines = len(source.lines)
    if n_lines > MOST_LINES:
        yield failure(source, 1, "lines of a file", MOST_LINES, n_lines)


def heavy_code(source: Source) -> Iterator[str]:
    """Yield every statement and every function body with too many nodes."""
    limits = LIMITS[source.folder]
    for statement in source.statements:
        if statement.nodes > limits.statement:
            what = "nodes of a statement"
            yield failure(source, statement.line, what, limits.statement, statement.nodes)
    for function in source.functions:
        nodes = body_nodes(function)
        if nodes > limits.body:
            what = f"nodes of the body of {function.name}"
            yield failure(source, function.lineno, what, limits.body, nodes)


def nested_conditions(source: Source) -> Iterator[str]:
    """Yield every conditional expression with another one inside."""
    for node in source.nodes:
        if isinstance(node, ast.IfExp) and is_nested_condition(node):
            yield failure(source, node.lineno, "conditions in one expression", 1, "several")


def packed_lines(source: Source) -> Iterator[str]:
    """Yield every line with several declarations or statements."""
    for number, line in enumerate(source.lines, start=1):
        if has_several_declarations(line):
            yield failure(source, number, "declarations on a line", 1, "several")
        if has_several_statements(line):
            yield failure(source, number, "statements on a line", 1, "several")


def heavy_folders(sources: Sources) -> Iterator[str]:
    """Yield every folder whose statements have too many nodes on the whole."""
    python = [source for source in sources if source.is_python]
    for folder, limits in LIMITS.items():
        counts = node_counts([source for source in python if source.folder == folder])
        average = mean(counts)
        p90 = quantile(counts, 0.9)
        if average > limits.mean:
            yield f"{folder}: mean nodes per statement: at most {limits.mean}, has {average:.1f}"
        if p90 > limits.p90:
            yield f"{folder}: p90 of nodes per statement: at most {limits.p90}, has {p90}"


def failure(source: Source, line: int, what: str, most: int, has: object) -> str:
    """Return the line that tells of a failure."""
    return f"{source.path.as_posix()}:{line}: {what}: at most {most}, has {has}"
