"""What a label's cutoff would do: how many documents are found, rightly and wrongly, at every height of the cutoff."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import ratio
from linnet.evaluation.metrics.labelled_predictions import Floats, Ints
from linnet.evaluation.metrics.ranking import Ranks

MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class Curve:
    """Points of the ROC and the precision-recall curve of a label, from the strictest cutoff to the mildest."""

    thresholds: (
        Floats  # probabilities, or scores where there are none: found are documents at or above
    )
    right: Ints  # documents found that have the label
    wrong: Ints  # documents found that have another one

    @property
    def roc(self) -> tuple[Floats, Floats]:
        """False positive rates and true positive rates."""
        return ratio(self.wrong, self.wrong[-1:]), ratio(self.right, self.right[-1:])

    @property
    def precision_recall(self) -> tuple[Floats, Floats]:
        """Recalls and precisions."""
        return ratio(self.right, self.right[-1:]), ratio(self.right, self.right + self.wrong)

    def as_json(self) -> dict[str, Any]:
        """Return the points for `--json`; a label that the classifier does not know has no thresholds."""
        known = [
            float(f"{value:.6g}") if np.isfinite(value) else None
            for value in self.thresholds.tolist()
        ]
        return {"thresholds": known, "right": self.right.tolist(), "wrong": self.wrong.tolist()}


def curve_of(ranks: Ranks, values: Floats) -> Curve:
    """Return the curve of a label, thinned to at most 200 points that lie evenly along it.

    `values` are the probabilities, or scores, of the documents for the label.
    """
    along = ranks.positives / ranks.positives[-1] + ranks.negatives / max(
        1, int(ranks.negatives[-1])
    )
    places = np.searchsorted(along, np.linspace(along[0], along[-1], MOST_POINTS))
    kept = np.unique(np.minimum(places, len(along) - 1))
    last = ranks.order[ranks.ends[kept] - 1]
    return Curve(values[last], ranks.positives[kept], ranks.negatives[kept])
