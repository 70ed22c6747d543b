"""Naive Bayes where documents may have several labels: each label against the rest, rest = all documents − label.

    score(label) = log P(document | label) P(label) − log P(document | rest) P(rest)

the log-odds of the label. Complement is multinomial without the prior here: what is not the label is the rest.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linnet.errors import SettingError, listed, shortened
from linnet.learning.table import Floats, Table
from linnet.model.linear_model import Weights

if TYPE_CHECKING:
    from linnet.learning.naive_bayes import NaiveBayes

NOBODY = 0.5  # documents that a side counts for in the prior when nobody is on it


def against_rest(table: Table, learner: "NaiveBayes", sides: Floats | None = None) -> Weights:
    """Return the weights of a table whose first label is all documents; `sides` weighs rest and label, per label."""
    if learner.smoothing == 0 or learner.norm:
        raise SettingError(
            "several labels per document need smoothing above 0 and no norm. Use smoothing 1 if unsure."
        )
    odds = log_odds(table, learner, sides)
    if learner.learner in ("multinomial", "complement") and sides is None:
        return _multinomial(table, learner.smoothing, odds)
    learner = (
        replace(learner, learner="multinomial") if learner.learner == "complement" else learner
    )
    both = replace(learner, prior="uniform").weights(_both_sides(table, sides))
    return _difference(both, table, odds)


def log_odds(table: Table, learner: "NaiveBayes", sides: Floats | None) -> Floats:
    """Return log(P(label) / P(rest)): learned from the documents, even, or as given."""
    labels, own, rest = table.labels[1:], table.weights[1:], table.weights[0] - table.weights[1:]
    if learner.learner == "complement" or learner.prior == "uniform":
        return np.zeros(len(labels))
    if isinstance(learner.prior, Mapping):
        p = _given(labels, learner.prior)
        return np.asarray(np.log(p) - np.log1p(-p))
    weights = np.ones((len(labels), 2)) if sides is None else sides
    own, rest = np.maximum(own, NOBODY) * weights[:, 1], np.maximum(rest, NOBODY) * weights[:, 0]
    return np.asarray(np.log(own) - np.log(rest))


def _given(labels: tuple[str, ...], prior: Mapping[str, float]) -> Floats:
    p = np.array([prior.get(label, -1.0) for label in labels])
    if not set(prior) >= set(labels) or not np.all((p > 0) & (p < 1)):
        raise SettingError(
            f"a given prior must name every label ({listed(labels)}) with a number between 0 and 1; got "
            f"{shortened((f'{label:.60}={value:g}' for label, value in prior.items()), len(prior)) or 'none'}."
        )
    return p


def _multinomial(table: Table, a: float, odds: Floats) -> Weights:
    """Return weights that are stored only for the features that a label has been seen with.

    log((c + a) / (C + V a)) − log((all − c + a) / (ALL − C + V a)), which is the same function of a label and a
    function of the feature wherever c = 0.
    """
    everywhere = table.pair_labels == 0
    column = np.repeat(np.arange(table.n_columns), np.diff(table.starts))
    of_all = np.zeros(table.n_columns)
    of_all[column[everywhere]] = table.sums[everywhere]
    own = ~everywhere
    c, label, total = table.sums[own], table.pair_labels[own] - 1, of_all[column[own]]
    size, whole = np.bincount(label, c, minlength=len(odds)), of_all.sum()
    rest = (
        np.log(a)
        - np.log(size + table.n_columns * a)
        + np.log(np.maximum(whole - size, 0) + table.n_columns * a)
    )
    weights = np.log(c + a) - np.log(a) - np.log(np.maximum(total - c, 0) + a) + np.log(total + a)
    told = (table.weights[1:] < table.weights[0] * (1 - 1e-12)).astype(
        np.float64
    )  # from nobody, if all have the label
    starts = np.concatenate([[0], np.cumsum(np.bincount(column[own], minlength=table.n_columns))])
    return Weights(
        odds,
        -np.logaddexp(0.0, -odds),
        table.for_blocks(rest * told),
        starts,
        label,
        weights * told[label],
        -np.log(of_all + a),
        table.for_blocks(told),
    )


def _both_sides(table: Table, sides: Floats | None) -> Table:
    """Return the table of the rests of all labels, then of the labels themselves, every pair stored."""
    n = table.n_labels - 1

    # A label that every document has is told from nobody: then it is its own rest, and the prior alone decides.
    everywhere = table.weights[1:] >= table.weights[0] * (1 - 1e-12)
    own = table.weights[1:]
    weights = np.concatenate([np.where(everywhere, own, table.weights[0] - own), own])

    def apart(values: Floats) -> Floats:
        full = table.dense(values)
        rest = np.where(everywhere, full[:, 1:], full[:, :1] - full[:, 1:])
        return np.concatenate([rest, full[:, 1:]], axis=1).reshape(-1)

    whole = replace(
        table,
        labels=tuple(f"{side}:{label}" for side in ("rest", "own") for label in table.labels[1:]),
        weights=weights,
        starts=np.arange(table.n_columns + 1) * 2 * n,
        pair_labels=np.tile(np.arange(2 * n, dtype=np.int32), table.n_columns),
        sums=apart(table.sums),
        presences=np.maximum(apart(table.presences), 0),
        squares=apart(table.squares) if len(table.squares) else table.squares,
    )
    return whole if sides is None else whole.times(sides.T.reshape(-1))


def _difference(both: Weights, table: Table, odds: Floats) -> Weights:
    """Return label − rest of weights that are stored for every feature."""
    n = len(odds)
    block = np.repeat(np.arange(table.n_blocks), np.diff(table.ends, prepend=0))
    rest = both.rest.reshape(table.n_blocks, 2 * n)[block]

    def apart(values: Floats) -> Floats:
        full = values.reshape(-1, 2 * n)
        return np.asarray(full[:, n:] - full[:, :n]).reshape(-1)

    return Weights(
        apart(both.offset) + odds,
        -np.logaddexp(0.0, -odds),
        np.zeros(table.n_blocks * n),
        np.arange(table.n_columns + 1) * n,
        np.tile(np.arange(n, dtype=np.int32), table.n_columns),
        apart(both.weights.reshape(-1, 2 * n) + rest),
        squares=apart(both.squares) if len(both.squares) else both.squares,
    )
