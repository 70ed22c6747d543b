"""The recipe that suits documents best, with an honest estimate of how good it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.calibration.calibrate import as_trained
from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError
from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.multilabel_predictions import (
    AnyPredictions,
    concatenated_predictions,
)
from linnet.evaluation.metrics.register import PROBABILITY_METRICS
from linnet.evaluation.splits.leaks import Leaks, leaks_among
from linnet.evaluation.splits.split_data import split_data_of
from linnet.evaluation.splits.splits import TEST, Flags, Parts, SplitCriteria, split
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning.learner import Ability
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.fewer import Fewer
from linnet.tuning.grid import Candidate, Grid, candidates_of
from linnet.tuning.make import make
from linnet.tuning.record import record_of
from linnet.tuning.search import Searched
from linnet.tuning.search import search as search_among
from linnet.tuning.search_plan import Search, rounds_of
from linnet.tuning.small import Small, fewest
from linnet.tuning.tried import ProgressCallback, Tried, ignore_progress
from linnet.validation.evaluate import evaluate_any_predictions
from linnet.validation.folds import Folds
from linnet.validation.labelled_predictions import labelled_predictions
from linnet.validation.training_documents import (
    in_memory,
    labelled_documents,
    select_documents,
    with_columns_of,
)

RESERVE = 0.2
DRAWS = 20


@dataclass(frozen=True, eq=False)
class Held:
    """Documents that played no part in choosing: what was answered for them, and whether that can be trusted."""

    documents: Documents  # in the order of the answers
    answers: AnyPredictions
    uncalibrated: AnyPredictions  # what would have been answered without a calibration
    classifiers: tuple[
        Classifier, ...
    ]  # which answered: they had not learned the documents they were asked about
    by: npt.NDArray[np.int64]  # which of them answered for each document
    leaks: Leaks | None = None
    whole: AnyPredictions | None = (
        None  # where the classifier is small, what that of all features would have answered
    )

    @property
    def classifier(self) -> Classifier:
        """The last one that answered."""
        return self.classifiers[-1]

    def answered(self, place: int) -> Classifier:
        """Return the one that answered for a document."""
        return self.classifiers[int(self.by[place])]

    @cached_property
    def evaluation(self) -> Evaluation | MultilabelEvaluation:
        """How good the answers are."""
        return evaluate_any_predictions(self.answers)

    @cached_property
    def without_leaks(self) -> Evaluation | MultilabelEvaluation | None:
        """How good they are for documents that do not leak; None where none do, or all."""
        leaking = np.zeros(len(self.answers), np.bool_)
        leaking[[] if self.leaks is None else self.leaks.rows] = True
        return (
            evaluate_any_predictions(self.answers.select(~leaking))
            if leaking.any() and not leaking.all()
            else None
        )


@dataclass(frozen=True, eq=False)
class Tuned:
    """A classifier, the recipe that was chosen for it, and what was tried.

    The value of the best recipe is the best of many, and so too good to be true. The estimate is honest: it comes from
    documents that played no part in choosing. There is none where none were reserved.
    """

    classifier: Classifier  # learned from all documents
    recipe: Recipe
    best: Tried
    tried: tuple[Tried, ...]  # in the order of the grid
    metric: str
    documents: int
    held: Held | None  # documents that played no part in choosing
    outer_folds: int | None = None  # None: the reserved documents are one part
    stopped: str = ""  # "budget" or "interrupted", where not all was tried
    small: Small | None = None  # how small, and what is lost by it, where that was asked for

    @property
    def estimate(self) -> Evaluation | MultilabelEvaluation | None:
        """How good the classifier is on documents that played no part in choosing it."""
        return None if self.held is None else self.held.evaluation

    @property
    def reserved(self) -> int:
        """How many documents played no part in choosing."""
        return 0 if self.held is None else len(self.held.answers)

    def measures(self) -> dict[str, Measure]:
        """Return the measures of the estimate by name, that of the search first; none where there is no estimate."""
        found = {} if self.estimate is None else self.estimate.measures
        return {name: found[name] for name in dict.fromkeys((self.metric, *found)) if name in found}

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "metric": self.metric,
            "documents": self.documents,
            "tried": [one.as_json() for one in self.tried],
            "best": self.best.as_json(),
            "recipe": self.recipe.to_dict(),
            "estimate": {name: measure.as_json() for name, measure in self.measures().items()},
            "uncalibrated": self.uncalibrated(),
            "leaking": None
            if self.held is None or self.held.leaks is None
            else len(self.held.leaks.rows),
            "reserved": self.reserved,
            "outer_folds": self.outer_folds,
            "stopped": self.stopped or None,
        }

    def uncalibrated(self) -> dict[str, float | None] | None:
        """Return how good probabilities would have been without a calibration; None where there is none."""
        if self.held is None or self.classifier.model.calibration is None:
            return None
        names = [name for name in PROBABILITY_METRICS if name in self.held.evaluation.measures]
        metrics = [metric_named(name, multilabel=self.classifier.multilabel) for name in names]
        return {metric.name: metric.of(self.held.uncalibrated) for metric in metrics}


def tune(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    grid: Grid | Sequence[Grid] | None = None,
    *,
    metric: str | None = None,
    folds: int | Folds = 5,
    search: str = "grid",
    draws: int | None = None,
    rounds: Sequence[int] = (),
    budget: float | None = None,
    one_standard_error: bool = False,
    reserve: float = RESERVE,
    outer_folds: int | None = None,
    calibration: str | None = None,
    small: bool = False,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    told: ProgressCallback = ignore_progress,
) -> Tuned:
    """Return the classifier of the best recipe of a grid, by cross-validation of all of them.

    A grid has a list of values for each setting that `Recipe.of` takes; all others are as in `recipe`. It may be a list
    of grids. Successive halving may be given the documents of each of its `rounds`. The estimate comes from a reserved
    share of the documents, or from `outer_folds`, each left out of a whole search. Without a metric, recipes are
    compared by accuracy, or by micro-f1 where documents may have several labels. Ctrl-C ends the search and keeps the
    best so far. Where nothing is said of `calibration`, here or in the settings of the recipe, naive Bayes and learners
    of margins get one, since their scores are no honest probabilities by themselves. A `small` classifier has few
    features and a narrow file; the estimate is that of the small one, and what was lost is measured on the same
    documents.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 10
    >>> tuned = tune(data, grid={"words": ["1", "1-2"], "smoothing": [0.1, 1.0]})
    >>> tuned.best.settings, tuned.best.value, tuned.estimate.accuracy.value
    ({'words': '1', 'smoothing': 0.1}, 1.0, 1.0)
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    if calibration is None and isinstance(recipe, Mapping):
        calibration = recipe.get("calibration")
    divided = _divided(folds, base)
    _check(reserve, outer_folds)
    threads = threads_of(threads)
    documents = labelled_documents(documents, base, "tuning", metadata=divided.columns)
    by = metric_named(metric, multilabel=documents.multilabel)
    how = Search(
        by, divided, search, budget, one_standard_error, threads, tokenizer, told, tuple(rounds)
    )
    documents, base, criteria = in_memory(documents, base, divided, threads)
    candidates = candidates_of(base, grid, DRAWS if search == "random" and draws is None else draws)
    candidates = [
        shipped(one, calibration, divided, multilabel=documents.multilabel) for one in candidates
    ]
    tuning = _Tuning(documents, criteria, candidates, how, small)
    found, held = tuning.nested(outer_folds) if outer_folds else tuning.reserving(reserve)
    classifier, shrunk = tuning.shipped(documents, found, held)
    tuned = Tuned(
        classifier,
        classifier.recipe,
        found.best,
        found.tried,
        by.name,
        len(criteria),
        held,
        outer_folds,
        found.stopped,
        shrunk,
    )
    classifier = classifier.with_record(record_of(tuned))
    if shrunk is not None:
        shrunk = replace(shrunk, size=len(classifier.to_bytes()))
    return replace(tuned, classifier=classifier, small=shrunk)


