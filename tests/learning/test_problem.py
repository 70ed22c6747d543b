"""Rows and targets as the engine learns from them."""

import numpy as np
import pytest

from linnet import _core
from linnet.errors import SettingError
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets
from tests.learning.solving import solver_settings
from tests.learning.tables import rows_of


def test_a_problem_has_the_size_of_its_documents():
    rows = rows_of([[2, 0], [0, 1], [0, 0]], np.uint32)
    problem = problem_of(rows, Targets.of(np.array([0, 2, 1], np.int32), 3), n_columns=5)
    assert (problem.n_documents, problem.n_columns) == (3, 5)
    assert (problem.n_labels, problem.n_outputs) == (3, 3)


@pytest.mark.parametrize("dtype", [np.uint32, np.float64])
def test_counts_and_weights_are_learned_from(dtype):
    # x = 2 of label 1, thrice, against an empty document: (3 (1 - 2 w)² + 1) / 4 + 3/2 · w²,
    # whose slope is -3 (1 - 2 w) + 3 w
    rows = rows_of([[0], [2]], dtype)
    targets = Targets.of(np.array([0, 1], np.int32), 2, weights=np.array([1.0, 3.0]))
    settings = solver_settings(loss="squared-hinge", l2=1.0)
    [solution] = _core.fit_path(problem_of(rows, targets, 1), settings, np.array([3.0]))
    assert solution.weights == pytest.approx(np.array([[1 / 3]]), abs=1e-6)


def test_values_that_are_not_finite_are_refused_with_a_sentence():
    targets = Targets.of(np.array([0, 1], np.int32), 2)
    with pytest.raises(SettingError, match="every value of a row must be a finite number"):
        problem_of(rows_of([[0], [np.inf]]), targets, 1)
