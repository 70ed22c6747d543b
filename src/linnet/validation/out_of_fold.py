"""What models say of documents that they have not learned.

Each part in turn, scored by the model of all others.

All recipes here count the same features, so that the documents are counted once. What depends on
the training documents (vocabulary, weighting, bins) is learned anew from each training part, and
shared by recipes that prepare documents alike. Naive Bayes of counts subtracts the totals of a part
from those of all; strengths of a linear learner are one path, each found from the last. Parts are
worked on side by side, which never changes a result.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from threading import Event
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from linnet.classifier.fit import drops_zero_weights, fit, fit_path, fit_totals
from linnet.errors import LinnetError
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.splits.splits import Parts
from linnet.learning.counting import LabelledRows
from linnet.learning.learner import Ability
from linnet.learning.preparation import Prepared, totals_of
from linnet.memory import check_memory
from linnet.model.decision import Decision
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.model.zero_weights import nonzero_weights
from linnet.recipe.recipe import Recipe
from linnet.threads import STOP
from linnet.validation.leave_one_out import leave_one_out_scores
from linnet.validation.subtraction import Counted, subtracting, takes_one_pass

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Item = TypeVar("Item")
SCORE_BYTES = 16  # of one document and label: a score and, of the part at work, a probability


def never() -> bool:
    """Go on to the end."""
    return False


@dataclass(frozen=True)
class Work:
    """How the parts are worked on."""

    threads: int = 1
    stop: Callable[[], bool] = never  # asked before each fit whether the rest is still wanted
    training: bool = False  # whether the training documents are scored, too
    only: tuple[int, ...] | None = (
        None  # the parts that are left out in turn; all of them by default
    )


@dataclass(frozen=True, eq=False)
class Scored:
    """What a recipe's model of all other parts says of the documents of one part."""

    recipe: int  # its number
    documents: Ints
    scores: Scores  # of all labels: minus infinity for those that the training part lacks
    features: int = 0  # how many the model has
    training: "Scored | None" = None  # what it says of its own documents
    seconds: float = 0.0  # that it took, of one thread

    def predictions(self, counted: LabelledRows) -> AnyPredictions:
        """Return the answers beside the truth."""
        scores = self.scores
        probabilities = scores.probabilities() if scores.has_probabilities else None
        if counted.multilabel:
            truth = counted.targets().flags()[self.documents]
            return MultilabelPredictions(
                counted.labels, truth, scores.chosen(), None, scores.settled(), probabilities
            )
        return LabelledPredictions(
            counted.labels,
            counted.codes[self.documents].astype(np.int64),
            scores.best(),
            scores.settled(),
            probabilities,
        )


@dataclass(frozen=True)
class Refused:
    """A recipe that cannot learn from these documents, and why."""

    recipe: int
    error: LinnetError
    seconds: float = 0.0


Result = Scored | Refused
Run = Callable[[int], Iterable[Result]]  # part → the results of models that have not learned it


def scored(
    counted: Counted, parts: Parts, recipes: Sequence[Recipe], work: Work
) -> Iterator[Result]:
    """Yield what each recipe says of each part.

    Recipes that share their work come together, their parts in order.
    """
    check_scores(len(parts.part), len(counted.labels))
    is_leave_one_out = len(parts.held_out_parts()) == len(parts.part)
    runs = list[Run]()
    groups = grouped_by(range(len(recipes)), lambda number: _shared(counted, recipes[number]))
    for numbers in groups:
        own = {number: recipes[number] for number in numbers}
        first = recipes[numbers[0]]
        if parts.forward or not _subtracts(counted, first):
            runs.append(_refitting(counted, parts, own, work))
        elif is_leave_one_out and takes_one_pass(counted, first):
            yield from _one_pass(replace(counted, recipe=first), own)
        else:
            runs.append(_subtracting(replace(counted, recipe=first), parts, own, work))
    only = parts.held_out_parts() if work.only is None else work.only
    yield from _side_by_side([(run, part) for run in runs for part in only], work)


def check_scores(n_documents: int, n_labels: int) -> None:
    """Refuse scores of all documents for all labels that cannot fit in memory."""
    what = f"the scores of {n_documents:,} documents for {n_labels:,} labels"
    advice = "Take fewer documents, or only the labels that have several of them."
    check_memory(SCORE_BYTES * n_documents * n_labels, what, advice)


