"""Calibrations judged on documents that they were not found on: each part of them by the map of all others."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.answers import Answers
from linnet.evaluation.metrics import METRICS
from linnet.evaluation.splits import stratified_folds
from linnet.model.scores import Scores
from linnet.tuning.calibration import Truth, chosen_method, fit_calibration, is_sure, sides

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.integer[Any]]
AUTO, NONE = "auto", "none"
FOLDS = 5
MANY = 10_000  # documents, of which halves will do


@dataclass(frozen=True, eq=False)
class Chosen:
    """A method of calibration, and the probabilities it gives to documents that its maps were not found on."""

    method: str
    probabilities: Floats | None  # None where there are none, or where a part lacks what the map of another needs
    why: str = ""  # where there was something to choose


def choose(scores: Scores, truth: Truth, part: Numbers, method: str = AUTO) -> Chosen:
    """Return the method that was asked for, or for `auto` the one that makes probabilities better across the parts.

    That is what so many documents allow, or else a temperature, or else none: the first whose log loss is below that
    without a calibration. Margins are no probabilities without one, so there is nothing to choose.

    >>> scores = Scores(("a", "b"), np.log([[0.9, 0.1]] * 20), np.zeros(2))
    >>> [choose(scores, np.repeat([0, 1], [20 - wrong, wrong]), np.arange(20) % 5).method for wrong in (2, 8)]
    ['none', 'temperature']
    """
    if method != AUTO:
        return Chosen(method, across(scores, truth, part, method))
    most = chosen_method(truth, scores.values.shape[1], scores.link)
    if not scores.probable:
        return Chosen(most, across(scores, truth, part, most), "margins are no probabilities without one")
    plain = scores.probabilities()
    without, tried = log_loss(plain, truth), list[str]()
    for one in dict.fromkeys((most, "temperature")):
        found = across(scores, truth, part, one)
        if found is None:
            return Chosen(one, None, "too few documents to judge it by others")
        tried.append(f"{log_loss(found, truth):.4f} with {one}")
        why = f"log loss {', '.join(tried)}, {without:.4f} without, each document judged by the others"
        if log_loss(found, truth) < without:
            return Chosen(one, found, why)
    return Chosen(NONE, plain, why)


def across(scores: Scores, truth: Truth, part: Numbers, method: str) -> Floats | None:
    """Return the probabilities of each part by the calibration of all others; None where one cannot be found."""
    if method == NONE:
        return scores.probabilities() if scores.probable else None
    found = np.empty_like(scores.values)
    for number in np.unique(part):
        mine = part == number
        others = ~mine & is_sure(scores.values)
        there = sides(truth[others], scores.values.shape[1])
        if not (others.any() if method == "temperature" else there.all()):
            return None
        calibration = fit_calibration(scores.values[others], truth[others], method, scores.link)
        found[mine] = replace(scores, values=scores.values[mine], calibration=calibration).probabilities()
    return found


def log_loss(probabilities: Floats, truth: Truth) -> float:
    """Return the log loss of documents of one label, or of any number of labels."""
    value = METRICS["log-loss"].of(probable_answers(probabilities, truth))
    assert value is not None
    return value


def probable_answers(probabilities: Floats, truth: Truth) -> Answers:
    """Return probabilities as answers; where documents may have several labels, each is a question: yes or no."""
    if truth.ndim == 2:
        truth = truth.reshape(-1).astype(np.int64)
        probabilities = np.stack([1 - probabilities.reshape(-1), probabilities.reshape(-1)], axis=1)
    labels = tuple(map(str, range(probabilities.shape[1])))
    return Answers(labels, truth, probabilities.argmax(axis=1), probabilities, probabilities)


def parts_of(truth: Truth) -> Numbers:
    """Return a part for each document: five, or two of very many, each with its share of every label."""
    n, sets = len(truth), np.unique(truth, axis=0, return_inverse=True)[1].reshape(-1)
    return stratified_folds(sets, 2 if n >= MANY else min(FOLDS, n), seed=0) if n > 1 else np.zeros(n, np.int32)
