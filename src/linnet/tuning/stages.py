"""The stages of tuning, in their order: searches, models that are judged, the classifier itself.

Each is a task of the plan, so that the time left is that of all of them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from linnet.evaluation.splits.splits import SplitCriteria
from linnet.recipe.recipe import Recipe
from linnet.tuning.grid import Candidate
from linnet.tuning.search_plan import Search, likely_recipes_of_round
from linnet.tuning.search_work import ANY, JobProgress, fit_task, make_task, mean_task
from linnet.tuning.tried import Tried
from linnet.tuning.work_plan import Task

SEARCH = "search"
FEWER = "leaving features out"
JUDGED = "learning what is judged"
LEAKS = "looking for leaks"
FINAL = "learning all documents"
WRITING = "writing"
DONE = "done"
FEWER_FITS = 5.0  # of the whole recipe: features are halved, some times by two criteria
LEAKS_WEIGHT = 0.5  # what looking for leaks costs, beside a fit on a feature of each document
WRITING_WEIGHT = 0.05


@dataclass(frozen=True)
class Stage:
    """A stage and the documents it works on."""

    name: str
    documents: float
    times: float = 1.0  # so many times as dear as usual


class Stages:
    """The stages that are left, the present one first."""

    def __init__(
        self, job: JobProgress, stages: Sequence[Stage], how: Search, search_weight: float
    ) -> None:
        """Take all stages, how is searched, and what searching costs per document."""
        self.job = job
        self.left = list(stages)
        self.search_weight = search_weight
        self.n_folds = how.folds.n or 2
        job.later = self.tasks_after

    def tasks_after(self, winners: Sequence[Recipe]) -> list[Task]:
        """Return the tasks after the present stage, by the recipes of which one will win."""
        tasks = list[Task]()
        for stage in self.left[1:]:
            tasks += mean_task([self._task(stage, recipe) for recipe in winners])
        return tasks

    def _task(self, stage: Stage, recipe: Recipe) -> Task:
        documents = stage.documents * stage.times
        if stage.name == SEARCH:
            return Task((SEARCH, "fit", ANY), self.search_weight, documents)
        if stage.name == LEAKS:
            return Task((LEAKS, ANY), LEAKS_WEIGHT, documents)
        if stage.name == WRITING:
            return Task((WRITING, ANY), WRITING_WEIGHT, documents)
        if stage.name == FEWER:
            fits = fit_task(recipe, documents * FEWER_FITS * (self.n_folds - 1))
            return Task((FEWER, *fits.kinds), fits.weight, fits.documents)
        return make_task(recipe, documents)

    @contextmanager
    def search(self) -> Iterator[None]:
        """Search; the plan is kept by the search itself, and learns how long all of it took."""
        stage = self._reach(SEARCH)
        start = perf_counter()
        yield
        task = Task((SEARCH,), self.search_weight, stage.documents)
        self.job.plan.costs.measure(task, perf_counter() - start)
        self.job.plan.limit(None)
        self.left = self.left[1:]

    @contextmanager
    def work(self, name: str, recipe: Recipe) -> Iterator[None]:
        """Do the next stage of this name."""
        stage = self._reach(name)
        plan = self.job.plan
        plan.begin([self._task(stage, recipe)], name)
        plan.expect((), self.tasks_after([recipe]))
        self.job.report()
        yield
        plan.end()
        self.left = self.left[1:]

    def _reach(self, name: str) -> Stage:
        """Return the next stage of this name; stages before it do not take place."""
        names = [stage.name for stage in self.left]
        if name in names:
            self.left = self.left[names.index(name) :]
        else:  # more of it than planned
            self.left = [Stage(name, 0.0), *self.left]
        return self.left[0]

    def finish(self) -> None:
        """Say that all is done."""
        self.job.plan.begin((), DONE)
        self.job.plan.expect((), ())
        self.job.report()


@dataclass(frozen=True)
class Estimate:
    """How the choice is judged, and whether the classifier is to be small."""

    reserve: float
    outer_folds: int | None
    small: bool


def planned_stages(
    job: JobProgress,
    criteria: SplitCriteria,
    candidates: Sequence[Candidate],
    how: Search,
    estimate: Estimate,
) -> Stages:
    """Return the stages of tuning these documents."""
    n = len(criteria)
    times = 2.0 if estimate.small else 1.0  # of all features, and of few
    stages = list[Stage]()
    if estimate.outer_folds:
        n_training = n * (estimate.outer_folds - 1) / estimate.outer_folds
        stages += _searches(n, estimate)
        for _ in range(estimate.outer_folds):
            stages += [*_searches(n_training, estimate), Stage(JUDGED, n_training, times)]
        stages.append(Stage(LEAKS, n))
    else:
        n_training = n * (1 - estimate.reserve)
        stages += _searches(n_training, estimate)
        if estimate.reserve:
            stages += [Stage(JUDGED, n_training, times), Stage(LEAKS, n)]
    stages += [Stage(FINAL, n, times), Stage(WRITING, n)]
    return Stages(job, stages, how, search_weight(candidates, how))


def _searches(documents: float, estimate: Estimate) -> list[Stage]:
    search = [Stage(SEARCH, documents)]
    return [*search, Stage(FEWER, documents)] if estimate.small else search


def search_weight(candidates: Sequence[Candidate], how: Search) -> float:
    """Return about what searching costs per document: a fit of each recipe that is tried."""
    untried = [Tried(candidate.settings, candidate.recipe) for candidate in candidates]
    n_rounds = 1 if how.kind in ("grid", "random") else 2
    n_fits = ((how.folds.n or 2) - 1) * how.folds.repeats
    weight = 0.0
    for number in range(n_rounds):
        for place in likely_recipes_of_round(how, untried, number):
            weight += fit_task(untried[place].recipe, n_fits).amount
    return weight
