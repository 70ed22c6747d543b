"""Weights as float16 with an exponent for each label."""

import numpy as np
import pytest

from linnet import train
from linnet.model.float16 import as_float16, from_float16

PAIRS = [("good film", "pos"), ("fine fun", "pos"), ("bad film", "neg"), ("dull jokes", "neg")]


@pytest.mark.parametrize("size", [1e-38, 1e-9, 1.0, 1e9, 1e37])
def test_eleven_bits_stay_of_small_and_large_weights(size):
    weights = np.random.default_rng(0).normal(size=600).astype(np.float32) * np.float32(size)
    found = from_float16(*as_float16(weights, 3))
    assert np.all(
        np.abs(found - weights) <= np.abs(weights) * 2.0**-11 + np.abs(weights).max() * 2.0**-38
    )


def test_labels_have_exponents_of_their_own():
    halves, exponents = as_float16(np.array([3.0, 3e-6, 1.0, 1e-6], np.float32), 2)
    # 3 = 0.75 * 2², and 2² is put at 2¹⁵
    assert (exponents[0], halves[0], halves[2]) == (2 - 15, 0.75 * 2**15, 2**13)
    assert exponents[1] == exponents[0] - 20


@pytest.mark.parametrize(
    "weights", [[0.0, 0.0], [1.99999, 2.0**-24], [-0.0, 65504.0], [2.0**-149, 0.0], []]
)
def test_rounding_twice_is_rounding_once(weights):
    once = from_float16(*as_float16(np.array(weights, np.float32), 1))
    assert np.array_equal(from_float16(*as_float16(once, 1)), once)


@pytest.mark.parametrize("learner", ["svm", "logistic", "perceptron"])
def test_a_model_is_rounded_when_it_is_trained_and_when_it_learns_more(learner):
    classifier = train(PAIRS, {"learner": learner, "narrow": True})
    for one in (classifier, classifier.learn([("a good and dull one", "neg")])):
        dense = one.model.weights.dense
        assert dense.dtype == np.float32
        assert np.array_equal(from_float16(*as_float16(dense, 2)), dense)
