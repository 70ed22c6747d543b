"""Cutoffs that are chosen on documents the model has not learned: for a measure, for costs, or to hold a budget.

A cutoff matters only where it changes the label that is given: each is chosen with the others as
they are. Of two labels that exclude each other, a cutoff below one half for one is 1 minus that for
the other: else the other, which is more probable there, would be given all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from linnet.calibration.maximum_likelihood import Truth, flags_of
from linnet.errors import InputError, SettingError, listed, quoted
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.register import METRICS, Metric
from linnet.model.decision import BUDGET, UNSURE, Decision

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
RISK = 0.05  # how often a budget may fail to hold
MOST_TRIED = 200  # cutoffs, of a measure that must be computed anew for each
PASSES = 5  # over all labels
# What can be made better by giving other labels; f1 is that of the label itself.
MEASURES = (
    "f1",
    "accuracy",
    *(name for name, metric in METRICS.items() if metric.counted is not None),
)


@dataclass(frozen=True, eq=False)
class LabelledProbabilities:
    """Documents that the model has not learned: how probable each label is, and what is true."""

    labels: tuple[str, ...]
    probabilities: Floats
    truth: Truth

    @property
    def multilabel(self) -> bool:
        """Whether a document may have any number of labels."""
        return self.truth.ndim == 2


@dataclass(frozen=True)
class CutoffRules:
    """Rules of cutoffs such as "spam=f1", costs of mistakes, and whether to say unsure."""

    rules: tuple[str, ...] = ()
    # (true, predicted) → cost; 1 if not named
    costs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    unsure: bool = False
    approximate: bool = False  # whether scores are out-of-fold: of other models than will decide

    def __post_init__(self) -> None:
        """Refuse what would do nothing."""
        if self.costs and "cost" not in self.rules:
            raise SettingError(
                "costs need the cutoff rule cost; got costs alone. Ask for cost, or leave them out."
            )
        if self.unsure and not self.rules:
            raise SettingError(
                "unsure needs a cutoff that a label must be above; got none. Give one, such as 0.8."
            )


def choose_cutoffs(
    labelled: LabelledProbabilities, cutoff_rules: CutoffRules, start: Decision | None = None
) -> Decision:
    """Return the cutoffs that are asked for; a label that no rule names keeps that of `start`, or 0.

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

    rules = dict[int, str]()  # the last one of a label wins
    for text in cutoff_rules.rules:
        rules.update(parsed(text, labelled.labels))
    for label, rule in rules.items():
        if _is_given(rule):
            decision = _follow(decision, labelled, label, rule, cutoff_rules)
    searched = [(label, rule) for label, rule in rules.items() if not _is_given(rule)]
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
    """Return the decision with each cutoff at its best; again and again where one changes what is best for another."""
    for _ in range(PASSES if len(rules) > 1 else 1):
        before = decision.cutoffs
        for label, rule in rules:
            decision = _follow(decision, labelled, label, rule, cutoff_rules)
        if np.array_equal(before, decision.cutoffs):
            break
    return decision


def parsed(text: str, labels: Sequence[str]) -> list[tuple[int, str]]:
    """Return (place of a label, rule) for LABEL=RULE; `cost`, or a number, is for all labels.

    >>> parsed("spam=budget:ham:0.001", ["ham", "spam"]), parsed("cost", ["ham", "spam"])
    ([(1, 'budget:ham:0.001')], [(1, 'cost')])
    """
    if text == "cost":  # of two labels one cutoff says it all
        first = 0 if len(labels) > 2 else len(labels) - 1
        return [(place, text) for place in range(first, len(labels))]
    if _is_number(text):
        return [(place, text) for place in range(len(labels))]
    named = [label for label in labels if text.startswith(f"{label}=")]
    if not named:
        raise SettingError(
            f"a cutoff must be cost, a number, or LABEL=RULE with one of {listed(labels)}; "
            f"got {quoted(text)}. Write "
            f"{labels[-1]}=f1."
        )
    label = max(named, key=len)
    rule = text.removeprefix(f"{label}=")
    if rule not in MEASURES and not _is_given(rule):
        raise SettingError(
            f"the rule of a cutoff must be a number, budget:LABEL:SHARE, or one of {', '.join(MEASURES)}; "
            f"got {quoted(rule)}."
        )
    return [(list(labels).index(label), rule)]


