"""Cutoffs that are chosen on new documents: for a measure, for costs, or to hold a budget.

A cutoff matters only where it changes the label that is given: each is chosen with the others as
they are. Of two labels that exclude each other, a cutoff below one half for one is 1 minus that for
the other: else the other, which is more probable there, would be given all the same.
"""

from dataclasses import replace

import numpy as np

from linnet.calibration.best_cutoff import best_cutoff, is_free
from linnet.calibration.budget import budget_cutoff
from linnet.calibration.cutoff_rules import CutoffRules, LabelledProbabilities, is_fixed
from linnet.errors import SettingError
from linnet.model.decision import BUDGET, Decision

PASSES = 5  # over all labels


def choose_cutoffs(
    labelled: LabelledProbabilities, cutoff_rules: CutoffRules, start: Decision | None = None
) -> Decision:
    """Return the cutoffs by the rules; a label that no rule names keeps that of `start`, or 0.

    >>> probabilities = np.array([[0.9, 0.1], [0.3, 0.7], [0.1, 0.9]])
    >>> labelled = LabelledProbabilities(("ham", "spam"), probabilities, np.array([0, 0, 1]))
    >>> choose_cutoffs(labelled, CutoffRules(("spam=f1",))).cutoffs.tolist()
    [0.0, 0.8]
    """
    if cutoff_rules.unsure and labelled.multilabel:
        raise SettingError(
            "unsure is for documents of one label; got several, of which a document may get none."
        )
    if start is None:
        start = Decision.plain(np.zeros(len(labelled.labels)))
    decision = replace(start, unsure=cutoff_rules.unsure, approximate=cutoff_rules.approximate)

    rules = cutoff_rules.by_label(labelled.labels)
    for label, rule in rules.items():
        if is_fixed(rule):
            decision = _with_rule(decision, labelled, label, rule, cutoff_rules)
    searched = [(label, rule) for label, rule in rules.items() if not is_fixed(rule)]
    decision = _improved(decision, labelled, searched, cutoff_rules)

    if decision.budgets.all() and not cutoff_rules.unsure and not labelled.multilabel:
        raise SettingError(
            "some label must be under no budget, to be given where none is sure. Allow unsure."
        )
    return decision


def _improved(
    decision: Decision,
    labelled: LabelledProbabilities,
    rules: list[tuple[int, str]],
    cutoff_rules: CutoffRules,
) -> Decision:
    """Return the decision with each cutoff at its best.

    Where one changes what is best for another, all are chosen again, a few times.
    """
    passes = PASSES if len(rules) > 1 else 1
    for _ in range(passes):
        before = decision.cutoffs
        for label, rule in rules:
            decision = _with_rule(decision, labelled, label, rule, cutoff_rules)
        if np.array_equal(before, decision.cutoffs):
            break
    return decision


def _with_rule(
    decision: Decision,
    labelled: LabelledProbabilities,
    label: int,
    rule: str,
    cutoff_rules: CutoffRules,
) -> Decision:
    """Return the decision with the cutoff that a rule gives to a label."""
    if rule.startswith(BUDGET):
        return decision.with_cutoff(label, budget_cutoff(labelled, label, rule), rule)
    cutoff = _cutoff(decision, labelled, label, rule, cutoff_rules)
    decision = decision.with_cutoff(label, cutoff, rule)
    other = 1 - label
    if is_free(decision, labelled, other) and 0 < cutoff < 0.5:
        return decision.with_cutoff(other, 1 - cutoff, f"1 - {labelled.labels[label]}")
    return decision


def _cutoff(
    decision: Decision,
    labelled: LabelledProbabilities,
    label: int,
    rule: str,
    cutoff_rules: CutoffRules,
) -> float:
    if not is_fixed(rule):
        return best_cutoff(decision, labelled, label, rule, cutoff_rules)
    cutoff = float(rule)
    if not 0 <= cutoff < 1:
        raise SettingError(
            f"the cutoff of a probability must be 0 or above, and below 1; got {rule}."
        )
    return cutoff
