"""The cutoff of a label at which a measure is best, with the cutoffs of other labels as they are.

Cutoffs are tried between every two neighbouring probabilities, since only these differ in which
documents are above.
"""

import numpy as np
import numpy.typing as npt

from linnet.calibration.cutoff_rules import CutoffRules, LabelledProbabilities
from linnet.calibration.truth import Floats
from linnet.errors import SettingError, listed, quoted
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.register import METRICS, Metric
from linnet.model.decision import UNSURE, Decision

Ints = npt.NDArray[np.int64]
MOST_TRIED = 200  # cutoffs, of a measure that must be computed anew for each


def best_cutoff(
    decision: Decision,
    labelled: LabelledProbabilities,
    label: int,
    rule: str,
    cutoff_rules: CutoffRules,
) -> float:
    """Return the cutoff of a label at which a measure is best; the highest of equals."""
    if labelled.multilabel:
        return _best_multilabel_cutoff(labelled, label, rule)
    p = labelled.probabilities[:, label]
    above, below = _labels_above_and_below(decision, labelled, label)
    if rule == "f1":
        f1 = _f1(p, labelled.truth, above, below, label)
        return _highest(p, f1)
    if rule != "cost":
        return _best_by_metric(labelled, METRICS[rule], p, above, below)

    costs = _cost_table(cutoff_rules, labelled.labels)
    if UNSURE in below or UNSURE in above:
        raise SettingError(
            "costs say nothing of documents without a label; got unsure too. Leave one of them out."
        )
    costs_above = costs[labelled.truth, above]
    costs_below = costs[labelled.truth, below]
    return _highest(p, -_sums(p, costs_above, costs_below))


def _best_multilabel_cutoff(labelled: LabelledProbabilities, label: int, rule: str) -> float:
    if rule != "f1":
        raise SettingError(
            f"where documents may have several labels, a cutoff is chosen by f1; got {rule}."
        )
    p = labelled.probabilities[:, label]
    truth = labelled.truth[:, label].astype(np.int64)
    above = np.ones(len(p), np.int64)
    below = np.zeros(len(p), np.int64)
    return _highest(p, _f1(p, truth, above, below, 1))


def _labels_above_and_below(
    decision: Decision, labelled: LabelledProbabilities, label: int
) -> tuple[Ints, Ints]:
    """Return the label that each document gets if this one is above its cutoff, and if not."""
    if is_free(decision, labelled, 1 - label):
        n = len(labelled.truth)
        return np.full(n, label), np.full(n, 1 - label)
    rule = decision.rules[label]
    always = decision.with_cutoff(label, 0.0, rule)
    never = decision.with_cutoff(label, 1.0, rule)
    return always.decide(labelled.probabilities), never.decide(labelled.probabilities)


def is_free(decision: Decision, labelled: LabelledProbabilities, label: int) -> bool:
    """Return whether this is the other one of two labels, and without a rule of its own."""
    two_exclusive = len(labelled.labels) == 2 and not labelled.multilabel
    return two_exclusive and not decision.rules[label]


def _candidates(p: Floats) -> Floats:
    """Return cutoffs that differ in what is above: 0, between neighbours, the highest."""
    values = np.unique(np.append(p, 0.0))
    if len(values) == 1:
        return values
    between = (values[1:] + values[:-1]) / 2
    return np.append(between, values[-1])


def _sums(p: Floats, above: Floats, below: Floats) -> Floats:
    """Return the sum over documents for each candidate, of these values above and below it."""
    order = np.argsort(p, kind="stable")
    changes = np.cumsum((below - above)[order])
    changes = np.concatenate([[0.0], changes])
    n_below = np.searchsorted(p[order], _candidates(p), side="right")
    return np.asarray(above.sum() + changes[n_below])


def _f1(p: Floats, truth: Ints, above: Ints, below: Ints, label: int) -> Floats:
    """Return the F1 of a label for each candidate."""
    is_true = (truth == label).astype(np.float64)
    is_above = (above == label).astype(np.float64)
    is_below = (below == label).astype(np.float64)
    right = _sums(p, is_above * is_true, is_below * is_true)
    predicted = _sums(p, is_above, is_below)
    true_and_predicted = predicted + np.count_nonzero(is_true)
    return np.asarray(2 * right / np.maximum(1, true_and_predicted))


def _highest(p: Floats, values: Floats) -> float:
    """Return the candidate with the highest value; the last of equals."""
    last_highest = len(values) - 1 - int(np.argmax(values[::-1]))
    return float(_candidates(p)[last_highest])


def _best_by_metric(
    labelled: LabelledProbabilities, metric: Metric, p: Floats, above: Ints, below: Ints
) -> float:
    candidates = _candidates(p)
    places = np.linspace(0, len(candidates) - 1, MOST_TRIED)
    places = np.unique(places.round().astype(np.int64))
    tried = candidates[places]
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


def _cost_table(cutoff_rules: CutoffRules, labels: tuple[str, ...]) -> Floats:
    """Return true × predicted: what each mistake costs."""
    costs = 1.0 - np.eye(len(labels))
    for (true, predicted), cost in cutoff_rules.costs.items():
        if true not in labels or predicted not in labels:
            raise SettingError(
                f"costs must name labels of the model ({listed(labels)}); "
                f"got {quoted(true)} and {quoted(predicted)}."
            )
        if not 0 <= cost < np.inf:
            raise SettingError(f"a cost must be 0 or above; got {cost}.")
        costs[labels.index(true), labels.index(predicted)] = cost
    return costs
