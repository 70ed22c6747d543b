"""The recipe that suits documents best, with an honest estimate of how good it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.calibration.calibrate import as_trained
from linnet.classifier.classifier import Classifier
from linnet.classifier.training_documents import labelled_documents, with_columns_of
from linnet.errors import SettingError
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.multilabel_predictions import (
    AnyPredictions,
    concatenated_predictions,
    without_lone_groups,
)
from linnet.evaluation.splits.copies import Codes, together_in
from linnet.evaluation.splits.duplicate_groups import DuplicateGroups
from linnet.evaluation.splits.leaks import Leaks, leaks_among
from linnet.evaluation.splits.split_data import split_data_of
from linnet.evaluation.splits.splits import TEST, Flags, Parts, SplitCriteria, split
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.fewer import Fewer
from linnet.tuning.grid import Candidate, Grid, candidates_of, shipped
from linnet.tuning.make import make
from linnet.tuning.record import profile_of, record_of
from linnet.tuning.search import Searched
from linnet.tuning.search import search as search_among
from linnet.tuning.search_plan import Search, rounds_of
from linnet.tuning.search_work import JobProgress
from linnet.tuning.small import Small, fewest
from linnet.tuning.stages import (
    FEWER,
    FINAL,
    JUDGED,
    LEAKS,
    WRITING,
    Estimate,
    Stages,
    planned_stages,
)
from linnet.tuning.tried import ProgressCallback, Tried, ignore_progress
from linnet.tuning.tuned import Held, Tuned
from linnet.validation.folds import Folds
from linnet.validation.labelled_predictions import labelled_predictions
from linnet.validation.splitting import in_memory, select_documents, with_copies

RESERVE = 0.2
RESERVED_PARTS = 2  # one that is reserved, and the others
DRAWS = 20


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
    split_duplicates: bool = False,
    small: bool = False,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Tuned:
    """Return the classifier of the best recipe of a grid, by cross-validation of all of them.

    A grid has a list of values for each setting that `Recipe.of` takes; all others are as in
    `recipe`. It may be a list of grids. Successive halving may be given the documents of each of
    its `rounds`. The estimate comes from a reserved share of the documents, or from `outer_folds`,
    each left out of a whole search. Without a metric, recipes are compared by accuracy, or by
    micro-f1 where documents may have several labels. Ctrl-C ends the search and keeps the best so
    far. Exact and near duplicates are kept in one part, which makes the estimate honest; they are
    not looked for with `split_duplicates`, or where parts are made by time.
    Where nothing is said of `calibration`, here or in the settings of the recipe, naive Bayes
    and learners of margins get one, since their scores are no honest probabilities by themselves.
    A `small` classifier has few features and a compact file; the estimate is that of the small one,
    and what was lost is measured on the same documents. `progress` is called with the state of the
    search.

    >>> data = [("good film", "pos"), ("fine film", "pos")] * 10
    >>> data += [("bad film", "neg"), ("dull film", "neg")] * 10
    >>> tuned = tune(data, grid={"words": ["1", "1-2"], "smoothing": [0.1, 1.0]})
    >>> tuned.best.settings, tuned.best.value, tuned.estimate.accuracy.value
    ({'words': '1', 'smoothing': 0.1}, 1.0, 1.0)
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    if calibration is None and isinstance(recipe, Mapping):
        calibration = recipe.get("calibration")
    folds = _folds_of(folds, base)
    _check(reserve, outer_folds)
    threads = threads_of(threads)
    documents = labelled_documents(documents, base, "tuning", metadata=folds.columns)
    multilabel = documents.multilabel
    job = JobProgress(progress)
    how = Search(
        metric=metric_named(metric, multilabel=multilabel),
        folds=folds,
        kind=search,
        budget=budget,
        one_standard_error=one_standard_error,
        threads=threads,
        tokenizer=tokenizer,
        progress=progress,
        job=job,
        rounds=tuple(rounds),
    )

    documents, base, criteria = in_memory(documents, base, folds, threads)
    duplicates = None
    if not split_duplicates:
        n_parts = outer_folds or RESERVED_PARTS
        criteria, duplicates = with_copies(criteria, documents, threads, n_parts)
    if draws is None and search == "random":
        draws = DRAWS
    candidates = [
        shipped(candidate, calibration, folds, multilabel=multilabel)
        for candidate in candidates_of(base, grid, draws)
    ]
    stages = planned_stages(job, criteria, candidates, how, Estimate(reserve, outer_folds, small))
    tuning = Tuning(documents, criteria, candidates, how, stages, small, duplicates)
    tuned = replace(tuning, split_duplicates=split_duplicates).tuned(reserve, outer_folds)
    with stages.work(WRITING, tuned.recipe):
        tuned = _with_record(tuned, documents, threads)
    stages.finish()
    return tuned


