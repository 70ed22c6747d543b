"""Made-up sets of labels beside the true ones."""

import numpy as np

from linnet.evaluation.metrics.multilabel_predictions import (
    MultilabelPredictions,
)

LABELS = ("a", "b", "c", "d")


def judged(n, seed, labels=LABELS):
    """Return true and predicted sets of n documents, with scores that know the truth a little."""
    random = np.random.default_rng(seed)
    truth = random.random((n, len(labels))) < 0.3
    scores = truth + random.normal(size=truth.shape)
    return MultilabelPredictions(
        labels, truth, scores > 0.6, None, scores, 1 / (1 + np.exp(0.6 - scores))
    )
