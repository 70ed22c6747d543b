"""The figures of some files, each a function of them; shares are of lines that are not blank."""

import ast
import math
from collections.abc import Callable, Sequence

from code_style.nodes import body_lines, is_tuple_assignment
from code_style.packed_lines import has_several_declarations, has_several_statements
from code_style.source import Source, Sources

MOST_COLUMNS = 100


def quantile(numbers: Sequence[int], share: float) -> int:
    """Return the smallest number that at least this share of the numbers does not exceed."""
    if not numbers:
        return 0
    rank = math.ceil(share * len(numbers))
    return sorted(numbers)[rank - 1]


def mean(numbers: Sequence[int]) -> float:
    """Return the mean, 0 of nothing."""
    return sum(numbers) / max(len(numbers), 1)


def node_counts(sources: Sources) -> list[int]:
    """Return the nodes of every statement."""
    return [statement.nodes for source in sources for statement in source.statements]


def body_figure(sources: Sources) -> str:
    """Return three quantiles of the lines of function bodies."""
    lengths = [body_lines(function) for source in sources for function in source.functions]
    return " / ".join(str(quantile(lengths, share)) for share in (0.5, 0.9, 0.99))


def node_figure(sources: Sources) -> str:
    """Return mean, p90 and maximum of the nodes of a statement."""
    counts = node_counts(sources)
    return f"{mean(counts):.1f} / {quantile(counts, 0.9)} / {max(counts, default=0)}"


def condition_figure(sources: Sources) -> str:
    """Return how many conditional expressions 1,000 lines have."""
    count = sum(isinstance(node, ast.IfExp) for source in sources for node in source.nodes)
    return f"{1000 * count / n_lines(sources):.1f}"


def tuple_figure(sources: Sources) -> str:
    """Return how many tuple assignments 1,000 lines have."""
    count = sum(is_tuple_assignment(node) for source in sources for node in source.nodes)
    return f"{1000 * count / n_lines(sources):.1f}"


def column_figure(sources: Sources) -> str:
    """Return the share of lines that are too long."""
    count = sum(len(line) > MOST_COLUMNS for source in sources for line in source.lines)
    return f"{100 * count / n_lines(sources):.1f} %"


def n_lines(sources: Sources) -> int:
    """Return how many lines are not blank, 1 if none."""
    count = sum(bool(line.strip()) for source in sources for line in source.lines)
    return max(count, 1)


def test_figure(sources: Sources) -> str:
    """Return the share of the modules in src/ that have a test of their own."""
    modules = [source for source in sources if source.folder == "src"]
    named = [module for module in modules if not module.path.name.startswith("__")]
    if not named:
        return "–"
    return f"{100 * mean([module.has_own_test for module in named]):.0f} %"


def declaration_figure(sources: Sources) -> str:
    """Return how many lines declare several names."""
    return str(sum(has_several_declarations(line) for file in sources for line in file.lines))


def statement_figure(sources: Sources) -> str:
    """Return how many lines hold several statements."""
    return str(sum(has_several_statements(line) for file in sources for line in file.lines))


Figures = dict[str, Callable[[Sources], str]]

PYTHON_FIGURES: Figures = {
    "function body, median / p90 / p99 lines": body_figure,
    "nodes per statement, mean / p90 / max": node_figure,
    "conditional expressions per 1,000 lines": condition_figure,
    "tuple assignments per 1,000 lines": tuple_figure,
    "lines over 100 columns": column_figure,
    "modules with a test of the same name": test_figure,
}
LINE_FIGURES: Figures = {
    "lines over 100 columns": column_figure,
    "lines with several declarations": declaration_figure,
    "lines with several statements": statement_figure,
}


def print_figures(title: str, figures: Figures, sources: Sources) -> None:
    """Print a table: a line for each figure, a column for each folder."""
    folders = {source.folder: list[Source]() for source in sources}
    for source in sources:
        folders[source.folder].append(source)

    print(f"{title:<40}", *(f"{folder:>15}" for folder in folders))
    for name, figure in figures.items():
        print(f"{name:<40}", *(f"{figure(some):>15}" for some in folders.values()))