def or_raise(results: Iterable[Result]) -> Iterator[Scored]:
    """Yield what was scored; a recipe that cannot learn is an error."""
    for result in results:
        if isinstance(result, Refused):
            raise result.error
        yield result


def out_of_fold(
    counted: Counted, parts: Parts, recipes: Sequence[Recipe], threads: int = 1
) -> list[AnyPredictions]:
    """Return, for each recipe, the predictions for all documents that are judged.

    Each document is scored by the model of all parts but its own.
    """
    by_recipe: list[list[Scored]] = [[] for _ in recipes]
    for result in or_raise(scored(counted, parts, recipes, Work(threads))):
        by_recipe[result.recipe].append(result)
    return [whole(results).predictions(counted) for results in by_recipe]


def rough(recipe: Recipe) -> Recipe:
    """Return the recipe with a cheaper learner, for models that nobody will use.

    >>> rough(Recipe.of(learner="svm")).learner.tolerance
    0.01
    """
    return replace(recipe, learner=recipe.learner.rough())


def whole(parts: Sequence[Scored]) -> Scored:
    """Return what a recipe says of all parts, in the order of the documents."""
    documents = np.concatenate([part.documents for part in parts])
    values = np.concatenate([part.scores.values for part in parts])
    in_order = values[np.argsort(documents)]
    scores = replace(parts[0].scores, values=in_order)
    return replace(parts[0], documents=np.sort(documents), scores=scores)


def _subtracts(counted: LabelledRows, recipe: Recipe) -> bool:
    return recipe.streams and not counted.multilabel


def _shared(counted: LabelledRows, recipe: Recipe) -> Any:
    """Return what recipes must have in common to share their work."""
    if _subtracts(counted, recipe):
        return recipe.limits, recipe.class_weights
    return recipe.preparation


def grouped_by(items: Iterable[Item], key: Callable[[Item], Any]) -> list[list[Item]]:
    """Return the items in groups of equal keys, which need not be sortable or hashable.

    >>> grouped_by([1, 2, 3, 4], lambda number: [number % 2])
    [[1, 3], [2, 4]]
    """
    keys = list[Any]()
    groups = list[list[Item]]()
    for item in items:
        own_key = key(item)
        if own_key not in keys:
            keys.append(own_key)
            groups.append([])
        groups[keys.index(own_key)].append(item)
    return groups


def _side_by_side(jobs: Sequence[tuple[Run, int]], work: Work) -> Iterator[Result]:
    """Yield what the jobs find, in their order.

    They end as soon as nobody wants what is still to come.
    """
    over = Event()
    pool = ThreadPoolExecutor(work.threads)

    def stop() -> bool:
        return over.is_set() or work.stop()

    def run(job: tuple[Run, int]) -> list[Result]:
        score, part = job
        results = list[Result]()
        STOP.set(stop)
        if stop():
            return results
        start = perf_counter()
        with suppress(KeyboardInterrupt):
            for result in score(part):
                results.append(replace(result, seconds=perf_counter() - start))
                start = perf_counter()
                if stop():
                    break
        return results

    try:
        for results in pool.map(run, jobs):
            yield from results
    finally:
        over.set()
        pool.shutdown(wait=False, cancel_futures=True)


def _one_pass(counted: Counted, recipes: dict[int, Recipe]) -> Iterator[Scored]:
    numbers = list(recipes)
    for place, documents, values in leave_one_out_scores(counted, list(recipes.values())):
        yield Scored(numbers[place], documents, _log_scores(counted, values))


def _subtracting(counted: Counted, parts: Parts, recipes: dict[int, Recipe], work: Work) -> Run:
    """Return how totals score a part: by those of all documents minus those of the part."""
    training_of = subtracting(counted, parts.part)

    def run(part: int) -> Iterator[Scored]:
        training = training_of(part)
        held = parts.held_out(part)

        sides = [held, ~held] if work.training else [held]
        rows = [counted.rows.select(side).renumber(training.place) for side in sides]
        for number, recipe in recipes.items():
            scored_sides = []
            for side, side_rows in zip(sides, rows, strict=True):
                values = training.scores(side_rows, recipe, counted.n_labels)
                scores = _log_scores(counted, values)
                scored_sides.append(Scored(number, np.flatnonzero(side), scores))
            own = scored_sides[1] if work.training else None
            yield replace(scored_sides[0], features=training.table.n_columns, training=own)

    return run


