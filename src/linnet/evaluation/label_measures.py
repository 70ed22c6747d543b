"""The measures of each label that are made from counts: shares of documents, and F1."""

from collections.abc import Callable

from linnet.evaluation.answers import Floats
from linnet.evaluation.counts import Counts, ratio
from linnet.evaluation.intervals import wilson
from linnet.evaluation.measures import ENOUGH, Measure, number, percentiles

PerLabel = list[dict[str, Measure]]

# Each is a part and the whole it is a share of; but F1, where the two overlap.
SHARES: dict[str, Callable[[Counts], tuple[Floats, Floats]]] = {
    "precision": lambda c: (c.right, c.predicted),
    "recall": lambda c: (c.right, c.true),
    "f1": lambda c: (2 * c.right, c.predicted + c.true),
    "tpr": lambda c: (c.right, c.true),
    "fpr": lambda c: (c.predicted - c.right, c.documents[..., None] - c.true),
    "tnr": lambda c: (c.documents[..., None] - c.true - c.predicted + c.right, c.documents[..., None] - c.true),
    "fnr": lambda c: (c.true - c.right, c.true),
}


def share_measures(counts: Counts, drawn: Counts | None, *, grouped: bool) -> PerLabel:
    """Return the shares of each label, with Wilson's interval, or from resamples: of F1, and of all where grouped."""
    found: PerLabel = [{} for _ in counts.true]
    for name, share in SHARES.items():
        parts, wholes = share(counts)
        resampled = None if drawn is None else ratio(*share(drawn))
        for at, measures in enumerate(found):
            interval = None
            if counts.true[at] >= ENOUGH and resampled is not None:
                from_resamples = grouped or name == "f1"
                interval = percentiles(resampled[:, at]) if from_resamples else wilson(int(parts[at]), int(wholes[at]))
            measures[name] = Measure(number(ratio(parts[at], wholes[at])), interval)
    return found
