"""Trying recipes: each is scored on parts of the documents that its model has not learned.

The best one is chosen.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from linnet.calibration.cross_calibration import MOVES_LABELS, NONE, choose
from linnet.errors import SettingError
from linnet.evaluation.metrics.labelled_predictions import Floats, LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.register import PROBABILITY_METRICS
from linnet.evaluation.splits.splits import Parts, SplitCriteria
from linnet.features.tokenizer import tokenized
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.tuning.fewer import Fewer
from linnet.tuning.grid import Candidate
from linnet.tuning.search_plan import (
    Search,
    likely_recipes_of_round,
    recipes_of_round,
    rounds_of,
)
from linnet.tuning.search_work import JobProgress, group_tasks
from linnet.tuning.tried import Tried, rank
from linnet.tuning.work_plan import Task
from linnet.validation.out_of_fold import (
    Refused,
    Result,
    Scored,
    Work,
    grouped_by,
    rough,
    scored,
    whole,
)
from linnet.validation.splitting import select_documents
from linnet.validation.subtraction import Counted, count

SEARCHING = "comparing recipes"
MOST_KEPT = 10_000  # documents whose counts are kept for the next round


@dataclass(frozen=True)
class Searched:
    """What came of a search: every recipe in the order of the grid, and why it ended early."""

    tried: tuple[Tried, ...]
    best: Tried
    stopped: str = ""  # "budget", "interrupted" or nothing
    fewer: Fewer | None = None  # of the features, where the classifier is to be small


def search(
    documents: Documents, criteria: SplitCriteria, candidates: Sequence[Candidate], how: Search
) -> Searched:
    """Try recipes on documents that are held in memory, and choose the best that was finished.

    Successive halving begins with all recipes on few documents; the best third goes on with three
    times as many. By kinds, the first recipe of each kind is tried; then those of the best quarter
    that differ only in a FINE setting. Meanwhile solvers stop as soon as it is clear enough how
    good a recipe is.
    """
    untried = [Tried(candidate.settings, candidate.recipe) for candidate in candidates]
    rounds = rounds_of(criteria, len(candidates), how)
    sizes = [int(np.count_nonzero(which)) for which in rounds]
    trying = _Trying(how, untried, sizes)
    try:
        for number, which in enumerate(rounds):
            repeats = how.folds.parts(criteria.select(which))
            trying.run(select_documents(documents, which), repeats, number)
    except KeyboardInterrupt:
        if trying.best is None:
            raise
        trying.stopped = "interrupted"
        trying.report_progress()
    return Searched(tuple(trying.tried), _chosen(trying.tried, how), trying.stopped)


def _chosen(tried: Sequence[Tried], how: Search) -> Tried:
    """Return the best recipe, the first of equals; or the simplest within its standard error."""
    best = min(tried, key=lambda recipe: rank(recipe, how.metric))
    if best.value is None:
        raise SettingError(_first_problem(tried, how))
    if not how.one_standard_error:
        return best

    reach = best.standard_error or 0.0
    near = list[Tried]()
    for recipe in tried:
        if recipe.value is None or recipe.documents != best.documents:
            continue
        if abs(recipe.value - best.value) <= reach:
            near.append(recipe)
    return min(near, key=_complexity)


def _first_problem(tried: Sequence[Tried], how: Search) -> str:
    """Return why no recipe has a value."""
    for recipe in tried:
        if recipe.problem:
            return recipe.problem
    return f"the {how.metric.name} must be defined for some recipe; got none. Choose another."


def _complexity(tried: Tried) -> tuple[float, float, float]:
    """Return what sorts recipes, the simplest first.

    Few features come first, then a strong penalty, then much smoothing.
    """
    strength, smoothing = tried.recipe.learner.regularisation(tried.documents)
    return tried.features, -strength, -smoothing


def _calibrated(
    counted: Counted, parts: Parts, own: Sequence[Scored], recipe: Recipe
) -> Iterator[AnyPredictions]:
    """Yield the predictions of each part, calibrated by the scores of all other parts."""
    all_scored = whole(own)
    part = parts.part[all_scored.documents]
    predictions = all_scored.predictions(counted)
    calibration = choose(all_scored.scores, predictions.truth, part, recipe.calibration)
    table = calibration.probabilities

    has_probabilities = all_scored.scores.has_probabilities
    if table is None:
        calibrated = replace(predictions, probabilities=None)
    elif isinstance(predictions, MultilabelPredictions):
        calibrated = _with_label_sets(
            predictions, table, recipe, has_probabilities=has_probabilities
        )
    else:
        calibrated = _with_labels(predictions, table, recipe)
    return (calibrated.select(part == number) for number in parts.held_out_parts())


def _with_label_sets(
    predictions: MultilabelPredictions,
    table: Floats,
    recipe: Recipe,
    *,
    has_probabilities: bool,
) -> MultilabelPredictions:
    """Return the predictions with these probabilities, and the labels that these decide."""
    if recipe.cutoff is None or has_probabilities:
        cutoffs = recipe.decision(predictions.labels, has_probabilities=True).cutoffs
        predictions = replace(predictions, predicted=table > cutoffs)
    return replace(predictions, probabilities=table)


def _with_labels(
    predictions: LabelledPredictions, table: Floats, recipe: Recipe
) -> LabelledPredictions:
    """Return the predictions with these probabilities, and the labels that these move."""
    if recipe.calibration in MOVES_LABELS:
        predictions = replace(predictions, predicted=table.argmax(axis=1))
    return replace(predictions, probabilities=table)


class _Trying:
    """Recipes while they are tried: results of each, the best so far, and whether time is left."""

    def __init__(self, how: Search, tried: list[Tried], sizes: Sequence[int]) -> None:
        self.how = how
        self.tried = tried
        self.sizes = sizes  # of the rounds, in documents
        self.job = how.job or JobProgress(how.progress)
        self.job.plan.limit(how.budget)
        self.to_do = 0
        self.done = 0
        self.end = math.inf if how.budget is None else monotonic() + how.budget
        self.best: Tried | None = None
        self.stopped = ""
        self.kept: list[tuple[Any, Counted]] = []
        # What the group of recipes that was tried last took: counting, and learners by their name.
        self.seconds_counting = 0.0
        self.seconds_of: dict[str, float] = {}

    def out_of_time(self) -> bool:
        """Return whether the budget is spent; the first recipe is finished whatever it takes."""
        if self.best is not None and monotonic() > self.end:
            self.stopped = "budget"
        return bool(self.stopped)

    def report_progress(self) -> None:
        """Say how far the search has come."""
        self.job.report(
            done=self.done,
            to_do=self.to_do,
            best=self.best,
            stopped=self.stopped,
            metric=self.how.metric.name,
        )

    def run(self, documents: Documents, repeats: Sequence[Parts], number: int) -> None:
        """Try the recipes of a round; those that count the same features together."""
        size = len(repeats[0].part)
        places = recipes_of_round(self.how, self.tried, number)
        places = [place for place in places if self.tried[place].documents != size]
        self.to_do += len(places)
        n_fields = len(documents.fields)
        groups = self._groups(places, n_fields)
        self._expect(groups, number, n_fields)
        self.report_progress()
        for at, group in enumerate(groups, 1):
            if not self.out_of_time():
                tasks = self._tasks(group, size, n_fields)
                self.job.plan.begin(tasks, SEARCHING)
                self._expect(groups[at:], number, n_fields)
                self._run_group(documents, repeats, group)
                self._end_group(tasks)

    def _end_group(self, tasks: Sequence[Task]) -> None:
        """Tell the plan what each learner of the group took."""
        if self.stopped:
            return
        taken = self.job.plan.seconds_now()
        fitting = max(taken - self.seconds_counting, 0.0)
        in_all = sum(self.seconds_of.values()) or 1.0
        shares = list[float]()
        for task in tasks:
            of_learner = self.seconds_of.get(task.kinds[1].removeprefix("fit "), 0.0)
            shares.append(fitting * of_learner / in_all)
        if tasks[0].kinds[1] == "count":
            shares[0] = self.seconds_counting
        self.job.plan.end(shares)

    def _groups(self, places: Sequence[int], n_fields: int) -> list[list[int]]:
        """Return the places of recipes that count the same features, together."""
        return grouped_by(places, lambda place: _counts_key(self.tried[place].recipe, n_fields))

    def _expect(self, groups: Sequence[Sequence[int]], number: int, n_fields: int) -> None:
        """Tell the plan which groups of this round are left, and what will probably follow."""
        tasks = list[Task]()
        for group in groups:
            tasks += self._tasks(group, self.sizes[number], n_fields)
        likely = list[int]()
        for later in range(number + 1, len(self.sizes)):
            size = self.sizes[later]
            likely = likely_recipes_of_round(self.how, self.tried, later)
            new = [place for place in likely if self.tried[place].documents != size]
            for group in self._groups(new, n_fields):
                tasks += self._tasks(group, size, n_fields)
        winners = [self.tried[place].recipe for place in likely]
        if not winners:
            winners = [(self.best or self.tried[-1]).recipe]
        self.job.plan.expect(tasks, self.job.later(winners))

    def _tasks(self, group: Sequence[int], size: int, n_fields: int) -> list[Task]:
        """Return the work on recipes that count the same features."""
        recipes = [self.tried[place].recipe for place in group]
        key = (*_counts_key(recipes[0], n_fields), size)
        counted = any(kept_key == key for kept_key, _ in self.kept)
        folds = self.how.folds
        n_fits = ((folds.n or 2) - 1) * folds.repeats  # each of n on the documents of n - 1 parts
        return group_tasks(recipes, size, n_fits, counted=counted)

    def _run_group(
        self, documents: Documents, repeats: Sequence[Parts], places: Sequence[int]
    ) -> None:
        """Try recipes that count the same features."""
        size = len(repeats[0].part)
        n_parts = sum(len(parts.held_out_parts()) for parts in repeats)
        begun = list[Tried]()
        for place in places:
            begun.append(replace(self.tried[place], by_part=(), features=0, documents=size))

        recipes = [tried.recipe for tried in begun]
        self.seconds_of = dict.fromkeys((recipe.learner.name for recipe in recipes), 0.0)
        if self.how.kind == "kinds":
            recipes = [rough(recipe) for recipe in recipes]
        for result, values in self._all_measured(documents, repeats, recipes):
            number = result.recipe
            tried = begun[number]
            self.seconds_of[recipes[number].learner.name] += result.seconds
            if isinstance(result, Refused):
                self._know(places[number], replace(tried, problem=str(result.error)))
                continue
            by_part = (*tried.by_part, *values)
            n_features = tried.features + result.features
            begun[number] = replace(tried, by_part=by_part, features=n_features)
            if len(by_part) == n_parts:
                mean_features = round(n_features / n_parts)
                self._know(places[number], replace(begun[number], features=mean_features))

    def _all_measured(
        self, documents: Documents, repeats: Sequence[Parts], recipes: Sequence[Recipe]
    ) -> Iterator[tuple[Result, list[float | None]]]:
        """Yield the results of each part of all repeats, with the metric."""
        counted = self._counted(documents, recipes[0], len(repeats[0].part))
        work = Work(self.how.threads, self.out_of_time)
        for parts in repeats:
            yield from self._measured(counted, parts, recipes, work)

    def _counted(self, documents: Documents, recipe: Recipe, size: int) -> Counted:
        """Return the counts of documents; those of few are kept for the next round."""
        key = (*_counts_key(recipe, len(documents.fields)), size)
        self.seconds_counting = 0.0
        for kept_key, kept in self.kept:
            if kept_key == key:
                return kept
        tokenizer = recipe.tokenizer(self.how.tokenizer, "the recipe")
        start = perf_counter()
        counted = count(tokenized(documents, tokenizer), recipe, self.how.threads)
        self.seconds_counting = perf_counter() - start
        if self.how.kind == "kinds" and size <= MOST_KEPT:
            self.kept.append((key, counted))
        return counted

    def _measured(
        self, counted: Counted, parts: Parts, recipes: Sequence[Recipe], work: Work
    ) -> Iterator[tuple[Result, list[float | None]]]:
        """Yield the result of each part, with the metric.

        Calibrated recipes have the metric of all parts after their last part.
        """
        metric = self.how.metric
        waiting = [list[Scored]() for _ in recipes]
        for result in scored(counted, parts, recipes, work):
            recipe = recipes[result.recipe]
            if isinstance(result, Refused):
                yield result, []
                continue
            if not self._needs_calibration(recipe, multilabel=counted.multilabel):
                yield result, [metric.of(result.predictions(counted))]
                continue
            own = waiting[result.recipe]
            own.append(result)
            values = list[float | None]()
            if len(own) == len(parts.held_out_parts()):
                values = [metric.of(part) for part in _calibrated(counted, parts, own, recipe)]
            yield result, values

    def _needs_calibration(self, recipe: Recipe, *, multilabel: bool) -> bool:
        """Return whether a calibration can change the metric, or for auto make it worse."""
        if recipe.calibration == NONE:
            return False
        by_probabilities = self.how.metric.name in PROBABILITY_METRICS
        return by_probabilities or multilabel or recipe.calibration in MOVES_LABELS

    def _know(self, place: int, tried: Tried) -> None:
        self.tried[place] = tried
        self.done += 1
        if tried.value is not None and self._is_best(tried):
            self.best = tried
        self.report_progress()

    def _is_best(self, tried: Tried) -> bool:
        if self.best is None:
            return True
        return rank(tried, self.how.metric) < rank(self.best, self.how.metric)


def _counts_key(recipe: Recipe, n_fields: int) -> tuple[Any, Any]:
    """Return what recipes must have in common to share their counts."""
    return recipe.blocks(n_fields), recipe.column_names
