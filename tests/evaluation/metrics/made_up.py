"""Made-up predictions of three labels."""

import numpy as np

from linnet.evaluation.metrics.comparison import compare_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions

LABELS = ("a", "b", "c")


def answered(n, seed, *, skill=1.0, truth=None, groups=None):
    """Return made-up answers; the more skill, the more of them are right."""
    random = np.random.default_rng(seed)
    truth = np.random.default_rng(999).integers(0, 3, n) if truth is None else truth
    scores = random.normal(size=(n, 3)) + skill * np.eye(3)[truth]
    probabilities = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return LabelledPredictions(LABELS, truth, scores.argmax(axis=1), scores, probabilities, groups)


def only(a, b, metric, **more):
    return compare_predictions(a, b, [metric], **more).differences[metric]
