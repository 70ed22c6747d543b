"""Leave-one-out in one pass over the documents.

Taking out a document changes only the totals of its own features.

The scores are those of a refit on all other documents. `learning.left_out` has the formulas.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.learning.left_out import CELLS_AT_ONCE, Bools, Chunk, Floats, LeftOut, Pairs, Shared

if TYPE_CHECKING:
    from linnet.learning.learner import Learner
    from linnet.recipe.recipe import Recipe
    from linnet.validation.subtraction import Counted


def leave_one_out_scores(
    counted: "Counted", recipes: "Sequence[Recipe]"
) -> Iterator[tuple[int, npt.NDArray[Any], Floats]]:
    """Yield (number of the recipe, documents, scores), some documents at a time."""
    shared = _shared(counted)
    formulas = [recipe.learner.one_pass(shared) for recipe in recipes]
    for chunk in _chunks(counted, shared):
        documents = np.arange(chunk.first, chunk.first + len(chunk.label))
        for number, formula in enumerate(formulas):
            prior = _log_prior(chunk, shared.documents, recipes[number].learner)
            yield number, documents, _with_prior(formula(chunk), prior)


def _shared(counted: "Counted") -> Shared:
    """Return what holds for every left-out document."""
    totals = counted.all_totals
    frequencies = totals.frequencies
    presence = counted.recipe.learner.inputs.presence
    amounts = totals.presences if presence else totals.sums
    pairs = Pairs(totals.starts, totals.labels, amounts, counted.n_labels)
    documents = np.bincount(counted.codes, counted.weights, minlength=counted.n_labels)

    least, most = counted.recipe.limits.bounds(len(counted.codes) - 1)
    hashed = ~counted.is_vocabulary  # these columns are always there

    def within_limits(numbers: npt.NDArray[Any]) -> Bools:
        return np.asarray(hashed | ((numbers >= least) & (numbers <= most)))

    kept = within_limits(frequencies)
    kept_own = within_limits(frequencies - 1)
    return Shared(pairs, documents.astype(np.float64), kept, kept_own)


def _chunks(counted: "Counted", shared: Shared) -> Iterator[Chunk]:
    """Yield the documents in chunks whose cells (features × labels) fit in memory."""
    starts = counted.rows.starts
    n = len(counted.codes)
    most = CELLS_AT_ONCE // counted.n_labels
    first = 0
    while first < n:
        fitting = int(np.searchsorted(starts, starts[first] + most, side="right")) - 1
        last = max(first + 1, min(fitting, n))
        last = min(last, first + max(1, most))
        yield _chunk(counted, shared, first, last)
        first = last


def _chunk(counted: "Counted", shared: Shared, first: int, last: int) -> Chunk:
    rows = counted.rows
    inside = slice(int(rows.starts[first]), int(rows.starts[last]))
    own = np.repeat(np.arange(last - first), np.diff(rows.starts[first : last + 1]))
    column = rows.columns[inside]
    count = rows.values[inside].astype(np.float64)
    label = counted.codes[first:last]
    weight = np.ones(last - first) if counted.weights is None else counted.weights[first:last]

    totals = shared.sums.rows(column)
    left = totals.copy()
    left[np.arange(len(own)), label[own]] -= count * weight[own]
    kept = shared.kept[column]
    kept_own = shared.kept_own[column]
    return Chunk(first, label, weight, own, column, count, totals, left, kept, kept_own)


def _log_prior(chunk: Chunk, documents: Floats, learner: "Learner") -> Floats:
    """Return log P(label) for each left-out document.

    Minus infinity for a label it was the only one of.
    """
    left = documents - chunk.is_own() * chunk.weight[:, None]
    prior = learner.label_prior
    if prior == "uniform":
        left = (left > 0).astype(np.float64)
    elif not isinstance(prior, str):
        named_prior = [prior[label] for label in sorted(prior, key=str.encode)]
        left = np.array(named_prior) * (left > 0)
    return np.asarray(_log(left) - np.log(left.sum(axis=1, keepdims=True)))


def _with_prior(left_out: LeftOut, prior: Floats) -> Floats:
    """Return the scores with the prior, which alone decides where every label is vetoed."""
    scores = left_out.scores + (prior if left_out.has_prior else 0.0)
    impossible = left_out.vetoed | np.isneginf(prior)
    scores = np.where(impossible, -np.inf, scores)
    none_left = np.all(np.isneginf(scores), axis=1)
    return np.where(none_left[:, None], prior, scores)


def _log(values: Floats) -> Floats:
    return np.log(values, out=np.full(values.shape, -np.inf), where=values > 0)
