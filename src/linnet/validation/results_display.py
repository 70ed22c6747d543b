"""Results of validation in a line, and as tables for a notebook."""

from collections.abc import Sequence
from typing import Any

from linnet.display.html import more, note, result, table
from linnet.display.words import NOTHING, line
from linnet.errors import counted, shown
from linnet.evaluation.metrics.evaluation_display import (
    documents_of,
    evaluation_tables,
    measure_table,
    slices_table,
)
from linnet.validation.cross_validation import CrossValidation, Result
from linnet.validation.detailed_evaluation import DetailedEvaluation
from linnet.validation.label_suspects import MultilabelSuspect, Suspect, Suspects

MOST_RESULTS = 20
MOST_SUSPECTS = 10
MOST_IN_A_LINE = 3
MOST_SLICED = 5


def settings_of(found: Result) -> str:
    """Return the smoothing and the strength of a result, in words."""
    values = {"smoothing": found.smoothing, "strength": found.strength}
    words = [f"{name} {_short(value)}" for name, value in values.items() if value is not None]
    return ", ".join(words)


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def result_line(found: Result) -> str:
    """Return the settings, and how often they are right."""
    errors = counted(found.errors, "error")
    return line("Result", settings_of(found), f"accuracy {found.accuracy}", errors)


def cross_validation_line(found: CrossValidation) -> str:
    """Return what was divided into how many folds, and the best result."""
    tried = counted(len(found.results), "setting")
    best = found.best
    words = f"best: {settings_of(best) or 'as it is'}, accuracy {best.accuracy}"
    return line("CrossValidation", _divided(found), tried, words)


def _divided(found: CrossValidation) -> str:
    repeats = f", {found.repeats} times" if found.repeats > 1 else ""
    return f"{counted(found.documents, 'document')} in {counted(found.folds, 'fold')}{repeats}"


def cross_validation_html(found: CrossValidation) -> str:
    """Return what each setting gave, the best in bold type."""
    rows = [_result_row(one, one is found.best) for one in found.results[:MOST_RESULTS]]
    left_out = more(len(found.results) - len(rows), "setting", "results")
    leaks = ""
    if found.leaks is not None and len(found.leaks.rows):
        documents = counted(len(found.leaks.rows), "document")
        leaks = note(f"{documents} with a twin in another fold: see .leaks")
    head = ("setting", "accuracy", "errors", "best")
    about = f"of {_divided(found)}"
    return result("CrossValidation", table(head, rows), left_out, leaks, about=about)


def _result_row(found: Result, is_best: bool) -> tuple[str, ...]:
    name = settings_of(found) or "as it is"
    return name, str(found.accuracy), f"{found.errors:,}", "✓" if is_best else ""


def suspects_line(suspects: Suspects) -> str:
    """Return how many suspects there are, and the first ones."""
    first = [_suspect_words(one) for one in suspects[:MOST_IN_A_LINE]]
    dots = " …" if len(suspects) > MOST_IN_A_LINE else ""
    listed = f"first {'; '.join(first)}{dots}" if first else ""
    return line("Suspects", counted(len(suspects), "suspect label"), listed)


def _suspect_words(one: Any) -> str:
    if isinstance(one, MultilabelSuspect):
        return f"row {one.row} {shown(one.label)} {one.status}"
    return f"row {one.row} {shown(one.label)}, likelier {shown(one.likelier)}"


def suspects_html(suspects: Suspects) -> str:
    """Return the most suspect labels with their texts."""
    first = suspects[:MOST_SUSPECTS]
    head, rows = _suspect_rows(first)
    if suspects.frame_index is not None and len(first):
        head = ("index", *head[1:])
        names = suspects.frame_index.take([one.row for one in first])
        rows = [(str(name), *row[1:]) for name, row in zip(names, rows, strict=True)]
    left_out = more(len(suspects) - len(first), "suspect label")
    not_judged = ""
    if suspects.not_judged:
        labels = counted(suspects.not_judged, "label")
        not_judged = note(f"{labels} not judged: no other document has them")
    texts = (0, 1, 2, len(head) - 1)
    about = f"{counted(len(suspects), 'label')}, the most suspect first"
    parts = (table(head, rows, texts=texts) if rows else "", left_out, not_judged)
    return result("Suspects", *parts, about=about)


def _suspect_rows(suspects: Sequence[Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head of the table and its rows; of several labels each has a status."""
    if suspects and isinstance(suspects[0], MultilabelSuspect):
        head: tuple[str, ...] = ("row", "label", "status", "margin", "probability", "text")
        return head, [_multilabel_row(one) for one in suspects]
    head = ("row", "label", "likelier", "margin", "probability", "of the other", "text")
    return head, [_suspect_row(one) for one in suspects]


def _multilabel_row(one: MultilabelSuspect) -> tuple[str, ...]:
    margin = _margin(one.margin)
    return str(one.row), one.label, one.status, margin, _probability(one.probability), one.text


def _suspect_row(one: Suspect) -> tuple[str, ...]:
    probability = _probability(one.probability)
    other = _probability(one.likelier_probability)
    margin = _margin(one.margin)
    return str(one.row), one.label, one.likelier, margin, probability, other, one.text


def _margin(value: float | None) -> str:
    """Return what suspects are sorted by; without a number the label given is impossible."""
    return "-∞" if value is None else f"{value:.2f}"


def _probability(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def detailed_line(detailed: DetailedEvaluation) -> str:
    """Return the evaluation, and what else is there."""
    by = [slices.by for slices in detailed.slices[:MOST_SLICED]]
    slices = f"slices by {', '.join(map(shown, by))}" if by else ""
    training = "measures on training documents" if detailed.training is not None else ""
    spam = "measures of a spam filter" if detailed.spam else ""
    return line("DetailedEvaluation", repr(detailed.evaluation), slices, spam, training)


def detailed_html(detailed: DetailedEvaluation) -> str:
    """Return the tables of the evaluation, and those of what else is there."""
    evaluation = detailed.evaluation
    parts = [evaluation_tables(evaluation)]
    if detailed.spam:
        parts.append(measure_table(detailed.spam, "as a spam filter, %"))
    parts += [slices_table(slices) for slices in detailed.slices[:MOST_SLICED]]
    parts.append(more(len(detailed.slices) - MOST_SLICED, "table of slices", "slices"))
    about = f"of {documents_of(evaluation)}; in brackets 95% confidence intervals"
    return result("DetailedEvaluation", *parts, about=about)