def _is_given(rule: str) -> bool:
    """Return whether a rule is a number or a budget, which look at no other label's cutoff."""
    return rule.startswith(BUDGET) or _is_number(rule)


def _is_number(rule: str) -> bool:
    try:
        float(rule)
    except ValueError:
        return False
    return True


def _follow(
    decision: Decision,
    labelled: LabelledProbabilities,
    label: int,
    rule: str,
    cutoff_rules: CutoffRules,
) -> Decision:
    """Return the decision with the cutoff that a rule gives to a label."""
    if rule.startswith(BUDGET):
        return decision.with_cutoff(label, _budget_cutoff(labelled, label, rule), rule)
    if _is_given(rule):
        cutoff = float(rule)
        if not 0 <= cutoff < 1:
            raise SettingError(
                f"the cutoff of a probability must be 0 or above, and below 1; got {rule}."
            )
    else:
        cutoff = _best_cutoff(decision, labelled, label, rule, cutoff_rules)
    decision = decision.with_cutoff(label, cutoff, rule)
    other = 1 - label
    if _free(decision, labelled, other) and 0 < cutoff < 0.5:
        return decision.with_cutoff(other, 1 - cutoff, f"1 - {labelled.labels[label]}")
    return decision


def _free(decision: Decision, labelled: LabelledProbabilities, label: int) -> bool:
    """Return whether this is the other one of two labels, and without a rule of its own."""
    return len(labelled.labels) == 2 and not labelled.multilabel and not decision.rules[label]


def _best_cutoff(
    decision: Decision,
    labelled: LabelledProbabilities,
    label: int,
    rule: str,
    cutoff_rules: CutoffRules,
) -> float:
    """Return the cutoff of a label at which a measure is best; the highest of equals."""
    p = labelled.probabilities[:, label]
    if labelled.multilabel:
        if rule != "f1":
            raise SettingError(
                f"where documents may have several labels, a cutoff is chosen by f1; got {rule}."
            )
        truth = labelled.truth[:, label].astype(np.int64)
        above, below = np.ones(len(p), np.int64), np.zeros(len(p), np.int64)
        return _highest(p, _f1(p, truth, above, below, 1))
    above, below = _either_side(decision, labelled, label)
    if rule == "f1":
        return _highest(p, _f1(p, labelled.truth, above, below, label))
    if rule == "cost":
        costs = _table(cutoff_rules, labelled.labels)
        if UNSURE in below or UNSURE in above:
            raise SettingError(
                "costs say nothing of documents without a label; got unsure too. Leave one of them out."
            )
        return _highest(p, -_sums(p, costs[labelled.truth, above], costs[labelled.truth, below]))
    return _by_metric(labelled, METRICS[rule], p, above, below)


def _either_side(
    decision: Decision, labelled: LabelledProbabilities, label: int
) -> tuple[Ints, Ints]:
    """Return the label that each document gets if this one is above its cutoff, and if it is not."""
    if _free(decision, labelled, 1 - label):
        n = len(labelled.truth)
        return np.full(n, label), np.full(n, 1 - label)
    rule = decision.rules[label]
    always = decision.with_cutoff(label, 0.0, rule)
    never = decision.with_cutoff(label, 1.0, rule)
    return always.decide(labelled.probabilities), never.decide(labelled.probabilities)


def _candidates(p: Floats) -> Floats:
    """Return cutoffs that differ in what is above: 0, between neighbours, the highest."""
    values = np.unique(np.append(p, 0.0))
    if len(values) == 1:
        return values
    between = (values[1:] + values[:-1]) / 2
    return np.append(between, values[-1])


def _sums(p: Floats, above: Floats, below: Floats) -> Floats:
    """Return, for each candidate, the sum of what documents are worth above it and at or below it."""
    order = np.argsort(p, kind="stable")
    gone = np.concatenate([[0.0], np.cumsum((below - above)[order])])
    n_below = np.searchsorted(p[order], _candidates(p), side="right")
    return np.asarray(above.sum() + gone[n_below])


