"""Naive Bayes over counts: multinomial, Bernoulli, complement, Poisson. See `naive_bayes` for the formulas."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.features.rows import Rows
from linnet.learning.table import Floats, Table, log_prior
from linnet.model.linear_model import Weights

if TYPE_CHECKING:
    from linnet.learning.naive_bayes import NaiveBayes


def multinomial(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log((c + a) / (total + V a)); with a = 0 what was never seen vetoes."""
    a, prior = settings.smoothing, log_prior(table, settings.prior)
    below = _log(table.by_label(table.sums) + table.n_columns * a)
    rest = np.log(a) - below if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.sums + a) - below[table.pair_labels] - rest[table.pair_labels]
    return Weights(
        prior,
        prior,
        table.for_blocks(rest),
        table.starts,
        table.pair_labels,
        weights,
        **unseen(table, a),
    )


def bernoulli(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log(t / (1 - t)) and offsets with the log(1 - t) of all features."""
    a, prior, n = settings.smoothing, log_prior(table, settings.prior), table.weights
    of_pair, below = n[table.pair_labels], np.log(n + 2 * a)
    # Sums of fractions may miss the whole by a hair.
    always = np.zeros(len(of_pair), np.bool_) if a > 0 else table.presences >= of_pair * (1 - 1e-12)
    absent = _log((np.maximum(of_pair - table.presences, 0) + a) / (of_pair + 2 * a), unless=always)
    rest = np.log(a) - np.log(n + a) if a > 0 else np.zeros(table.n_labels)
    weights = (
        np.log(table.presences + a) - below[table.pair_labels] - absent - rest[table.pair_labels]
    )
    never = table.n_columns - np.bincount(table.pair_labels, minlength=table.n_labels)
    offset = prior + never * np.log((n + a) / (n + 2 * a)) + table.by_label(absent)
    vetoes = unseen(table, a)
    if a == 0:
        # A feature that every document of a label has vetoes where it is absent, and takes that back where it is there.
        vetoes["offset_vetoes"] = table.by_label(always.astype(np.float64)).astype(np.int32)
        vetoes["vetoes"] = (-1 - always).astype(np.int32)
    return Weights(
        offset, prior, table.for_blocks(rest), table.starts, table.pair_labels, weights, **vetoes
    )


def complement(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights -log((rest + a) / (sum of rest + V a)); there is no prior."""
    a, uniform = settings.smoothing, np.full(table.n_labels, -np.log(table.n_labels))
    by_column, column = table.by_column(table.sums)
    rest = _log(np.maximum(by_column.sum() - table.by_label(table.sums), 0) + table.n_columns * a)
    shared = -np.log(by_column + a)
    weights = -np.log(np.maximum(by_column[column] - table.sums, 0) + a) - shared[column]
    scale = np.ones(table.n_labels)
    if settings.norm and table.n_columns > 1:  # the weight of an only feature is 0, and stays so
        scale = 1 / (shared.sum() + table.n_columns * rest + table.by_label(weights))
        rest, weights = rest * scale, weights * scale[table.pair_labels]
    return Weights(
        np.zeros(table.n_labels),
        uniform,
        table.for_blocks(rest),
        table.starts,
        table.pair_labels,
        weights,
        shared,
        table.for_blocks(scale),
    )


def poisson(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log(rate) and offsets with minus the rates of all features."""
    a, prior, n = settings.smoothing, log_prior(table, settings.prior), table.weights
    below = np.log(n + a)
    rest = np.log(a) - below if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.sums + a) - below[table.pair_labels] - rest[table.pair_labels]
    offset = prior - (table.by_label(table.sums) + table.n_columns * a) / (n + a)
    rest = table.for_blocks(rest)
    return Weights(
        offset, prior, rest, table.starts, table.pair_labels, weights, **unseen(table, a)
    )


def multinomial_against_rest(table: Table, smoothing: float, odds: Floats) -> Weights:
    """Return the weights of each label against the rest; the first label of the table is all documents.

    log((c + a) / (C + V a)) − log((all − c + a) / (ALL − C + V a)), which is the same function of a label and a
    function of the feature wherever c = 0. So only features that a label has been seen with are stored.
    """
    a = smoothing
    is_all = table.pair_labels == 0
    column = np.repeat(np.arange(table.n_columns), np.diff(table.starts))
    of_all = np.zeros(table.n_columns)
    of_all[column[is_all]] = table.sums[is_all]

    own = ~is_all
    own_column = column[own]
    c = table.sums[own]
    label = table.pair_labels[own] - 1
    total = of_all[own_column]
    size = np.bincount(label, c, minlength=len(odds))
    smoothed = table.n_columns * a
    others = np.maximum(of_all.sum() - size, 0)
    rest = np.log(a) - np.log(size + smoothed) + np.log(others + smoothed)
    weights = np.log(c + a) - np.log(a) - np.log(np.maximum(total - c, 0) + a) + np.log(total + a)

    # A label that all documents have is told from nobody: its weights are 0.
    has_rest = table.weights[1:] < table.weights[0] * (1 - 1e-12)
    told = has_rest.astype(np.float64)
    sizes = np.bincount(own_column, minlength=table.n_columns)
    return Weights(
        offset=odds,
        prior=-np.logaddexp(0.0, -odds),
        rest=table.for_blocks(rest * told),
        starts=np.concatenate([[0], np.cumsum(sizes)]),
        labels=label,
        weights=weights * told[label],
        shared=-np.log(of_all + a),
        scale=table.for_blocks(told),
    )


def log_multinomial_coefficients(rows: Rows) -> float:
    """Return the sum over documents of log(length! / product of counts!)."""
    before = np.zeros(len(rows.values) + 1, np.int64)
    np.cumsum(rows.values, out=before[1:])
    lengths = np.diff(before[rows.starts])
    longest = int(max(lengths.max(initial=0), rows.values.max(initial=0)))
    factorial = _log_factorial_table(longest)
    return float(factorial[lengths].sum() - factorial[rows.values].sum())


def log_factorials(rows: Rows) -> float:
    """Return the sum of log(count!) over all counts."""
    return float(_log_factorial_table(rows.values.max(initial=0))[rows.values].sum())


def _log_factorial_table(most: int) -> Floats:
    """Return log(n!) for n from 0 to the most there are."""
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def _log(values: Floats, unless: npt.NDArray[np.bool_] | None = None) -> Floats:
    """Return logs, with 0 where there is nothing to take the log of: such terms are counted as vetoes."""
    there = values > 0 if unless is None else ~unless
    return np.log(values, out=np.zeros(len(values)), where=there)


def unseen(table: Table, smoothing: float) -> dict[str, Any]:
    """Return the vetoes of pairs never seen: none with smoothing, else one for each but the stored."""
    if smoothing > 0:
        return {}
    return {
        "offset_vetoes": np.zeros(table.n_labels, np.int32),
        "rest_vetoes": np.ones(table.n_blocks * table.n_labels, np.int32),
        "vetoes": np.full(len(table.pair_labels), -1, np.int32),
    }
