"""The work of a search and of what comes after it, as tasks of a plan, and how far it is.

Weights are rough: they count until a task of the kind was measured.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from linnet.calibration.calibrate import ENOUGH
from linnet.calibration.cross_calibration import FOLDS
from linnet.recipe.recipe import Recipe
from linnet.tuning.tried import ProgressCallback, SearchProgress
from linnet.tuning.work_plan import Task, WorkPlan
from linnet.validation.out_of_fold import grouped_by

ANY = "work"  # the last kind of every task
WORD_SEQUENCES = 1.0  # what a length of sequences costs
CHARACTER_SEQUENCES = 1.5
FROM_TOTALS = 0.25  # a model that is made from totals, beside one that a solver finds
COUNTING = 0.25  # counting features, beside one fit
PREPARING = 1.5  # vocabulary and weighting of documents that are counted, beside counting them
EXACT = 5.0  # a solver that goes on to the end, beside one that stops when it is clear enough
CALIBRATING = 10.0  # finding a calibration, whatever the features

Later = Callable[[Sequence[Recipe]], Iterable[Task]]  # recipes that may win → what comes after


def features_weight(recipe: Recipe) -> float:
    """Return about how many features a text has, by the lengths of sequences that are counted.

    >>> features_weight(Recipe.of(words="1-2")), features_weight(Recipe.of(chars="2-5"))
    (2.0, 7.0)
    """
    features = recipe.features
    n_words = _n_lengths(features.words)
    n_characters = _n_lengths(features.chars) + _n_lengths(features.chars_in_words)
    weight = WORD_SEQUENCES * n_words + CHARACTER_SEQUENCES * n_characters
    return max(weight, 1.0)


def _n_lengths(lengths: tuple[int, int] | None) -> int:
    return 0 if lengths is None else lengths[1] - lengths[0] + 1


def fit_task(recipe: Recipe, documents: float) -> Task:
    """Return rough fits of a recipe on so many documents in all."""
    weight = features_weight(recipe) * _learner_weight(recipe)
    return Task(_fit_kinds(recipe), weight, documents)


def _learner_weight(recipe: Recipe) -> float:
    return FROM_TOTALS if recipe.learner.needs == "totals" else 1.0


def _fit_kinds(recipe: Recipe) -> tuple[str, ...]:
    learner = recipe.learner.name
    return f"fit {learner} {_features_name(recipe)}", f"fit {learner}", "fit", ANY


def _features_name(recipe: Recipe) -> str:
    features = recipe.features
    return f"{features.words} {features.chars} {features.chars_in_words}"


def count_task(recipe: Recipe, documents: float) -> Task:
    """Return counting the features of documents."""
    return Task(_count_kinds(recipe), features_weight(recipe) * COUNTING, documents)


def _count_kinds(recipe: Recipe) -> tuple[str, ...]:
    return f"count {_features_name(recipe)}", "count", ANY


def make_task(recipe: Recipe, documents: float) -> Task:
    """Return making a classifier: counted, learned to the end, calibrated where that is wanted."""
    n_rough = 0.0  # fits on all documents, for the calibration
    calibrating = 0.0
    if recipe.calibration != "none":
        n_parts = min(FOLDS, math.ceil(ENOUGH * FOLDS / max(1.0, documents)))
        n_rough = n_parts * (FOLDS - 1) / FOLDS
        calibrating = CALIBRATING
    own = f"make {recipe.learner.name}"
    counting = features_weight(recipe) * COUNTING
    if recipe.learner.needs == "totals":
        # What it costs is to go through the features: to count them, and to prepare them each time.
        passes = 1 + PREPARING * (1 + n_rough)
        return Task((own, *_count_kinds(recipe)), counting * passes, documents)
    fit = features_weight(recipe) * _learner_weight(recipe)
    weight = counting + calibrating + fit * (EXACT + n_rough)
    return Task((own, *_fit_kinds(recipe)), weight, documents)


def group_tasks(
    recipes: Sequence[Recipe], documents: float, n_fits: float, *, counted: bool = False
) -> list[Task]:
    """Return the work on recipes that count the same features: counting, then fits by learner.

    `n_fits` is how many times a recipe learns as many documents as there are.
    """
    tasks = [] if counted else [count_task(recipes[0], documents)]
    for same in grouped_by(recipes, lambda recipe: recipe.learner.name):
        tasks.append(fit_task(same[0], documents * n_fits * len(same)))
    return tasks


def mean_task(tasks: Sequence[Task]) -> list[Task]:
    """Return tasks of which one will come, each in part."""
    share = 1 / max(1, len(tasks))
    return [replace(task, documents=task.documents * share) for task in tasks]


def nothing_later(_recipes: Sequence[Recipe]) -> Iterable[Task]:
    """Return no tasks: the search is all."""
    return ()


class JobProgress:
    """A search and what comes after it, while they run."""

    def __init__(
        self, callback: ProgressCallback, plan: WorkPlan | None = None, later: Later = nothing_later
    ) -> None:
        """Take who is called with the progress, and what comes after the search."""
        self.callback = callback
        self.plan = plan or WorkPlan()
        self.later = later
        self.last = SearchProgress(0, 1)

    def report(self, **changes: Any) -> None:
        """Call back with what has changed, the share done and the time left."""
        self.last = replace(
            self.last,
            **changes,
            share=self.plan.share(),
            seconds_left=self.plan.seconds_left(),
            doing=self.plan.doing,
        )
        self.callback(self.last)
