"""Exact cross-validation of naive Bayes: total every part once, subtract each part in turn, apply the formula.

The same labels and scores as refitting the whole pipeline on each training part (vocabulary and limits from the
training part only), for a whole grid of smoothings in about the time of one training.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError, SettingError
from linnet.evaluation.intervals import wilson
from linnet.evaluation.measures import Measure
from linnet.evaluation.splits import stratified_folds
from linnet.features.blocks import Features
from linnet.features.rows import Rows
from linnet.learning.counting import Progress, count_rows, no_progress
from linnet.learning.naive_bayes import NaiveBayes, Table, given_prior
from linnet.reading import Documents, read
from linnet.recipe import Recipe
from linnet.threads import threads_of

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Result:
    """What one smoothing gave."""

    smoothing: float
    accuracy: Measure
    errors: int  # wrongly labelled documents, all folds together
    fold_mean_error: float  # the error of each fold, averaged


@dataclass(frozen=True)
class CrossValidation:
    """What every smoothing of the grid gave."""

    documents: int
    folds: int
    results: tuple[Result, ...]

    @property
    def best(self) -> Result:
        """The result with the fewest errors; the first where several tie."""
        return min(self.results, key=lambda result: result.errors)


@dataclass(frozen=True, eq=False)
class Counted:
    """Labelled documents, counted once."""

    features: Features
    rows: Rows
    labels: tuple[str, ...]
    codes: npt.NDArray[np.int32]  # the label of each document
    weights: Floats | None
    recipe: Recipe

    @property
    def n_labels(self) -> int:
        return len(self.labels)

    def totals(self, codes: npt.NDArray[np.int32], weights: Floats | None) -> Any:
        """Return totals of the rows by any code per document: frequencies, starts, codes, sums, presences."""
        rows = self.rows
        return _core.totals_of_rows(rows.starts, rows.columns, rows.values, codes, weights, self.features.n_columns)

    @cached_property
    def all_totals(self) -> Any:
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
        weights = _within(recipe.naive_bayes, self.table.labels).weights(self.table)
        engine = _core.Model([], {**weights.arrays(), "block_ends": self.block_ends}, None)
        values: Floats = engine.score(rows.starts, rows.columns, rows.values, 1)
        if len(weights.offset_vetoes):
            values = np.where(np.all(np.isneginf(values), axis=1)[:, None], weights.prior, values)
        if len(self.label_codes) == n_labels:
            return values
        scores = np.full((len(rows), n_labels), -np.inf)
        scores[:, self.label_codes] = values
        return scores


def cross_validate(
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    smoothings: Sequence[float] = (),
    folds: int | None = 10,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> CrossValidation:
    """Return the cross-validated error of each smoothing; folds=None leaves out one document at a time.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 3
    >>> cross_validate(data, folds=3, smoothings=[0.1, 1]).best.errors
    0
    """
    recipe, threads = Recipe.given(recipe), threads_of(threads)
    counted = count(documents, recipe, threads, progress)
    part = np.arange(len(counted.codes)) if folds is None else stratified_folds(counted.codes, folds, recipe.seed)
    recipes = [
        _with_smoothing(recipe, smoothing) for smoothing in (tuple(smoothings) or (recipe.naive_bayes.smoothing,))
    ]
    wrong = np.zeros((len(recipes), len(counted.codes)), np.bool_)
    for number, chosen, scores in scores_by_part(counted, part, recipes, threads):
        wrong[number, chosen] = scores.argmax(axis=1) != counted.codes[chosen]
    results = tuple(_result(r.naive_bayes.smoothing, wrong[number], part) for number, r in enumerate(recipes))
    return CrossValidation(len(counted.codes), int(part.max()) + 1, results)


def _within(learner: NaiveBayes, labels: Sequence[str]) -> NaiveBayes:
    """Return the learner with a given prior only over the labels that the training part has."""
    if isinstance(learner.prior, str):
        return learner
    total = sum(learner.prior[label] for label in labels)
    return replace(learner, prior={label: learner.prior[label] / total for label in labels})


def _with_smoothing(recipe: Recipe, smoothing: float) -> Recipe:
    return replace(recipe, learner=replace(recipe.naive_bayes, smoothing=float(smoothing)))


def _result(smoothing: float, wrong: npt.NDArray[np.bool_], part: npt.NDArray[Any]) -> Result:
    n, errors = len(wrong), int(np.count_nonzero(wrong))
    by_part = np.bincount(part, wrong) / np.bincount(part)
    return Result(smoothing, Measure(1 - errors / n, wilson(n - errors, n)), errors, float(by_part.mean()))


def count(documents: Any, recipe: Recipe, threads: int, progress: Progress = no_progress) -> Counted:
    """Read and count labelled documents once."""
    documents = documents if isinstance(documents, Documents) else read(documents)
    if documents.label is None:
        raise SettingError(f"{documents.name}: cross-validation needs labels; got documents without.")
    read_rows = count_rows(documents, recipe.blocks(len(documents.fields)), threads, progress)
    labels = read_rows.labels
    if len(labels) < 2:
        raise InputError(f"{documents.name}: there must be at least two labels; got {labels[0]!r} only.")
    if not isinstance(recipe.naive_bayes.prior, str):
        given_prior(labels, recipe.naive_bayes.prior)
    return Counted(read_rows.features, read_rows.rows, labels, read_rows.codes, read_rows.weights, recipe)


def scores_by_part(
    counted: Counted, part: npt.NDArray[Any], recipes: Sequence[Recipe], threads: int
) -> Iterator[tuple[int, npt.NDArray[Any], Floats]]:
    """Yield (number of the recipe, documents, their scores by the model trained on the other parts)."""
    from linnet.tuning.leave_one_out import leave_one_out_scores

    each_alone = int(part.max()) + 1 == len(part)
    # With weights each Bernoulli document would leave another number of documents behind: another table each time.
    plain = counted.weights is None or not recipes[0].naive_bayes.presence
    if each_alone and plain and recipes[0].limits.most_frequent is None:
        yield from leave_one_out_scores(counted, recipes)
        return
    parts_of = _subtracting(counted, part)

    def run(fold: int) -> list[tuple[int, npt.NDArray[Any], Floats]]:
        training, chosen = parts_of(fold), np.flatnonzero(part == fold)
        rows = counted.rows.select(part == fold).renumber(training.place)
        return [(n, chosen, training.scores(rows, r, counted.n_labels)) for n, r in enumerate(recipes)]

    with ThreadPoolExecutor(threads) as pool:
        for found in pool.map(run, range(int(part.max()) + 1)):
            yield from found


def _subtracting(counted: Counted, part: npt.NDArray[Any]) -> Callable[[int], TrainingPart]:
    """Return the function fold → training part: the totals of all documents minus those of the fold."""
    k = counted.n_labels
    with ThreadPoolExecutor(1) as pool:
        totals = pool.submit(counted.totals, (part * k + counted.codes).astype(np.int32), counted.weights)
        frequencies, starts, labels, sums, presences = counted.all_totals
        by_part = totals.result()
    column = np.repeat(np.arange(len(frequencies)), np.diff(starts))
    key = column * k + labels
    part_column = np.repeat(np.arange(len(frequencies)), np.diff(by_part[1]))
    pair = np.searchsorted(key, part_column * k + by_part[2] % k)
    of_part = by_part[2] // k
    ones = None if counted.weights is None else counted.totals(part.astype(np.int32), None)

    def frequency(fold: int, held: npt.NDArray[np.bool_]) -> Ints:
        if ones is None:
            there = np.bincount(part_column[held], by_part[4][held], minlength=len(frequencies))
        else:
            columns = np.repeat(np.arange(len(frequencies)), np.diff(ones[1]))[ones[2] == fold]
            there = np.bincount(columns, ones[4][ones[2] == fold], minlength=len(frequencies))
        return np.asarray(frequencies - there.astype(np.int64))

    def training(fold: int) -> TrainingPart:
        held, rest = of_part == fold, part != fold
        left_sums, left_presences = sums.copy(), presences.copy()
        left_sums[pair[held]] -= by_part[3][held]
        left_presences[pair[held]] -= by_part[4][held]
        left = (column, labels, left_sums, left_presences)
        return _training_part(counted, rest, frequency(fold, held), left)

    return training


def _training_part(counted: Counted, rest: npt.NDArray[np.bool_], frequencies: Ints, pairs: Any) -> TrainingPart:
    column, labels, sums, presences = pairs
    kept = _kept(counted, frequencies, column, sums, int(np.count_nonzero(rest)))
    there = np.bincount(counted.codes[rest], minlength=counted.n_labels) > 0
    weights = np.bincount(
        counted.codes[rest], None if counted.weights is None else counted.weights[rest], minlength=counted.n_labels
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


def _kept(counted: Counted, frequencies: Ints, column: Ints, sums: Floats, n: int) -> npt.NDArray[np.bool_]:
    """Return the columns that a vocabulary made from the training part alone would have."""
    kept = ~counted.is_vocabulary
    counts = np.bincount(column, sums, minlength=len(frequencies)).astype(np.float64)
    first = 0
    for block, end in zip(counted.features.blocks, counted.features.block_ends.tolist(), strict=True):
        if not block.settings.hash_bits:
            kept[first:end] = counted.recipe.limits.kept(frequencies[first:end], counts[first:end], n)
        first = end
    return kept
