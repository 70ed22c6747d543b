"""The measures of each label that are made from counts: shares of documents, and F1."""

from collections.abc import Callable, Sequence

from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import Floats
from linnet.evaluation.metrics.measures import ENOUGH, Measure, number, resampled

PerLabel = list[dict[str, Measure]]

# Each is a part and the whole it is a share of; but F1, where the two overlap.
SHARES: dict[str, Callable[[Counts], tuple[Floats, Floats]]] = {
    "precision": lambda c: (c.right, c.predicted),
    "recall": lambda c: (c.right, c.true),
    "f1": lambda c: (2 * c.right, c.predicted + c.true),
    "tpr": lambda c: (c.right, c.true),
    "fpr": lambda c: (c.predicted - c.right, c.documents[..., None] - c.true),
    "tnr": lambda c: (
        c.documents[..., None] - c.true - c.predicted + c.right,
        c.documents[..., None] - c.true,
    ),
    "fnr": lambda c: (c.true - c.right, c.true),
}


def share_measures(
    counts: Counts, drawn: Counts | None, *, grouped: bool, names: Sequence[str] = tuple(SHARES)
) -> PerLabel:
    """Return the shares of each label, with Wilson's interval, or from resamples: of F1, and of all where grouped."""
    found: PerLabel = [{} for _ in counts.true]
    for name in names:
        share = SHARES[name]
        parts, wholes = share(counts)
        drawn_shares = None if drawn is None else ratio(*share(drawn))
        for at, measures in enumerate(found):
            value = number(ratio(parts[at], wholes[at]))
            documents = int(counts.true[at])
            if documents < ENOUGH or drawn_shares is None:
                measures[name] = Measure(value)
            elif grouped:
                measures[name] = resampled(drawn_shares[:, at], value)
            elif name != "f1":
                measures[name] = Measure(value, wilson(int(parts[at]), int(wholes[at])))
            elif value in (0, 1):
                # No resample differs: the label's documents are taken as trials that all went the same way.
                measures[name] = Measure(value, wilson(round(value) * documents, documents))
            else:
                measures[name] = resampled(drawn_shares[:, at], value)
    return found
