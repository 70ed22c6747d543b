"""How good a recipe that is given is: each document by a model that has not learned it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linnet.classifier.training_documents import labelled_documents
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.splits.splits import Parts
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.search import Searched
from linnet.tuning.search_plan import Search
from linnet.tuning.search_work import JobProgress
from linnet.tuning.stages import JUDGED, LEAKS, Stage, Stages
from linnet.tuning.tried import ProgressCallback, Tried, ignore_progress
from linnet.tuning.tune import Tuning
from linnet.tuning.tuned import Held
from linnet.validation.folds import Folds
from linnet.validation.splitting import in_memory, kept_in_parts, with_copies

FOLDS = 5


def judge(
    documents: Any,
    recipe: Recipe | Mapping[str, Any],
    *,
    folds: int | Folds = FOLDS,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Held:
    """Return predictions for documents by models of the same recipe that had not learned them.

    The documents are divided into folds; the model of the others labels each of them, with its
    calibration and its cutoffs. Exact and near duplicates are in one fold. Where there are fewer
    documents, or groups, there are fewer folds. `progress` is called before each of the models.

    >>> data = [("good film", "pos"), ("bad film", "neg")] * 10
    >>> held = judge(data, {"learner": "multinomial"})
    >>> len(held.classifiers), held.evaluation.accuracy.value
    (5, 1.0)
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    folds = Folds.given(folds, base.seed)
    if not folds.columns:
        folds = replace(folds, group=base.group, time=base.time)
    threads = threads_of(threads)
    documents = labelled_documents(documents, base, "judging a recipe", metadata=folds.columns)
    documents, base, criteria = in_memory(documents, base, folds, threads)
    metric = metric_named(None, multilabel=documents.multilabel)
    how = Search(metric, folds, threads=threads, tokenizer=tokenizer, job=JobProgress(progress))
    criteria, duplicates = with_copies(criteria, documents, threads)
    folds = folds.at_most(criteria)
    parts = folds.parts(criteria)[0]
    if duplicates is not None:
        duplicates = kept_in_parts(duplicates, criteria, folds.n or len(criteria))
    stages = _stages_of(parts, how)
    tuning = Tuning(documents, criteria, (), how, stages, duplicates=duplicates)
    return replace(_judged(tuning, parts, base), duplicates=duplicates)


def _stages_of(parts: Parts, how: Search) -> Stages:
    n_documents = len(parts.part)
    n_parts = len(parts.held_out_parts())
    n_learned = n_documents * (1 - 1 / (n_parts + parts.forward))
    stages = [*[Stage(JUDGED, n_learned)] * n_parts, Stage(LEAKS, n_documents)]
    return Stages(how.job or JobProgress(how.progress), stages, how, search_weight=0.0)


def _judged(tuning: Tuning, parts: Parts, recipe: Recipe) -> Held:
    """Return the predictions for each part by the model of the others, in a row."""
    planned = tuning.stages
    job = planned.job
    held_out_parts = parts.held_out_parts()
    n_parts = len(held_out_parts)
    given = Searched((), Tried({}, recipe))
    held = list[Held]()
    for number, part in enumerate(held_out_parts):
        job.last = replace(job.last, done=number, to_do=n_parts)
        with planned.work(JUDGED, recipe):
            held.append(tuning.held_out(given, parts.training(part), parts.held_out(part)))
    job.last = replace(job.last, done=n_parts)
    judged = tuning.joined(held, parts)
    planned.finish()
    return judged