def _divided(folds: int | Folds, base: Recipe) -> Folds:
    """Return the folds; where they say nothing of groups and times, as the recipe has them."""
    given = Folds.given(folds, base.seed)
    return given if given.columns else replace(given, group=base.group, time=base.time)


def _check(reserve: float, outer_folds: int | None) -> None:
    if not 0 <= reserve < 1:
        raise SettingError(
            f"the reserve must be a share from 0 up to 1; got {reserve}. Use {RESERVE} if unsure."
        )
    if outer_folds is not None and outer_folds < 2:
        raise SettingError(
            f"outer folds must be 2 or more; got {outer_folds}. Use 5, or reserve a share."
        )


@dataclass(frozen=True)
class _Tuning:
    """The same documents, candidates and search for the choice and for its estimate."""

    documents: Documents
    criteria: SplitCriteria
    candidates: Sequence[Candidate]
    how: Search
    small: bool = False

    def shipped(
        self, documents: Documents, found: Searched, held: Held | None
    ) -> tuple[Classifier, Small | None]:
        """Return the classifier to use, learned from these documents; where it is small, also what that means."""
        if found.fewer is None:
            return self._made(documents, found.best.recipe), None
        plain = replace(
            found.best.recipe, calibration="none", cutoff=None, unsure=False
        )  # whose size is the same
        whole = self._made(documents, plain)
        small = self._made(
            documents, found.fewer.of(found.best.recipe, whole.model.features.n_columns)
        )
        answers = None if held is None or held.whole is None else (held.whole, held.answers)
        return small, Small.of(small, whole, answers, self.how.metric.name)

    def _made(self, documents: Documents, recipe: Recipe) -> Classifier:
        # The recipe may have fewer columns than were read, where the grid says so.
        documents = with_columns_of(recipe, documents)
        return make(documents, recipe, threads=self.how.threads, tokenizer=self.how.tokenizer)

    def reserving(self, share: float) -> tuple[Searched, Held | None]:
        """Search without a reserved part of the documents, and judge the choice by these alone."""
        if not share:
            return self._searched(self.how), None
        away = split(self.criteria, test=share, seed=self.how.folds.seed) == TEST
        found = self._searched(self.how, ~away)
        return found, self._checked(
            [self._judged(found, ~away, away)], Parts(away.astype(np.int32), forward=True)
        )

    def nested(self, n: int) -> tuple[Searched, Held | None]:
        """Search all documents, and judge searching itself: for each part, a search of the others chooses."""
        budget = self.how.budget and self.how.budget / (n + 1)
        how = replace(self.how, budget=budget)
        found = self._searched(how)
        (parts,) = replace(how.folds, n=n, repeats=1, seed=how.folds.seed + 1).parts(self.criteria)
        judged, stopped = list[Held](), found.stopped
        for part in () if stopped == "interrupted" else parts.judged():
            inner = self._searched(how, parts.training(part))
            judged.append(self._judged(inner, parts.training(part), parts.held_out(part)))
            stopped = stopped or inner.stopped
            if inner.stopped == "interrupted":
                break
        whole = stopped != "interrupted"
        return replace(found, stopped=stopped), self._checked(judged, parts) if whole else None

    def _searched(self, how: Search, which: Flags | None = None) -> Searched:
        """Search these documents, or all; then for few of the best recipe's features, where they are to be few."""
        documents, criteria = self.documents, self.criteria
        if which is not None:
            documents, criteria = select_documents(documents, which), criteria.select(which)
        found = search_among(documents, criteria, self.candidates, how)
        return (
            replace(found, fewer=self._fewer(documents, criteria, found.best, how))
            if self.small
            else found
        )

    def _fewer(
        self, documents: Documents, criteria: SplitCriteria, best: Tried, how: Search
    ) -> Fewer:
        """Return which of its features the best recipe needs, by the documents that it was tried on."""
        rounds = rounds_of(criteria, len(self.candidates), how)
        which = next(one for one in rounds if np.count_nonzero(one) == best.documents)
        return fewest(select_documents(documents, which), criteria.select(which), best, how)

    def _judged(self, found: Searched, training: Flags, held: Flags) -> Held:
        learned, documents = (
            select_documents(self.documents, training),
            select_documents(self.documents, held),
        )
        groups = (
            None
            if self.criteria.groups is None
            else np.asarray(self.criteria.groups[held], np.int64)
        )

        def told(one: Classifier) -> AnyPredictions:
            return replace(
                labelled_predictions(one, documents, threads=self.how.threads), groups=groups
            )

        classifier, whole = self._made(learned, found.best.recipe), None
        if found.fewer is not None:
            whole = told(classifier)
            few = found.fewer.of(found.best.recipe, classifier.model.features.n_columns)
            classifier = self._made(learned, few)
        by = np.zeros(np.count_nonzero(held), np.int64)
        return Held(
            documents,
            told(classifier),
            told(as_trained(classifier)),
            (classifier,),
            by,
            whole=whole,
        )

    def _checked(self, held: Sequence[Held], parts: Parts) -> Held:
        """Return the held documents of all parts, one part after the other, with what leaks into them."""
        places = np.concatenate([np.flatnonzero(parts.held_out(part)) for part in parts.judged()])
        gathered = split_data_of(self.documents, self.how.threads)
        leaks = leaks_among(gathered, parts, group=self.how.folds.group, threads=self.how.threads)
        rows = np.flatnonzero(np.isin(places, leaks.rows))
        return Held(
            replace(
                self.documents,
                open_batches=lambda: chain.from_iterable(one.documents.batches() for one in held),
            ),
            concatenated_predictions([one.answers for one in held]),
            concatenated_predictions([one.uncalibrated for one in held]),
            tuple(one.classifier for one in held),
            np.repeat(np.arange(len(held)), [len(one.answers) for one in held]),
            replace(leaks, rows=rows),
            concatenated_predictions([one.whole for one in held if one.whole is not None])
            if self.small
            else None,
        )


def shipped(
    one: Candidate, asked: str | None, folds: Folds, *, multilabel: bool = False
) -> Candidate:
    """Return the candidate with the recipe as it will be learned: calibrated, by parts that are divided as the folds.

    >>> one, folds = Candidate({}, Recipe()), Folds(5, group="author")
    >>> shipped(one, None, folds).recipe.group, shipped(one, "none", folds).recipe.group
    ('author', None)
    """
    recipe = with_calibration(one.recipe, one.settings.get("calibration", asked))
    group, time = (
        (folds.group, folds.time) if recipe.is_judged(multilabel=multilabel) else (None, None)
    )
    return replace(one, recipe=replace(recipe, group=group, time=time))


def with_calibration(recipe: Recipe, asked: str | None) -> Recipe:
    """Return the recipe with a calibration: as asked, as it has one, or where its scores need one.

    >>> with_calibration(Recipe.of(learner="logistic"), None).calibration, with_calibration(Recipe(), None).calibration
    ('none', 'auto')
    """
    if asked is None and recipe.calibration == "none":
        asked = "auto" if Ability.CALIBRATED not in recipe.learner.abilities else "none"
    return recipe if asked is None else replace(recipe, calibration=asked)
