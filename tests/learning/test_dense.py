"""Weights of every feature and label, by hand."""

import numpy as np

from linnet._core import OutputWeights
from linnet.learning.dense import dense_weights, joined
from linnet.learning.targets import Targets


def test_one_w_of_two_labels_is_stored_as_its_halves():
    targets = Targets.of(np.array([0, 1], np.int32), 2)
    weights = dense_weights(np.array([[4.0], [-2.0]]), np.array([1.0]), targets)
    assert weights.dense.tolist() == [-2.0, 2.0, 1.0, -1.0]
    assert weights.offset.tolist() == [-0.5, 0.5]


def test_labels_found_by_themselves_stand_side_by_side():
    targets = Targets.of(np.array([0, 1, 2], np.int32), 3)
    parts = [OutputWeights(np.array([[float(label)]]), np.array([label / 2])) for label in range(3)]
    weights = joined(parts, targets)
    assert weights.dense.tolist() == [0.0, 1.0, 2.0]
    assert weights.offset.tolist() == [0.0, 0.5, 1.0]
