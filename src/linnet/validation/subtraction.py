"""Exact parts of naive Bayes by subtraction.

Total every part once, subtract each in turn, apply the formula.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.classifier.fit import fit_table
from linnet.classifier.training_documents import labelled_documents, with_columns_of
from linnet.errors import InputError, quoted
from linnet.features.rows import Rows
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.learner import Ability
from linnet.learning.table import Table
from linnet.recipe.recipe import Recipe

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counted(LabelledRows):
    """Labelled documents, counted once for a recipe."""

    recipe: Recipe = field(default_factory=Recipe)

    @property
    def n_labels(self) -> int:
        return len(self.labels)

    def totals(self, codes: npt.NDArray[np.int32], weights: Floats | None) -> _core.Totals:
        """Return totals of the rows by any code per document."""
        n_columns = self.features.n_columns
        return _core.totals_of_rows(self.rows.engine(), codes, weights=weights, n_columns=n_columns)

    @cached_property
    def all_totals(self) -> _core.Totals:
        return self.totals(self.codes, self.weights)

    @cached_property
    def is_vocabulary(self) -> npt.NDArray[np.bool_]:
        """Which columns are words that come and go with the documents.

        Hashed columns are always there.
        """
        sizes = np.diff(self.features.block_ends, prepend=0)
        return np.repeat([not block.settings.hash_bits for block in self.features.blocks], sizes)


@dataclass(frozen=True, eq=False)
class TrainingPart:
    """All documents but one part.

    Its totals, ready for the formula, and where the columns have gone.
    """

    table: Table
    block_ends: Ints
    place: npt.NDArray[np.int32]  # column → column of the table, or -1
    label_codes: Ints  # which of all labels it has

    def scores(self, rows: Rows, recipe: Recipe, n_labels: int) -> Floats:
        """Return the scores of rows (already renumbered) for all labels.

        Minus infinity for those it lacks.
        """
        recipe = replace(recipe, learner=recipe.learner.among(self.table.labels))
        weights = fit_table(self.table, recipe).weights
        engine = _core.Model(blocks=[], weights=weights.engine(self.block_ends))
        values: Floats = engine.score(rows.engine(), threads=1).scores
        if len(weights.offset_vetoes):
            none_left = np.all(np.isneginf(values), axis=1)
            values = np.where(none_left[:, None], weights.prior, values)
        if len(self.label_codes) == n_labels:
            return values
        scores = np.full((len(rows), n_labels), -np.inf)
        scores[:, self.label_codes] = values
        return scores


def count(
    documents: Any,
    recipe: Recipe,
    threads: int,
    progress: Progress = no_progress,
) -> Counted:
    """Read and count labelled documents once."""
    documents = labelled_documents(documents, recipe, "cross-validation")
    documents = with_columns_of(recipe, documents)
    blocks = recipe.blocks(len(documents.fields))
    rows = count_rows(documents, blocks, threads, progress, recipe.column_names)
    if len(rows.labels) < 2 and not rows.multilabel:
        raise InputError(
            f"{documents.name}: there must be at least two labels; got {quoted(rows.labels[0])} "
            "only."
        )
    recipe.check_names(rows.labels)
    if not rows.multilabel:
        recipe.learner.check_labels(rows.labels)
    return Counted(**rows.__dict__, recipe=recipe)


def takes_one_pass(counted: Counted, recipe: Recipe) -> bool:
    """Return whether leaving out each document by itself takes one pass over all of them."""
    learner = recipe.learner
    if Ability.ONE_PASS not in learner.abilities or recipe.limits.most_frequent is not None:
        return False
    # With weights each Bernoulli document would leave another number of documents behind: another
    # table each time.
    changes_table = counted.weights is not None and learner.inputs.presence
    # Balanced weights change with each document, too.
    return recipe.class_weights == "none" and not changes_table


def subtracting(counted: Counted, part: npt.NDArray[Any]) -> Callable[[int], TrainingPart]:
    """Return the function fold → training part: the totals of all documents minus the fold's."""
    totals = _PartTotals.of(counted, part)

    def training(fold: int) -> TrainingPart:
        return _training_part(counted, part != fold, totals.without(fold))

    return training


@dataclass(frozen=True, eq=False)
class _Left:
    """Totals of the documents that are left.

    Pairs (column, label) with their sums, and frequencies.
    """

    column: Ints
    labels: npt.NDArray[np.int32]
    sums: Floats
    presences: Floats
    frequencies: Ints


