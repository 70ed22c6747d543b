"""What documents are ranked by: odds, the same whether labels come in parts or all at once."""

import numpy as np
import pytest

from linnet.evaluation.metrics import ranking_scores as module
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.ranking_scores import has_scores, odds, ranking_scores


def test_labels_without_scores_cannot_be_ranked():
    codes = np.array([0, 1])
    assert has_scores(LabelledPredictions(("a", "b"), codes, codes, np.zeros((2, 2))))
    unknown = LabelledPredictions(("a", "b"), codes, codes, np.full((2, 2), np.nan))
    assert not has_scores(unknown)
    assert list(ranking_scores(unknown)) == []
    assert not has_scores(unknown.select(np.array([], np.int64)))


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
    [(first, whole)] = ranking_scores(predictions)
    monkeypatch.setattr(module, "LABELS", 3)
    monkeypatch.setattr(module, "NUMBERS", 1)
    firsts, parts = zip(*ranking_scores(predictions), strict=True)
    assert (first, firsts) == (0, (0, 3, 6))
    np.testing.assert_array_equal(whole, odds(p) if has_probabilities else -p)
    np.testing.assert_array_equal(np.hstack(parts), whole)
