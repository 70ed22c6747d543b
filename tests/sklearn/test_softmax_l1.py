"""Softmax over all labels with an l1 penalty."""

import numpy as np
import pytest
import scipy.sparse

from linnet import _core
from linnet.sklearn.softmax_l1 import SmoothObjective, soft_threshold, softmax_l1
from linnet.sklearn.solving import Settings

# Three labels with a feature each, and once more the first.
X = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]])
CODES = np.array([0, 1, 2, 0], np.int32)
EVEN = np.full(4, 0.25)


def start():
    return _core.OutputWeights(np.zeros((3, 3)), np.zeros(3))


def solution(C, weights=None, **settings):
    asked = Settings("softmax", C=C, l1_ratio=1.0, tol=1e-10, max_iter=20_000, **settings)
    return softmax_l1(X, CODES, weights, asked, start())


def test_weights_move_towards_0_and_offsets_stay():
    at = np.array([[3.0, -0.5], [-2.0, 1.0], [0.25, -9.0]])
    assert soft_threshold(at, 1.5).tolist() == [[1.5, 0], [-0.5, 0], [0.25, -9]]


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_the_gradient_by_hand(kind):
    smooth = SmoothObjective(kind(X), CODES, EVEN, 0.5, 1.0)
    gradient = smooth.gradient(np.zeros((4, 3)))
    # All probabilities are 1/3: two documents of feature 0 have the errors -2/3, 1/3, 1/3.
    assert gradient[0] == pytest.approx([-2 / 6, 1 / 6, 1 / 6])
    assert gradient[1] == pytest.approx([1 / 12, -2 / 12, 1 / 12])
    # Half of the documents are of label 0: 1/3 - 1/2, and 1/3 - 1/4.
    assert gradient[3] == pytest.approx([-1 / 6, 1 / 12, 1 / 12])


def test_l2_adds_the_weights_to_the_gradient_and_its_steepness():
    without = SmoothObjective(X, CODES, EVEN, 0.0, 1.0)
    with_l2 = SmoothObjective(X, CODES, EVEN, 0.5, 1.0)
    at = np.arange(12.0).reshape(4, 3)
    expected = without.gradient(at)
    expected[:3] += 0.5 * at[:3]
    assert with_l2.gradient(at) == pytest.approx(expected)
    assert with_l2.lipschitz() == pytest.approx(without.lipschitz() + 0.5)


def test_the_steepness_is_that_of_the_largest_eigenvalue():
    # Without an offset the mean of x xᵀ is diagonal: 1/2, 1/4, 1/4; half of that, and 5 % more.
    smooth = SmoothObjective(X, CODES, EVEN, 0.0, 0.0)
    assert smooth.lipschitz() == pytest.approx(1.05 * 0.5 / 2)


def test_a_strong_penalty_leaves_the_shares_of_labels_alone():
    found = solution(C=0.01)
    assert found.converged
    assert not found.weights.any()
    # log(1/2) and log(1/4), around 0: 2/3 of log 2 above, and 1/3 below
    assert found.offset == pytest.approx(np.log(2) * np.array([2, -1, -1]) / 3, abs=1e-6)
    assert solution(C=0.01, offset="none").offset.tolist() == [0, 0, 0]


def test_at_the_best_weights_the_gradient_is_within_the_penalty():
    weights = np.array([1.0, 2.0, 3.0, 4.0])
    found = solution(C=5.0, weights=weights)
    smooth = SmoothObjective(X, CODES, weights / 10, 0.0, 1.0)
    gradient = smooth.gradient(np.vstack([found.weights, found.offset]))
    l1 = 1 / (5 * 10)
    active = found.weights != 0
    assert active.any()
    assert gradient[:3][active] == pytest.approx(-l1 * np.sign(found.weights[active]), abs=1e-8)
    assert np.abs(gradient[:3]).max() <= l1 + 1e-8
    assert gradient[3] == pytest.approx([0, 0, 0], abs=1e-8)


def test_too_few_rounds_do_not_converge():
    few = Settings("softmax", C=5.0, l1_ratio=0.5, tol=1e-10, max_iter=3)
    found = softmax_l1(X, CODES, None, few, start())
    assert (found.rounds, found.converged) == (3, False)
