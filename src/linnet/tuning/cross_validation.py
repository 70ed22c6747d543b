"""Exact cross-validation of naive Bayes: total every part once, subtract each part in turn, apply the formula.

The same labels and scores as refitting the whole pipeline on each training part (vocabulary and limits from the
training part only), for a whole grid of smoothings in about the time of one training.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError, SettingError
from linnet.evaluation.gathering import gathering
from linnet.evaluation.intervals import wilson
from linnet.evaluation.leaks import Leaks, leaks_among
from linnet.evaluation.measures import Measure
from linnet.evaluation.splits import Parts
from linnet.features.rows import Rows
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.fitting import fit, fit_path
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.linear import Linear
from linnet.learning.naive_bayes import NaiveBayes
from linnet.learning.preparation import Prepared, label_weights
from linnet.learning.table import Table, given_prior
from linnet.model.linear_model import LinearModel
from linnet.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.documents import fitting, labelled_documents
from linnet.tuning.folds import Folds
from linnet.tuning.path import strengths_of

Generative = NaiveBayes | FullGaussian
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Result:
    """What one setting of the grid gave: a smoothing, or where the learner has one, a strength."""

    smoothing: float | None
    strength: float | None
    accuracy: Measure
    errors: int  # wrongly labelled documents, all folds and repeats together
    fold_mean_error: float  # the error of each fold, averaged
    without_leaks: Measure | None = None  # the accuracy without documents that leak, where some were found


@dataclass(frozen=True)
class CrossValidation:
    """What every smoothing of the grid gave."""

    documents: int  # judged in each repeat
    folds: int
    results: tuple[Result, ...]
    repeats: int = 1
    leaks: Leaks | None = field(default=None, compare=False)  # of the first repeat

    @property
    def best(self) -> Result:
        """The result with the fewest errors; the first where several tie."""
        return min(self.results, key=lambda result: result.errors)


@dataclass(frozen=True, eq=False)
class Counted(LabelledRows):
    """Labelled documents, counted once for a recipe."""

    recipe: Recipe = field(default_factory=Recipe)

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
        by_label = label_weights(self.table.labels, self.table.weights, recipe.class_weights)
        table = self.table if by_label is None else self.table.times(by_label)
        learner = _within(recipe.naive_bayes, table.labels)
        assert isinstance(learner, NaiveBayes)
        weights = learner.weights(table)
        engine = _core.Model([], {**weights.arrays(), "block_ends": self.block_ends}, None)
        values: Floats = engine.score(rows.starts, rows.columns, rows.values, 1)
        if len(weights.offset_vetoes):
            values = np.where(np.all(np.isneginf(values), axis=1)[:, None], weights.prior, values)
        if len(self.label_codes) == n_labels:
            return values
        scores = np.full((len(rows), n_labels), -np.inf)
        scores[:, self.label_codes] = values
        return scores


def cross_validate(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    smoothings: Sequence[float] = (),
    strengths: Sequence[float] = (),
    path: int | None = None,
    folds: int | Folds | None = 10,
    leaks: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> CrossValidation:
    """Return the cross-validated error of each smoothing or strength; folds=None leaves out one document at a time.

    `Folds` tells more: repeats, folds of whole groups, folds by time. Exact duplicates in different folds are always
    looked for; with `leaks` also near ones, and columns that give the label away.

    What depends on the training documents (vocabulary, weighting, bins) is learned anew from each training part.
    With `path`, as many strengths are tried, from where an l1 penalty leaves no weights down to a thousandth of that.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 3
    >>> cross_validate(data, folds=3, smoothings=[0.1, 1]).best.errors
    0
    """
    recipe, cut = Recipe.given(recipe).cut_by(tokenizer)
    threads = threads_of(threads)
    folds = Folds.given(folds, recipe.seed)
    documents = labelled_documents(documents, recipe, "cross-validation", aside=folds.columns)
    documents, gathered_in = gathering(documents, threads, texts=leaks)
    documents = tokenized(documents, cut)
    recipe = fitting(recipe, documents)
    counted = count(documents, recipe, threads, progress)
    gathered = gathered_in()
    if path is not None and len(strengths):
        raise SettingError("a path has strengths of its own; got some too. Leave one of them out.")
    if path is not None:
        strengths = strengths_of(counted, recipe, path, threads)
    recipes = _grid(recipe, smoothings, strengths)
    repeats = folds.parts(gathered.traits(folds.group, folds.time))
    found = [leaks_among(gathered, parts, near=leaks, threads=threads) for parts in repeats]
    wrong = np.concatenate([_judged(counted, parts, recipes, threads) for parts in repeats], axis=1)
    part = np.concatenate([one.judged_part() + number * len(one.judged()) for number, one in enumerate(repeats)])
    leaking = np.concatenate([_leaking(one, parts) for one, parts in zip(found, repeats, strict=True)])
    results = tuple(_result(r, wrong[number], part, leaking, len(repeats)) for number, r in enumerate(recipes))
    return CrossValidation(found[0].documents, len(repeats[0].judged()), results, len(repeats), found[0])


def _judged(counted: Counted, parts: Parts, recipes: Sequence[Recipe], threads: int) -> Flags:
    """Return recipes × judged documents: which do not get their label from the model that judges their part."""
    wrong = np.zeros((len(recipes), len(counted.rows)), np.bool_)
    subtracted = counted.recipe.streams and not counted.several and not parts.forward
    how = scores_by_part(counted, parts.part, recipes, threads) if subtracted else None
    for number, chosen, scores in how or _refit(counted, parts, recipes, threads):
        wrong[number, chosen] = _wrong(counted, chosen, scores)
    return wrong[:, parts.is_judged()]


def _leaking(leaks: Leaks, parts: Parts) -> Flags:
    """Return which judged documents leak."""
    leaking = np.zeros(len(parts.part), np.bool_)
    leaking[leaks.rows] = True
    return leaking[parts.is_judged()]


def _wrong(counted: LabelledRows, chosen: npt.NDArray[Any], scores: Floats) -> npt.NDArray[np.bool_]:
    """Return which documents do not get their label; or, where they may have several, not all and only theirs."""
    if counted.label_starts is None:
        return np.asarray(scores.argmax(axis=1) != counted.codes[chosen])
    there = np.stack([counted.targets().indicator(label) for label in range(len(counted.labels))], axis=1)
    return np.asarray(np.any((scores > 0) != there[chosen], axis=1))


def _grid(recipe: Recipe, smoothings: Sequence[float], strengths: Sequence[float]) -> list[Recipe]:
    """Return the recipe with each smoothing and each strength: all pairs where both are given."""
    data = recipe.to_dict()
    grid: list[dict[str, float]] = [{"smoothing": float(value)} for value in smoothings] or [{}]
    grid = [{**one, "strength": float(value)} for one in grid for value in strengths] or grid
    return [Recipe.from_dict({**data, "learner": {**data["learner"], **one}}) if one else recipe for one in grid]


def _refit(
    counted: LabelledRows, parts: Parts, recipes: Sequence[Recipe], threads: int
) -> Iterator[tuple[int, npt.NDArray[Any], Floats]]:
    """Yield (number of the recipe, documents, their scores by the model trained on the other parts).

    Where documents may have several labels, the score says how far they are above the cutoff.
    """
    for fold in parts.judged():
        held = parts.held_out(fold)
        training, chosen = counted.select(parts.training(fold)), np.flatnonzero(held)
        prepared = recipes[0].preparation.learn(training, threads)
        own_recipes = [_among(recipe, training) for recipe in recipes]
        rows = prepared.of(counted.rows.select(held), counted.columns.select(held), threads)
        for number, model in enumerate(_models(training, prepared, own_recipes, threads)):
            scores = np.full((len(chosen), len(counted.labels)), -np.inf)
            above = 0.0 if model.cutoffs is None else model.cutoffs
            own = [counted.labels.index(label) for label in training.labels]
            scores[:, own] = model.score(rows, threads).settled() - above
            yield number, chosen, scores


def _models(
    training: LabelledRows, prepared: Prepared, recipes: Sequence[Recipe], threads: int
) -> Iterable[LinearModel]:
    """Return the model of each recipe; strengths are one path."""
    strengths = [getattr(recipe.learner, "strength", None) for recipe in recipes]
    others = {str(replace(recipe.learner, strength=None)) for recipe in recipes if isinstance(recipe.learner, Linear)}
    if None in strengths or len(recipes) == 1 or len(others) != 1:
        return (fit(training, prepared, recipe, threads) for recipe in recipes)
    return fit_path(training, prepared, recipes[0], [s for s in strengths if s is not None], threads)


def _among(recipe: Recipe, training: LabelledRows) -> Recipe:
    """Return the recipe with a given prior only over the labels that the training part has."""
    learner = recipe.learner
    if training.several or not isinstance(learner, NaiveBayes | FullGaussian) or isinstance(learner.prior, str):
        return recipe
    return replace(recipe, learner=_within(learner, training.labels))


def _within(learner: Generative, labels: Sequence[str]) -> Generative:
    """Return the learner with a given prior only over the labels that the training part has."""
    if isinstance(learner.prior, str):
        return learner
    total = sum(learner.prior[label] for label in labels)
    return replace(learner, prior={label: learner.prior[label] / total for label in labels})


def _result(
    recipe: Recipe, wrong: Flags, part: npt.NDArray[Any], leaking: Flags | None = None, repeats: int = 1
) -> Result:
    by_part = np.bincount(part, wrong) / np.bincount(part)
    smoothing, strength = (getattr(recipe.learner, name, None) for name in ("smoothing", "strength"))
    without = None if leaking is None or not leaking.any() else _accuracy(wrong[~leaking], repeats)
    errors = int(np.count_nonzero(wrong))
    return Result(smoothing, strength, _accuracy(wrong, repeats), errors, float(by_part.mean()), without)


def _accuracy(wrong: Flags, repeats: int) -> Measure:
    """Return the accuracy; documents judged several times count once for its interval."""
    if len(wrong) == 0:
        return Measure(None)
    accuracy, n = 1 - int(np.count_nonzero(wrong)) / len(wrong), round(len(wrong) / repeats)
    return Measure(accuracy, wilson(round(accuracy * n), n))


def count(
    documents: Any,
    recipe: Recipe,
    threads: int,
    progress: Progress = no_progress,
) -> Counted:
    """Read and count labelled documents once."""
    documents = labelled_documents(documents, recipe, "cross-validation")
    rows = count_rows(documents, recipe.blocks(len(documents.fields)), threads, progress, recipe.column_names)
    if len(rows.labels) < 2 and not rows.several:
        raise InputError(f"{documents.name}: there must be at least two labels; got {rows.labels[0]!r} only.")
    recipe.check_names(rows.labels)
    if isinstance(recipe.learner, NaiveBayes) and not isinstance(recipe.learner.prior, str) and not rows.several:
        given_prior(rows.labels, recipe.learner.prior)
    return Counted(**rows.__dict__, recipe=recipe)


def scores_by_part(
    counted: Counted, part: npt.NDArray[Any], recipes: Sequence[Recipe], threads: int
) -> Iterator[tuple[int, npt.NDArray[Any], Floats]]:
    """Yield (number of the recipe, documents, their scores by the model trained on the other parts)."""
    from linnet.tuning.leave_one_out import leave_one_out_scores

    each_alone = int(part.max()) + 1 == len(part)
    # With weights each Bernoulli document would leave another number of documents behind: another table each time.
    plain = counted.weights is None or not recipes[0].naive_bayes.presence
    plain = plain and recipes[0].class_weights == "none"  # balanced ones change with each document, too
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
