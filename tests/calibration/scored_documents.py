"""Documents of two labels with margins, and the probabilities of any scores."""

import numpy as np

from linnet.model.scores import Scores

RANDOM = np.random.default_rng(3)
MARGINS = RANDOM.normal(size=600) * 3
TRUE_PROBABILITIES = 1 / (1 + np.exp(-(1.7 * MARGINS - 0.4)))
TRUTH = (RANDOM.random(600) < TRUE_PROBABILITIES).astype(np.int64)
MIRRORED = np.column_stack([-MARGINS / 2, MARGINS / 2])


def probabilities(values, calibration, link, **settings):
    n_labels = values.shape[1]
    names = tuple(map(str, range(n_labels)))
    scores = Scores(names, values, np.zeros(n_labels), link, calibration=calibration, **settings)
    return scores.probabilities()
