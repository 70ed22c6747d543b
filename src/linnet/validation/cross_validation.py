"""How often recipes are right about documents that they have not learned, part by part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.splits.leaks import Leaks, leaks_among
from linnet.evaluation.splits.split_data import collect_while_reading
from linnet.evaluation.splits.splits import Parts
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.learning.counting import LabelledRows, Progress, no_progress
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.validation.folds import Folds
from linnet.validation.out_of_fold import Scored, Work, or_raise, scored
from linnet.validation.path import strengths_of
from linnet.validation.subtraction import Counted, count
from linnet.validation.training_documents import labelled_documents, with_columns_read

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Result:
    """What one setting of the grid gave: a smoothing, or where the learner has one, a strength."""

    smoothing: float | None
    strength: float | None
    accuracy: Measure
    errors: int  # wrongly labelled documents, all folds and repeats together
    fold_mean_error: float  # the error of each fold, averaged
    without_leaks: Measure | None = (
        None  # the accuracy without documents that leak, where some were found
    )


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
    A recipe that names no learner, or none at all, is multinomial naive Bayes on counts of words.
    With `path`, as many strengths are tried, from where an l1 penalty leaves no weights down to a thousandth of that.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 3
    >>> cross_validate(data, folds=3, smoothings=[0.1, 1]).best.errors
    0
    """
    recipe, cut = Recipe.given(recipe).cut_by(tokenizer)
    threads = threads_of(threads)
    folds = Folds.given(folds, recipe.seed)
    documents = labelled_documents(documents, recipe, "cross-validation", aside=folds.columns)
    documents, gathered_in = collect_while_reading(documents, threads, texts=leaks)
    documents = tokenized(documents, cut)
    recipe = with_columns_read(recipe, documents)
    counted = count(documents, recipe, threads, progress)
    gathered = gathered_in()
    if path is not None and len(strengths):
        raise SettingError("a path has strengths of its own; got some too. Leave one of them out.")
    if path is not None:
        strengths = strengths_of(counted, recipe, path, threads)
    recipes = _grid(recipe, smoothings, strengths)
    repeats = folds.parts(gathered.criteria(folds.group, folds.time))
    found = [leaks_among(gathered, parts, near=leaks, threads=threads) for parts in repeats]
    wrong = np.concatenate([_judged(counted, parts, recipes, threads) for parts in repeats], axis=1)
    part = np.concatenate(
        [one.judged_part() + number * len(one.judged()) for number, one in enumerate(repeats)]
    )
    leaking = np.concatenate(
        [_leaking(one, parts) for one, parts in zip(found, repeats, strict=True)]
    )
    results = tuple(
        _result(r, wrong[number], part, leaking, len(repeats)) for number, r in enumerate(recipes)
    )
    return CrossValidation(
        found[0].documents, len(repeats[0].judged()), results, len(repeats), found[0]
    )


def _judged(counted: Counted, parts: Parts, recipes: Sequence[Recipe], threads: int) -> Flags:
    """Return recipes × judged documents: which do not get their label from the model that judges their part."""
    wrong = np.zeros((len(recipes), len(counted.rows)), np.bool_)
    for one in or_raise(scored(counted, parts, recipes, Work(threads))):
        wrong[one.recipe, one.documents] = _wrong(counted, one)
    return wrong[:, parts.is_judged()]


def _leaking(leaks: Leaks, parts: Parts) -> Flags:
    """Return which judged documents leak."""
    leaking = np.zeros(len(parts.part), np.bool_)
    leaking[leaks.rows] = True
    return leaking[parts.is_judged()]


def _wrong(counted: LabelledRows, one: Scored) -> npt.NDArray[np.bool_]:
    """Return which documents do not get their label; or, where they may have several, not all and only theirs."""
    if counted.label_starts is None:
        return np.asarray(one.scores.best() != counted.codes[one.documents])
    return np.asarray(
        np.any(one.scores.chosen() != counted.targets().flags()[one.documents], axis=1)
    )


def _grid(recipe: Recipe, smoothings: Sequence[float], strengths: Sequence[float]) -> list[Recipe]:
    """Return the recipe with each smoothing and each strength: all pairs where both are given."""
    data = recipe.to_dict()
    grid: list[dict[str, float]] = [{"smoothing": float(value)} for value in smoothings] or [{}]
    grid = [{**one, "strength": float(value)} for one in grid for value in strengths] or grid
    return [
        Recipe.from_dict({**data, "learner": {**data["learner"], **one}}) if one else recipe
        for one in grid
    ]


def _result(
    recipe: Recipe,
    wrong: Flags,
    part: npt.NDArray[Any],
    leaking: Flags | None = None,
    repeats: int = 1,
) -> Result:
    by_part = np.bincount(part, wrong) / np.bincount(part)
    smoothing, strength = (
        getattr(recipe.learner, name, None) for name in ("smoothing", "strength")
    )
    without = None if leaking is None or not leaking.any() else _accuracy(wrong[~leaking], repeats)
    errors = int(np.count_nonzero(wrong))
    return Result(
        smoothing, strength, _accuracy(wrong, repeats), errors, float(by_part.mean()), without
    )


def _accuracy(wrong: Flags, repeats: int) -> Measure:
    """Return the accuracy; documents judged several times count once for its interval."""
    if len(wrong) == 0:
        return Measure(None)
    accuracy, n = 1 - int(np.count_nonzero(wrong)) / len(wrong), round(len(wrong) / repeats)
    return Measure(accuracy, wilson(round(accuracy * n), n))