@dataclass(frozen=True, eq=False)
class _PartTotals:
    """Totals of all documents, and those of each part: where its pairs are among those of all."""

    whole: _Left
    part_of_pair: npt.NDArray[np.int32]
    pair: Ints  # its place among the pairs of all documents
    column: Ints
    sums: Floats
    presences: Floats
    # Of documents with weights: per pair (column, part), how many documents of the part have it.
    documents: tuple[Ints, npt.NDArray[np.int32], Floats] | None

    @classmethod
    def of(cls, counted: Counted, part: npt.NDArray[Any]) -> "_PartTotals":
        k = counted.n_labels
        codes = (part * k + counted.codes).astype(np.int32)
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(counted.totals, codes, counted.weights)
            of_all = counted.all_totals
            by_part = running.result()

        column = _column_of_pair(of_all.starts)
        part_column = _column_of_pair(by_part.starts)
        key = column * k + of_all.labels
        pair = np.searchsorted(key, part_column * k + by_part.labels % k)
        documents = None
        if counted.weights is not None:
            ones = counted.totals(part.astype(np.int32), None)
            documents = (_column_of_pair(ones.starts), ones.labels, ones.presences)
        whole = _Left(column, of_all.labels, of_all.sums, of_all.presences, of_all.frequencies)
        part_of_pair = by_part.labels // k
        sums = by_part.sums
        presences = by_part.presences
        return cls(whole, part_of_pair, pair, part_column, sums, presences, documents)

    def without(self, fold: int) -> _Left:
        """Return the totals of all documents minus those of a part."""
        held = self.part_of_pair == fold
        sums = self.whole.sums.copy()
        presences = self.whole.presences.copy()
        sums[self.pair[held]] -= self.sums[held]
        presences[self.pair[held]] -= self.presences[held]
        frequencies = self.whole.frequencies - self._frequencies(fold, held)
        return replace(self.whole, sums=sums, presences=presences, frequencies=frequencies)

    def _frequencies(self, fold: int, held: npt.NDArray[np.bool_]) -> Ints:
        """Return how many documents of a part have each feature."""
        n = len(self.whole.frequencies)
        if self.documents is None:
            counts = np.bincount(self.column[held], self.presences[held], minlength=n)
        else:
            column, parts, ones = self.documents
            is_held = parts == fold
            counts = np.bincount(column[is_held], ones[is_held], minlength=n)
        return np.asarray(counts.astype(np.int64))


def _column_of_pair(starts: Ints) -> Ints:
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def _training_part(counted: Counted, rest: npt.NDArray[np.bool_], left: _Left) -> TrainingPart:
    """Return the totals that are left, of the features and labels that are left."""
    codes = counted.codes[rest]
    document_weights = None if counted.weights is None else counted.weights[rest]
    has_label = np.bincount(codes, minlength=counted.n_labels) > 0
    weights = np.bincount(codes, document_weights, minlength=counted.n_labels)

    kept = _kept(counted, left, int(np.count_nonzero(rest)))
    chosen = kept[left.column] & (left.presences > 0)
    sizes = np.bincount(left.column[chosen], minlength=len(kept))[kept]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    ends = np.concatenate([[0], np.cumsum(kept)])[counted.features.block_ends].astype(np.int64)
    new_label = (np.cumsum(has_label) - 1).astype(np.int32)
    pair_labels = new_label[left.labels[chosen]]
    labels = tuple(compress(counted.labels, has_label))
    label_weights = weights[has_label].astype(np.float64)
    table = Table(
        labels=labels,
        weights=label_weights,
        n_blocks=len(ends),
        n_columns=len(sizes),
        starts=starts,
        pair_labels=pair_labels,
        sums=left.sums[chosen],
        presences=left.presences[chosen],
    )
    place = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    return TrainingPart(table, ends, place, np.flatnonzero(has_label))


def _kept(counted: Counted, left: _Left, n: int) -> npt.NDArray[np.bool_]:
    """Return the columns that a vocabulary made from the training part alone would have."""
    frequencies = left.frequencies
    kept = ~counted.is_vocabulary
    counts = np.bincount(left.column, left.sums, minlength=len(frequencies)).astype(np.float64)
    first = 0
    ends = counted.features.block_ends.tolist()
    for block, end in zip(counted.features.blocks, ends, strict=True):
        inside = slice(first, end)
        if not block.settings.hash_bits:
            kept[inside] = counted.recipe.limits.kept(frequencies[inside], counts[inside], n)
        first = end
    return kept
