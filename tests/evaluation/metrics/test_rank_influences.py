"""Influences on ROC areas and average precision: DeLong's variance by its textbook formula."""

import numpy as np
import pytest

from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.rank_influences import (
    area_interval,
    delong_influences,
    precision_influences,
)
from linnet.evaluation.metrics.ranking import average_precision, ranked, roc_area


def test_influences_are_the_placements_of_delong():
    chance = np.random.default_rng(3)
    has = np.arange(80) < 30
    scores = np.round(chance.normal(size=80) + has, 1)  # rounded, so that some tie
    ranks = ranked(scores, has)
    wins = np.sign(scores[has][:, None] - scores[~has]) / 2 + 0.5
    of_own, of_others = wins.mean(axis=1), wins.mean(axis=0)
    variance = of_own.var(ddof=1) / 30 + of_others.var(ddof=1) / 50
    found = delong_influences(ranks, roc_area(ranks))
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


def test_influences_are_what_the_average_precision_loses_without_a_document():
    chance = np.random.default_rng(2)
    scores, has = chance.normal(size=30).round(1), chance.random(30) < 0.3
    value = average_precision(ranked(scores, has))
    precisions, influences = precision_influences(ranked(scores, has), value)
    assert np.mean(precisions[has]) == pytest.approx(value)
    n = int(has.sum())
    for document in range(30):
        others = np.arange(30) != document
        lost = value - average_precision(ranked(scores[others], has[others]))
        assert influences[document] == pytest.approx(
            lost * (n - 1) / n if has[document] else lost, abs=1e-12
        )


def test_the_one_document_of_a_label_has_no_influence_by_itself():
    # It is third of four: precision 1/3. Without one of the two above it, it would be 1/2.
    precisions, influences = precision_influences(
        ranked(np.array([3.0, 2, 1, 0]), np.arange(4) == 2), 1 / 3
    )
    assert precisions[2] == pytest.approx(1 / 3)
    assert influences.tolist() == pytest.approx([-1 / 6, -1 / 6, 0, 0])
