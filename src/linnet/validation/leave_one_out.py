"""Leave-one-out for naive Bayes in one pass: taking out a document changes only the totals of its own features.

Features that a left-out document does not have keep their totals, so what all documents share is computed once, and
each document corrects it at its own features. The scores are those of a refit on all other documents.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from linnet.recipe.recipe import Recipe
    from linnet.validation.subtraction import Counted

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
CELLS_AT_ONCE = 2_000_000


@dataclass(frozen=True, eq=False)
class Shared:
    """What holds for every left-out document: totals (column × label) and which columns take part."""

    sums: Any  # pairs of all documents, as arrays (starts, labels, values) per column
    documents: Floats  # per label: the sum of their weights
    kept: Bools  # columns that take part where the document does not have them
    kept_own: Bools  # columns that still take part where the document has them


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some left-out documents: their features one after the other."""

    first: int  # the number of the first document
    label: npt.NDArray[Any]  # of each document
    weight: Floats  # of each document
    own: npt.NDArray[Any]  # document of each feature, from 0
    column: npt.NDArray[Any]  # of each feature
    count: Floats  # of each feature
    totals: Floats  # features × labels: all documents' totals of the feature's column
    left: Floats  # the same without the document itself
    kept: Bools
    kept_own: Bools

    def per_document(self, values: Floats) -> Floats:
        """Return features × labels summed to documents × labels."""
        out = np.zeros((len(self.label), values.shape[1]))
        starts = np.searchsorted(self.own, np.arange(len(self.label)))
        full = np.diff(np.append(starts, len(self.own))) > 0
        if full.any():
            out[full] = np.add.reduceat(values, starts[full], axis=0)
        return out

    def is_own(self) -> Bools:
        """Return documents × labels: which label is the document's."""
        return np.asarray(self.label[:, None] == np.arange(self.totals.shape[1]))


