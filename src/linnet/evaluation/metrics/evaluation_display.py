"""An evaluation in a line, and as tables for a notebook."""

from collections.abc import Mapping, Sequence

import numpy as np

from linnet.display.html import (
    AGAINST,
    FOR,
    Cell,
    caution,
    cut,
    more,
    note,
    result,
    side_by_side,
    table,
)
from linnet.display.words import line, measured
from linnet.errors import counted, shown
from linnet.evaluation.metrics.confusion import Confusion
from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.metrics.slices import Slices

# Of the measures, those that a reader meets first; the others are counted.
FIRST = (
    "accuracy", "subset-accuracy", "balanced-accuracy", "macro-f1", "micro-f1", "weighted-f1",
    "sample-f1", "hamming-loss", "mcc", "macro-roc-area", "log-loss", "brier",
)  # fmt: skip
OF_PATHS = ("hierarchical-", "accuracy-at-depth-")  # only where they were asked for
LEARNED = " that the model was trained on"
LABEL_MEASURES = ("precision", "recall", "f1")
MOST_LABELS = 12
LONGEST_NAME = 30  # of a label beside and above the matrix
MOST_SLICES = 12

AnyEvaluation = Evaluation | MultilabelEvaluation


def evaluation_line(evaluation: AnyEvaluation, *names: str) -> str:
    """Return how many documents there are, some measures, and what these stand beside."""
    where = LEARNED if evaluation.on_training_documents else ""
    documents = f"{documents_of(evaluation)}{where}"
    values = [f"{name} {evaluation.measures[name]}" for name in names]
    return line(type(evaluation).__name__, documents, *values, *_beside(evaluation))


def _beside(evaluation: AnyEvaluation) -> list[str]:
    """Return what an accuracy is to be compared with: the answers, the baseline, the estimate."""
    if isinstance(evaluation, MultilabelEvaluation):
        return []
    parts = []
    if evaluation.unsure.value:
        selective = evaluation.selective
        parts.append(f"coverage {measured(selective.coverage.value)}")
        parts.append(f"accuracy of those {measured(selective.answered_accuracy.value)}")
    if evaluation.baseline is not None:
        parts.append(f"majority baseline {measured(evaluation.baseline.accuracy)}")
    estimate = _estimates(evaluation).get("accuracy")
    if estimate is not None:
        parts.append(f"accuracy {measured(estimate.value)} estimated when trained")
    return parts


def _estimates(evaluation: AnyEvaluation) -> Mapping[str, Measure]:
    return {} if evaluation.training_facts is None else evaluation.training_facts.estimates


def documents_of(evaluation: AnyEvaluation) -> str:
    """Return how many documents there are, and in how many groups."""
    documents = counted(evaluation.documents, "document")
    if evaluation.groups is None:
        return documents
    return f"{documents} in {counted(evaluation.groups, 'group')}"


def evaluation_html(evaluation: AnyEvaluation) -> str:
    """Return the first measures, those of each label, and which label was predicted for which."""
    name = type(evaluation).__name__
    about = f"of {documents_of(evaluation)}; in brackets 95% confidence intervals"
    mind = "" if evaluation.training_facts is None else caution(evaluation.training_facts.caution)
    return result(name, mind, evaluation_tables(evaluation), about=about)


def evaluation_tables(evaluation: AnyEvaluation) -> str:
    """Return the tables of an evaluation."""
    measures = _main_table(evaluation)
    others = _n_others(evaluation)
    left = measures + more(others, "measure", "measures")
    if isinstance(evaluation, MultilabelEvaluation):
        documents = evaluation.label_documents
        return side_by_side(left, _label_table(evaluation, documents, _first_labels(documents)))

    confusion = evaluation.confusion
    places = most_confused(confusion)
    labels = [confusion.labels[place] for place in places]
    documents = dict(zip(confusion.labels, confusion.true.tolist(), strict=True))
    by_label = _label_table(evaluation, documents, labels)
    return side_by_side(left, by_label + confusion_table(confusion, places))


def _main_table(evaluation: AnyEvaluation) -> str:
    """Return the first measures, the baseline, and what was estimated when it was trained."""
    estimates = _estimates(evaluation)
    rows = []
    for name, measure in _first_measures(evaluation).items():
        rows.append((name, str(measure), str(estimates.get(name, ""))))
        if name == "accuracy":
            rows += _baseline_rows(evaluation)
    head = ("measure", "value", "estimated when trained")
    if any(estimate for _, _, estimate in rows):
        return table(head, rows)
    return table(head[:2], [row[:2] for row in rows])


def _baseline_rows(evaluation: AnyEvaluation) -> list[tuple[str, str, str]]:
    baseline = evaluation.baseline if isinstance(evaluation, Evaluation) else None
    if baseline is None:
        return []
    name = f"majority baseline: always {shown(baseline.label)}"
    return [(name, measured(baseline.accuracy), "")]


