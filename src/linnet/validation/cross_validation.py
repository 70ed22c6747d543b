"""How often recipes are right about documents that they have not learned, part by part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.training_documents import labelled_documents, with_columns_read
from linnet.errors import SettingError
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.splits.leaks import Leaks, leaks_among
from linnet.evaluation.splits.split_data import collect_while_reading
from linnet.evaluation.splits.splits import Parts
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.learning.counting import LabelledRows, Progress, no_progress
from linnet.learning.learner import Strength
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.validation.folds import USUAL, Folds
from linnet.validation.judged_documents import JudgedDocuments
from linnet.validation.out_of_fold import Scored, Work, or_raise, scored
from linnet.validation.path import strengths_of
from linnet.validation.subtraction import Counted, count

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Result:
    """What one setting of the grid gave: a smoothing, or where the learner has one, a strength."""

    smoothing: float | None
    strength: Strength
    accuracy: Measure
    errors: int  # wrongly labelled documents, all folds and repeats together
    fold_mean_error: float  # the error of each fold, averaged
    # The accuracy without documents that leak, where some were found.
    without_leaks: Measure | None = None

    def __repr__(self) -> str:
        from linnet.validation.results_display import result_line

        return result_line(self)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        without_leaks = self.without_leaks
        return {
            "smoothing": self.smoothing,
            "strength": self.strength,
            "accuracy": self.accuracy.as_json(),
            "errors": self.errors,
            "fold_mean_error": self.fold_mean_error,
            "without_leaks": None if without_leaks is None else without_leaks.as_json(),
        }


@dataclass(frozen=True)
class CrossValidation:
    """What every setting of the grid gave."""

    documents: int  # judged in each repeat
    folds: int
    results: tuple[Result, ...]
    repeats: int = 1
    leaks: Leaks | None = field(default=None, compare=False)  # of the first repeat

    def __repr__(self) -> str:
        from linnet.validation.results_display import cross_validation_line

        return cross_validation_line(self)

    def _repr_html_(self) -> str:
        from linnet.validation.results_display import cross_validation_html

        return cross_validation_html(self)

    @property
    def best(self) -> Result:
        """The result with the fewest errors; the first where several tie."""
        return min(self.results, key=lambda result: result.errors)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "documents": self.documents,
            "folds": self.folds,
            "repeats": self.repeats,
            "results": [result.as_json() for result in self.results],
            "best": self.best.as_json(),
            "leaks": None if self.leaks is None else self.leaks.as_json(),
        }


def cross_validate(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    smoothings: Sequence[float] = (),
    strengths: Sequence[float | str] = (),
    path: int | None = None,
    folds: int | Folds | None = USUAL,
    leaks: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> CrossValidation:
    """Return the cross-validated error of each smoothing or strength.

    There are 10 folds, fewer where documents are fewer; folds=None leaves out one document at a
    time. `Folds` tells more: repeats, folds of whole
    groups, folds by time. Exact duplicates in different folds are always looked for; with `leaks`
    also near ones, and columns that give the label away.

    What depends on the training documents (vocabulary, weighting, bins) is learned anew from each
    training part. A recipe that names no learner, or none at all, is multinomial naive Bayes on
    counts of words. With `path`, as many strengths are tried, from where an l1 penalty leaves no
    weights down to a thousandth of that.

    >>> films = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg")]
    >>> data = [*films, ("dull film", "neg")] * 3
    >>> cross_validate(data, folds=3, smoothings=[0.1, 1]).best.errors
    0
    """
    recipe, tokens_of = Recipe.given(recipe).cut_by(tokenizer)
    threads = threads_of(threads)
    folds = Folds.given(folds, recipe.seed)
    documents = labelled_documents(documents, recipe, "cross-validation", metadata=folds.columns)
    documents, split_data = collect_while_reading(documents, threads, texts=leaks)
    documents = tokenized(documents, tokens_of)
    recipe = with_columns_read(recipe, documents)
    counted = count(documents, recipe, threads, progress)
    data = split_data()

    if path is not None and len(strengths):
        raise SettingError("a path has strengths of its own; got some too. Leave one of them out.")
    if path is not None:
        strengths = strengths_of(counted, recipe, path, threads)
    recipes = _grid(recipe, smoothings, strengths)
    criteria = data.criteria(folds.group, folds.time)
    repeats = folds.parts(criteria)
    leaks_of = [leaks_among(data, parts, near=leaks, threads=threads) for parts in repeats]
    judged = JudgedDocuments.of(repeats, leaks_of, criteria.groups)
    wrong_in_repeats = [_wrong_documents(counted, parts, recipes, threads) for parts in repeats]
    wrong = np.concatenate(wrong_in_repeats, axis=1)  # recipes × documents of all repeats
    results = [_result(recipe, flags, judged) for recipe, flags in zip(recipes, wrong, strict=True)]
    return CrossValidation(
        documents=leaks_of[0].documents,
        folds=len(repeats[0].held_out_parts()),
        results=tuple(results),
        repeats=len(repeats),
        leaks=leaks_of[0],
    )


def _wrong_documents(
    counted: Counted, parts: Parts, recipes: Sequence[Recipe], threads: int
) -> Flags:
    """Return recipes × judged documents: which do not get their label.

    They are labelled by the model that judges their part.
    """
    wrong = np.zeros((len(recipes), len(counted.rows)), np.bool_)
    for part_scores in or_raise(scored(counted, parts, recipes, Work(threads))):
        wrong[part_scores.recipe, part_scores.documents] = _is_wrong(counted, part_scores)
    return wrong[:, parts.is_held_out()]


def _is_wrong(counted: LabelledRows, part_scores: Scored) -> Flags:
    """Return which documents do not get their label.

    Where they may have several: not all and only theirs.
    """
    if counted.label_starts is None:
        return np.asarray(part_scores.scores.best() != counted.codes[part_scores.documents])
    truth = counted.targets().flags()[part_scores.documents]
    return np.asarray(np.any(part_scores.scores.chosen() != truth, axis=1))


def _grid(
    recipe: Recipe, smoothings: Sequence[float], strengths: Sequence[float | str]
) -> list[Recipe]:
    """Return the recipe with each smoothing and each strength: all pairs where both are given."""
    settings: list[dict[str, float | str]] = [{}]
    if len(smoothings):
        settings = [{"smoothing": float(value)} for value in smoothings]
    if len(strengths):
        values = [value if isinstance(value, str) else float(value) for value in strengths]
        settings = [{**setting, "strength": value} for setting in settings for value in values]
    return [_with_settings(recipe, setting) for setting in settings]


def _with_settings(recipe: Recipe, settings: Mapping[str, float | str]) -> Recipe:
    """Return the recipe with some settings of its learner."""
    if not settings:
        return recipe
    data = recipe.to_dict()
    learner = {**data["learner"], **settings}
    return Recipe.from_dict({**data, "learner": learner})


def _result(recipe: Recipe, wrong: Flags, judged: JudgedDocuments) -> Result:
    return Result(
        smoothing=getattr(recipe.learner, "smoothing", None),
        strength=getattr(recipe.learner, "strength", None),
        accuracy=judged.accuracy(wrong),
        errors=int(np.count_nonzero(wrong)),
        fold_mean_error=judged.mean_error_of_folds(wrong),
        without_leaks=judged.without_leaks(wrong),
    )
