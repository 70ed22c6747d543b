"""Cutoffs: for a measure, for costs, to hold a budget."""

import numpy as np
import pytest
from sklearn.metrics import f1_score

from linnet import InputError, SettingError
from linnet.calibration.cutoff_rules import CutoffRules, LabelledProbabilities
from linnet.calibration.cutoffs import choose_cutoffs
from linnet.evaluation.random import uniforms
from linnet.model.decision import UNSURE, Decision

HAM_SPAM = ("ham", "spam")


def labelled_of(p_spam, truth):
    p = np.array(p_spam)
    return LabelledProbabilities(HAM_SPAM, np.column_stack([1 - p, p]), np.array(truth))


def simulated(n, n_labels, seed=1):
    """Return calibrated probabilities: the truth is drawn from them."""
    raw = -(np.log(uniforms(seed, n * n_labels)).reshape(n, n_labels) ** 2)
    p = np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)
    truth = (uniforms(seed + 1, n)[:, None] > np.cumsum(p, axis=1)).sum(axis=1)
    return LabelledProbabilities(tuple("abcdef"[:n_labels]), p, truth)


# For a measure


def test_f1_by_hand():
    # above 0.35: 2 right of 3 given and 2 true: 4/5; above 0.55: 1 of 1 and 2: 2/3;
    # above 0.15: 2 of 4: 4/6
    labelled = labelled_of([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0, 0, 0, 1, 0, 1])
    decision = choose_cutoffs(labelled, CutoffRules(("spam=f1",)))
    assert decision.cutoffs.tolist() == pytest.approx(
        [0.65, 0.35]
    )  # below a half, so ham must be above 1 - 0.35
    assert decision.rules == ("1 - spam", "f1")
    assert decision.decide(labelled.probabilities).tolist() == [0, 0, 0, 1, 1, 1]


def test_a_cutoff_above_a_half_leaves_the_other_label_at_none():
    decision = choose_cutoffs(
        labelled_of([0.1, 0.6, 0.7, 0.9], [0, 0, 1, 1]), CutoffRules(("spam=f1",))
    )
    assert decision.cutoffs.tolist() == pytest.approx([0, 0.65])


def test_f1_is_the_best_there_is():
    labelled = simulated(300, 2)
    decision = choose_cutoffs(labelled, CutoffRules(("b=f1",)))
    p = labelled.probabilities[:, 1]
    best = max(f1_score(labelled.truth, p > cutoff, zero_division=0) for cutoff in [0, *p])
    assert f1_score(labelled.truth, decision.decide(labelled.probabilities)) == pytest.approx(best)


@pytest.mark.parametrize("unsure", [False, True])
def test_f1_of_one_of_four_labels_is_the_best_that_its_cutoff_can_do(unsure):
    labelled = simulated(300, 4)
    cutoff_rules = CutoffRules(("a=0.5", "b=f1"), unsure=unsure)
    decision = choose_cutoffs(labelled, cutoff_rules)

    def f1(cutoff):
        given = decision.with_cutoff(1, cutoff, "x").decide(labelled.probabilities)
        return f1_score(labelled.truth == 1, given == 1)

    assert f1(decision.cutoffs[1]) == pytest.approx(
        max(map(f1, [0, *labelled.probabilities[:, 1]]))
    )
    assert decision.cutoffs[[0, 2, 3]].tolist() == [0.5, 0, 0]


def test_any_measure_of_the_labels_that_are_given():
    labelled = simulated(400, 3)
    start = Decision.plain(np.zeros(3)).decide(labelled.probabilities)
    for name in ("accuracy", "macro-f1", "mcc"):
        found = choose_cutoffs(labelled, CutoffRules((f"a={name}", f"b={name}"))).decide(
            labelled.probabilities
        )
        if name == "accuracy":
            assert np.mean(found == labelled.truth) >= np.mean(start == labelled.truth)
        if name == "macro-f1":
            assert f1_score(labelled.truth, found, average="macro") >= f1_score(
                labelled.truth, start, average="macro"
            )


def test_each_of_several_labels_has_its_own_f1():
    p = np.array([[0.1, 0.8], [0.2, 0.6], [0.3, 0.4], [0.4, 0.2]])
    truth = np.array([[False, True], [False, True], [True, True], [True, False]])
    decision = choose_cutoffs(
        LabelledProbabilities(("a", "b"), p, truth),
        CutoffRules(("a=f1", "b=f1")),
        Decision.plain(np.full(2, 0.5)),
    )
    assert decision.cutoffs.tolist() == pytest.approx([0.25, 0.3])


def test_a_number_for_all_labels_and_unsure():
    labelled = simulated(100, 3)
    decision = choose_cutoffs(labelled, CutoffRules(("0.8",), unsure=True))
    given = decision.decide(labelled.probabilities)
    assert np.array_equal(given == UNSURE, labelled.probabilities.max(axis=1) <= 0.8)


# For costs


def test_costs_of_two_labels_give_the_cutoff_of_the_formula():
    labelled = simulated(200_000, 2)
    for ham_lost in (9, 1, 1 / 9):
        decision = choose_cutoffs(labelled, CutoffRules(("cost",), {("a", "b"): ham_lost}))
        # b pays where P(b) * 1 > P(a) * ham_lost
        assert decision.cutoffs[1] == pytest.approx(ham_lost / (ham_lost + 1), abs=0.03)


def test_costs_of_many_labels_are_never_more_than_without_cutoffs():
    labelled = simulated(2000, 4)
    costs = {("a", "b"): 10.0, ("c", "b"): 5.0, ("d", "a"): 0.1}
    table = 1 - np.eye(4)
    table[0, 1], table[2, 1], table[3, 0] = 10, 5, 0.1
    given = choose_cutoffs(labelled, CutoffRules(("cost",), costs)).decide(labelled.probabilities)
    assert (
        table[labelled.truth, given].sum()
        < table[labelled.truth, labelled.probabilities.argmax(axis=1)].sum() * 0.9
    )


