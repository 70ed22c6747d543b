"""What a label's cutoff would do: documents found, rightly and wrongly, at every height of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import ratio
from linnet.evaluation.metrics.labelled_predictions import Floats, Ints
from linnet.evaluation.metrics.ranking import Ranks

MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class Curve:
    """Points of a label's ROC and precision-recall curve, the strictest cutoff first."""

    # Probabilities, or scores where there are none; found are documents at or above.
    thresholds: Floats
    right: Ints  # documents found that have the label
    wrong: Ints  # documents found that have another one

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    @property
    def roc(self) -> tuple[Floats, Floats]:
        """False positive rates and true positive rates."""
        return ratio(self.wrong, self.wrong[-1:]), self._recalls

    @property
    def precision_recall(self) -> tuple[Floats, Floats]:
        """Recalls and precisions."""
        return self._recalls, ratio(self.right, self.right + self.wrong)

    @property
    def _recalls(self) -> Floats:
        return ratio(self.right, self.right[-1:])

    def as_json(self) -> dict[str, Any]:
        """Return the points for `--json`; a label unknown to the classifier has no thresholds."""
        thresholds = [_rounded(value) for value in self.thresholds.tolist()]
        return {
            "thresholds": thresholds,
            "right": self.right.tolist(),
            "wrong": self.wrong.tolist(),
        }


def curve_of(ranks: Ranks, values: Floats) -> Curve:
    """Return the curve of a label, thinned to at most 200 points that lie evenly along it.

    `values` are the probabilities, or scores, of the documents for the label.
    """
    true_positive_rates = ranks.positives / ranks.positives[-1]
    false_positive_rates = ranks.negatives / max(1, int(ranks.negatives[-1]))
    way = true_positive_rates + false_positive_rates

    steps = np.linspace(way[0], way[-1], MOST_POINTS)
    places = np.searchsorted(way, steps)
    kept = np.unique(np.minimum(places, len(way) - 1))
    last_documents = ranks.order[ranks.ends[kept] - 1]
    return Curve(values[last_documents], ranks.positives[kept], ranks.negatives[kept])


def _rounded(threshold: float) -> float | None:
    return float(f"{threshold:.6g}") if np.isfinite(threshold) else None
