"""The recipe of a classifier on its documents and on more, compared with the classifier before.

Both are compared on the new documents. These are divided into folds; the predictions of the recipe
for a fold come from a model of the old documents and of the other folds. So neither side has
learned what it is judged by.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.classifier.training_documents import held_in_memory, kept_documents
from linnet.errors import Advice, SettingError, quoted
from linnet.evaluation.metrics.comparison import compare_predictions, metrics_named
from linnet.evaluation.metrics.multilabel_predictions import (
    AnyPredictions,
    MultilabelPredictions,
    without_lone_groups,
)
from linnet.evaluation.metrics.register import PROBABILITY_METRICS
from linnet.evaluation.splits.copies import together_in
from linnet.evaluation.splits.duplicate_groups import copies_of_any_length
from linnet.evaluation.splits.split_data import concatenated, split_data_of
from linnet.evaluation.splits.splits import Flags, Parts, SplitCriteria
from linnet.explanation.nearest import keep
from linnet.learning.counting import Progress, no_progress
from linnet.reading import Batch, Documents
from linnet.threads import threads_of
from linnet.tuning.make import make
from linnet.tuning.record import estimate_on_new_documents, retrained_record
from linnet.tuning.retrained import Retrained
from linnet.validation.compare import concatenated_pairs, predictions_of_both
from linnet.validation.fingerprints import compared_with_training
from linnet.validation.folds import Folds
from linnet.validation.splitting import select_documents

FOLDS = 5
Ints = npt.NDArray[np.int64]
Pair = tuple[AnyPredictions, AnyPredictions]


def retrain(
    classifier: Classifier,
    more: Any,
    training: Any = None,
    *,
    metric: str | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> Retrained:
    """Return a classifier of the same recipe, learned from the old documents and from more.

    Both are Documents, or anything `read` takes. The old ones are `training`, or those that the
    classifier keeps. It is compared with the classifier before on the new documents; `worse` says
    that it should not take its place. New documents that are copies of old ones are learned, but
    not compared. New labels are learned, too. Without a metric both are compared by the one that
    the recipe was chosen by, or by how many documents are right.

    >>> from linnet import train
    >>> old = [("good film", "pos"), ("bad film", "neg")] * 5
    >>> more = [("awful film", "neg"), ("awful plot", "neg"), ("fine plot", "pos")] * 2
    >>> retrained = retrain(train(old, {"learner": "svm"}), more, old)
    >>> retrained.worse, retrained.classifier.classify("awful")
    (False, 'neg')
    """
    _check_learner(classifier)
    if training is None:
        _check_kept(classifier)
    threads = threads_of(threads)
    metric = _metric_of(classifier, metric)
    new = held_in_memory(_read(classifier, more))
    _check_weights(classifier, new)
    old, same_training = _old_documents(classifier, training, new, threads)
    retraining = _Retraining.of(classifier, old, new, threads)

    parts = retraining.parts()
    pair = None if parts is None else retraining.predictions_of_both(parts, progress)
    after = retraining.classifier_of_all()
    n_folds = 0 if parts is None else len(parts.held_out_parts())
    predictions = None if pair is None else pair[1]
    estimate = estimate_on_new_documents(classifier.record, predictions, n_folds)
    documents = retraining.all_documents()
    record = retrained_record(classifier.record, after, documents, estimate, threads)
    n_compared = int(np.count_nonzero(retraining.compared))
    retrained = Retrained(
        classifier=after.with_record(record),
        before=classifier,
        metric=metric,
        new_documents=len(retraining.compared),
        n_copies=len(retraining.compared) - n_compared,
        folds=n_folds,
        same_training=same_training,
    )
    return retrained if pair is None else _compared(retrained, pair, threads)


def _compared(retrained: Retrained, pair: Pair, threads: int) -> Retrained:
    """Return it with what the predictions of both say."""
    comparison = compare_predictions(*pair, [retrained.metric], threads)
    n_with_new_labels = _n_with_new_labels(retrained.before, pair[0])
    return replace(retrained, comparison=comparison, n_with_new_labels=n_with_new_labels)


def _check_learner(classifier: Classifier) -> None:
    learner = classifier.recipe.learner
    if learner.needs == "nothing":
        raise SettingError(
            "a model must have been learned from documents to be retrained; "
            f"got one of the {learner.name} learner, whose weights were given. Train a new one."
        )


def _metric_of(classifier: Classifier, metric: str | None) -> str:
    """Return what both are compared by; the metric of the search where that needs labels only."""
    names = [] if metric is None else [metric]
    record = classifier.record
    if metric is None and record is not None and record.metric not in PROBABILITY_METRICS:
        names = [record.metric]
    return next(iter(metrics_named(names, multilabel=classifier.multilabel)))


def _read(classifier: Classifier, source: Any) -> Documents:
    """Return documents as the classifier has learned them, under its names."""
    metadata = classifier.recipe.metadata_columns
    reading: dict[str, Any] = {} if isinstance(source, Documents) else {"metadata": metadata}
    documents = classifier.read(source, **reading)
    documents = _with_metadata(documents, metadata)
    label = classifier.label or documents.label
    return replace(documents, fields=classifier.fields, label=label)


def _with_metadata(documents: Documents, names: Sequence[str]) -> Documents:
    """Return the documents with these metadata columns alone."""
    for name in names:
        if name not in documents.metadata:
            raise SettingError(
                f"{documents.name}: column {quoted(name)}, by which the recipe divides documents, "
                "must be read as metadata; got documents without it. Read them with metadata=."
            )
    places = [documents.metadata.index(name) for name in names]

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            yield replace(batch, metadata=tuple(batch.metadata[place] for place in places))

    return replace(documents, metadata=tuple(names), open_batches=batches)


def _old_documents(
    classifier: Classifier, training: Any, new: Documents, threads: int
) -> tuple[Documents, bool | None]:
    """Return the old documents, and whether they are those that the classifier has learned."""
    if training is None:
        assert classifier.kept is not None
        return replace(kept_documents(classifier), label=new.label), True
    documents = _read(classifier, training)
    documents, are_learned = compared_with_training(documents, classifier, threads)
    documents = held_in_memory(documents)
    _check_weights(classifier, documents)
    return documents, are_learned()


def _check_weights(classifier: Classifier, documents: Documents) -> None:
    """Refuse documents without weights where those before had some."""
    batches = list(documents.open_batches())
    if classifier.learned_with_weights and all(batch.weights is None for batch in batches):
        raise SettingError(
            f"{documents.name}: documents must have weights, as those that the model was trained "
            "on; got documents without.",
            Advice("name_weight"),
        )


def _check_kept(classifier: Classifier) -> None:
    """Refuse a classifier that does not keep all that it has learned."""
    recipe = classifier.recipe
    if classifier.kept is None:
        can_learn = classifier.goes_on or recipe.learner.needs == "totals"
        raise SettingError(
            "retraining needs the documents that the model was trained on; got none, and a model "
            "that keeps none.",
            Advice("give_training_or_learn") if can_learn else Advice("give_training"),
        )
    if not classifier.retrains or recipe.metadata_columns:
        raise SettingError(
            "retraining needs all that the model was trained on; got a model that keeps texts and "
            "labels, and was trained with weights or other columns, too.",
            Advice("give_training"),
        )


@dataclass(frozen=True, eq=False)
class _Retraining:
    """Old and new documents in memory, and which of the new ones are compared."""

    classifier: Classifier
    old: Documents
    new: Documents
    compared: Flags  # the new documents that are no copies of old ones
    criteria: SplitCriteria  # of those that are compared
    threads: int

    @classmethod
    def of(
        cls, classifier: Classifier, old: Documents, new: Documents, threads: int
    ) -> "_Retraining":
        """Return the documents with the copies among them."""
        recipe = classifier.recipe
        old_data = split_data_of(old, threads)
        new_data = split_data_of(new, threads)
        groups = copies_of_any_length(concatenated(old_data, new_data), threads)
        old_groups, new_groups = np.split(groups, [len(old_data)])
        compared = ~np.isin(new_groups, old_groups)
        criteria = new_data.criteria(recipe.group, recipe.time).select(compared)
        copies = new_groups[compared]
        if len(np.unique(copies)) < len(copies):
            criteria = replace(criteria, copies=copies)
        return cls(classifier, old, new, compared, criteria, threads)

    def parts(self) -> Parts | None:
        """Return the folds of the documents that are compared; None where these are too few."""
        recipe = self.classifier.recipe
        n_units = self._n_units()
        if n_units < 2:
            return None
        most = n_units
        if recipe.time is not None:
            most = n_units - 1  # the first time is only learned from
        folds = Folds(min(FOLDS, most), seed=recipe.seed, group=recipe.group, time=recipe.time)
        return folds.parts(self.criteria)[0]

    def _n_units(self) -> int:
        """Return how many times, or documents and groups that stay together, can be divided."""
        if self.criteria.times is not None:
            return len(np.unique(self.criteria.times))
        units = together_in(self.criteria)
        return len(self.criteria) if units is None else len(np.unique(units))

    def predictions_of_both(self, parts: Parts, progress: Progress) -> Pair:
        """Return the predictions of the classifier and of models that have not learned a fold."""
        groups = together_in(self.criteria)
        pairs = list[Pair]()
        held_out_groups = list[Ints]()
        held_out_parts = parts.held_out_parts()
        for number, part in enumerate(held_out_parts):
            progress(number / (len(held_out_parts) + 1), number * len(self.criteria))
            held_out = parts.held_out(part)
            after = self._made(~self.compared | self._among_new(parts.training(part)))
            documents = select_documents(self.new, self._among_new(held_out))
            both = [self.classifier, after]
            pairs.append(predictions_of_both(both, documents, threads=self.threads))
            if groups is not None:
                held_out_groups.append(groups[held_out])

        a, b = concatenated_pairs(pairs)
        if groups is None:
            return a, b
        all_groups = np.concatenate(held_out_groups)
        return _in_groups(a, all_groups), _in_groups(b, all_groups)

    def classifier_of_all(self) -> Classifier:
        """Return the classifier of all documents, which it keeps where the one before does."""
        after = self._made(np.ones(len(self.compared), np.bool_))
        if self.classifier.kept is None:
            return after
        return keep(after, self.all_documents())

    def all_documents(self) -> Documents:
        """Return the old and the new documents."""
        return self._documents(np.ones(len(self.compared), np.bool_))

    def _made(self, which: Flags) -> Classifier:
        """Return the classifier of the old documents and of some of the new ones."""
        return make(
            self._documents(which),
            self.classifier.recipe,
            threads=self.threads,
            tokenizer=self.classifier.tokenizer,
        )

    def _documents(self, which: Flags) -> Documents:
        new = select_documents(self.new, which)
        return replace(
            self.new,
            name=f"{self.old.name} and {self.new.name}",
            open_batches=lambda: chain(self.old.open_batches(), new.open_batches()),
            many_labels=self.old.many_labels or new.many_labels,
        )

    def _among_new(self, which: Flags) -> Flags:
        """Return flags of the documents that are compared as flags of all new documents."""
        chosen = np.zeros(len(self.compared), np.bool_)
        chosen[np.flatnonzero(self.compared)[which]] = True
        return chosen


def _in_groups(predictions: AnyPredictions, groups: Ints) -> AnyPredictions:
    return without_lone_groups(replace(predictions, groups=groups))


def _n_with_new_labels(classifier: Classifier, predictions: AnyPredictions) -> int:
    """Return how many documents have a label that the classifier does not know."""
    is_new = np.array([label not in classifier.labels for label in predictions.labels])
    if isinstance(predictions, MultilabelPredictions):
        return int(np.count_nonzero(np.any(predictions.truth & is_new, axis=1)))
    return int(np.count_nonzero(is_new[predictions.truth]))
