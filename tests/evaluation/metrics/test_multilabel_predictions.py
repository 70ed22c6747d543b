"""Sets of labels beside the true ones, put together and picked out."""

import numpy as np

from linnet.evaluation.metrics.multilabel_predictions import (
    MultilabelPredictions,
    concatenated_predictions,
)
from tests.evaluation.metrics.judged import judged


def test_parts_are_joined_among_the_labels_of_all():
    sets = judged(3, 1)
    narrow = MultilabelPredictions(
        ("b", "z"), sets.truth[:, :2], sets.predicted[:, :2], None, sets.scores[:, :2]
    )
    whole = concatenated_predictions([sets.select(np.array([0, 1])), narrow])
    assert whole.labels == ("a", "b", "c", "d", "z")
    assert whole.truth[2:, 1].tolist() == sets.truth[:, 0].tolist()
    assert np.isneginf(whole.scores[2:, 0]).all()
    assert whole.probabilities is None  # not all parts have some
