"""Cutoffs that hold a budget: how often documents of one label may be taken for another."""

import numpy as np

from linnet.calibration.cutoff_rules import LabelledProbabilities
from linnet.calibration.truth import label_flags
from linnet.errors import InputError, SettingError, quoted
from linnet.model.decision import BUDGET

RISK = 0.05  # how often a budget may fail to hold


def budget_cutoff(labelled: LabelledProbabilities, label: int, rule: str) -> float:
    """Return the k-th smallest P(label) among documents of another label, of the rule's name."""
    labels = labelled.labels
    name, _, share = rule.removeprefix(BUDGET).rpartition(":")
    budget = _number(share)
    if name not in labels or name == labels[label] or not 0 < budget < 1:
        raise SettingError(
            "a budget must be budget:LABEL:SHARE, with another label and a share between 0 and 1; "
            f"got {quoted(rule)}. Write {BUDGET}{labels[label - 1]}:0.001."
        )
    has_label = label_flags(labelled.truth, len(labels))
    has_other = has_label[:, labels.index(name)]
    must_be_below = has_other & ~has_label[:, label]
    p = np.sort(labelled.probabilities[must_be_below, label])
    rank = budget_rank(len(p), budget, name)
    return float(p[rank - 1])


def _number(text: str) -> float:
    """Return a number, -1 where it is none."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def budget_rank(n: int, budget: float, name: str = "the label") -> int:
    """Return the smallest k with P(Bin(n, 1 − budget) >= k) <= 0.05.

    By chance, so many documents are seldom below the limit.

    >>> budget_rank(2995, 0.001), budget_rank(10_000, 0.01)
    (2995, 9917)
    """
    from scipy.special import bdtrc

    needed = int(np.ceil(np.log(RISK) / np.log1p(-budget)))
    if n < needed:
        raise InputError(
            f"a budget of {budget:g} needs {needed:,} documents of {quoted(name)} "
            f"to be held with 95% confidence; got {n:,}. "
            "Give more documents, or a larger budget."
        )
    k = np.arange(1, n + 1)
    is_seldom = bdtrc(k - 1.0, n, 1 - budget) <= RISK
    return int(k[np.argmax(is_seldom)])
