"""An evaluation as tables to read."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linnet.cli.table import Table
from linnet.errors import counted, shortened, shown

if TYPE_CHECKING:
    from linnet.cli.judged import Judged
    from linnet.evaluation.metrics.confusion import Confusion
    from linnet.evaluation.metrics.evaluation import Evaluation
    from linnet.evaluation.metrics.measures import Measure
    from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
    from linnet.evaluation.metrics.slices import Slices

    Judgement = Evaluation | MultilabelEvaluation

# A wider table does not fit on a screen: then the largest mistakes are listed instead.
MOST_COLUMNS = 12
MOST_MISTAKES = 20
FEWEST_GROUPS = (
    20  # for intervals, as `linnet.evaluation` has it, which is not imported to show help
)


def measured(measure: "Measure") -> str:
    """Return a measure and its interval.

    >>> from linnet.evaluation.metrics.measures import Measure
    >>> measured(Measure(0.9, (0.85, 0.95))), measured(Measure(None))
    ('0.900 (0.850 to 0.950)', '-')
    """
    if measure.value is None:
        return "-"
    if measure.interval is None:
        return f"{measure.value:.3f}"
    return f"{measure.value:.3f} ({measure.interval[0]:.3f} to {measure.interval[1]:.3f})"


def print_judged(judged: "Judged", known: Sequence[str]) -> None:
    """Print accuracy, the measures of each label, the confusion matrix, and what else was asked for."""
    evaluation: Any = judged.evaluation
    _print_documents(evaluation)
    print(f"accuracy  {measured(evaluation.accuracy)}")
    print(f"macro F1  {measured(evaluation.macro_f1)}")
    if evaluation.unsure.value:
        print(f"unsure    {measured(evaluation.unsure)}")
    documents = dict(
        zip(evaluation.confusion.labels, evaluation.confusion.true.tolist(), strict=True)
    )
    _print_labels(evaluation.per_label, documents, known, roc=True)
    print()
    print_confusion(evaluation.confusion)
    # Without unsure documents these are accuracy again; with a column for training nothing is left out.
    told = {"accuracy", "macro-f1"} if judged.training is None else set()
    told |= {
        "weighted-recall",
        *(() if evaluation.unsure.value else ("micro-precision", "micro-recall", "micro-f1")),
    }
    _print_measures(evaluation, judged.training, told)
    if judged.spam:
        print()
        Table(
            ("as a spam filter", "%"), [(name, measured(one)) for name, one in judged.spam.items()]
        ).show()
    for slices in judged.slices:
        _print_slices(slices)


def _print_documents(evaluation: "Judgement") -> None:
    groups = "" if evaluation.groups is None else f" in {counted(evaluation.groups, 'group')}"
    few = evaluation.groups is not None and evaluation.groups < FEWEST_GROUPS
    how = (
        f"no intervals, since there are fewer than {FEWEST_GROUPS} groups"
        if few
        else "in brackets 95% intervals"
    )
    print(f"{counted(evaluation.documents, 'document')}{groups}; {how}.")


def _print_measures(evaluation: "Judgement", training: "Judgement | None", told: set[str]) -> None:
    """Print the measures of the whole set that were not told yet, with those of the training documents beside them."""
    columns = [evaluation] if training is None else [evaluation, training]
    rows = [
        (name, *(measured(one.measures[name]) for one in columns))
        for name, measure in evaluation.measures.items()
        if name not in told and measure.value is not None
    ]
    print()
    Table(
        ("measure", "value") if training is None else ("measure", "held out", "training"), rows
    ).show()
    print_reasons(evaluation.measures)


def print_reasons(measures: "Mapping[str, Measure]") -> None:
    """Print which measures have no interval, and why, where this is known."""
    without: dict[str, list[str]] = {}
    for name, measure in measures.items():
        if measure.reason is not None:
            without.setdefault(measure.reason, []).append(name)
    for reason, names in without.items():
        print(f"No interval for {', '.join(names)}: {reason}.")


def _print_slices(slices: "Slices") -> None:
    print()
    rows = [
        (shown(one.name), f"{one.documents:,}", *map(measured, one.measures.values()))
        for one in slices.slices
    ]
    names = [name.replace("-", " ").replace("f1", "F1") for name in slices.slices[0].measures]
    Table((shown(slices.by), "documents", *names), rows).show()
    if slices.left_out:
        documents = counted(slices.left_out_documents, "document")
        print(f"{counted(slices.left_out, 'smaller slice')} with {documents} left out.")


def print_several(judged: "Judged", known: Sequence[str]) -> None:
    """Print the measures of sets of labels, and those of each label."""
    evaluation: Any = judged.evaluation
    _print_documents(evaluation)
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
    told = {name.replace(" ", "-").lower() for name in lines} if judged.training is None else set()
    _print_measures(evaluation, judged.training, told)
    for slices in judged.slices:
        _print_slices(slices)


def _print_labels(
    per_label: "Mapping[str, Mapping[str, Measure]]",
    documents: Mapping[str, int],
    known: Sequence[str],
    *,
    roc: bool = False,
) -> None:
    from linnet.evaluation.metrics.measures import ENOUGH

    unknown = [label for label in per_label if label not in set(known)]
    if unknown:
        said = shortened(map(shown, unknown), len(unknown))
        print(f"Labels the model does not know, always wrong: {said}.")
    print()
    names = {
        "precision": "precision",
        "recall": "recall",
        "f1": "F1",
        **({"roc-area": "ROC area"} if roc else {}),
    }
    rows = [
        (shown(label), f"{documents[label]:,}", *(measured(measures[name]) for name in names))
        for label, measures in per_label.items()
    ]
    Table(("label", "documents", *names.values()), rows).show()
    if any(0 < n < ENOUGH for n in documents.values()):
        print(f"Labels with fewer than {ENOUGH} documents have too few for intervals.")


def print_confusion(confusion: "Confusion") -> None:
    """Print which label was predicted for which, or the largest mistakes where there are many labels."""
    if len(confusion.labels) <= MOST_COLUMNS:
        print("Rows: predicted labels. Columns: true labels.")
        counts = confusion.counts.tolist()
        rows = [
            (shown(name), *(f"{n:,}" for n in row))
            for name, row in zip(confusion.rows, counts, strict=True)
        ]
        Table(("predicted", *map(shown, confusion.labels)), rows).show()
    else:
        _mistakes(confusion)


def _mistakes(confusion: "Confusion") -> None:
    labels, rows = confusion.labels, confusion.rows
    wrong = [
        (n, rows[i], labels[j])
        for i, row in enumerate(confusion.counts.tolist())
        for j, n in enumerate(row)
        if n and i != j
    ]
    wrong.sort(key=lambda mistake: -mistake[0])
    shown_rows = [
        (shown(predicted), shown(true), f"{n:,}") for n, predicted, true in wrong[:MOST_MISTAKES]
    ]
    print(
        f"The most frequent mistakes, of {counted(sum(n for n, *_ in wrong), 'mistake')}; --json has all counts."
    )
    Table(("predicted", "true", "documents"), shown_rows, left=2).show()
