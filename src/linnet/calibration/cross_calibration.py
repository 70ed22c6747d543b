"""Calibrations judged on documents they were not fitted to: each part by the map of all others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.calibration.maximum_likelihood import ENOUGH, fit_method
from linnet.calibration.truth import (
    Flags,
    Floats,
    Truth,
    counts_with_and_without,
    has_own_map,
    has_scores,
    is_informative,
    label_flags,
)
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.probability_metrics import brier_scores, log_losses
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.splits.splits import stratified_folds
from linnet.model.calibration import SHARED, Platt
from linnet.model.scores import Scores

Numbers = npt.NDArray[np.integer[Any]]
AUTO = "auto"
NONE = "none"
MOVES_LABELS = ("platt", "isotonic")  # after which another label may be the most probable one
FOLDS = 5
MANY = 10_000  # documents, of which halves will do
MEASURES = ("accuracy", "log loss", "Brier score")


@dataclass(frozen=True, eq=False)
class Chosen:
    """A method of calibration, and its probabilities for documents its maps were not fitted to."""

    method: str
    # None where there are none, or too few documents to find them by others.
    probabilities: Floats | None
    why: str = ""  # where there was something to choose


def choose(scores: Scores, truth: Truth, part: Numbers, method: str = AUTO) -> Chosen:
    """Return this method, or for `auto` the one that makes probabilities best across the parts.

    The methods are tried from the simplest to the one with the most numbers to find. One takes the
    place of what is there if its log loss is lower, and neither accuracy nor Brier score is worse
    by more than noise, than before and than without a calibration. Where it may change labels, its
    log loss must be lower by more than noise, also than that of the shares of labels alone. Noise
    is one standard error of the mean difference per document. Margins are no probabilities without
    a calibration: they get one sigmoid for all labels at least, which changes no label.

    >>> scores = Scores(("a", "b"), np.log([[0.9, 0.1]] * 20), np.zeros(2))
    >>> two_wrong = np.repeat([0, 1], [18, 2])
    >>> eight_wrong = np.repeat([0, 1], [12, 8])
    >>> [choose(scores, truth, np.arange(20) % 5).method for truth in (two_wrong, eight_wrong)]
    ['none', 'temperature']
    """
    if method != AUTO:
        return Chosen(method, cross_calibrated(scores, truth, part, method))
    informative = is_informative(scores.values, truth)
    if not informative.any():
        unchanged = cross_calibrated(scores, truth, part, NONE)
        return Chosen(NONE, unchanged, "no document has a label that its model had learned")

    usual = NONE if scores.has_probabilities else SHARED
    probabilities = cross_calibrated(scores, truth, part, usual)
    if probabilities is None or informative.sum() < 2:
        return Chosen(usual, probabilities, "too few documents to judge a calibration by others")
    return _best(scores, truth, part, Chosen(usual, probabilities), informative)


def _best(scores: Scores, truth: Truth, part: Numbers, usual: Chosen, informative: Flags) -> Chosen:
    """Return the calibration that takes the place of the usual one, or that one; with a reason."""
    shares = _label_shares(truth, part, scores.values.shape[1])
    by_shares = losses(shares[informative], truth[informative])
    without = _usual_losses(scores, truth, usual, informative)
    best = usual
    before = without

    compared = [f"{_log_loss_in_words(without)} {_with(usual.method)}"]
    refused = list[str]()
    for candidate in _candidates(scores, truth, part, usual.method):
        method = candidate.method
        after = _losses(candidate, truth, informative)
        compared.append(f"{_log_loss_in_words(after)} {_with(method)}")
        harmed = {*worse(after, without), *worse(after, before)}
        if harmed:
            names = " and ".join(name for name in MEASURES if name in harmed)
            refused.append(f"{method} makes {names} worse")
        elif _is_better(method, after, before, by_shares) and not _is_flat(scores, truth, method):
            best = candidate
            before = after

    why = f"log loss {', '.join(compared)}, each document judged by the others"
    return replace(best, why="; ".join([why, *refused]))


def _usual_losses(scores: Scores, truth: Truth, usual: Chosen, informative: Flags) -> Floats:
    usual_losses = _losses(usual, truth, informative)
    if usual.method == SHARED and truth.ndim == 1:
        # It changes no label; where it is flat, its probabilities do not say which label that is.
        usual_losses[0] = scores.best()[informative] != truth[informative]
    return usual_losses


def _losses(chosen: Chosen, truth: Truth, informative: Flags) -> Floats:
    assert chosen.probabilities is not None
    return losses(chosen.probabilities[informative], truth[informative])


def _log_loss_in_words(of_each: Floats) -> str:
    return f"{of_each[1].mean():.4f}"


def _with(method: str) -> str:
    return "without" if method == NONE else f"with {method}"


def _candidates(scores: Scores, truth: Truth, part: Numbers, usual: str) -> Iterator[Chosen]:
    """Yield the other methods with their probabilities, where these can be found."""
    for method in candidates(scores, truth):
        if method == usual:
            continue
        probabilities = cross_calibrated(scores, truth, part, method)
        if probabilities is not None:
            yield Chosen(method, probabilities)


def candidates(scores: Scores, truth: Truth) -> list[str]:
    """Return the methods that so many documents allow, those with the fewest numbers first."""
    n_labels = scores.values.shape[1]
    least = int(counts_with_and_without(truth, n_labels).min())
    methods = ["temperature"] if scores.has_probabilities else [SHARED]
    if least >= ENOUGH:
        return [*methods, "isotonic"]
    # Of two labels that exclude each other one sigmoid for both is a temperature.
    if scores.has_probabilities and (scores.multilabel or n_labels > 2):
        methods.append(SHARED)
    if least > 0 and has_own_map(truth, n_labels).any():
        methods.append("platt")
    return methods


def losses(probabilities: Floats, truth: Truth) -> Floats:
    """Return MEASURES × documents, less being better: wrong or not, log loss and Brier score.

    Where documents may have several labels, each is the mean over the questions whether a document
    has a label.
    """
    predictions = probability_predictions(probabilities, truth)
    log_loss_of_each = log_losses(predictions)
    brier_of_each = brier_scores(predictions)
    assert log_loss_of_each is not None
    assert brier_of_each is not None
    wrong = (predictions.predicted != predictions.truth).astype(np.float64)
    of_each = np.stack([wrong, log_loss_of_each, brier_of_each])
    return np.asarray(of_each.reshape(len(MEASURES), len(truth), -1).mean(axis=2))


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
    """Return whether the log loss is lower.

    Where labels may change it must be so by more than noise, and also than by label shares alone.
    """
    if method in MOVES_LABELS:
        return all("log loss" in worse(other, after) for other in (before, by_shares))
    return bool(after[1].mean() < before[1].mean())


def _is_flat(scores: Scores, truth: Truth, method: str) -> bool:
    """Return whether a label is as probable for all documents: then their order would be lost."""
    own = has_own_map(truth, scores.values.shape[1])
    calibration = fit_method(scores.values, truth, method, scores.link, own)
    return isinstance(calibration, Platt) and not bool(np.all(calibration.slopes > 0))


def _label_shares(truth: Truth, part: Numbers, n_labels: int) -> Floats:
    """Return the shares of labels in all other parts: what is known without any scores."""
    has_label = label_flags(truth, n_labels)
    n_outcomes = 2 if truth.ndim == 2 else n_labels
    shares = np.empty(has_label.shape)
    for number in np.unique(part):
        others = has_label[part != number]
        shares[part == number] = (others.sum(axis=0) + 1) / (len(others) + n_outcomes)
    return shares


def cross_calibrated(scores: Scores, truth: Truth, part: Numbers, method: str) -> Floats | None:
    """Return the probabilities of each part by the calibration of the others, None if none fits."""
    if method == NONE:
        return scores.probabilities() if scores.has_probabilities else None
    own = has_own_map(truth, scores.values.shape[1])
    scored = has_scores(scores.values)
    probabilities = np.empty_like(scores.values)
    for number in np.unique(part):
        inside = part == number
        others = ~inside & scored
        if not others.any():
            return None
        calibration = fit_method(scores.values[others], truth[others], method, scores.link, own)
        calibrated = replace(scores, values=scores.values[inside], calibration=calibration)
        probabilities[inside] = calibrated.probabilities()
    return probabilities


def log_loss(probabilities: Floats, truth: Truth) -> float:
    """Return the log loss of documents of one label, or of any number of labels."""
    value = METRICS["log-loss"].of(probability_predictions(probabilities, truth))
    assert value is not None
    return value


def probability_predictions(probabilities: Floats, truth: Truth) -> LabelledPredictions:
    """Return probabilities as predictions; of multilabel documents each label is a yes or no."""
    if truth.ndim == 2:
        truth = truth.reshape(-1).astype(np.int64)
        yes = probabilities.reshape(-1)
        probabilities = np.stack([1 - yes, yes], axis=1)
    labels = tuple(map(str, range(probabilities.shape[1])))
    predicted = probabilities.argmax(axis=1)
    return LabelledPredictions(labels, truth, predicted, probabilities, probabilities)


def parts_of(truth: Truth) -> Numbers:
    """Return a part for each document: five, or two of many, each with its share of every label."""
    n = len(truth)
    if n < 2:
        return np.zeros(n, np.int32)
    label_sets = np.unique(truth, axis=0, return_inverse=True)[1].reshape(-1)
    n_parts = 2 if n >= MANY else min(FOLDS, n)
    return stratified_folds(label_sets, n_parts, seed=0)
