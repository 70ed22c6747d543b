"""An evaluation as tables to read."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linnet.cli.table import Table
from linnet.errors import counted, shortened, shown

if TYPE_CHECKING:
    from linnet.evaluation.metrics.confusion import Confusion
    from linnet.evaluation.metrics.evaluation import Evaluation
    from linnet.evaluation.metrics.measures import Measure
    from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
    from linnet.evaluation.metrics.slices import Slices
    from linnet.validation.detailed_evaluation import DetailedEvaluation

    AnyEvaluation = Evaluation | MultilabelEvaluation

# A wider table does not fit on a screen: then the largest mistakes are listed instead.
MOST_COLUMNS = 12
MOST_MISTAKES = 20
# For intervals, as `linnet.evaluation` has it, which is not imported to show help.
FEWEST_GROUPS = 20
LABEL_MEASURES = {"precision": "precision", "recall": "recall", "f1": "F1"}
# What the measures are printed beside their estimates.
MAIN_MEASURES = ("accuracy", "macro-f1")
# Without unsure documents these are accuracy again.
SAME_AS_ACCURACY = ("micro-precision", "micro-recall", "micro-f1")


def measured(measure: "Measure") -> str:
    """Return a measure and its interval.

    >>> from linnet.evaluation.metrics.measures import Measure
    >>> measured(Measure(0.9, (0.85, 0.95))), measured(Measure(None))
    ('0.900 (0.850 to 0.950)', '-')
    """
    return str(measure)


def print_evaluation(
    detailed: "DetailedEvaluation",
    known: Sequence[str],
    estimates: "Mapping[str, Measure] | None" = None,
) -> None:
    """Print how good the predictions are of a model that knows these labels, with all details.

    `estimates` are the measures that were estimated when it was trained, by name.
    """
    from linnet.evaluation.metrics.evaluation import Evaluation

    evaluation = detailed.evaluation
    _print_documents(evaluation)
    redundant = set[str]()
    if isinstance(evaluation, Evaluation):
        _print_main_measures(evaluation, estimates or {})
        printed = _print_single_label(evaluation, known)
        redundant = _redundant_measures(evaluation)
    else:
        printed = _print_multilabel(evaluation, known)
    if detailed.training is not None:  # held out and training stand side by side
        printed = set()
    _print_measures(evaluation, detailed.training, printed | redundant)
    if detailed.spam:
        _print_spam(detailed.spam)
    for slices in detailed.slices:
        _print_slices(slices)


def _print_spam(measures: "Mapping[str, Measure]") -> None:
    print()
    rows = [(name, measured(measure)) for name, measure in measures.items()]
    Table(("as a spam filter", "%"), rows).show()


def _print_documents(evaluation: "AnyEvaluation") -> None:
    documents = counted(evaluation.documents, "document")
    groups = evaluation.groups
    if groups is None:
        print(f"{documents}; in brackets 95% intervals.")
    elif groups >= FEWEST_GROUPS:
        print(f"{documents} in {counted(groups, 'group')}; in brackets 95% intervals.")
    else:
        why = f"no intervals, since there are fewer than {FEWEST_GROUPS} groups"
        print(f"{documents} in {counted(groups, 'group')}; {why}.")


def _print_main_measures(evaluation: "Evaluation", estimates: "Mapping[str, Measure]") -> None:
    """Print the main measures, each beside what it was estimated when the model was trained."""
    wrong = ": unsure documents count as wrong" if evaluation.unsure.value else ""
    print(f"accuracy  {measured(evaluation.accuracy)}{wrong}")
    baseline = evaluation.baseline
    if baseline is not None:
        what = f"always giving {shown(baseline.label)}, the most frequent label here"
        print(f"          majority baseline {baseline.accuracy:.3f}: {what}")
    _print_estimate(estimates.get("accuracy"))
    print(f"macro F1  {measured(evaluation.macro_f1)}")
    _print_estimate(estimates.get("macro-f1"))
    if evaluation.unsure.value:
        print(f"unsure    {measured(evaluation.unsure)}")
        print(f"coverage  {measured(evaluation.selective.coverage)}: documents that got a label")
        answered = measured(evaluation.selective.answered_accuracy)
        print(f"          accuracy of those {answered}")


def _print_estimate(estimate: "Measure | None") -> None:
    if estimate is not None and estimate.value is not None:
        print(f"          estimated when trained: {measured(estimate)}")


def _print_single_label(evaluation: "Evaluation", known: Sequence[str]) -> set[str]:
    """Print the measures of each label, and the confusion matrix.

    Return the names of the measures that were printed before.
    """
    confusion = evaluation.confusion
    documents = dict(zip(confusion.labels, confusion.true.tolist(), strict=True))
    names = {**LABEL_MEASURES, "roc-area": "ROC area"}
    _print_labels(evaluation.per_label, documents, known, names)
    print()
    print_confusion(confusion)

    return set(MAIN_MEASURES)


def _redundant_measures(evaluation: "Evaluation") -> set[str]:
    """Return the measures that are the accuracy under another name."""
    if evaluation.unsure.value:
        return {"weighted-recall"}
    return {"weighted-recall", *SAME_AS_ACCURACY}


def _print_multilabel(evaluation: "MultilabelEvaluation", known: Sequence[str]) -> set[str]:
    """Print the measures of sets of labels, and those of each label.

    Return the names of the former.
    """
    measures = {
        "subset accuracy": evaluation.subset_accuracy,
        "Hamming loss": evaluation.hamming_loss,
        "micro F1": evaluation.micro_f1,
        "macro F1": evaluation.macro_f1,
        "sample F1": evaluation.sample_f1,
    }
    for k, measure in evaluation.precision_at.items():
        measures[f"precision at {k}"] = measure
    for name, measure in measures.items():
        print(f"{name:<15}  {measured(measure)}")
    _print_labels(evaluation.per_label, evaluation.label_documents, known, LABEL_MEASURES)
    return {name.replace(" ", "-").lower() for name in measures}


def _print_measures(
    evaluation: "AnyEvaluation", training: "AnyEvaluation | None", printed: set[str]
) -> None:
    """Print the other measures, with those of the training documents beside them."""
    evaluations = [evaluation]
    columns = ["value"]
    if training is not None:
        evaluations.append(training)
        columns = ["held out", "training"]
    rows = []
    for name, measure in evaluation.measures.items():
        if name in printed or measure.value is None:
            continue
        values = [measured(column.measures[name]) for column in evaluations]
        rows.append((name, *values))
    print()
    Table(("measure", *columns), rows).show()
    print_reasons(evaluation.measures)


def print_reasons(measures: "Mapping[str, Measure]") -> None:
    """Print which measures have no interval, and why, where this is known."""
    names_by_reason: dict[str, list[str]] = {}
    for name, measure in measures.items():
        if measure.reason is not None:
            names_by_reason.setdefault(measure.reason, []).append(name)
    for reason, names in names_by_reason.items():
        print(f"No interval for {', '.join(names)}: {reason}.")


def _print_slices(slices: "Slices") -> None:
    print()
    rows = []
    for part in slices.slices:
        values = map(measured, part.measures.values())
        rows.append((shown(part.name), f"{part.documents:,}", *values))
    names = [name.replace("-", " ").replace("f1", "F1") for name in slices.slices[0].measures]
    Table((shown(slices.by), "documents", *names), rows).show()
    if slices.left_out:
        documents = counted(slices.left_out_documents, "document")
        print(f"{counted(slices.left_out, 'smaller slice')} with {documents} left out.")


def _print_labels(
    per_label: "Mapping[str, Mapping[str, Measure]]",
    documents: Mapping[str, int],
    known: Sequence[str],
    names: Mapping[str, str],
) -> None:
    """Print the measures of each label: `names` has the measures and their titles."""
    from linnet.evaluation.metrics.measures import ENOUGH

    known_labels = set(known)
    unknown = [label for label in per_label if label not in known_labels]
    if unknown:
        labels = shortened(map(shown, unknown), len(unknown))
        print(f"Labels the model does not know, always wrong: {labels}.")
    print()
    rows = []
    for label, measures in per_label.items():
        values = [measured(measures[name]) for name in names]
        rows.append((shown(label), f"{documents[label]:,}", *values))
    Table(("label", "documents", *names.values()), rows).show()
    if any(0 < n < ENOUGH for n in documents.values()):
        print(f"Labels with fewer than {ENOUGH} documents have too few for intervals.")


def print_confusion(confusion: "Confusion") -> None:
    """Print which label was predicted for which; of many labels, the most frequent mistakes."""
    if len(confusion.labels) > MOST_COLUMNS:
        _print_mistakes(confusion)
        return
    print("Rows: predicted labels. Columns: true labels.")
    rows = []
    for name, counts in zip(confusion.rows, confusion.counts.tolist(), strict=True):
        rows.append((shown(name), *(f"{n:,}" for n in counts)))
    Table(("predicted", *map(shown, confusion.labels)), rows).show()


def _print_mistakes(confusion: "Confusion") -> None:
    mistakes = _mistakes(confusion)
    total = sum(n for n, _, _ in mistakes)
    print(f"The most frequent mistakes, of {counted(total, 'mistake')}; --json has all counts.")
    rows: list[Any] = []
    for n, predicted_label, true_label in mistakes[:MOST_MISTAKES]:
        rows.append((shown(predicted_label), shown(true_label), f"{n:,}"))
    Table(("predicted", "true", "documents"), rows, left=2).show()


def _mistakes(confusion: "Confusion") -> list[tuple[int, str, str]]:
    """Return how often, the predicted and the true label of each mistake, most frequent first."""
    mistakes = []
    for predicted, counts in enumerate(confusion.counts.tolist()):
        for true, n in enumerate(counts):
            if n and predicted != true:
                mistakes.append((n, confusion.rows[predicted], confusion.labels[true]))
    mistakes.sort(key=lambda mistake: -mistake[0])
    return mistakes
