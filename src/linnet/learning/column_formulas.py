"""Naive Bayes over columns, one distribution per block.

Categorical, Gaussian, binomial, and a mix of all.
"""

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
            f"the categorical learner needs columns of levels; got {strange[0]} too. Use the mixed "
            "learner or no words."
        )
    parts = [_levels(part, settings) for part in _single_blocks(table)]
    return _joined(parts, table, settings)


def gaussian(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights m / v and squares -1 / 2v; what is constant goes into the offset."""
    floor = _floor(table)
    made = []
    for part in _single_blocks(table):
        formula = _number if part.kinds[0] in NUMBERS else _normal
        made.append(formula(part, settings, floor))
    return _joined(made, table, settings)


def _single_blocks(table: Table, first: int = 0) -> list[Table]:
    """Return the tables of single blocks, from the first one on."""
    return [table.part(range(block, block + 1)) for block in range(first, table.n_blocks)]


def mixed(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights with a distribution for each kind of block: log-likelihoods add."""
    floor = _floor(table)
    made = []
    n_text = sum(kind in TEXT for kind in table.kinds)
    if n_text:
        made.append(multinomial(table.part(range(n_text)), settings))
    for part in _single_blocks(table, n_text):
        made.append(_by_kind(part, settings, floor))
    return _joined(made, table, settings)


def _by_kind(part: Table, settings: "NaiveBayes", floor: float) -> Weights:
    """Return the weights of one block with the distribution of its kind."""
    kind = part.kinds[0]
    if kind in NUMBERS:
        return _number(part, settings, floor)
    if kind == "lexicon":
        return _normal(part, settings, floor)
    return _levels(part, settings) if kind in LEVELS else multinomial(part, settings)


def binomial(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log(t / (1 - t)) and, for each trial, the log(1 - t) of all features.

    The last block holds the trials, one number per document: they enter as a feature.
    """
    trials = table.part(range(table.n_blocks - 1, table.n_blocks))
    part = table.part(range(table.n_blocks - 1))
    a = settings.smoothing
    prior = log_prior(table, settings.prior)
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
    a = settings.smoothing
    prior = log_prior(table, settings.prior)
    below = np.log(table.weights + table.n_columns * a)
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
    sums = table.dense(table.sums)
    sums_of_squares = table.dense(table.squares)
    weights, squares, constant = _moments(sums, sums_of_squares, table.weights, floor)
    return _full(table, weights, prior, prior + constant.sum(axis=0), squares)


def _number(table: Table, settings: "NaiveBayes", floor: float) -> Weights:
    """Return the weights of the columns (missing, value).

    A missing number says nothing, whatever the label.
    """
    prior = log_prior(table, settings.prior)
    missing, values = table.dense(table.sums)
    squares = table.dense(table.squares)[1]
    n_known = table.weights - missing
    is_known = n_known > 0
    moments = _moments(values, squares, np.where(is_known, n_known, 1), floor)
    weight, square, constant = (np.where(is_known, numbers, 0.0) for numbers in moments)
    of_columns = np.stack([-constant, weight])
    of_squares = np.stack([np.zeros(table.n_labels), square])
    return _full(table, of_columns, prior, prior + constant, of_squares)


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
    starts = []
    n_pairs = 0
    for part in parts:
        starts.append(part.starts[1:] + n_pairs)
        n_pairs += len(part.labels)
    more: dict[str, Any] = {}
    if any(len(part.offset_vetoes) for part in parts):
        for name, like in VETOES.items():
            more[name] = np.concatenate([_or_zeros(part, name, like) for part in parts])
        of_offsets = [_or_zeros(part, "offset_vetoes", "offset") for part in parts]
        more["offset_vetoes"] = np.sum(of_offsets, axis=0, dtype=np.int32)
    if any(len(part.squares) for part in parts):
        more["squares"] = np.concatenate([_or_zeros(part, "squares", "weights") for part in parts])
    offset = prior + np.sum([part.offset - prior for part in parts], axis=0)
    rest = np.concatenate([part.rest for part in parts])
    labels = np.concatenate([part.labels for part in parts])
    weights = np.concatenate([part.weights for part in parts])
    return Weights(offset, prior, rest, np.concatenate([[0], *starts]), labels, weights, **more)


VETOES = {"rest_vetoes": "rest", "vetoes": "weights"}


def _or_zeros(part: Weights, name: str, like: str) -> Floats:
    """Return an array of the weights; zeros where it is left out."""
    array: Floats = getattr(part, name)
    size = len(getattr(part, like))
    return array if len(array) else np.zeros(size, array.dtype)
