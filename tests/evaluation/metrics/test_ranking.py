"""ROC areas and average precision: by hand, and DeLong's variance by its textbook formula."""

import numpy as np
import pytest

from linnet.evaluation.metrics import ranking
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.ranking import (
    area_interval,
    average_precision,
    influences,
    odds,
    ranked,
    roc_area,
    strengths,
)

# From the top: yes, no, {yes, no}, no.
SCORES, HAS = np.array([0.2, 0.9, 0.5, 0.7, 0.5]), np.array([False, True, True, False, False])


def test_areas_by_hand():
    ranks = ranked(SCORES, HAS)
    # Pairs won: 3 by the first, 1 and a half by the second, of 6. Precision 1/1 and 2/4.
    assert roc_area(ranks) == 4.5 / 6
    assert average_precision(ranks) == 0.75
    assert (ranks.ends.tolist(), ranks.positives.tolist()) == ([1, 2, 4, 5], [1, 1, 2, 2])


def test_without_both_kinds_there_is_no_area():
    assert roc_area(ranked(SCORES, np.zeros(5, bool))) is None
    assert roc_area(ranked(SCORES, np.ones(5, bool))) is None
    assert average_precision(ranked(SCORES, np.zeros(5, bool))) is None
    assert average_precision(ranked(SCORES, np.ones(5, bool))) == 1
    assert roc_area(ranked(np.zeros(0), np.zeros(0, bool))) is None


def test_influences_are_the_placements_of_delong():
    chance = np.random.default_rng(3)
    has = np.arange(80) < 30
    scores = np.round(chance.normal(size=80) + has, 1)  # rounded, so that some tie
    ranks = ranked(scores, has)
    wins = np.sign(scores[has][:, None] - scores[~has]) / 2 + 0.5
    of_own, of_others = wins.mean(axis=1), wins.mean(axis=0)
    variance = of_own.var(ddof=1) / 30 + of_others.var(ddof=1) / 50
    found = influences(ranks, roc_area(ranks))
    assert roc_area(ranks) == pytest.approx(wins.mean())
    assert np.sum(found**2) == pytest.approx(variance)
    assert found.sum() == pytest.approx(0, abs=1e-12)


def test_the_interval_by_hand():
    # Standard error 0.03 at 0.9: on the scale of log-odds 0.03 / 0.09 = 1/3, around log 9.
    low, high = area_interval(0.9, np.array([0.03]), 50)
    assert np.log(high / (1 - high)) - np.log(9) == pytest.approx(1.959964 / 3)
    assert np.log(9) - np.log(low / (1 - low)) == pytest.approx(1.959964 / 3)
    assert area_interval(1 - 1e-12, np.array([0.1]), 50)[1] == pytest.approx(1)


def test_perfect_areas_are_as_sure_as_their_rarer_documents():
    assert area_interval(1.0, np.zeros(9), 30) == wilson(30, 30)
    assert area_interval(0.0, np.zeros(9), 30) == wilson(0, 30)


def test_odds_add_up_the_others():
    p = np.array([[0.5, 0.3, 0.2], [0.0, 0.0, 1.0]])
    np.testing.assert_allclose(odds(p), [[1, 3 / 7, 1 / 4], [0, 0, np.inf]])


@pytest.mark.parametrize("has_probabilities", [True, False])
def test_labels_in_parts_are_ranked_as_all_at_once(has_probabilities, monkeypatch):
    chance = np.random.default_rng(4)
    p = chance.dirichlet(np.full(7, 0.05), size=50).round(3)
    predictions = LabelledPredictions(
        tuple("abcdefg"),
        chance.integers(0, 7, 50),
        np.zeros(50, np.int64),
        -p,
        p if has_probabilities else None,
    )
    [(first, whole)] = strengths(predictions)
    monkeypatch.setattr(ranking, "LABELS", 3)
    monkeypatch.setattr(ranking, "NUMBERS", 1)
    firsts, parts = zip(*strengths(predictions), strict=True)
    assert (first, firsts) == (0, (0, 3, 6))
    np.testing.assert_array_equal(whole, odds(p) if has_probabilities else -p)
    np.testing.assert_array_equal(np.hstack(parts), whole)
