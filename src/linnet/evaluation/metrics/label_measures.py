"""The measures of each label that are made from counts: shares of documents, and F1."""

from collections.abc import Callable, Sequence

from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import Floats
from linnet.evaluation.metrics.measures import ENOUGH, Measure, float_or_none, resampled_measure

Share = tuple[Floats, Floats]  # a part, and the whole it is a share of
PerLabel = list[dict[str, Measure]]


def _precision(counts: Counts) -> Share:
    return counts.right, counts.predicted


def _recall(counts: Counts) -> Share:
    return counts.right, counts.true


def _f1(counts: Counts) -> Share:
    return 2 * counts.right, counts.predicted + counts.true


def _false_positive_rate(counts: Counts) -> Share:
    return counts.predicted - counts.right, _others(counts)


def _true_negative_rate(counts: Counts) -> Share:
    others = _others(counts)
    return others - counts.predicted + counts.right, others


def _false_negative_rate(counts: Counts) -> Share:
    return counts.true - counts.right, counts.true


def _others(counts: Counts) -> Floats:
    """Return how many documents do not have each label."""
    return counts.documents[..., None] - counts.true


# Of F1 the part and the whole overlap, so it is no share of documents.
SHARES: dict[str, Callable[[Counts], Share]] = {
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "tpr": _recall,
    "fpr": _false_positive_rate,
    "tnr": _true_negative_rate,
    "fnr": _false_negative_rate,
}


def share_measures(
    counts: Counts, drawn: Counts | None, *, grouped: bool, names: Sequence[str] = tuple(SHARES)
) -> PerLabel:
    """Return the shares of each label by name.

    They have Wilson's interval, or that of resamples: F1, and all where documents are grouped.
    """
    per_label: PerLabel = [{} for _ in counts.true]
    for name in names:
        share = SHARES[name]
        parts, wholes = share(counts)
        values = ratio(parts, wholes)
        drawn_values = None if drawn is None else ratio(*share(drawn))

        for label, measures in enumerate(per_label):
            value = float_or_none(values[label])
            documents = int(counts.true[label])
            if documents < ENOUGH or drawn_values is None:
                measures[name] = Measure(value)
            elif grouped:
                measures[name] = resampled_measure(drawn_values[:, label], value)
            elif name == "f1":
                measures[name] = _f1_measure(value, drawn_values[:, label], documents)
            else:
                interval = wilson(int(parts[label]), int(wholes[label]))
                measures[name] = Measure(value, interval)
    return per_label


def _f1_measure(value: float | None, drawn_values: Floats, documents: int) -> Measure:
    if value is None or 0 < value < 1:
        return resampled_measure(drawn_values, value)
    # No resample differs: the documents are taken as trials that all went the same way.
    return Measure(value, wilson(round(value) * documents, documents))
