"""A comparison of two classifiers in a line, and as a table for a notebook."""

from linnet.display.html import caution, note, result, table
from linnet.display.words import NOTHING, line, measured
from linnet.errors import counted
from linnet.evaluation.metrics.difference import Comparison, Difference

MOST_IN_A_LINE = 2
HEAD = ("measure", "A", "B", "B - A", "p-value", "better")


def difference_words(difference: Difference) -> str:
    """Return one measure of A and of B, and which is better."""
    values = f"A {measured(difference.a)}, B {measured(difference.b)}"
    better = f"{difference.better} is better" if difference.better else "no difference can be told"
    return f"{difference.metric}: {values}, {better}"


def comparison_line(comparison: Comparison) -> str:
    """Return how many documents there are, and the first differences."""
    differences = list(comparison.differences.values())
    words = map(difference_words, differences[:MOST_IN_A_LINE])
    n_more = len(differences) - MOST_IN_A_LINE
    last = (f"and {counted(n_more, 'measure')} more",) if n_more > 0 else ()
    return line(
        "Comparison", "; ".join([_documents(comparison), *_learned(comparison), *words, *last])
    )


def _learned(comparison: Comparison) -> list[str]:
    """Return who has learned just these documents."""
    sides = [side.upper() for side, learned in comparison.on_training_documents.items() if learned]
    return [f"{' and '.join(sides)} trained on exactly these"] if sides else []


def _documents(comparison: Comparison) -> str:
    documents = counted(comparison.documents, "document")
    if comparison.groups is None:
        return documents
    return f"{documents} in {counted(comparison.groups, 'group')}"


def comparison_html(comparison: Comparison) -> str:
    """Return the differences as a table, and each in a sentence."""
    rows = [_row(difference) for difference in comparison.differences.values()]
    sentences = [note(difference.sentence) for difference in comparison.differences.values()]
    cautions = map(caution, comparison.cautions)
    about = f"of A and B on {_documents(comparison)}"
    return result("Comparison", *cautions, table(HEAD, rows), *sentences, about=about)


def _row(difference: Difference) -> tuple[str, ...]:
    adjusted = difference.adjusted
    return (
        difference.metric,
        measured(difference.a),
        measured(difference.b),
        str(difference.difference),
        NOTHING if adjusted is None else f"{adjusted:.3g}",
        difference.better or NOTHING,
    )
