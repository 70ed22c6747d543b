"""Decisions: which labels a document gets, by cutoffs, budgets and leave to be unsure."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.model.calibration import Platt
from linnet.model.decision import UNSURE, Decision, check_min_probability, unsure_below
from linnet.model.scores import Scores

P = np.array([[0.5, 0.3, 0.2], [0.1, 0.2, 0.7], [0.3, 0.4, 0.3]])


def decide(cutoffs, rules=("", "", ""), **more):
    return Decision(np.array(cutoffs), rules, **more).decide(P).tolist()


def test_without_cutoffs_the_most_probable_label_is_given():
    assert decide([0.0, 0, 0]) == [0, 2, 1]


def test_the_most_probable_label_above_its_cutoff_is_given():
    # 0.5 is not above 0.6, then 0.3 is above 0; 0.7 is above 0.5
    assert decide([0.6, 0, 0.5]) == [1, 2, 1]


def test_above_means_strictly():
    assert decide([0.5, 0.0, 0.7]) == [1, 1, 1]


def test_where_no_label_is_above_its_cutoff_the_most_probable_is_given_or_none():
    assert decide([0.6, 0.6, 0.6]) == [0, 2, 1]
    assert decide([0.6, 0.6, 0.6], unsure=True) == [UNSURE, 2, UNSURE]


def test_a_label_under_a_budget_is_never_given_at_or_below_its_cutoff():
    rules = ("budget:b:0.1", "", "")
    assert decide([0.5, 0.6, 0.6], rules) == [1, 2, 1]
    assert decide([0.49, 0.6, 0.6], rules) == [0, 2, 1]


def test_where_all_labels_are_under_a_budget_none_may_be_left():
    rules = ("budget:b:0.1", "budget:a:0.1", "budget:a:0.1")
    assert decide([0.6, 0.6, 0.6], rules) == [UNSURE, 2, UNSURE]


def test_ties_go_to_the_first():
    assert Decision(np.array([0.0, 0, 0]), ("",) * 3).decide(
        np.array([[0.2, 0.4, 0.4]])
    ).tolist() == [1]


def test_guarantees_are_told_where_there_are_budgets():
    held = Decision(np.array([0, 0.9]), ("", "budget:ham:0.001"))
    assert held.guarantee == "guaranteed for this very model on documents it has not seen"
    assert Decision(held.cutoffs, held.rules, approximate=True).guarantee == "approximate"
    assert Decision(held.cutoffs, ("", "0.9")).guarantee == ""


def test_scores_give_the_labels_of_the_decision():
    scores = Scores(
        ("a", "b", "c"),
        np.log(P),
        np.zeros(3),
        decision=Decision(np.full(3, 0.45), ("x",) * 3, unsure=True),
    )
    assert scores.labels() == ["a", "c", None]
    assert scores.best().tolist() == [0, 2, 1]
    assert scores.chosen().tolist() == [[True, False, False], [False, False, True], [False] * 3]


def test_of_several_labels_all_above_their_cutoff_are_given():
    values = np.log(P) - np.log1p(-P)
    decision = Decision.plain(np.array([0.25, 0.25, 0.5]))
    scores = Scores(
        ("a", "b", "c"), values, np.zeros(3), "sigmoid", multilabel=True, decision=decision
    )
    assert scores.labels() == [["a", "b"], ["c"], ["a", "b"]]


def test_cutoffs_are_on_margins_only_where_there_is_nothing_else():
    values, decision = np.array([[0.4, -0.2]]), Decision.plain(np.array([0.3, 0.3]))
    margins = Scores(("a", "b"), values, np.zeros(2), "margin", multilabel=True, decision=decision)
    assert margins.labels() == [["a"]]
    # sigmoid(-0.2) = 0.45
    even = Platt(np.ones(2), np.zeros(2))
    both = Scores(
        ("a", "b"),
        values,
        np.zeros(2),
        "margin",
        multilabel=True,
        calibration=even,
        decision=decision,
    )
    assert both.labels() == [["a", "b"]]


def test_a_decision_tells_itself():
    told = Decision(np.array([0.0, 0.9]), ("", "budget:ham:0.001")).as_json(("ham", "spam"))
    assert told["cutoffs"]["spam"] == {"cutoff": 0.9, "rule": "budget:ham:0.001"}
    assert told["cutoffs"]["ham"] == {"cutoff": 0.0, "rule": None}
    assert told["guarantee"] == pytest.approx(
        "guaranteed for this very model on documents it has not seen"
    )


def test_a_label_less_probable_than_the_lowest_probability_is_not_given():
    # 0.5, 0.7 and 0.4 are the most probable; exactly the lowest will do
    assert unsure_below(np.array([0, 2, 1]), P, 0.5).tolist() == [0, 2, UNSURE]
    # What counts is the label that is given, not the most probable one.
    assert unsure_below(np.array([1, UNSURE, 1]), P, 0.35).tolist() == [UNSURE, UNSURE, 1]


@pytest.mark.parametrize("odd", [-0.1, 1.5, float("nan"), "0.8", None])
def test_a_lowest_probability_is_from_0_to_1(odd):
    with pytest.raises(SettingError, match=r"must be a number from 0 to 1; got .* Use 0\.8"):
        check_min_probability(odd)


def test_a_decision_may_be_unsure_by_leave_or_by_budgets_alone():
    rules = ("budget:b:0.1", "", "")
    assert not Decision(np.zeros(3), rules).may_be_unsure
    assert Decision(np.zeros(3), rules, unsure=True).may_be_unsure
    assert Decision(np.zeros(2), ("budget:b:0.1", "budget:a:0.1")).may_be_unsure
