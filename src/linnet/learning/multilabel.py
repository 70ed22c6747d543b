"""Where documents may have several labels: each label against the rest, rest = all documents − label.

    score(label) = score of the label's documents − score of the rest's + log(P(label) / P(rest))

For naive Bayes that is log P(document | label) P(label) − log P(document | rest) P(rest), the log-odds of the label.
A learner does not know of it: it fits a table that has each label twice, as the rest and as itself.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from linnet.errors import SettingError, listed, shortened
from linnet.learning.learner import Fitted, Learner, TrainingData
from linnet.learning.table import Floats, Table
from linnet.model.linear_model import Weights

NOBODY = 0.5  # documents that a side counts for in the prior when nobody is on it


def against_rest(table: Table, learner: Learner, sides: Floats | None = None) -> Fitted:
    """Return the weights of a table whose first label is all documents; `sides` weighs rest and label, per label."""
    learner.check_multilabel()
    odds = log_odds(table, learner.label_prior, sides)
    sparse = learner.sparse_against_rest(table, odds) if sides is None else None
    if sparse is not None:
        return Fitted(sparse, "sigmoid")
    both = _both_sides(table, sides)
    fitted = learner.without_prior().fit(TrainingData(both.labels, totals=both))
    weights = _difference(fitted.weights, table, odds)
    return Fitted(weights, "margin" if fitted.link == "margin" else "sigmoid")


def log_odds(table: Table, prior: str | Mapping[str, float], sides: Floats | None) -> Floats:
    """Return log(P(label) / P(rest)): learned from the documents, even, or as given."""
    labels = table.labels[1:]
    if prior == "uniform":
        return np.zeros(len(labels))
    if isinstance(prior, Mapping):
        p = _given(labels, prior)
        return np.asarray(np.log(p) - np.log1p(-p))
    own = table.weights[1:]
    rest = table.weights[0] - own
    weights = np.ones((len(labels), 2)) if sides is None else sides
    own = np.maximum(own, NOBODY) * weights[:, 1]
    rest = np.maximum(rest, NOBODY) * weights[:, 0]
    return np.asarray(np.log(own) - np.log(rest))


def _given(labels: tuple[str, ...], prior: Mapping[str, float]) -> Floats:
    """Return the given probability of each label, or say what is wrong with it."""
    p = np.array([prior.get(label, -1.0) for label in labels])
    if not set(prior) >= set(labels) or not np.all((p > 0) & (p < 1)):
        numbers = (f"{label:.60}={value:g}" for label, value in prior.items())
        raise SettingError(
            f"a given prior must name every label ({listed(labels)}) with a number between 0 and 1; "
            f"got {shortened(numbers, len(prior)) or 'none'}."
        )
    return p


def _both_sides(table: Table, sides: Floats | None) -> Table:
    """Return the table of the rests of all labels, then of the labels themselves, every pair stored."""
    labels = table.labels[1:]
    n = 2 * len(labels)
    # A label that every document has is told from nobody: then it is its own rest, and the prior
    # alone decides.
    own = table.weights[1:]
    everywhere = own >= table.weights[0] * (1 - 1e-12)
    rest = np.where(everywhere, own, table.weights[0] - own)

    def both(values: Floats) -> Floats:
        full = table.dense(values)
        of_labels = full[:, 1:]
        of_rests = np.where(everywhere, of_labels, full[:, :1] - of_labels)
        return np.concatenate([of_rests, of_labels], axis=1).reshape(-1)

    rests = tuple(f"rest:{label}" for label in labels)
    selves = tuple(f"own:{label}" for label in labels)
    whole = replace(
        table,
        labels=(*rests, *selves),
        weights=np.concatenate([rest, own]),
        starts=np.arange(table.n_columns + 1) * n,
        pair_labels=np.tile(np.arange(n, dtype=np.int32), table.n_columns),
        sums=both(table.sums),
        presences=np.maximum(both(table.presences), 0),
    )
    if len(table.squares):
        whole = replace(whole, squares=both(table.squares))
    return whole if sides is None else whole.times(sides.T.reshape(-1))


def _difference(both: Weights, table: Table, odds: Floats) -> Weights:
    """Return label − rest of weights that are stored for every feature."""
    n = len(odds)

    def difference(values: Floats) -> Floats:
        full = values.reshape(-1, 2 * n)
        return np.asarray(full[:, n:] - full[:, :n]).reshape(-1)

    block = np.repeat(np.arange(table.n_blocks), np.diff(table.ends, prepend=0))
    rest = both.rest.reshape(table.n_blocks, 2 * n)[block]
    weights = both.weights.reshape(-1, 2 * n) + rest
    squares = difference(both.squares) if len(both.squares) else both.squares
    return Weights(
        offset=difference(both.offset) + odds,
        prior=-np.logaddexp(0.0, -odds),
        rest=np.zeros(table.n_blocks * n),
        starts=np.arange(table.n_columns + 1) * n,
        labels=np.tile(np.arange(n, dtype=np.int32), table.n_columns),
        weights=difference(weights),
        squares=squares,
    )