def _f1(p: Floats, truth: Ints, above: Ints, below: Ints, label: int) -> Floats:
    """Return the F1 of a label for each candidate."""
    is_true = truth == label
    is_above = above == label
    is_below = below == label
    right_above = (is_above & is_true).astype(np.float64)
    right_below = (is_below & is_true).astype(np.float64)
    right = _sums(p, right_above, right_below)
    predicted = _sums(p, is_above.astype(np.float64), is_below.astype(np.float64))
    return np.asarray(2 * right / np.maximum(1, predicted + np.count_nonzero(is_true)))


def _highest(p: Floats, values: Floats) -> float:
    """Return the candidate with the highest value; the last of equals."""
    last_highest = len(values) - 1 - int(np.argmax(values[::-1]))
    return float(_candidates(p)[last_highest])


def _by_metric(
    labelled: LabelledProbabilities, metric: Metric, p: Floats, above: Ints, below: Ints
) -> float:
    candidates = _candidates(p)
    places = np.linspace(0, len(candidates) - 1, MOST_TRIED).round().astype(np.int64)
    tried = candidates[np.unique(places)]
    scores = np.log(np.maximum(labelled.probabilities, 1e-300))
    sign = 1 if metric.more_is_better else -1

    def value(cutoff: float) -> float:
        predicted = np.where(p > cutoff, above, below)
        predictions = LabelledPredictions(
            labelled.labels, labelled.truth, predicted, scores, labelled.probabilities
        )
        measured = metric.of(predictions)
        return -np.inf if measured is None else sign * measured

    return float(max(tried[::-1], key=value))


def _table(cutoff_rules: CutoffRules, labels: tuple[str, ...]) -> Floats:
    """Return true × given: what each mistake costs."""
    costs = 1.0 - np.eye(len(labels))
    for (true, given), cost in cutoff_rules.costs.items():
        if true not in labels or given not in labels:
            got = f"{quoted(true)} and {quoted(given)}"
            raise SettingError(
                f"costs must name labels of the model ({listed(labels)}); got {got}."
            )
        if not 0 <= cost < np.inf:
            raise SettingError(f"a cost must be 0 or above; got {cost}.")
        costs[labels.index(true), labels.index(given)] = cost
    return costs


def _budget_cutoff(labelled: LabelledProbabilities, label: int, rule: str) -> float:
    """Return the k-th smallest P(label) among the documents of another label that may rarely be taken for it."""
    name, _, share = rule.removeprefix(BUDGET).rpartition(":")
    labels = labelled.labels
    try:
        budget = float(share)
    except ValueError:
        budget = -1.0
    if name not in labels or name == labels[label] or not 0 < budget < 1:
        raise SettingError(
            "a budget must be budget:LABEL:SHARE, with another label and a share between 0 and 1; "
            f"got {quoted(rule)}. Write "
            f"{BUDGET}{labels[label - 1]}:0.001."
        )
    has_label = flags_of(labelled.truth, len(labels))
    must_be_below = has_label[:, labels.index(name)] & ~has_label[:, label]
    p = np.sort(labelled.probabilities[must_be_below, label])
    return float(p[_rank(len(p), budget, name) - 1])


def _rank(n: int, budget: float, name: str = "the label") -> int:
    """Return the smallest k with P(Bin(n, 1 − budget) >= k) <= 0.05: by chance, seldom are so many below the limit.

    >>> _rank(2995, 0.001), _rank(10_000, 0.01)
    (2995, 9917)
    """
    from scipy.special import bdtrc

    needed = int(np.ceil(np.log(RISK) / np.log1p(-budget)))
    if n < needed:
        raise InputError(
            f"a budget of {budget:g} needs {needed:,} documents of {quoted(name)} to be held with 95% "
            f"confidence; got {n:,}. "
            "Give more documents, or a larger budget."
        )
    k = np.arange(1, n + 1)
    is_seldom = bdtrc(k - 1.0, n, 1 - budget) <= RISK
    return int(k[np.argmax(is_seldom)])
