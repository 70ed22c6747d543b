"""Exact parts of naive Bayes by subtraction: total every part once, subtract each in turn, apply the formula."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.classifier.fit import fit_table
from linnet.errors import InputError, quoted
from linnet.features.rows import Rows
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.learner import Ability
from linnet.learning.table import Table
from linnet.recipe.recipe import Recipe
from linnet.validation.training_documents import labelled_documents, with_columns_of

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
        """Which columns are words that come and go with the documents; hashed columns are always there."""
        sizes = np.diff(self.features.block_ends, prepend=0)
        return np.repeat([not block.settings.hash_bits for block in self.features.blocks], sizes)


@dataclass(frozen=True, eq=False)
class TrainingPart:
    """All documents but one part: its totals, ready for the formula, and where the columns have gone."""

    table: Table
    block_ends: Ints
    place: npt.NDArray[np.int32]  # column → column of the table, or -1
    label_codes: Ints  # which of all labels it has

    def scores(self, rows: Rows, recipe: Recipe, n_labels: int) -> Floats:
        """Return the scores of rows (already renumbered) for all labels; minus infinity for those it lacks."""
        recipe = replace(recipe, learner=recipe.learner.among(self.table.labels))
        weights = fit_table(self.table, recipe).weights
        engine = _core.Model(blocks=[], weights=weights.engine(self.block_ends))
        values: Floats = engine.score(rows.engine(), threads=1).scores
        if len(weights.offset_vetoes):
            values = np.where(np.all(np.isneginf(values), axis=1)[:, None], weights.prior, values)
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
    documents = with_columns_of(recipe, labelled_documents(documents, recipe, "cross-validation"))
    rows = count_rows(
        documents, recipe.blocks(len(documents.fields)), threads, progress, recipe.column_names
    )
    if len(rows.labels) < 2 and not rows.multilabel:
        raise InputError(
            f"{documents.name}: there must be at least two labels; got {quoted(rows.labels[0])} only."
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
    # With weights each Bernoulli document would leave another number of documents behind: another table each time.
    changes_table = counted.weights is not None and learner.inputs.presence
    # Balanced weights change with each document, too.
    return recipe.class_weights == "none" and not changes_table


def subtracting(counted: Counted, part: npt.NDArray[Any]) -> Callable[[int], TrainingPart]:
    """Return the function fold → training part: the totals of all documents minus those of the fold."""
    k = counted.n_labels
    with ThreadPoolExecutor(1) as pool:
        totals = pool.submit(
            counted.totals, (part * k + counted.codes).astype(np.int32), counted.weights
        )
        of_all = counted.all_totals
        by_part = totals.result()
    frequencies = of_all.frequencies
    labels = of_all.labels
    n_columns = len(frequencies)
    column = np.repeat(np.arange(n_columns), np.diff(of_all.starts))
    key = column * k + labels
    part_column = np.repeat(np.arange(n_columns), np.diff(by_part.starts))
    pair = np.searchsorted(key, part_column * k + by_part.labels % k)
    of_part = by_part.labels // k
    ones = None if counted.weights is None else counted.totals(part.astype(np.int32), None)

    def frequency(fold: int, held: npt.NDArray[np.bool_]) -> Ints:
        if ones is None:
            presences = by_part.presences[held]
            there = np.bincount(part_column[held], presences, minlength=n_columns)
        else:
            of_fold = ones.labels == fold
            columns = np.repeat(np.arange(n_columns), np.diff(ones.starts))[of_fold]
            there = np.bincount(columns, ones.presences[of_fold], minlength=n_columns)
        return np.asarray(frequencies - there.astype(np.int64))

    def training(fold: int) -> TrainingPart:
        held, rest = of_part == fold, part != fold
        left_sums = of_all.sums.copy()
        left_presences = of_all.presences.copy()
        left_sums[pair[held]] -= by_part.sums[held]
        left_presences[pair[held]] -= by_part.presences[held]
        left = (column, labels, left_sums, left_presences)
        return _training_part(counted, rest, frequency(fold, held), left)

    return training


def _training_part(
    counted: Counted, rest: npt.NDArray[np.bool_], frequencies: Ints, pairs: Any
) -> TrainingPart:
    column, labels, sums, presences = pairs
    kept = _kept(counted, frequencies, column, sums, int(np.count_nonzero(rest)))
    there = np.bincount(counted.codes[rest], minlength=counted.n_labels) > 0
    weights = np.bincount(
        counted.codes[rest],
        None if counted.weights is None else counted.weights[rest],
        minlength=counted.n_labels,
    )
    chosen = kept[column] & (presences > 0)
    starts = np.zeros(np.count_nonzero(kept) + 1, np.int64)
    np.cumsum(np.bincount(column[chosen], minlength=len(kept))[kept], out=starts[1:])
    place = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    ends = np.concatenate([[0], np.cumsum(kept)])[counted.features.block_ends].astype(np.int64)
    new_label = (np.cumsum(there) - 1).astype(np.int32)
    table = Table(
        tuple(label for label, has in zip(counted.labels, there, strict=True) if has),
        weights[there].astype(np.float64),
        len(ends),
        len(starts) - 1,
        starts,
        new_label[labels[chosen]],
        sums[chosen],
        presences[chosen],
    )
    return TrainingPart(table, ends, place, np.flatnonzero(there))


def _kept(
    counted: Counted, frequencies: Ints, column: Ints, sums: Floats, n: int
) -> npt.NDArray[np.bool_]:
    """Return the columns that a vocabulary made from the training part alone would have."""
    kept = ~counted.is_vocabulary
    counts = np.bincount(column, sums, minlength=len(frequencies)).astype(np.float64)
    first = 0
    for block, end in zip(
        counted.features.blocks, counted.features.block_ends.tolist(), strict=True
    ):
        if not block.settings.hash_bits:
            kept[first:end] = counted.recipe.limits.kept(
                frequencies[first:end], counts[first:end], n
            )
        first = end
    return kept