# To hold a budget


def test_a_budget_by_hand():
    # 59 of 59 ham are below the limit with probability 0.95 ** 59 = 0.048: the cutoff is the
    # largest P(spam)
    p = np.linspace(0.01, 0.59, 59)
    labelled = labelled_of([*p, 0.7], [0] * 59 + [1])
    decision = choose_cutoffs(labelled, CutoffRules(("spam=budget:ham:0.05",)))
    assert decision.cutoffs.tolist() == [0, pytest.approx(0.59)]
    assert decision.budgets.tolist() == [False, True]
    assert (decision.guarantee, decision.decide(labelled.probabilities)[-1]) == (
        "guaranteed for this very model on documents it has not seen",
        1,
    )


def test_out_of_fold_scores_make_a_budget_approximate():
    labelled = labelled_of(np.linspace(0, 0.5, 100), [0] * 100)
    assert (
        choose_cutoffs(labelled, CutoffRules(("spam=budget:ham:0.05",), approximate=True)).guarantee
        == "approximate"
    )


def test_too_few_documents_for_a_budget_are_told_how_many_it_needs():
    message = (
        r"a budget of 0\.001 needs 2,995 documents of 'ham' to be held with 95% confidence; "
        r"got 2,994\."
    )
    with pytest.raises(InputError, match=message):
        choose_cutoffs(
            labelled_of(np.linspace(0, 1, 2994), [0] * 2994),
            CutoffRules(("spam=budget:ham:0.001",)),
        )


def test_among_several_labels_a_budget_counts_documents_without_the_label():
    p = np.column_stack([np.full(60, 0.5), np.linspace(0.01, 0.6, 60)])
    truth = np.array([[True, False]] * 59 + [[True, True]])
    decision = choose_cutoffs(
        LabelledProbabilities(HAM_SPAM, p, truth), CutoffRules(("spam=budget:ham:0.05",))
    )
    assert decision.cutoffs[1] == pytest.approx(0.59)


@pytest.mark.slow
def test_budgets_hold_in_95_of_100_draws():
    # P(spam) of ham is uniform, so the share lost is 1 - cutoff; ham is 1,000 to 10,000
    for n, budget in ((1000, 0.01), (3000, 0.001), (10_000, 0.01)):
        held = 0
        for draw in range(2000):
            p = uniforms(draw * 7919 + n, n)
            cutoff = choose_cutoffs(
                labelled_of(p, [0] * n), CutoffRules(("spam=budget:ham:" + str(budget),))
            ).cutoffs[1]
            held += 1 - cutoff <= budget
        assert held / 2000 >= 0.95 - 2 * (0.95 * 0.05 / 2000) ** 0.5


# What is written


@pytest.mark.parametrize(
    ("cutoff_rules", "sentence"),
    [
        (
            CutoffRules(("eggs=f1",)),
            "a cutoff must be cost, a number, or LABEL=RULE with one of 'ham', 'spam'; "
            "got 'eggs=f1'",
        ),
        (
            CutoffRules(("spam=log-loss",)),
            "the rule of a cutoff must be a number, budget:LABEL:SHARE, or one of f1, accuracy",
        ),
        (
            CutoffRules(("spam=1.5",)),
            "the cutoff of a probability must be 0 or above, and below 1; got 1.5",
        ),
        (CutoffRules(("spam=nan",)), "the cutoff of a probability must be 0 or above"),
        (
            CutoffRules(("spam=budget:spam:0.1",)),
            "a budget must be budget:LABEL:SHARE, with another label",
        ),
        (
            CutoffRules(("spam=budget:ham:2",)),
            "a share between 0 and 1; got 'budget:ham:2'. Write budget:ham:0.001.",
        ),
        (CutoffRules(("spam=budget:ham",)), "a budget must be budget:LABEL:SHARE"),
        (CutoffRules(("cost",), {("ham", "eggs"): 1.0}), "costs must name labels of the model"),
        (CutoffRules(("cost",), {("ham", "spam"): -1.0}), "a cost must be 0 or above; got -1.0"),
        (
            CutoffRules(("spam=budget:ham:0.9", "ham=budget:spam:0.9")),
            "some label must be under no budget",
        ),
        (
            CutoffRules(("ham=0.9", "spam=0.9", "cost"), unsure=True),
            "costs say nothing of documents without a label",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(cutoff_rules, sentence):
    labelled = labelled_of(np.tile([0.1, 0.4, 0.6, 0.8], 20), [0, 0, 1, 1] * 20)
    with pytest.raises(SettingError) as refused:
        choose_cutoffs(labelled, cutoff_rules)
    assert sentence in str(refused.value)


def test_the_last_rule_of_a_label_wins():
    decision = choose_cutoffs(labelled_of([0.2, 0.9], [0, 1]), CutoffRules(("0.8", "spam=0.7")))
    assert decision.cutoffs.tolist() == [0.8, 0.7]


def test_several_labels_are_never_unsure():
    with pytest.raises(SettingError, match="unsure is for documents of one label"):
        choose_cutoffs(
            LabelledProbabilities(("a",), np.ones((1, 1)), np.ones((1, 1), bool)),
            CutoffRules(("0.5",), unsure=True),
        )
    with pytest.raises(SettingError, match="a cutoff is chosen by f1; got cost"):
        choose_cutoffs(
            LabelledProbabilities(("a",), np.ones((1, 1)), np.ones((1, 1), bool)),
            CutoffRules(("cost",)),
        )
