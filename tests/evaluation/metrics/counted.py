"""Evaluations of given counts: two labels, and labels with gaps."""

import numpy as np

from linnet.evaluation.metrics.evaluation import Evaluation, evaluate


def evaluated(labels, counts) -> Evaluation:
    """The evaluation that has these counts: rows predicted, columns true."""
    predicted, truth = (
        np.repeat(part, np.ravel(counts)) for part in np.indices(np.shape(counts)).reshape(2, -1)
    )
    return evaluate(predicted, truth, labels)


# Predicted ham: 40 ham, 10 spam; predicted spam: 20 ham, 30 spam.
BOTH = evaluated(("ham", "spam"), [[40, 10], [20, 30]])
# Label c is neither predicted nor true, b is true and never predicted, d predicted and never true.
GAPS = evaluated(("a", "b", "c", "d"), [[5, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]])


def values(evaluation, name):
    return [measures[name].value for measures in evaluation.per_label.values()]