def leave_one_out_scores(
    counted: "Counted", recipes: "Sequence[Recipe]"
) -> Iterator[tuple[int, npt.NDArray[Any], Floats]]:
    """Yield (number of the recipe, documents, scores), some documents at a time."""
    n, limits = len(counted.codes), counted.recipe.limits
    frequencies = counted.all_totals[0]
    least, most = limits.bounds(n - 1)
    free = ~counted.is_vocabulary  # hashed columns are always there
    kept = free | ((frequencies >= least) & (frequencies <= most))
    kept_own = free | ((frequencies - 1 >= least) & (frequencies - 1 <= most))
    documents = np.bincount(counted.codes, counted.weights, minlength=counted.n_labels).astype(
        np.float64
    )
    presence = counted.recipe.naive_bayes.presence
    _, starts, labels, sums, presences = counted.all_totals
    table = _Pairs(starts, labels, presences if presence else sums, counted.n_labels)
    shared = Shared(table, documents, kept, kept_own)
    formulas = [FORMULAS[r.naive_bayes.learner](shared, r) for r in recipes]
    for chunk in _chunks(counted, shared):
        chosen = np.arange(chunk.first, chunk.first + len(chunk.label))
        for number, formula in enumerate(formulas):
            yield (
                number,
                chosen,
                _settled(*formula(chunk), _prior(chunk, documents, recipes[number])),
            )


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Totals of all documents, sparse by column."""

    starts: npt.NDArray[np.int64]
    labels: npt.NDArray[np.int32]
    values: Floats
    n_labels: int

    def rows(self, columns: npt.NDArray[Any]) -> Floats:
        """Return columns × labels as a dense table."""
        sizes = self.starts[columns + 1] - self.starts[columns]
        row = np.repeat(np.arange(len(columns)), sizes)
        pair = (
            np.arange(len(row))
            - np.repeat(np.cumsum(sizes) - sizes, sizes)
            + np.repeat(self.starts[columns], sizes)
        )
        dense = np.zeros((len(columns), self.n_labels))
        dense[row, self.labels[pair]] = self.values[pair]
        return dense

    def over(self, kept: Bools, value: Callable[[Floats], Floats]) -> Floats:
        """Return per label the sum of value(totals) over the kept columns."""
        columns, out = np.flatnonzero(kept), np.zeros(self.n_labels)
        step = max(1, CELLS_AT_ONCE // self.n_labels)
        for at in range(0, len(columns), step):
            out += value(self.rows(columns[at : at + step])).sum(axis=0)
        return out


def _chunks(counted: "Counted", shared: Shared) -> Iterator[Chunk]:
    rows, k = counted.rows, counted.n_labels
    first, n = 0, len(counted.codes)
    weights = np.ones(n) if counted.weights is None else counted.weights
    while first < n:
        limit = rows.starts[first] + CELLS_AT_ONCE // k
        last = max(first + 1, min(int(np.searchsorted(rows.starts, limit, side="right")) - 1, n))
        last = min(last, first + max(1, CELLS_AT_ONCE // k))
        inside = slice(int(rows.starts[first]), int(rows.starts[last]))
        own = np.repeat(np.arange(last - first), np.diff(rows.starts[first : last + 1]))
        column, count = rows.columns[inside], rows.values[inside].astype(np.float64)
        label, weight, totals = (
            counted.codes[first:last],
            weights[first:last],
            shared.sums.rows(column),
        )
        left = totals.copy()
        left[np.arange(len(own)), label[own]] -= count * weight[own]
        kept, kept_own = shared.kept[column], shared.kept_own[column]
        yield Chunk(first, label, weight, own, column, count, totals, left, kept, kept_own)
        first = last


def _prior(chunk: Chunk, documents: Floats, recipe: "Recipe") -> Floats:
    """Return log P(label) for each left-out document; minus infinity for a label it was the only one of."""
    left = documents - chunk.is_own() * chunk.weight[:, None]
    if recipe.naive_bayes.learner == "complement" or recipe.naive_bayes.prior == "uniform":
        left = (left > 0).astype(np.float64)
    elif not isinstance(recipe.naive_bayes.prior, str):
        given = recipe.naive_bayes.prior
        left = np.array([given[label] for label in sorted(given, key=str.encode)]) * (left > 0)
    return np.asarray(_log(left) - np.log(left.sum(axis=1, keepdims=True)))


def _settled(scores: Floats, vetoed: Bools, use_prior: bool, prior: Floats) -> Floats:
    scores = np.where(vetoed | np.isneginf(prior), -np.inf, scores + (prior if use_prior else 0.0))
    return np.where(np.all(np.isneginf(scores), axis=1)[:, None], prior, scores)


def _log(values: Floats) -> Floats:
    return np.log(values, out=np.full(values.shape, -np.inf), where=values > 0)


def _finite_log(values: Floats) -> Floats:
    return np.log(values, out=np.zeros(values.shape), where=values > 0)


def _sizes(chunk: Chunk, shared: Shared) -> Floats:
    """Return the number of features that take part without each document, as a column."""
    change = chunk.per_document((chunk.kept_own.astype(np.float64) - chunk.kept)[:, None])
    return np.asarray(np.count_nonzero(shared.kept) + change)


Formula = Callable[[Chunk], tuple[Floats, Bools, bool]]


def multinomial(shared: Shared, recipe: "Recipe") -> Formula:
    """Return the scores x log((c + a) / (total + V a)) as a function of left-out documents."""
    a, totals = recipe.naive_bayes.smoothing, shared.sums.over(shared.kept, lambda c: c)

    def scores(chunk: Chunk) -> tuple[Floats, Bools, bool]:
        own = chunk.kept_own[:, None]
        change = np.where(own, chunk.left, 0) - np.where(chunk.kept[:, None], chunk.totals, 0)
        below = totals + chunk.per_document(change) + _sizes(chunk, shared) * a
        x = (chunk.count * chunk.kept_own)[:, None]
        length = chunk.per_document(x)
        above = chunk.per_document(x * _finite_log(chunk.left + a))
        vetoed = chunk.per_document((own & (chunk.left + a <= 0)).astype(np.float64)) > 0
        return above - length * _finite_log(below), vetoed, True

    return scores


def bernoulli(shared: Shared, recipe: "Recipe") -> Formula:
    """Return the scores of presence and absence as a function of left-out documents."""
    a, n = recipe.naive_bayes.smoothing, shared.documents

    def absent(p: Floats, documents: Floats) -> tuple[Floats, Floats]:
        """Return log(1 - t), and 1 where that is minus infinity; 0 and 0 where p is more than there can be."""
        share = (documents - p + a) / np.maximum(documents + 2 * a, 1e-300)
        possible = p <= documents
        return np.where(possible, _finite_log(share), 0), (possible & (share <= 0)).astype(
            np.float64
        )

    # For the other labels, and for the document's own label with one document less.
    both = [n, n - 1]
    base = [shared.sums.over(shared.kept, lambda p, m=m: absent(p, m)[0]) for m in both]
    veto = [shared.sums.over(shared.kept, lambda p, m=m: absent(p, m)[1]) for m in both]

    def scores(chunk: Chunk) -> tuple[Floats, Bools, bool]:
        is_own = chunk.is_own()
        left_documents = n - is_own
        here = left_documents[chunk.own]
        gone, gone_veto = absent(chunk.totals, here)
        kept, kept_own = chunk.kept[:, None], chunk.kept_own[:, None]
        present = (chunk.left + a) / np.maximum(here + 2 * a, 1e-300)
        change = np.where(kept_own, _finite_log(present), 0) - np.where(kept, gone, 0)
        vetoes = (kept_own & (present <= 0)).astype(np.float64) - np.where(kept, gone_veto, 0)
        value = np.where(is_own, base[1], base[0]) + chunk.per_document(change)
        vetoed = np.where(is_own, veto[1], veto[0]) + chunk.per_document(vetoes) > 0
        return value, vetoed, True

    return scores


def complement(shared: Shared, recipe: "Recipe") -> Formula:
    """Return the scores -x log((rest + a) / (sum of rest + V a)) as a function of left-out documents."""
    a = recipe.naive_bayes.smoothing
    totals = shared.sums.over(shared.kept, _rest)
    logs = (
        shared.sums.over(shared.kept, lambda c: np.log(_rest(c) + a))
        if recipe.naive_bayes.norm
        else None
    )

    def scores(chunk: Chunk) -> tuple[Floats, Bools, bool]:
        own, kept = chunk.kept_own[:, None], chunk.kept[:, None]
        rest, rest_left = _rest(chunk.totals), _rest(chunk.left)
        size = _sizes(chunk, shared)
        below = _finite_log(
            totals
            + chunk.per_document(np.where(own, rest_left, 0) - np.where(kept, rest, 0))
            + size * a
        )
        x = (chunk.count * chunk.kept_own)[:, None]
        value = chunk.per_document(x) * below - chunk.per_document(x * np.log(rest_left + a))
        if logs is not None:
            change = np.where(own, np.log(rest_left + a), 0) - np.where(kept, np.log(rest + a), 0)
            value = value / (size * below - logs - chunk.per_document(change))
        return value, np.zeros(value.shape, np.bool_), False

    return scores


def _rest(totals: Floats) -> Floats:
    """Return the total over the other labels."""
    return np.asarray(np.maximum(totals.sum(axis=1, keepdims=True) - totals, 0.0))


FORMULAS: dict[str, Callable[[Shared, "Recipe"], Formula]] = {
    "multinomial": multinomial,
    "bernoulli": bernoulli,
    "complement": complement,
}