def _first_measures(evaluation: AnyEvaluation) -> dict[str, Measure]:
    measures = evaluation.measures
    of_paths = [name for name in measures if name.startswith(OF_PATHS)]
    chosen = {name: measures[name] for name in (*of_paths, *FIRST) if name in measures}
    unsure = getattr(evaluation, "unsure", None)
    if unsure is not None and unsure.value:
        chosen["unsure"] = unsure
        chosen |= _answered(evaluation)
    if isinstance(evaluation, Evaluation) and not (unsure and unsure.value):
        chosen.pop("micro-f1", None)  # the accuracy under another name
    return {name: measure for name, measure in chosen.items() if measure.value is not None}


def _answered(evaluation: AnyEvaluation) -> dict[str, Measure]:
    """Return how many documents got a label, and how right these are."""
    if isinstance(evaluation, MultilabelEvaluation):
        return {}
    selective = evaluation.selective
    return {"coverage": selective.coverage, "answered-accuracy": selective.answered_accuracy}


def _n_others(evaluation: AnyEvaluation) -> int:
    """Return how many measures that have a value are not shown."""
    defined = [name for name, measure in evaluation.measures.items() if measure.value is not None]
    return len(set(defined) - set(_first_measures(evaluation)))


def measure_table(measures: Mapping[str, Measure], head: str = "measure") -> str:
    """Return measures with their confidence intervals."""
    rows = [(name, str(measure)) for name, measure in measures.items()]
    return table((head, "value"), rows)


def _first_labels(documents: Mapping[str, int]) -> list[str]:
    """Return the labels that most documents have, in the order of the labels."""
    most = sorted(documents, key=lambda label: -documents[label])[:MOST_LABELS]
    return [label for label in documents if label in set(most)]


def _label_table(
    evaluation: AnyEvaluation, documents: Mapping[str, int], labels: Sequence[str]
) -> str:
    rows = []
    for label in labels:
        values = [str(evaluation.per_label[label][name]) for name in LABEL_MEASURES]
        rows.append((label, f"{documents[label]:,}", *values))
    left_out = len(documents) - len(labels)
    return table(("label", "documents", *LABEL_MEASURES), rows) + more(
        left_out, "label", "per_label"
    )


def most_confused(confusion: Confusion) -> list[int]:
    """Return the places of the labels to show: all, or those with most mistakes, in their order.

    >>> counts = np.array([[1, 9], [0, 5]])
    >>> most_confused(Confusion(("ham", "spam"), counts))
    [0, 1]
    """
    n_labels = len(confusion.labels)
    if n_labels <= MOST_LABELS:
        return list(range(n_labels))
    mistakes = confusion.predicted + confusion.true - 2 * confusion.right
    most = np.argsort(-mistakes, kind="stable")[:MOST_LABELS]
    return sorted(most.tolist())


def confusion_table(confusion: Confusion, places: Sequence[int]) -> str:
    """Return which label was predicted for which, with mistakes in another colour."""
    n_labels = len(confusion.labels)
    rows = [*places, *range(n_labels, len(confusion.rows))]
    counts = confusion.counts[np.ix_(rows, places)]
    per_column = np.maximum(confusion.true[list(places)], 1)
    shares = counts / per_column
    body = list[tuple[str | Cell, ...]]()
    for row, numbers, row_shares in zip(rows, counts.tolist(), shares.tolist(), strict=True):
        cells = zip(places, numbers, row_shares, strict=True)
        name = cut(confusion.rows[row], LONGEST_NAME)
        body.append((name, *(_count_cell(row, *cell) for cell in cells)))
    names = [cut(confusion.labels[place], LONGEST_NAME) for place in places]
    head = ("predicted ↓ true →", *names)
    note_below = ""
    if len(places) < n_labels:
        note_below = note(f"{len(places)} of {n_labels:,} labels: those with most mistakes")
    return table(head, body) + note_below


def _count_cell(row: int, column: int, number: int, share: float) -> Cell:
    """Return a cell in the colour of its share of the documents that have the label.

    The root of the share, so that a few mistakes can be seen.
    """
    return Cell(f"{number:,}", share**0.5, FOR if row == column else AGAINST)


def slices_table(slices: Slices) -> str:
    """Return the measures of each slice."""
    names = list(slices.slices[0].measures) if slices.slices else []
    rows = []
    for part in slices.slices[:MOST_SLICES]:
        values = [str(measure) for measure in part.measures.values()]
        rows.append((part.name, f"{part.documents:,}", *values))
    left_out = slices.left_out + len(slices.slices) - len(rows)
    return table((slices.by, "documents", *names), rows) + more(left_out, "slice")
