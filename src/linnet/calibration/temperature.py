"""The temperature of greatest likelihood, by golden section over its logarithm.

Where every document has its own label first, colder would always be likelier: then it is as if the
least sure one had been seen once more, with its second label; where it may have several labels,
with or without the one it is least sure of. Documents whose label is vetoed, or all but theirs, say
nothing.
"""

import warnings
from collections.abc import Callable

import numpy as np

from linnet.calibration.truth import Flags, Floats, Truth, contested
from linnet.errors import NotConverged
from linnet.model.calibration import Temperature
from linnet.model.scores import Scores

COLDEST = 1e-3
HOTTEST = 1e6
GOLDEN = (np.sqrt(5) - 1) / 2
Loss = Callable[[float], float]  # minus the log likelihood, by log-temperature
Cell = tuple[int, int]  # document, label


def fit_temperature(
    scores: Floats,
    truth: Truth,
    link: str,
    own: Flags,  # noqa: ARG001 (one for all)
) -> Temperature:
    """Return the temperature that makes the truth most likely, 1 where all are as likely."""
    if truth.ndim == 1:
        scores, truth = contested(scores, truth)
        if not len(truth):
            return Temperature(np.ones(1))

    loss = _loss(scores, truth, link)
    low = np.log(COLDEST)
    high = np.log(HOTTEST)
    if loss(low) == loss(high):  # all labels score the same
        return Temperature(np.ones(1))

    best = _golden_section(loss, low, high)
    if best - low < 1e-3:  # at the other end all labels are as probable, which is an answer
        warnings.warn(
            "the temperature did not come to rest: the documents are all right. "
            "Use more documents.",
            NotConverged,
            stacklevel=4,
        )
    return Temperature(np.array([np.exp(best)]))


def _loss(scores: Floats, truth: Truth, link: str) -> Loss:
    if truth.ndim == 2:
        return _multilabel_loss(scores, truth, link)
    if link == "sigmoid":
        return _sigmoid_loss(scores, truth)
    return _softmax_loss(scores, truth)


def _softmax_loss(scores: Floats, truth: Truth) -> Loss:
    """Return the loss where labels share by their scores alone."""
    rows = np.arange(len(truth))
    labels = truth
    once_more = _least_sure(scores, truth)
    if once_more is not None:
        rows = np.append(rows, once_more[0])
        labels = np.append(labels, once_more[1])

    highest = scores.max(axis=1)
    below = scores - highest[:, None]
    missing = (highest[rows] - scores[rows, labels]).sum()

    def loss(log_temperature: float) -> float:
        cold = np.exp(-log_temperature)
        log_sums = np.log(np.exp(below * cold).sum(axis=1))
        return float(missing * cold + log_sums[rows].sum())

    return loss


def _sigmoid_loss(scores: Floats, truth: Truth) -> Loss:
    """Return the loss of labels that exclude each other, each with log-odds against the rest."""
    rows = np.arange(len(truth))
    once_more = _least_sure(scores, truth)

    def loss(log_temperature: float) -> float:
        log_p = _log_probabilities(scores, "sigmoid", log_temperature, multilabel=False)
        return _negative_sum(log_p[rows, truth], log_p, once_more)

    return loss


def _multilabel_loss(scores: Floats, truth: Truth, link: str) -> Loss:
    """Return the loss over all questions whether a document has a label."""
    once_more = _least_sure_label(scores, truth)

    def loss(log_temperature: float) -> float:
        log_p = _log_probabilities(scores, link, log_temperature, multilabel=True)
        log_not_p = np.log(-np.expm1(np.minimum(log_p, -1e-300)))
        right = np.where(truth, log_p, log_not_p)
        wrong = np.where(truth, log_not_p, log_p)
        return _negative_sum(right, wrong, once_more)

    return loss


def _log_probabilities(
    scores: Floats, link: str, log_temperature: float, *, multilabel: bool
) -> Floats:
    temperature = Temperature(np.array([np.exp(log_temperature)]))
    no_prior = np.zeros(scores.shape[1])
    return Scores((), scores, no_prior, link, multilabel, temperature).log_probabilities()


def _negative_sum(right: Floats, wrong: Floats, once_more: Cell | None) -> float:
    """Return minus the sum of log probabilities; what is vetoed is so at any temperature."""
    more = 0.0 if once_more is None else float(wrong[once_more])
    return -float(right[np.isfinite(right)].sum()) - more


def _least_sure(scores: Floats, truth: Truth) -> Cell | None:
    """Return the document least sure of its own label, and its second; None if some are wrong."""
    rows = np.arange(len(truth))
    others = scores.copy()
    others[rows, truth] = -np.inf
    second = others.argmax(axis=1)

    ahead = scores[rows, truth] - others[rows, second]
    ahead[ahead == 0] = np.inf  # as probable at any temperature
    document = int(ahead.argmin())
    if 0 < ahead[document] < np.inf:
        return document, int(second[document])
    return None


def _least_sure_label(scores: Floats, truth: Truth) -> Cell | None:
    """Return the least sure label of any document, with the document; None if some are wrong."""
    ahead = np.where(truth, scores, -scores)
    ahead[~np.isfinite(scores) | (scores == 0)] = np.inf  # as probable at any temperature
    document, label = np.unravel_index(int(ahead.argmin()), ahead.shape)
    if 0 < ahead[document, label] < np.inf:
        return int(document), int(label)
    return None


def _golden_section(loss: Loss, low: float, high: float) -> float:
    """Return where a function that falls and then rises is lowest."""
    left = high - GOLDEN * (high - low)
    right = low + GOLDEN * (high - low)
    at_left = loss(left)
    at_right = loss(right)
    while high - low > 1e-8:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = loss(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = loss(right)
    return (low + high) / 2
