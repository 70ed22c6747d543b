"""Where a path of strengths begins."""

import numpy as np

from linnet.features.rows import Rows
from linnet.learning.targets import Targets

LEAST_SHARE = 0.001  # of an l1 penalty: with less of it, no strength would make all weights 0


def first_strength(rows: Rows, targets: Targets, n_columns: int, l1_share: float) -> float:
    """Return where a path begins: with an l1 penalty above it, logistic weights are all 0.

    That is the largest slope of the average loss at weights 0 and the best offset, where P(label)
    is its share.
    """
    document_of_value = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
    steepest = 0.0
    for one in targets.one_by_one():
        has_label = one.indicator(1)
        weights = np.ones(len(rows)) if one.weights is None else one.weights
        share = np.average(has_label, weights=weights)
        residuals = weights * (has_label - share) / weights.sum()
        of_values = rows.values * residuals[document_of_value]
        slopes = np.bincount(rows.columns, of_values, minlength=n_columns)
        steepest = max(steepest, float(np.abs(slopes).max(initial=0.0)))
    return steepest / max(l1_share, LEAST_SHARE) if steepest else 1.0
