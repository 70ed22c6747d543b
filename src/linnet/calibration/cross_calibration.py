"""Calibrations judged on documents that they were not found on: each part of them by the map of all others."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.calibration.maximum_likelihood import (
    ENOUGH,
    Truth,
    fitted,
    flags_of,
    has_own_map,
    is_sure,
    says_something,
    sides,
)
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.probability_metrics import brier_scores, log_losses
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.splits.splits import stratified_folds
from linnet.model.calibration import SHARED, Calibration, Platt
from linnet.model.scores import Scores

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.integer[Any]]
AUTO, NONE = "auto", "none"
MOVES_LABELS = ("platt", "isotonic")  # after which another label may be the most probable one
FOLDS = 5
MANY = 10_000  # documents, of which halves will do
MEASURES = ("accuracy", "log loss", "Brier score")


@dataclass(frozen=True, eq=False)
class Chosen:
    """A method of calibration, and the probabilities it gives to documents that its maps were not found on."""

    method: str
    probabilities: (
        Floats | None
    )  # None where there are none, or too few documents to find them by others
    why: str = ""  # where there was something to choose


def choose(scores: Scores, truth: Truth, part: Numbers, method: str = AUTO) -> Chosen:
    """Return the method that was asked for, or for `auto` the one that makes probabilities best across the parts.

    The methods are tried from the simplest to the one with the most numbers to find. One takes the
    place of what is there if its log loss is lower, and neither accuracy nor Brier score is worse
    by more than noise, than before and than without a calibration. Where it may change labels, its
    log loss must be lower by more than noise, also than that of the shares of labels alone. Noise
    is one standard error of the mean difference per document. Margins are no probabilities without
    a calibration: they get one sigmoid for all labels at least, which changes no label.

    >>> scores = Scores(("a", "b"), np.log([[0.9, 0.1]] * 20), np.zeros(2))
    >>> [choose(scores, np.repeat([0, 1], [20 - wrong, wrong]), np.arange(20) % 5).method for wrong in (2, 8)]
    ['none', 'temperature']
    """
    if method != AUTO:
        return Chosen(method, across(scores, truth, part, method))
    usual = NONE if scores.has_probabilities else SHARED
    judged = says_something(scores.values, truth)
    if not judged.any():
        return Chosen(
            NONE,
            across(scores, truth, part, NONE),
            "no document has a label that its model had learned",
        )
    reference = across(scores, truth, part, usual)
    if reference is None or judged.sum() < 2:
        return Chosen(usual, reference, "too few documents to judge a calibration by others")
    return _best(scores, truth, part, Chosen(usual, reference), judged)


def _best(
    scores: Scores, truth: Truth, part: Numbers, usual: Chosen, judged: npt.NDArray[np.bool_]
) -> Chosen:
    """Return the calibration that takes the place of the usual one, or that itself, with the reason."""
    assert usual.probabilities is not None
    without = losses(usual.probabilities[judged], truth[judged])
    if usual.method == SHARED and truth.ndim == 1:
        # It changes no label; where it is flat, its probabilities do not say which label that is.
        without[0] = scores.best()[judged] != truth[judged]
    best = usual
    before = without
    by_shares = losses(_label_shares(truth, part, scores.values.shape[1])[judged], truth[judged])
    compared, refused = list[str](), list[str]()
    for method in candidates(scores, truth):
        if method == usual.method:
            continue
        found = across(scores, truth, part, method)
        if found is None:
            continue
        after = losses(found[judged], truth[judged])
        compared.append(f"{after[1].mean():.4f} with {method}")
        harm = [
            name
            for name in MEASURES
            if name in worse(after, without) or name in worse(after, before)
        ]
        if harm:
            refused.append(f"{method} makes {' and '.join(harm)} worse")
        elif _is_better(method, after, before, by_shares) and not _is_flat(
            _on_all(scores, truth, method)
        ):
            best = Chosen(method, found)
            before = after
    there = "without" if usual.method == NONE else f"with {usual.method}"
    said = ", ".join([f"{without[1].mean():.4f} {there}", *compared])
    why = f"log loss {said}, each document judged by the others"
    return replace(best, why="; ".join([why, *refused]))


def candidates(scores: Scores, truth: Truth) -> list[str]:
    """Return the methods that so many documents allow, those with the fewest numbers to find first."""
    n_labels = scores.values.shape[1]
    least = int(sides(truth, n_labels).min())
    found = ["temperature"] if scores.has_probabilities else [SHARED]
    if least >= ENOUGH:
        return [*found, "isotonic"]
    # Of two labels that exclude each other one sigmoid for both is a temperature.
    if scores.has_probabilities and (scores.multilabel or n_labels > 2):
        found.append(SHARED)
    if least > 0 and has_own_map(truth, n_labels).any():
        found.append("platt")
    return found


def losses(probabilities: Floats, truth: Truth) -> Floats:
    """Return MEASURES × documents, less being better: whether the label is wrong, log loss and Brier score.

    Where documents may have several labels, each is the mean over the questions whether a document
    has a label.
    """
    answers = probability_predictions(probabilities, truth)
    log_loss_of_each, brier_of_each = log_losses(answers), brier_scores(answers)
    assert log_loss_of_each is not None
    assert brier_of_each is not None
    wrong = (answers.predicted != answers.truth).astype(np.float64)
    found = np.stack([wrong, log_loss_of_each, brier_of_each])
    return np.asarray(found.reshape(len(MEASURES), len(truth), -1).mean(axis=2))


def worse(after: Floats, before: Floats) -> list[str]:
    """Return the measures that are worse by more than noise.

    Noise is one standard error of the mean of the differences: their deviation over the root of
    their number.

    >>> worse(np.array([[1.0, 0], [2, 2], [1, 1]]), np.array([[0.0, 0], [1, 1], [2, 2]]))
    ['log loss']
    """
    difference = after - before
    noise = difference.std(axis=1, ddof=1) / np.sqrt(difference.shape[1])
    is_worse = difference.mean(axis=1) > noise + 1e-12
    return [name for name, harm in zip(MEASURES, is_worse, strict=True) if harm]


def _is_better(method: str, after: Floats, before: Floats, by_shares: Floats) -> bool:
    """Return whether the log loss is lower: where labels may change, by more than noise, and than by shares alone."""
    if method in MOVES_LABELS:
        return all("log loss" in worse(other, after) for other in (before, by_shares))
    return bool(after[1].mean() < before[1].mean())


def _label_shares(truth: Truth, part: Numbers, n_labels: int) -> Floats:
    """Return the shares of labels in all other parts: what is known of a document without its scores."""
    there = flags_of(truth, n_labels)
    outcomes = 2 if truth.ndim == 2 else n_labels
    found = np.empty(there.shape)
    for number in np.unique(part):
        others = there[part != number]
        found[part == number] = (others.sum(axis=0) + 1) / (len(others) + outcomes)
    return found


def _on_all(scores: Scores, truth: Truth, method: str) -> Calibration:
    own = has_own_map(truth, scores.values.shape[1])
    return fitted(scores.values, truth, method, scores.link, own)


def _is_flat(calibration: Calibration) -> bool:
    """Return whether a label is as probable for all documents: then the order of documents would be lost."""
    return isinstance(calibration, Platt) and not bool(np.all(calibration.slopes > 0))


def across(scores: Scores, truth: Truth, part: Numbers, method: str) -> Floats | None:
    """Return the probabilities of each part by the calibration of all others; None where one cannot be found."""
    if method == NONE:
        return scores.probabilities() if scores.has_probabilities else None
    own = has_own_map(truth, scores.values.shape[1])
    found = np.empty_like(scores.values)
    for number in np.unique(part):
        mine = part == number
        others = ~mine & is_sure(scores.values)
        if not others.any():
            return None
        calibration = fitted(scores.values[others], truth[others], method, scores.link, own)
        found[mine] = replace(
            scores, values=scores.values[mine], calibration=calibration
        ).probabilities()
    return found


def log_loss(probabilities: Floats, truth: Truth) -> float:
    """Return the log loss of documents of one label, or of any number of labels."""
    value = METRICS["log-loss"].of(probability_predictions(probabilities, truth))
    assert value is not None
    return value


def probability_predictions(probabilities: Floats, truth: Truth) -> LabelledPredictions:
    """Return probabilities as answers; where documents may have several labels, each is a question: yes or no."""
    if truth.ndim == 2:
        truth = truth.reshape(-1).astype(np.int64)
        probabilities = np.stack([1 - probabilities.reshape(-1), probabilities.reshape(-1)], axis=1)
    labels = tuple(map(str, range(probabilities.shape[1])))
    return LabelledPredictions(
        labels, truth, probabilities.argmax(axis=1), probabilities, probabilities
    )


def parts_of(truth: Truth) -> Numbers:
    """Return a part for each document: five, or two of very many, each with its share of every label."""
    n, sets = len(truth), np.unique(truth, axis=0, return_inverse=True)[1].reshape(-1)
    return (
        stratified_folds(sets, 2 if n >= MANY else min(FOLDS, n), seed=0)
        if n > 1
        else np.zeros(n, np.int32)
    )
