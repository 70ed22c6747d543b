"""Leave-one-out of counts in one pass: the formulas of left-out documents.

Features that a left-out document does not have keep their totals, so what all documents share is
computed once, and each document corrects it at its own features. See `naive_bayes` for the formulas
themselves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
CELLS_AT_ONCE = 2_000_000
LEAST_DOCUMENTS = 1e-300  # so that nothing is divided by 0


@dataclass(frozen=True, eq=False)
class Pairs:
    """Totals of all documents, sparse by column."""

    starts: npt.NDArray[np.int64]
    labels: npt.NDArray[np.int32]
    values: Floats
    n_labels: int

    def rows(self, columns: npt.NDArray[Any]) -> Floats:
        """Return columns × labels as a dense table."""
        first = self.starts[columns]
        sizes = self.starts[columns + 1] - first
        row = np.repeat(np.arange(len(columns)), sizes)
        place_in_column = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        pair = place_in_column + np.repeat(first, sizes)

        dense = np.zeros((len(columns), self.n_labels))
        dense[row, self.labels[pair]] = self.values[pair]
        return dense

    def over(self, kept: Bools, value: Callable[[Floats], Floats]) -> Floats:
        """Return per label the sum of value(totals) over the kept columns."""
        columns = np.flatnonzero(kept)
        sums = np.zeros(self.n_labels)
        step = max(1, CELLS_AT_ONCE // self.n_labels)
        for first in range(0, len(columns), step):
            sums += value(self.rows(columns[first : first + step])).sum(axis=0)
        return sums


@dataclass(frozen=True, eq=False)
class Shared:
    """What holds for every left-out document: totals, and which columns take part."""

    sums: Pairs  # of all documents
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
        n = len(self.label)
        sums = np.zeros((n, values.shape[1]))
        starts = np.searchsorted(self.own, np.arange(n))
        has_features = np.diff(np.append(starts, len(self.own))) > 0
        if has_features.any():
            sums[has_features] = np.add.reduceat(values, starts[has_features], axis=0)
        return sums

    def is_own(self) -> Bools:
        """Return documents × labels: which label is the document's."""
        return np.asarray(self.label[:, None] == np.arange(self.totals.shape[1]))

    def n_features(self, shared: Shared) -> Floats:
        """Return the number of features that take part without each document, as a column."""
        change = self.kept_own.astype(np.float64) - self.kept
        return np.asarray(np.count_nonzero(shared.kept) + self.per_document(change[:, None]))


@dataclass(frozen=True, eq=False)
class LeftOut:
    """The scores of left-out documents, documents × labels, still without the prior."""

    scores: Floats
    vetoed: Bools
    has_prior: bool = True


Formula = Callable[[Chunk], LeftOut]


def multinomial(shared: Shared, smoothing: float) -> Formula:
    """Return the scores x log((c + a) / (total + V a)) as a function of left-out documents."""
    a = smoothing
    totals = shared.sums.over(shared.kept, lambda c: c)

    def scores(chunk: Chunk) -> LeftOut:
        own = chunk.kept_own[:, None]
        change = np.where(own, chunk.left, 0) - np.where(chunk.kept[:, None], chunk.totals, 0)
        below = totals + chunk.per_document(change) + chunk.n_features(shared) * a

        x = (chunk.count * chunk.kept_own)[:, None]
        length = chunk.per_document(x)
        above = chunk.per_document(x * _finite_log(chunk.left + a))
        never_seen = own & (chunk.left + a <= 0)
        vetoed = chunk.per_document(never_seen.astype(np.float64)) > 0
        return LeftOut(above - length * _finite_log(below), vetoed)

    return scores


def bernoulli(shared: Shared, smoothing: float) -> Formula:
    """Return the scores of presence and absence as a function of left-out documents."""
    a = smoothing
    n = shared.documents

    # For the other labels, and for the document's own label with one document less.
    both = [n, n - 1]
    base = [shared.sums.over(shared.kept, partial(_absent_logs, documents=m, a=a)) for m in both]
    veto = [shared.sums.over(shared.kept, partial(_absent_vetoes, documents=m, a=a)) for m in both]

    def scores(chunk: Chunk) -> LeftOut:
        is_own = chunk.is_own()
        left_documents = n - is_own
        documents = left_documents[chunk.own]
        kept = chunk.kept[:, None]
        kept_own = chunk.kept_own[:, None]

        without = _absent_logs(chunk.totals, documents, a)
        without_veto = _absent_vetoes(chunk.totals, documents, a)
        present = (chunk.left + a) / np.maximum(documents + 2 * a, LEAST_DOCUMENTS)
        change = np.where(kept_own, _finite_log(present), 0) - np.where(kept, without, 0)
        never = kept_own & (present <= 0)
        vetoes = never.astype(np.float64) - np.where(kept, without_veto, 0)

        value = np.where(is_own, base[1], base[0]) + chunk.per_document(change)
        n_vetoes = np.where(is_own, veto[1], veto[0]) + chunk.per_document(vetoes)
        return LeftOut(value, n_vetoes > 0)

    return scores


def _absent_logs(presences: Floats, documents: Floats, a: float) -> Floats:
    """Return log(1 - t); 0 where there are more presences than there can be."""
    possible = presences <= documents
    return np.where(possible, _finite_log(_absent_share(presences, documents, a)), 0)


def _absent_vetoes(presences: Floats, documents: Floats, a: float) -> Floats:
    """Return 1 where log(1 - t) is minus infinity."""
    never = (presences <= documents) & (_absent_share(presences, documents, a) <= 0)
    return np.asarray(never.astype(np.float64))


def _absent_share(presences: Floats, documents: Floats, a: float) -> Floats:
    absences = documents - presences
    return np.asarray((absences + a) / np.maximum(documents + 2 * a, LEAST_DOCUMENTS))


def complement(shared: Shared, smoothing: float, *, norm: bool) -> Formula:
    """Return the scores -x log((rest + a) / (sum of rest + V a)) as a function of left-out
    documents.
    """
    a = smoothing
    totals = shared.sums.over(shared.kept, _rest)
    logs = shared.sums.over(shared.kept, lambda c: np.log(_rest(c) + a)) if norm else None

    def scores(chunk: Chunk) -> LeftOut:
        own = chunk.kept_own[:, None]
        kept = chunk.kept[:, None]
        rest = _rest(chunk.totals)
        rest_left = _rest(chunk.left)
        size = chunk.n_features(shared)
        change = np.where(own, rest_left, 0) - np.where(kept, rest, 0)
        below = _finite_log(totals + chunk.per_document(change) + size * a)

        x = (chunk.count * chunk.kept_own)[:, None]
        value = chunk.per_document(x) * below - chunk.per_document(x * np.log(rest_left + a))
        if logs is not None:
            change = np.where(own, np.log(rest_left + a), 0) - np.where(kept, np.log(rest + a), 0)
            value = value / (size * below - logs - chunk.per_document(change))
        return LeftOut(value, np.zeros(value.shape, np.bool_), has_prior=False)

    return scores


def _rest(totals: Floats) -> Floats:
    """Return the total over the other labels."""
    return np.asarray(np.maximum(totals.sum(axis=1, keepdims=True) - totals, 0.0))


def _finite_log(values: Floats) -> Floats:
    return np.log(values, out=np.zeros(values.shape), where=values > 0)
