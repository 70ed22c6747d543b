"""Naive Bayes over columns, one distribution per block: categorical, Gaussian, binomial, and a mix of all."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linnet.errors import SettingError
from linnet.learning.count_formulas import multinomial, unseen
from linnet.learning.table import Floats, Table, log_prior
from linnet.model.linear_model import Weights

if TYPE_CHECKING:
    from linnet.learning.naive_bayes import NaiveBayes

TEXT = ("words", "chars", "chars-in-words")
LEVELS = ("categorical", "cross", "bins")
NUMBERS = ("numeric", "length")
FLOOR = 1e-9  # of a variance, as a share of the largest: scikit-learn's


def categorical(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log((documents + a) / (N + L a)), column by column."""
    if strange := [kind for kind in table.kinds if kind not in LEVELS]:
        raise SettingError(
            f"the categorical learner needs columns of levels; got {strange[0]} too. Use the mixed learner or no words."
        )
    return _joined(
        [_levels(table.part(range(b, b + 1)), settings) for b in range(table.n_blocks)],
        table,
        settings,
    )


def gaussian(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights m / v and squares -1 / 2v; what is constant goes into the offset."""
    floor = _floor(table)
    parts = [table.part(range(b, b + 1)) for b in range(table.n_blocks)]
    made = [
        _number(part, settings, floor)
        if part.kinds[0] in NUMBERS
        else _normal(part, settings, floor)
        for part in parts
    ]
    return _joined(made, table, settings)


def mixed(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights with a distribution for each kind of block: log-likelihoods add."""
    made, floor = [], _floor(table)
    n_text = sum(kind in TEXT for kind in table.kinds)
    if n_text:
        made.append(multinomial(table.part(range(n_text)), settings))
    for b in range(n_text, table.n_blocks):
        part = table.part(range(b, b + 1))
        kind = part.kinds[0]
        if kind in NUMBERS or kind == "lexicon":
            made.append((_number if kind in NUMBERS else _normal)(part, settings, floor))
        else:
            made.append((_levels if kind in LEVELS else multinomial)(part, settings))
    return _joined(made, table, settings)


def binomial(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log(t / (1 - t)) and, for each trial, the log(1 - t) of all features.

    The last block holds the trials, one number per document: they enter as a feature.
    """
    trials = table.part(range(table.n_blocks - 1, table.n_blocks))
    part, a, prior = (
        table.part(range(table.n_blocks - 1)),
        settings.smoothing,
        log_prior(table, settings.prior),
    )
    n = trials.dense(trials.sums)[0]
    k = part.dense(part.sums)
    if np.any(k > n * (1 + 1e-12)):
        raise SettingError(
            "a feature must stand in a document at most as often as there are trials; got more."
        )
    t = (k + a) / (n + 2 * a)
    if np.any((t <= 0) | (t >= 1)):
        raise SettingError(
            "the binomial learner needs smoothing above 0 here; got 0. Use 1.0 if unsure."
        )
    features = _full(part, np.log(t) - np.log1p(-t), prior)
    return _joined([features, _full(trials, np.log1p(-t).sum(axis=0), prior)], table, settings)


def _levels(table: Table, settings: "NaiveBayes") -> Weights:
    a, prior, n = settings.smoothing, log_prior(table, settings.prior), table.weights
    below = np.log(n + table.n_columns * a)
    rest = np.log(a) - below if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.presences + a) - below[table.pair_labels] - rest[table.pair_labels]
    return Weights(prior, prior, rest, table.starts, table.pair_labels, weights, **unseen(table, a))


def _floor(table: Table) -> float:
    """Return the least variance: a billionth of the largest of any column over all documents."""
    if not len(table.squares):  # nothing here is Gaussian
        return 0.0
    n = table.weights.sum()
    sums, _ = table.by_column(table.sums)
    squares, _ = table.by_column(table.squares)
    return float(FLOOR * np.max(squares / n - (sums / n) ** 2, initial=0.0))


def _moments(
    sums: Floats, squares: Floats, n: Floats, floor: float
) -> tuple[Floats, Floats, Floats]:
    """Return mean / variance, -1 / 2 variance, and what is constant of the log density."""
    mean = sums / n
    variance = np.maximum(squares / n - mean**2, 0) + floor
    if np.any(variance <= 0):
        raise SettingError(
            "a number must vary to be Gaussian; got columns of one value only. Leave them out."
        )
    constant = -0.5 * np.log(2 * np.pi * variance) - mean**2 / (2 * variance)
    return mean / variance, -0.5 / variance, constant


def _normal(table: Table, settings: "NaiveBayes", floor: float) -> Weights:
    """Return the weights of features that are 0 where a document does not have them."""
    prior = log_prior(table, settings.prior)
    weights, squares, constant = _moments(
        table.dense(table.sums), table.dense(table.squares), table.weights, floor
    )
    return _full(table, weights, prior, prior + constant.sum(axis=0), squares)


def _number(table: Table, settings: "NaiveBayes", floor: float) -> Weights:
    """Return the weights of the columns (missing, value): a missing number says nothing, whatever the label."""
    prior = log_prior(table, settings.prior)
    sums, squares = table.dense(table.sums), table.dense(table.squares)
    there = table.weights - sums[0]
    known = there > 0
    weight, square, constant = (
        np.where(known, x, 0.0)
        for x in _moments(sums[1], squares[1], np.where(known, there, 1), floor)
    )
    zero = np.zeros(table.n_labels)
    return _full(
        table, np.stack([-constant, weight]), prior, prior + constant, np.stack([zero, square])
    )


def _full(
    table: Table,
    weights: Floats,
    prior: Floats,
    offset: Floats | None = None,
    squares: Floats | None = None,
) -> Weights:
    """Return weights that are stored for every feature and label."""
    return Weights.full(weights.reshape(-1, table.n_labels), prior, table.n_blocks, offset, squares)


def _joined(parts: Sequence[Weights], table: Table, settings: "NaiveBayes") -> Weights:
    """Return the weights of all blocks side by side; offsets add, and the prior counts once."""
    prior = log_prior(table, settings.prior)
    firsts = np.cumsum([0, *(len(part.labels) for part in parts)])
    starts = [part.starts[1:] + first for part, first in zip(parts, firsts.tolist(), strict=False)]
    more: dict[str, Any] = {}
    if any(len(part.offset_vetoes) for part in parts):
        more = {
            name: np.concatenate([_or_zeros(part, name, like) for part in parts])
            for name, like in VETOES.items()
        }
        more["offset_vetoes"] = np.sum(
            [_or_zeros(part, "offset_vetoes", "offset") for part in parts], axis=0, dtype=np.int32
        )
    if any(len(part.squares) for part in parts):
        more["squares"] = np.concatenate([_or_zeros(part, "squares", "weights") for part in parts])
    return Weights(
        prior + np.sum([part.offset - prior for part in parts], axis=0),
        prior,
        np.concatenate([part.rest for part in parts]),
        np.concatenate([[0], *starts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.weights for part in parts]),
        **more,
    )


VETOES = {"rest_vetoes": "rest", "vetoes": "weights"}


def _or_zeros(part: Weights, name: str, like: str) -> Floats:
    there = getattr(part, name)
    return (
        there
        if len(there) or not len(getattr(part, like))
        else np.zeros(len(getattr(part, like)), there.dtype)
    )
