"""Naive Bayes over counts.

Multinomial, Bernoulli, complement, Poisson. See `naive_bayes` for the formulas.
"""

from dataclasses import replace
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
    a = settings.smoothing
    prior = log_prior(table, settings.prior)
    below = _log(table.by_label(table.sums) + table.n_columns * a)
    rest = np.log(a) - below if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.sums + a) - below[table.pair_labels] - rest[table.pair_labels]
    rest = table.for_blocks(rest)
    return Weights(prior, prior, rest, table.starts, table.pair_labels, weights, **unseen(table, a))


def bernoulli(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log(t / (1 - t)) and offsets with the log(1 - t) of all features."""
    a = settings.smoothing
    prior = log_prior(table, settings.prior)
    n = table.weights
    labels = table.pair_labels
    n_of_pair = n[labels]
    below = np.log(n + 2 * a)
    # Sums of fractions may miss the whole by a hair.
    always = (a == 0) & (table.presences >= n_of_pair * (1 - 1e-12))
    absent = _log_absent(table.presences, n_of_pair, a, always)
    rest = np.log(a) - np.log(n + a) if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.presences + a) - below[labels] - absent - rest[labels]

    never = table.n_columns - np.bincount(table.pair_labels, minlength=table.n_labels)
    offset = prior + never * np.log((n + a) / (n + 2 * a)) + table.by_label(absent)
    vetoes = unseen(table, a)
    if a == 0:
        # A feature that every document of a label has vetoes where it is absent, and takes that
        # back where it is there.
        vetoes["offset_vetoes"] = table.by_label(always.astype(np.float64)).astype(np.int32)
        vetoes["vetoes"] = (-1 - always).astype(np.int32)
    rest = table.for_blocks(rest)
    return Weights(offset, prior, rest, table.starts, labels, weights, **vetoes)


def _log_absent(
    presences: Floats, documents: Floats, smoothing: float, always: npt.NDArray[np.bool_]
) -> Floats:
    """Return log(1 - t) of each pair; 0 where a feature is always there."""
    absences = np.maximum(documents - presences, 0)
    return _log((absences + smoothing) / (documents + 2 * smoothing), unless=always)


def complement(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights -log((rest + a) / (sum of rest + V a)); there is no prior."""
    a = settings.smoothing
    uniform = np.full(table.n_labels, -np.log(table.n_labels))
    by_column, column = table.by_column(table.sums)
    of_others = np.maximum(by_column.sum() - table.by_label(table.sums), 0)
    rest = _log(of_others + table.n_columns * a)
    shared = -np.log(by_column + a)
    column_of_others = np.maximum(by_column[column] - table.sums, 0)
    weights = -np.log(column_of_others + a) - shared[column]
    scale = np.ones(table.n_labels)
    if settings.norm and table.n_columns > 1:  # the weight of an only feature is 0, and stays so
        scale = 1 / (shared.sum() + table.n_columns * rest + table.by_label(weights))
        rest = rest * scale
        weights = weights * scale[table.pair_labels]
    offset = np.zeros(table.n_labels)
    rest = table.for_blocks(rest)
    found = Weights(offset, uniform, rest, table.starts, table.pair_labels, weights)
    return replace(found, shared=shared, scale=table.for_blocks(scale))


def poisson(table: Table, settings: "NaiveBayes") -> Weights:
    """Return weights log(rate) and offsets with minus the rates of all features."""
    a = settings.smoothing
    prior = log_prior(table, settings.prior)
    n = table.weights
    below = np.log(n + a)
    rest = np.log(a) - below if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.sums + a) - below[table.pair_labels] - rest[table.pair_labels]
    offset = prior - (table.by_label(table.sums) + table.n_columns * a) / (n + a)
    rest = table.for_blocks(rest)
    vetoes = unseen(table, a)
    return Weights(offset, prior, rest, table.starts, table.pair_labels, weights, **vetoes)


def multinomial_against_rest(table: Table, smoothing: float, odds: Floats) -> Weights:
    """Return the weights of each label against the rest.

    The first label of the table is all documents.

    log((c + a) / (C + V a)) − log((all − c + a) / (ALL − C + V a)), which is the same function of a
    label and a function of the feature wherever c = 0. So only features that a label has been seen
    with are stored.
    """
    a = smoothing
    of_all = _sums_of_first(table)
    own = table.pair_labels > 0
    own_column = table.column_of_pair[own]
    c = table.sums[own]
    label = table.pair_labels[own] - 1
    total = of_all[own_column]
    size = np.bincount(label, c, minlength=len(odds))
    smoothed = max(1, table.n_columns) * a  # without features there is no rest, and none is used
    others = np.maximum(of_all.sum() - size, 0)
    rest = np.log(a) - np.log(size + smoothed) + np.log(others + smoothed)
    of_others = np.log(np.maximum(total - c, 0) + a)
    weights = np.log(c + a) - np.log(a) - of_others + np.log(total + a)

    told = _has_rest(table).astype(np.float64)
    found = Weights(
        offset=odds,
        prior=-np.logaddexp(0.0, -odds),
        rest=table.for_blocks(rest * told),
        starts=_starts_of(own_column, table.n_columns),
        labels=label,
        weights=weights * told[label],
    )
    return replace(found, shared=-np.log(of_all + a), scale=table.for_blocks(told))


def _sums_of_first(table: Table) -> Floats:
    """Return the sum of each column over the documents of the first label."""
    is_first = table.pair_labels == 0
    sums = np.zeros(table.n_columns)
    sums[table.column_of_pair[is_first]] = table.sums[is_first]
    return sums


def _has_rest(table: Table) -> npt.NDArray[np.bool_]:
    """Return which labels not all documents have; others are told from nobody."""
    return np.asarray(table.weights[1:] < table.weights[0] * (1 - 1e-12))


def _starts_of(columns: npt.NDArray[np.int64], n_columns: int) -> npt.NDArray[np.int64]:
    """Return where the pairs of each column start."""
    sizes = np.bincount(columns, minlength=n_columns)
    return np.concatenate([[0], np.cumsum(sizes)])


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
    """Return logs, with 0 where there is nothing to take the log of.

    Such terms are counted as vetoes.
    """
    has_log = values > 0 if unless is None else ~unless
    return np.log(values, out=np.zeros(len(values)), where=has_log)


def unseen(table: Table, smoothing: float) -> dict[str, Any]:
    """Return the vetoes of pairs never seen: none with smoothing, else all but the stored."""
    if smoothing > 0:
        return {}
    return {
        "offset_vetoes": np.zeros(table.n_labels, np.int32),
        "rest_vetoes": np.ones(table.n_blocks * table.n_labels, np.int32),
        "vetoes": np.full(len(table.pair_labels), -1, np.int32),
    }
