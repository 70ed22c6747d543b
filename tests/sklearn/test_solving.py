"""Weights for scikit-learn's settings."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from linnet.features.rows import Rows
from linnet.learning.targets import Targets
from linnet.sklearn.solving import (
    Settings,
    Solution,
    check_two_labels,
    document_weights,
    joined,
    label_weights,
    print_rounds,
    seed_of,
    solve,
    warn_unconverged,
    without_constant,
)

CODES = np.array([0, 1, 1, 1], np.int32)
CLASSES = np.array(["ham", "spam"])
# The values 1 and -1 of one feature; the first document is of the second label.
ROWS = Rows(np.array([0, 1, 2]), np.array([0, 0], np.int32), np.array([1.0, -1.0]))
TARGETS = Targets.of(np.array([1, 0], np.int32), 2)


def test_the_solver_follows_from_what_is_solved():
    assert Settings("logistic", dual=True).solver(newton=True) == "dual"
    assert Settings("hinge").solver(newton=True) == "dual"
    assert Settings("logistic", l1_ratio=0.5).solver(newton=True) == "coordinate"
    assert Settings("logistic", l1_ratio=0.5, C=np.inf).solver(newton=False) == "newton"
    assert Settings("logistic").solver(newton=True) == "newton"
    assert Settings("logistic").solver(newton=False) == "auto"


def test_small_tables_are_solved_as_far_as_rounding_allows():
    settings = Settings("logistic", tol=1e-4, gap=1e-6)
    assert settings.tolerance("newton", exact=True) == 1e-11
    assert settings.tolerance("coordinate", exact=True) == 1e-7
    assert settings.tolerance("dual", exact=True) == pytest.approx(1e-8)  # tol²
    assert settings.tolerance("newton", exact=False) == 1e-4
    assert settings.tolerance("dual", exact=False) == 1e-6
    assert Settings("logistic", tol=1e-3).tolerance("dual", exact=False) == 1e-3
    assert Settings("logistic", tol=0.0).tolerance("newton", exact=True) == 1e-15


@pytest.mark.parametrize(("C", "weight"), [(1.0, 0.8), (0.25, 0.5)])
def test_a_weight_by_hand(C, weight):
    # C · 2 (1 - w)² + w²/2 is smallest where w = 4C (1 - w).
    found = solve(ROWS, TARGETS, Settings("squared-hinge", C=C, offset="none"), 1)
    assert found.weights == pytest.approx(np.array([[weight]]))
    assert found.offset.tolist() == [0]
    assert found.converged


def test_too_few_rounds_do_not_converge():
    few = Settings("logistic", C=1e4, offset="none", max_iter=1)
    found = solve(ROWS, TARGETS, few, 1)
    assert (found.rounds, found.converged) == (1, False)


def test_without_a_penalty_separable_labels_are_solved_until_the_gradient_is_small():
    # Each document's loss is log(1 + exp(-w)), which falls for ever: its slope at 0 is -1/2.
    found = solve(ROWS, TARGETS, Settings("logistic", C=np.inf, offset="none"), 1)
    w = found.weights[0, 0]
    assert 1 / (1 + np.exp(w)) <= 1e-4 * 1 / 2
    assert (found.converged, found.rounds > 5) == (True, True)
    few = solve(ROWS, TARGETS, Settings("logistic", C=np.inf, offset="none", max_iter=3), 1)
    assert (few.converged, few.rounds) == (False, 3)


def test_solutions_stand_side_by_side():
    one = Solution(np.array([[1.0], [2.0]]), np.array([0.5]), 3, True)
    other = Solution(np.array([[3.0], [4.0]]), np.array([0.25]), 7, False)
    both = joined([one, other])
    assert both.weights.tolist() == [[1, 3], [2, 4]]
    assert both.offset.tolist() == [0.5, 0.25]
    assert (both.rounds, both.converged) == (7, False)
    last_as_offset = without_constant(both, 10.0)
    assert last_as_offset.weights.tolist() == [[1, 3]]
    assert last_as_offset.offset.tolist() == [20, 40]


def test_labels_weigh_as_asked_for():
    assert label_weights(None, CLASSES, CODES).tolist() == [1, 1]
    assert label_weights({"spam": 3}, CLASSES, CODES).tolist() == [1, 3]
    # Four documents, two labels: 4 / (2 · 1) and 4 / (2 · 3).
    assert label_weights("balanced", CLASSES, CODES) == pytest.approx([2, 2 / 3])


def test_documents_weigh_what_they_and_their_label_do():
    X = np.zeros((4, 1))
    of_label = np.array([2.0, 1.0])
    assert document_weights(X, None, None, CODES) is None
    assert document_weights(X, None, np.ones(2), CODES) is None
    assert document_weights(X, None, of_label, CODES).tolist() == [2, 1, 1, 1]
    assert document_weights(X, [1, 2, 3, 4], None, CODES).tolist() == [1, 2, 3, 4]
    assert document_weights(X, [5, 2, 3, 4], of_label, CODES).tolist() == [10, 2, 3, 4]


def test_a_number_is_one_seed_and_none_is_0():
    assert seed_of(None) == 0
    assert seed_of(7) == seed_of(np.random.RandomState(7))
    assert seed_of(7) != seed_of(8)


def test_one_label_alone_is_refused():
    check_two_labels(CLASSES)
    with pytest.raises(ValueError, match=r"the data contains only one class: .*'ham'"):
        check_two_labels(CLASSES[:1])


def test_what_became_of_the_rounds_is_told(capsys):
    found = Solution(np.zeros((1, 1)), np.zeros(1), 12, True)
    print_rounds(found, 1.234)
    assert capsys.readouterr().out == "Convergence after 12 rounds took 1.23 seconds\n"
    print_rounds(Solution(found.weights, found.offset, 5, False), 0)
    assert capsys.readouterr().out == "No convergence after 5 rounds took 0.00 seconds\n"
    with pytest.warns(ConvergenceWarning, match="raise max_iter"):
        warn_unconverged("raise max_iter")