def _log_scores(counted: Counted, values: Floats) -> Scores:
    return Scores(counted.labels, values, np.zeros(counted.n_labels))


def _refitting(counted: LabelledRows, parts: Parts, recipes: dict[int, Recipe], work: Work) -> Run:
    """Return how recipes that prepare documents alike score a part.

    Each by its model of the training documents.
    """
    chosen_parts = parts.held_out_parts() if work.only is None else work.only
    threads = max(1, work.threads // len(chosen_parts))
    first = next(iter(recipes.values()))

    def run(part: int) -> Iterator[Result]:
        held = parts.held_out(part)
        learned = parts.training(part)
        training = counted.select(learned)
        try:
            prepared = first.preparation.learn(training, threads)
            rows = prepared.of(counted.rows.select(held), counted.columns.select(held), threads)
        except LinnetError as error:
            yield from (Refused(number, error) for number in recipes)
            return
        for number, model in _modelled(training, prepared, recipes, threads):
            if isinstance(model, LinnetError):
                yield Refused(number, model)
                continue
            own = None
            if work.training:
                own_scores = _wide(model.score(prepared.rows, threads), counted)
                own = Scored(number, np.flatnonzero(learned), own_scores)
            scores = _wide(model.score(rows, threads), counted)
            n_features = prepared.features.n_columns
            if drops_zero_weights(recipes[number]):
                n_features = int(nonzero_weights(model).sum())
            yield Scored(number, np.flatnonzero(held), scores, n_features, own)

    return run


def _modelled(
    training: LabelledRows, prepared: Prepared, recipes: dict[int, Recipe], threads: int
) -> Iterator[tuple[int, LinearModel | LinnetError]]:
    """Yield the model of each recipe, or why there is none.

    Those that differ in strength alone come together.
    """
    totals = cache(lambda squares: totals_of(training, prepared, squares=squares).checked())

    def modelled(recipe: Recipe) -> LinearModel:
        recipe = _among(recipe, training)
        if recipe.learner.needs == "totals":
            return fit_totals(totals(recipe.learner.inputs.squares), prepared.features, recipe)
        return fit(training, prepared, recipe, threads)

    for numbers in grouped_by(recipes, lambda number: _without_strength(recipes[number])):
        own = [recipes[number] for number in numbers]
        is_path = len(own) > 1 and Ability.STRENGTHS in own[0].learner.abilities
        try:
            if is_path:
                strengths = [recipe.learner.strength for recipe in own]
                models = fit_path(training, prepared, own[0], strengths, threads)
            else:
                models = [modelled(recipe) for recipe in own]
            yield from zip(numbers, models, strict=True)
        except LinnetError as error:
            yield from ((number, error) for number in numbers)


def _without_strength(recipe: Recipe) -> Recipe:
    if Ability.STRENGTHS not in recipe.learner.abilities:
        return recipe
    return replace(recipe, learner=recipe.learner.with_strength(None))


def _among(recipe: Recipe, training: LabelledRows) -> Recipe:
    """Return the recipe with a given prior only over the labels that the training part has."""
    if training.multilabel:
        return recipe
    return replace(recipe, learner=recipe.learner.among(training.labels))


def _wide(scores: Scores, counted: LabelledRows) -> Scores:
    """Return the scores of all labels: minus infinity for those that the model does not know."""
    if len(scores.label_names) == len(counted.labels):
        return replace(scores, values=scores.settled())
    own = [counted.labels.index(label) for label in scores.label_names]
    n_labels = len(counted.labels)
    values = np.full((len(scores.values), n_labels), -np.inf)
    values[:, own] = scores.settled()
    prior = np.full(n_labels, -np.inf)
    prior[own] = scores.prior
    decision = None
    if scores.decision is not None:
        cutoffs = np.zeros(n_labels)
        cutoffs[own] = scores.decision.cutoffs
        decision = Decision.plain(cutoffs)
    return replace(
        scores, label_names=counted.labels, values=values, prior=prior, decision=decision
    )
