"""Trying recipes: each is scored on parts of the documents that its model has not learned, and the best is chosen."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.calibration.cross_calibration import MOVES_LABELS, NONE, choose
from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.register import PROBABILITY_METRICS, Metric
from linnet.evaluation.splits.splits import Parts, SplitCriteria, stratified_folds
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.recipe.table import fine_settings
from linnet.tuning.fewer import Fewer
from linnet.tuning.grid import Candidate, Settings
from linnet.validation.folds import Folds
from linnet.validation.out_of_fold import (
    Found,
    Refused,
    Scored,
    Work,
    grouped_by,
    rough,
    scored,
    whole,
)
from linnet.validation.subtraction import Counted, count
from linnet.validation.training_documents import select_documents

KINDS = ("grid", "random", "halving", "kinds")
TIMES = 3  # of successive halving: the best third goes on, on three times as many documents
BEST = 4  # of kinds: the best quarter goes on
FEWEST = 300  # documents of its first round, or as many as there are
FINE = fine_settings()  # settings that make no other kind of recipe
MOST_KEPT = 10_000  # documents whose counts are kept for the next round


@dataclass(frozen=True)
class Tried:
    """How good a recipe is on parts that it has not learned; no value where it could not learn, or was not finished."""

    settings: Settings  # those of the grid
    recipe: Recipe
    by_part: tuple[float | None, ...] = ()
    features: int = 0  # how many its models have, on average
    documents: int = 0  # how many it was tried on
    problem: str = ""

    @property
    def value(self) -> float | None:
        """The mean over the parts where the metric is defined."""
        values = self._defined()
        return sum(values) / len(values) if values else None

    @property
    def standard_error(self) -> float | None:
        """How far the mean may be off: the deviation of the parts over the root of their number."""
        values = self._defined()
        return float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else None

    def _defined(self) -> list[float]:
        return [value for value in self.by_part if value is not None]

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "settings": self.settings,
            "value": self.value,
            "standard_error": self.standard_error,
            "by_part": list(self.by_part),
            "features": self.features,
            "documents": self.documents,
            "problem": self.problem or None,
        }


@dataclass(frozen=True)
class Standing:
    """How far a search has come."""

    done: int
    to_do: int
    best: Tried | None = None
    stopped: str = ""  # "budget" or "interrupted" where it ends before all is done
    metric: str = ""  # what the best is best by


Told = Callable[[Standing], None]


def ignore_progress(standing: Standing) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Search:
    """How recipes are tried and the best one is chosen."""

    metric: Metric = field(default_factory=lambda: metric_named(None, multilabel=False))
    folds: Folds = field(default_factory=lambda: Folds(5))
    kind: str = "grid"
    budget: float | None = None  # seconds; at least one recipe is finished
    one_standard_error: bool = False
    threads: int = 1
    tokenizer: TokensOf | Tokenizer | None = None
    told: Told = field(default=ignore_progress, compare=False)
    rounds: tuple[
        int, ...
    ] = ()  # documents of each round of successive halving; found by themselves where none are

    def __post_init__(self) -> None:
        """Refuse what is not there."""
        if self.kind not in KINDS:
            raise SettingError(
                f"a search must be one of {', '.join(KINDS)}; got {quoted(self.kind)}. Choose one of these."
            )
        if self.folds.n is None:
            raise SettingError(
                "recipes are compared by folds of some documents; got leave-one-out. Name their number."
            )
        if self.budget is not None and not 0 < self.budget < math.inf:
            raise SettingError(
                f"a budget must be a time above 0 seconds; got {self.budget}. Write 60s or 5m."
            )


@dataclass(frozen=True)
class Searched:
    """What came of a search: every recipe in the order of the grid, and why it ended early, if it did."""

    tried: tuple[Tried, ...]
    best: Tried
    stopped: str = ""  # "budget", "interrupted" or nothing
    fewer: Fewer | None = None  # of the features, where the classifier is to be small


def search(
    documents: Documents, criteria: SplitCriteria, candidates: Sequence[Candidate], how: Search
) -> Searched:
    """Try recipes on documents that are held in memory, and choose the best of those that were finished.

    Successive halving begins with all recipes on few documents; the best third goes on with three times as many. By
    kinds, the first recipe of each kind is tried; then those of the best quarter that differ only in a FINE setting.
    Meanwhile solvers stop as soon as it is clear enough how good a recipe is.
    """
    trying = _Trying(how, [Tried(one.settings, one.recipe) for one in candidates])
    try:
        for number, which in enumerate(rounds_of(criteria, len(candidates), how)):
            trying.run(
                select_documents(documents, which), how.folds.parts(criteria.select(which)), number
            )
    except KeyboardInterrupt:
        if trying.best is None:
            raise
        trying.stopped = "interrupted"
        trying.tell()
    return Searched(tuple(trying.tried), _chosen(trying.tried, how), trying.stopped)


def rounds_of(criteria: SplitCriteria, candidates: int, how: Search) -> list[npt.NDArray[np.bool_]]:
    """Return the documents of each round of a search among so many recipes: those of later rounds contain them."""
    return _growing(criteria.rarest(), _shares(how, len(criteria), candidates), how.folds.seed)


def rank(tried: Tried, metric: Metric) -> tuple[int, float]:
    """Return what sorts recipes, the best first: those of most documents by their value, those without one last."""
    if tried.value is None:
        return 0, math.inf
    return -tried.documents, -tried.value if metric.more_is_better else tried.value


def _shares(how: Search, n: int, candidates: int) -> list[tuple[int, int]]:
    """Return the share of n documents that each round is tried on, as so many of so many parts."""
    if how.kind in ("grid", "random"):
        return [(1, 1)]
    if how.rounds:
        parts = max(1, n // how.rounds[0])
        takes = [min(parts, round(size / how.rounds[0])) for size in how.rounds]
        return [(take, parts) for take in (takes if how.kind == "kinds" else dict.fromkeys(takes))]
    if how.kind == "kinds":
        return [(1, 1), (1, 1)]
    rounds = 1
    while math.ceil(candidates / TIMES ** (rounds - 1)) > TIMES:
        rounds += 1
    parts = min(TIMES ** (rounds - 1), max(1, n // FEWEST))
    return [(max(1, parts // TIMES ** (rounds - 1 - number)), parts) for number in range(rounds)]


def _growing(
    codes: npt.NDArray[Any], shares: Sequence[tuple[int, int]], seed: int
) -> list[npt.NDArray[np.bool_]]:
    """Return the documents of each round: a stratified part of them, which those of later rounds contain."""
    parts = shares[0][1]
    part = stratified_folds(codes, parts, seed + 1) if parts > 1 else np.zeros(len(codes), np.int32)
    return [part < take for take, _ in shares]


def _going(how: Search, tried: Sequence[Tried], number: int) -> list[int]:
    """Return the places of the recipes that go on in a round, or begin in it."""
    best_first = sorted(range(len(tried)), key=lambda place: rank(tried[place], how.metric))
    if how.kind != "kinds":
        return sorted(best_first[: math.ceil(len(tried) / TIMES**number)])
    kinds = [
        repr({name: value for name, value in one.settings.items() if name not in FINE})
        for one in tried
    ]
    if not number:
        return sorted({kind: place for place, kind in reversed(list(enumerate(kinds)))}.values())
    first = list(dict.fromkeys(kinds[place] for place in best_first))
    best = first[: max(3, math.ceil(len(first) / BEST))]
    return [place for place, kind in enumerate(kinds) if kind in best]


def _chosen(tried: Sequence[Tried], how: Search) -> Tried:
    """Return the best recipe, the first of several; or the simplest that is within a standard error of it."""
    best = min(tried, key=lambda one: rank(one, how.metric))
    if best.value is None:
        problem = next((one.problem for one in tried if one.problem), "")
        raise SettingError(
            problem
            or f"the {how.metric.name} must be defined for some recipe; got none. Choose another."
        )
    if not how.one_standard_error:
        return best
    reach = best.standard_error or 0.0
    near = [one for one in tried if one.value is not None and one.documents == best.documents]
    return min(
        (one for one in near if abs((one.value or 0.0) - best.value) <= reach), key=_complexity
    )


def _complexity(tried: Tried) -> tuple[float, float, float]:
    """Return what sorts recipes, the simplest first: few features, then a strong penalty, then much smoothing."""
    strength, smoothing = tried.recipe.learner.regularisation(tried.documents)
    return tried.features, -strength, -smoothing


def _calibrated(
    counted: Counted, parts: Parts, own: Sequence[Scored], recipe: Recipe
) -> Iterator[AnyPredictions]:
    """Yield what is said of each part, with probabilities by the calibration of the scores of all other parts."""
    found = whole(own)
    part, said = parts.part[found.documents], found.answers(counted)
    table = choose(found.scores, said.truth, part, recipe.calibration).probabilities
    if (
        isinstance(said, MultilabelPredictions)
        and table is not None
        and (recipe.cutoff is None or found.scores.has_probabilities)
    ):
        said = replace(
            said, predicted=table > recipe.decision(counted.labels, has_probabilities=True).cutoffs
        )
    if (
        isinstance(said, LabelledPredictions)
        and table is not None
        and recipe.calibration in MOVES_LABELS
    ):
        said = replace(said, predicted=table.argmax(axis=1))
    said = replace(said, probabilities=table)
    return (said.select(part == number) for number in parts.judged())


class _Trying:
    """Recipes while they are tried: what is known of each, the best so far, and whether time is left."""

    def __init__(self, how: Search, tried: list[Tried]) -> None:
        self.how, self.tried, self.to_do, self.done = how, tried, 0, 0
        self.end = math.inf if how.budget is None else monotonic() + how.budget
        self.best: Tried | None = None
        self.stopped = ""
        self.kept: list[tuple[Any, Counted]] = []

    def out_of_time(self) -> bool:
        """Return whether the budget is spent; the first recipe is finished whatever it takes."""
        if self.best is not None and monotonic() > self.end:
            self.stopped = "budget"
        return bool(self.stopped)

    def tell(self) -> None:
        """Say how far the search has come."""
        self.how.told(
            Standing(self.done, self.to_do, self.best, self.stopped, self.how.metric.name)
        )

    def run(self, documents: Documents, repeats: Sequence[Parts], number: int) -> None:
        """Try the recipes of a round; those that count the same features together."""
        recipes, fields, size = (
            [one.recipe for one in self.tried],
            len(documents.fields),
            len(repeats[0].part),
        )
        going = [
            place
            for place in _going(self.how, self.tried, number)
            if self.tried[place].documents != size
        ]
        self.to_do += len(going)
        self.tell()
        for places in grouped_by(
            going, lambda place: (recipes[place].blocks(fields), recipes[place].column_names)
        ):
            if not self.out_of_time():
                self._run_alike(documents, repeats, places)

    def _run_alike(
        self, documents: Documents, repeats: Sequence[Parts], places: Sequence[int]
    ) -> None:
        size, n_parts = len(repeats[0].part), sum(len(parts.judged()) for parts in repeats)
        growing = [
            replace(self.tried[place], by_part=(), features=0, documents=size) for place in places
        ]
        how = self.how
        recipes = [rough(one.recipe) if how.kind == "kinds" else one.recipe for one in growing]
        counted = self._counted(documents, recipes[0], size)
        work = Work(how.threads, self.out_of_time)
        for one, values in chain.from_iterable(
            self._measured(counted, parts, recipes, work) for parts in repeats
        ):
            place, tried = places[one.recipe], growing[one.recipe]
            if isinstance(one, Refused):
                self._know(place, replace(tried, problem=str(one.error)))
                continue
            tried = replace(
                tried, by_part=(*tried.by_part, *values), features=tried.features + one.features
            )
            growing[one.recipe] = tried
            if len(tried.by_part) == n_parts:
                self._know(place, replace(tried, features=round(tried.features / n_parts)))

    def _counted(self, documents: Documents, recipe: Recipe, size: int) -> Counted:
        """Return the counts of documents, as they were counted in an earlier round if they are few."""
        key = (recipe.blocks(len(documents.fields)), recipe.column_names, size)
        found = next((counted for own, counted in self.kept if own == key), None)
        if found is None:
            cut = recipe.tokenizer(self.how.tokenizer, "the recipe")
            found = count(tokenized(documents, cut), recipe, self.how.threads)
            if self.how.kind == "kinds" and size <= MOST_KEPT:
                self.kept.append((key, found))
        return found

    def _measured(
        self, counted: Counted, parts: Parts, recipes: Sequence[Recipe], work: Work
    ) -> Iterator[tuple[Found, list[float | None]]]:
        """Yield what is found of each part, with the metric: of calibrated recipes after their last part, of all."""
        metric, waiting = self.how.metric, [list[Scored]() for _ in recipes]
        # Whether a calibration changes nothing, or for auto nothing for the worse.
        plain = metric.name not in PROBABILITY_METRICS and not counted.multilabel
        for one in scored(counted, parts, recipes, work):
            own, recipe = waiting[one.recipe], recipes[one.recipe]
            if isinstance(one, Refused):
                yield one, []
            elif recipe.calibration == NONE or (plain and recipe.calibration not in MOVES_LABELS):
                yield one, [metric.of(one.answers(counted))]
            else:
                own.append(one)
                last = len(own) == len(parts.judged())
                yield (
                    one,
                    list(map(metric.of, _calibrated(counted, parts, own, recipe))) if last else [],
                )

    def _know(self, place: int, tried: Tried) -> None:
        self.tried[place] = tried
        self.done += 1
        if tried.value is not None and (self.best is None or self._better(tried, self.best)):
            self.best = tried
        self.tell()

    def _better(self, one: Tried, other: Tried) -> bool:
        return rank(one, self.how.metric) < rank(other, self.how.metric)