def _with_record(tuned: Tuned, documents: Documents, threads: int) -> Tuned:
    """Return it with a classifier whose file remembers what was tried; the size counts that too."""
    predictions = None if tuned.held is None else tuned.held.predictions
    profile = profile_of(tuned.classifier, documents, predictions, threads)
    record = replace(record_of(tuned), profile=profile)
    classifier = tuned.classifier.with_record(record)
    small = tuned.small
    if small is not None:
        small = replace(small, size=len(classifier.to_bytes()))
    return replace(tuned, classifier=classifier, small=small)


def _folds_of(folds: int | Folds, base: Recipe) -> Folds:
    """Return the folds; where they say nothing of groups and times, as the recipe has them."""
    folds = Folds.given(folds, base.seed)
    if folds.columns:
        return folds
    return replace(folds, group=base.group, time=base.time)


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
class Tuning:
    """The same documents, candidates and search for the choice and for its estimate."""

    documents: Documents
    criteria: SplitCriteria
    candidates: Sequence[Candidate]
    how: Search
    stages: Stages
    small: bool = False
    duplicates: DuplicateGroups | None = None
    split_duplicates: bool = False

    @property
    def copies(self) -> Codes | None:
        """Copies of one another have the same number; None where they were not looked for."""
        if self.split_duplicates:
            return np.arange(len(self.criteria))
        return None if self.duplicates is None else self.duplicates.groups

    def tuned(self, reserve: float, outer_folds: int | None) -> Tuned:
        """Return the best recipe, its classifier, and the estimate by outer folds or a share."""
        if outer_folds:
            searched, held = self._nested(outer_folds)
        else:
            searched, held = self._reserving(reserve)
        with self.stages.work(FINAL, searched.best.recipe):
            classifier, small = self._shipped(searched, held)
        return Tuned(
            classifier=classifier,
            recipe=classifier.recipe,
            best=searched.best,
            tried=searched.tried,
            metric=self.how.metric.name,
            documents=len(self.criteria),
            held=held,
            outer_folds=outer_folds,
            stopped=searched.stopped,
            small=small,
            duplicates=self.duplicates,
        )

    def _shipped(self, searched: Searched, held: Held | None) -> tuple[Classifier, Small | None]:
        """Return the classifier to use, learned from all documents.

        Where it is small, also return what that means.
        """
        recipe = searched.best.recipe
        if searched.fewer is None:
            return self._made(recipe), None

        # Without a calibration and cutoffs the size is the same.
        uncalibrated = replace(recipe, calibration="none", cutoff=None, unsure=False)
        whole = self._made(uncalibrated)
        few = searched.fewer.of(recipe, whole.model.features.n_columns)
        small = self._made(few)
        predictions = None
        if held is not None and held.whole is not None:
            predictions = (held.whole, held.predictions)
        return small, Small.of(small, whole, predictions, self.how.metric.name)

    def _made(self, recipe: Recipe, which: Flags | None = None) -> Classifier:
        """Return the classifier of these documents, or of all."""
        documents = self.documents
        copies = self.copies
        if which is not None:
            documents = select_documents(documents, which)
            copies = None if copies is None else copies[which]
        # The recipe may have fewer columns than were read, where the grid says so.
        documents = with_columns_of(recipe, documents)
        threads = self.how.threads
        tokenizer = self.how.tokenizer
        return make(documents, recipe, threads=threads, tokenizer=tokenizer, copies=copies)

    def _reserving(self, share: float) -> tuple[Searched, Held | None]:
        """Search without a reserved part of the documents, and judge the choice by these alone."""
        if not share:
            return self._searched(self.how), None
        reserved = split(self.criteria, test=share, seed=self.how.folds.seed) == TEST
        searched = self._searched(self.how, ~reserved)
        with self.stages.work(JUDGED, searched.best.recipe):
            held = self.held_out(searched, ~reserved, reserved)
        parts = Parts(reserved.astype(np.int32), forward=True)
        return searched, self.joined([held], parts)

    def _nested(self, n: int) -> tuple[Searched, Held | None]:
        """Search all documents, and judge searching itself.

        For each of n parts, a search of the others chooses.
        """
        how = self.how
        if how.budget:
            how = replace(how, budget=how.budget / (n + 1))
        searched = self._searched(how)
        if searched.stopped == "interrupted":
            return searched, None

        outer_folds = replace(how.folds, n=n, repeats=1, seed=how.folds.seed + 1)
        (parts,) = outer_folds.parts(self.criteria)
        held_parts = list[Held]()
        stopped = searched.stopped
        for part in parts.held_out_parts():
            training = parts.training(part)
            inner = self._searched(how, training)
            with self.stages.work(JUDGED, inner.best.recipe):
                held_parts.append(self.held_out(inner, training, parts.held_out(part)))
            stopped = stopped or inner.stopped
            if inner.stopped == "interrupted":
                break
        searched = replace(searched, stopped=stopped)
        if stopped == "interrupted":
            return searched, None
        return searched, self.joined(held_parts, parts)

    def _searched(self, how: Search, which: Flags | None = None) -> Searched:
        """Search these documents, or all; then for few of the best recipe's features if asked."""
        documents = self.documents
        criteria = self.criteria
        if which is not None:
            documents = select_documents(documents, which)
            criteria = criteria.select(which)
        with self.stages.search():
            searched = search_among(documents, criteria, self.candidates, how)
        if not self.small:
            return searched
        with self.stages.work(FEWER, searched.best.recipe):
            fewer = self._fewer(documents, criteria, searched.best, how)
        return replace(searched, fewer=fewer)

    def _fewer(
        self, documents: Documents, criteria: SplitCriteria, best: Tried, how: Search
    ) -> Fewer:
        """Return which of its features the best recipe needs, by the documents of its trial."""
        rounds = rounds_of(criteria, len(self.candidates), how)
        which = next(flags for flags in rounds if np.count_nonzero(flags) == best.documents)
        return fewest(select_documents(documents, which), criteria.select(which), best, how)

    def held_out(self, searched: Searched, training: Flags, held_out: Flags) -> Held:
        """Return the predictions for held-out documents of what a search of the others chose."""
        documents = select_documents(self.documents, held_out)
        groups = self._groups_of(held_out)

        def predictions_of(classifier: Classifier) -> AnyPredictions:
            predictions = labelled_predictions(classifier, documents, threads=self.how.threads)
            return replace(predictions, groups=groups)

        recipe = searched.best.recipe
        classifier = self._made(recipe, training)
        whole = None
        if searched.fewer is not None:
            whole = predictions_of(classifier)
            few = searched.fewer.of(recipe, classifier.model.features.n_columns)
            classifier = self._made(few, training)
        return Held(
            documents=documents,
            predictions=predictions_of(classifier),
            uncalibrated=predictions_of(as_trained(classifier)),
            classifiers=(classifier,),
            by=np.zeros(np.count_nonzero(held_out), np.int64),
            whole=whole,
        )

    def _groups_of(self, which: Flags) -> npt.NDArray[np.int64] | None:
        groups = together_in(self.criteria)
        return None if groups is None else groups[which]

    def joined(self, held: Sequence[Held], parts: Parts) -> Held:
        """Return the held documents of all parts in a row, with what leaks into them."""
        documents = replace(
            self.documents,
            open_batches=lambda: chain.from_iterable(part.documents.batches() for part in held),
        )
        with self.stages.work(LEAKS, held[0].classifier.recipe):
            leaks = self._leaks_into(parts)
        predictions = concatenated_predictions([part.predictions for part in held])
        uncalibrated = concatenated_predictions([part.uncalibrated for part in held])
        sizes = [len(part.predictions) for part in held]
        whole = None
        if self.small:
            wholes = [part.whole for part in held if part.whole is not None]
            whole = self._concatenated(wholes)
        return Held(
            documents=documents,
            predictions=predictions,
            uncalibrated=uncalibrated,
            classifiers=tuple(part.classifier for part in held),
            by=np.repeat(np.arange(len(held)), sizes),
            leaks=leaks,
            whole=whole,
        )

    def _concatenated(self, parts: Sequence[AnyPredictions]) -> AnyPredictions:
        """Return predictions in a row; copies are groups only where there are some among them."""
        predictions = concatenated_predictions(parts)
        by_column = self.criteria.groups is not None
        return predictions if by_column else without_lone_groups(predictions)

    def _leaks_into(self, parts: Parts) -> Leaks:
        """Return what leaks into the held-out documents; rows count these, part by part."""
        threads = self.how.threads
        split_data = split_data_of(self.documents, threads)
        leaks = leaks_among(split_data, parts, group=self.how.folds.group, threads=threads)
        held_out = [np.flatnonzero(parts.held_out(part)) for part in parts.held_out_parts()]
        places = np.concatenate(held_out)
        return replace(leaks, rows=np.flatnonzero(np.isin(places, leaks.rows)))
