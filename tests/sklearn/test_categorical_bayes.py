"""Naive Bayes over levels."""

import numpy as np
import pytest
from sklearn import naive_bayes

from linnet.sklearn import CategoricalNB

# Outlook 0 to 2 and wind 0 or 1; who stays at home, and who goes out.
DAYS = np.array([[0, 1], [0, 0], [1, 1], [2, 0], [2, 0]])
PLANS = ["stay", "stay", "stay", "go", "go"]


def test_levels_by_hand():
    weather = CategoricalNB().fit(DAYS, PLANS)
    assert weather.category_count_[0].tolist() == [[0, 0, 2], [2, 1, 0]]
    # Of two days out, smoothing 1: (0 + 1) / (2 + 3 · 1) for outlook 0, (0 + 1) / (2 + 2 · 1) for
    # wind; of three at home (2 + 1) / (3 + 3 · 1) and (2 + 1) / (3 + 2 · 1).
    [joint] = weather.predict_joint_log_proba([[0, 1]])
    go = 2 / 5 * 1 / 5 * 1 / 4
    stay = 3 / 5 * 3 / 6 * 3 / 5
    assert joint == pytest.approx(np.log([go, stay]))
    assert weather.predict([[0, 1], [2, 0]]).tolist() == ["stay", "go"]


def test_batches_bring_new_levels_as_in_scikit_learn():
    mine, theirs = CategoricalNB(alpha=0.5), naive_bayes.CategoricalNB(alpha=0.5)
    for one in (mine, theirs):
        one.partial_fit(DAYS[:2], PLANS[:2], classes=["go", "stay"], sample_weight=[2.0, 1.0])
        one.partial_fit(DAYS[2:], PLANS[2:])
    for found, expected in zip(mine.category_count_, theirs.category_count_, strict=True):
        assert found.tolist() == expected.tolist()
    assert mine.predict_log_proba(DAYS) == pytest.approx(theirs.predict_log_proba(DAYS))


def test_levels_to_come_can_be_asked_for():
    assert CategoricalNB(min_categories=4).fit(DAYS, PLANS).n_categories_.tolist() == [4, 4]
    each = CategoricalNB(min_categories=[2, 3]).fit(DAYS, PLANS)
    assert each.n_categories_.tolist() == [3, 3]
    # Wind 2 was never seen: (0 + 1) / (2 + 3 · 1) and (0 + 1) / (3 + 3 · 1).
    assert np.exp(each.feature_log_prob_[1][:, 2]) == pytest.approx([1 / 5, 1 / 6])


def test_a_level_that_was_never_seen_is_refused():
    weather = CategoricalNB().fit(DAYS, PLANS)
    with pytest.raises(IndexError, match=r"column 1 must have levels below 2.*got 5\. Give min"):
        weather.predict([[0, 1], [0, 5]])


def test_settings_and_values_that_are_no_levels_are_refused():
    with pytest.raises(ValueError, match="should have integral type"):
        CategoricalNB(min_categories=[1.5, 2.0]).fit(DAYS, PLANS)
    with pytest.raises(ValueError, match=r"should have shape \(2,\).*Got \(3, 1\) instead"):
        CategoricalNB(min_categories=[[1], [2], [3]]).fit(DAYS, PLANS)
    with pytest.raises(ValueError, match="Negative values in data"):
        CategoricalNB().fit(-DAYS, PLANS)
    with pytest.raises(ValueError, match="Negative values in data"):
        CategoricalNB().fit(DAYS, PLANS).predict([[-1, 0]])
