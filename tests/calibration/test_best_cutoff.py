"""The best cutoff of one label, by hand."""

import numpy as np
import pytest

from linnet.calibration.best_cutoff import best_cutoff, is_free
from linnet.calibration.cutoff_rules import CutoffRules, LabelledProbabilities
from linnet.errors import SettingError
from linnet.model.decision import Decision

HAM_SPAM = ("ham", "spam")
SPAM = 1
PLAIN = Decision.plain(np.zeros(2))
NO_RULES = CutoffRules()


def ham_or_spam(p_spam, truth):
    p = np.array(p_spam)
    return LabelledProbabilities(HAM_SPAM, np.column_stack([1 - p, p]), np.array(truth))


def several(p, flags):
    return LabelledProbabilities(("a",), np.array(p)[:, None], np.array(flags)[:, None])


def by_costs(costs, decision=PLAIN):
    labelled = ham_or_spam([0.2, 0.6, 0.9], [0, 1, 0])
    return best_cutoff(decision, labelled, SPAM, "cost", CutoffRules(("cost",), costs))


def test_of_equally_good_cutoffs_the_highest_is_taken():
    # Right above 0.1, 0.3, 0.5, 0.7 and 0.8: 2, 3, 2, 3 and 2 documents.
    labelled = ham_or_spam([0.2, 0.4, 0.6, 0.8], [0, 1, 0, 1])
    assert best_cutoff(PLAIN, labelled, SPAM, "accuracy", NO_RULES) == pytest.approx(0.7)
    # Without a document of spam, F1 is 0 everywhere.
    only_ham = ham_or_spam([0.2, 0.4, 0.6, 0.8], [0, 0, 0, 0])
    assert best_cutoff(PLAIN, only_ham, SPAM, "f1", NO_RULES) == 0.8


def test_the_cutoffs_of_other_labels_stay_and_have_a_say():
    p = np.array([[0.5, 0.4, 0.1], [0.3, 0.6, 0.1], [0.2, 0.7, 0.1]])
    labelled = LabelledProbabilities(("a", "b", "c"), p, np.array([1, 1, 0]))
    # The first document goes to a whatever the cutoff of b: above 0.5, 1 is right of 2 given and 2.
    plain = Decision.plain(np.zeros(3))
    assert best_cutoff(plain, labelled, 1, "f1", NO_RULES) == pytest.approx(0.5)
    # If a must be above 0.5, b gets the first one too: above 0.2, 2 are right of 3 given and 2.
    strict = plain.with_cutoff(0, 0.5, "0.5")
    assert best_cutoff(strict, labelled, 1, "f1", NO_RULES) == pytest.approx(0.2)


def test_a_dear_mistake_moves_the_cutoff_away_from_it():
    # Above 0.1, 0.4, 0.75 and 0.9, ham lost: 2, 1, 1, 0; spam let through: 0, 0, 1, 1.
    assert by_costs({("ham", "spam"): 5.0}) == 0.9
    assert by_costs({("spam", "ham"): 5.0}) == pytest.approx(0.4)


def test_a_label_among_several_has_a_cutoff_of_its_own():
    # Above 0.05: 1 right of 3 given and 1: 2/4; above 0.25: 2/3; above 0.5 none is right.
    labelled = several([0.1, 0.4, 0.6], [False, True, False])
    plain = Decision.plain(np.full(1, 0.5))
    assert best_cutoff(plain, labelled, 0, "f1", NO_RULES) == pytest.approx(0.25)
    impossible = several([0.0, 0.0], [False, True])
    assert best_cutoff(plain, impossible, 0, "f1", NO_RULES) == 0


def test_only_the_other_one_of_two_labels_without_a_rule_is_free():
    two = ham_or_spam([0.5], [0])
    assert is_free(PLAIN, two, 0)
    assert not is_free(PLAIN.with_cutoff(0, 0.5, "0.5"), two, 0)
    three = LabelledProbabilities(("a", "b", "c"), np.ones((1, 3)), np.array([0]))
    assert not is_free(Decision.plain(np.zeros(3)), three, 0)
    any_number = LabelledProbabilities(HAM_SPAM, np.ones((1, 2)), np.array([[True, False]]))
    assert not is_free(PLAIN, any_number, 0)


def test_what_has_no_best_cutoff_is_a_sentence():
    with pytest.raises(SettingError, match="a cutoff is chosen by f1; got accuracy"):
        best_cutoff(PLAIN, several([0.5], [True]), 0, "accuracy", NO_RULES)
    with pytest.raises(SettingError, match=r"the model \('ham', 'spam'\); got 'spam' and 'eggs'"):
        by_costs({("spam", "eggs"): 1.0})
    with pytest.raises(SettingError, match="a cost must be 0 or above; got inf"):
        by_costs({("ham", "spam"): np.inf})
    unsure = Decision(np.array([0.95, 0.95]), ("0.95", "0.95"), unsure=True)
    with pytest.raises(SettingError, match="costs say nothing of documents without a label; got"):
        by_costs({}, unsure)
