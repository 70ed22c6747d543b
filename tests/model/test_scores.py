"""Scores: labels, probabilities and vetoes."""

import numpy as np
import pytest

from linnet.model.scores import Scores

PRIOR = np.log([0.2, 0.5, 0.3])


def scores_of(*rows):
    return Scores(("a", "b", "c"), np.array(rows, float).reshape(len(rows), 3), PRIOR)


def test_the_highest_score_wins_and_ties_go_to_the_first():
    assert scores_of([1, 3, 2], [2, 2, 2], [1, 2, 2]).labels() == ["b", "a", "b"]


def test_probabilities_are_normalised_exponentials():
    # 1 : 2 : 5
    assert scores_of(np.log([1, 2, 5])).probabilities()[0].tolist() == pytest.approx(
        [1 / 8, 2 / 8, 5 / 8]
    )


@pytest.mark.parametrize("shift", [-1e6, 0, 1e6, 1e300])
def test_any_height_of_scores_is_normalised(shift):
    assert scores_of(np.zeros(3) + shift).probabilities()[0].tolist() == pytest.approx([1 / 3] * 3)


def test_a_vetoed_label_has_probability_zero():
    scores = scores_of([-np.inf, 0, 0])
    assert scores.probabilities()[0].tolist() == [0, 0.5, 0.5]
    assert scores.log_probabilities()[0, 0] == -np.inf
    assert scores.vetoed().tolist() == [False]


def test_where_all_are_vetoed_the_prior_is_left():
    scores = scores_of([-np.inf] * 3, [0, 0, 1])
    assert scores.vetoed().tolist() == [True, False]
    assert scores.labels() == ["b", "c"]
    assert scores.probabilities()[0].tolist() == pytest.approx([0.2, 0.5, 0.3])


def test_no_documents_are_no_scores():
    scores = scores_of()
    assert scores.labels() == []
    assert scores.probabilities().shape == (0, 3)
    assert scores.vetoed().tolist() == []
