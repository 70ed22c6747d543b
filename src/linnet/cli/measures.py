"""An evaluation as tables to read."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linnet.cli.table import Table
from linnet.cli.terminal import counted, shown

if TYPE_CHECKING:
    from linnet.evaluation.confusion import Confusion
    from linnet.evaluation.evaluation import Evaluation
    from linnet.evaluation.measures import Measure
    from linnet.evaluation.several import SeveralEvaluation

# A wider table does not fit on a screen: then the largest mistakes are listed instead.
MOST_COLUMNS = 12
MOST_MISTAKES = 20


def measured(measure: "Measure") -> str:
    """Return a measure and its interval.

    >>> from linnet.evaluation.measures import Measure
    >>> measured(Measure(0.9, (0.85, 0.95))), measured(Measure(None))
    ('0.900 (0.850 to 0.950)', '-')
    """
    if measure.value is None:
        return "-"
    if measure.interval is None:
        return f"{measure.value:.3f}"
    return f"{measure.value:.3f} ({measure.interval[0]:.3f} to {measure.interval[1]:.3f})"


def print_evaluation(evaluation: "Evaluation", known: Sequence[str]) -> None:
    """Print accuracy, the measures of each label and the confusion matrix."""
    print(f"{counted(evaluation.documents, 'document')}; in brackets 95% intervals.")
    print(f"accuracy  {measured(evaluation.accuracy)}")
    print(f"macro F1  {measured(evaluation.macro_f1)}")
    documents = dict(zip(evaluation.confusion.labels, evaluation.confusion.true.tolist(), strict=True))
    _print_labels(evaluation.per_label, documents, known)
    print()
    print_confusion(evaluation.confusion)


def print_several(evaluation: "SeveralEvaluation", known: Sequence[str]) -> None:
    """Print the measures of sets of labels, and those of each label."""
    print(f"{counted(evaluation.documents, 'document')}; in brackets 95% intervals.")
    lines = {
        "subset accuracy": evaluation.subset_accuracy,
        "Hamming loss": evaluation.hamming_loss,
        "micro F1": evaluation.micro_f1,
        "macro F1": evaluation.macro_f1,
        "sample F1": evaluation.sample_f1,
        **{f"precision at {k}": measure for k, measure in evaluation.precision_at.items()},
    }
    print("\n".join(f"{name:<15}  {measured(measure)}" for name, measure in lines.items()))
    _print_labels(evaluation.per_label, evaluation.label_documents, known)


def _print_labels(
    per_label: "Mapping[str, Mapping[str, Measure]]", documents: Mapping[str, int], known: Sequence[str]
) -> None:
    unknown = [label for label in per_label if label not in set(known)]
    if unknown:
        print(f"Labels the model does not know, always wrong: {', '.join(map(shown, unknown))}.")
    print()
    rows = [
        (shown(label), f"{documents[label]:,}", *(measured(measures[name]) for name in ("precision", "recall", "f1")))
        for label, measures in per_label.items()
    ]
    Table(("label", "documents", "precision", "recall", "F1"), rows).show()


def print_confusion(confusion: "Confusion") -> None:
    """Print which label was predicted for which, or the largest mistakes where there are many labels."""
    if len(confusion.labels) <= MOST_COLUMNS:
        print("Rows: predicted labels. Columns: true labels.")
        names = tuple(map(shown, confusion.labels))
        counts = confusion.counts.tolist()
        rows = [(name, *(f"{n:,}" for n in row)) for name, row in zip(names, counts, strict=True)]
        Table(("predicted", *names), rows).show()
    else:
        _mistakes(confusion)


def _mistakes(confusion: "Confusion") -> None:
    labels = confusion.labels
    wrong = [
        (n, labels[i], labels[j])
        for i, row in enumerate(confusion.counts.tolist())
        for j, n in enumerate(row)
        if n and i != j
    ]
    wrong.sort(key=lambda mistake: -mistake[0])
    shown_rows = [(shown(predicted), shown(true), f"{n:,}") for n, predicted, true in wrong[:MOST_MISTAKES]]
    print(f"The most frequent mistakes, of {counted(sum(n for n, *_ in wrong), 'mistake')}; --json has all counts.")
    Table(("predicted", "true", "documents"), shown_rows, left=2).show()
