"""How a classifier learns more documents, forgets some, and is merged with another.

Each gives a new classifier.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linnet.classifier.fit import Trained, count, train_counted, train_totals
from linnet.classifier.matching import warn_of_unknown
from linnet.errors import InputError, SettingError
from linnet.features.blocks import Features
from linnet.features.tokenizer import tokenized
from linnet.learning.class_totals import ClassTotals
from linnet.learning.counting import LabelledRows, Progress, count_rows
from linnet.learning.frozen import check_same, frozen_totals, supported, with_frequencies
from linnet.learning.learner import TrainingData
from linnet.learning.preparation import Prepared, label_totals, total_documents, weighed_targets
from linnet.model.float16 import to_float16
from linnet.reading import Documents
from linnet.reading.known_labels import only_known
from linnet.storage.kept_documents import KeptDocuments, check_learned, no_totals, refuse_kept
from linnet.storage.training_record import outdated

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def learn(
    classifier: "Classifier", documents: Any, threads: int, progress: Progress
) -> "Classifier":
    """Return the classifier that has also learned these documents; its record is stale then."""
    record = classifier.record
    if record is None or record.profile is None:
        learned = _learn(classifier, documents, threads, progress)
        return learned.with_record(outdated(record))
    from linnet.classifier.document_profile import MeasuredDocuments

    documents = classifier.read(documents)
    if classifier.goes_on:
        documents = only_known(documents, classifier.labels)
    measured = MeasuredDocuments(documents, classifier, threads)
    learned = _learn(classifier, measured.documents(), threads, progress)
    return learned.with_record(outdated(record, measured.profile))


def _learn(
    classifier: "Classifier", documents: Any, threads: int, progress: Progress
) -> "Classifier":
    refuse_kept("learn", classifier.kept)
    if classifier.goes_on:
        return _learn_online(classifier, documents, threads, progress)
    totals = _own_totals(classifier, "learn")
    return _with_totals(classifier, totals + _totals_of(classifier, documents, threads, progress))


def _learn_online(
    classifier: "Classifier", documents: Any, threads: int, progress: Progress
) -> "Classifier":
    """Return the classifier that has gone on from its weights, over the features that it has."""
    recipe = classifier.recipe
    model = classifier.model
    documents = only_known(classifier.read(documents), classifier.labels)
    counted = _counted(classifier, tokenized(documents, classifier.tokenizer), threads, progress)
    totals = classifier.totals + label_totals(counted)

    counted = counted.among(classifier.labels, documents.name)
    ready = Prepared(model.features, counted.rows, model.places(counted.features))
    data = TrainingData(
        labels=classifier.labels,
        features=model.features,
        rows=ready.of(counted.rows, counted.columns, threads),
        targets=weighed_targets(counted, recipe.class_weights, totals),
        threads=threads,
    )
    weights = recipe.learner.go_on(model.weights, data)
    if recipe.narrow:
        weights = to_float16(weights)
    moved = replace(model, weights=weights)
    return replace(classifier, model=moved, stored_totals=totals, stale=model.tuned)


def forget(
    classifier: "Classifier", documents: Any, threads: int, progress: Progress
) -> "Classifier":
    """Return the classifier that never saw these documents; they must have been learned."""
    if classifier.kept is None:
        return _subtract(classifier, documents, threads, progress)
    gone, left = classifier.kept.parted(classifier.read(documents), classifier.labels)
    if classifier.retrains:
        changed = _train_again(classifier, gone, left, threads, progress)
    else:
        changed = _subtract(classifier, gone, threads, progress)
    return replace(changed, kept=KeptDocuments.of(left, changed.labels))


def _train_again(
    classifier: "Classifier", gone: Documents, left: Documents, threads: int, progress: Progress
) -> "Classifier":
    """Return the classifier of the documents that are left."""
    recipe = classifier.recipe
    counted = count(tokenized(left, classifier.tokenizer), recipe, threads, progress)
    lost = count(tokenized(gone, classifier.tokenizer), recipe, threads, progress)
    check_learned((counted.fingerprint, lost.fingerprint), classifier.totals.fingerprint)
    trained = train_counted(counted, recipe, classifier.fields, threads)
    return _changed(classifier, trained)


def _subtract(
    classifier: "Classifier", documents: Any, threads: int, progress: Progress
) -> "Classifier":
    """Return the classifier of its totals minus those of the documents."""
    private = classifier.recipe.private
    own = _own_totals(classifier, "forget")
    gone = _totals_of(classifier, documents, threads, progress)
    left = own - (gone.within(own) if private else gone)
    if not left.labels:
        raise InputError(
            "forgetting must leave some documents; got all of them. Delete the model instead."
        )
    if classifier.recipe.adds_up:
        return _with_totals(classifier, left)
    features, left = supported(classifier.model.features, left, gone, max(1, private))
    return _with_totals(classifier, left, features)


def merge(classifier: "Classifier", other: "Classifier") -> "Classifier":
    """Return the classifier that has learned what both have learned."""
    refuse_kept("merge", classifier.kept, other.kept)
    if _kind(classifier) != _kind(other):
        raise SettingError(
            "two models can be merged when they have the same recipe and fields; got different "
            "ones. "
            "Train both with the same settings: linnet inspect MODEL --recipe shows them."
        )
    totals = _own_totals(classifier, "merge")
    if not classifier.recipe.adds_up:
        check_same(classifier.model.features, other.model.features)
    merged = _with_totals(classifier, totals + other.totals)
    if not classifier.model.tuned:
        merged = _tuned_as(merged, other)
    label = classifier.label if classifier.label == other.label else None
    return replace(merged, exact=merged.exact and other.exact, label=label)


def _kind(classifier: "Classifier") -> tuple[str, tuple[str, ...], bool]:
    """Return what two classifiers must have in common to be merged."""
    return classifier.recipe.to_toml(), classifier.fields, classifier.multilabel


def _own_totals(classifier: "Classifier", what: str) -> ClassTotals:
    """Return the totals of a classifier that is to be changed by them."""
    learner = classifier.recipe.learner
    if learner.needs != "totals":
        raise no_totals(learner.name, what)
    totals = classifier.totals
    return totals if classifier.recipe.adds_up else totals.frozen()


def _totals_of(
    classifier: "Classifier", documents: Any, threads: int, progress: Progress
) -> ClassTotals:
    """Return the totals of documents: of all their features, or of those that the model has."""
    recipe = classifier.recipe
    documents = tokenized(classifier.read(documents), classifier.tokenizer)
    if recipe.adds_up:
        blocks = [block.settings for block in classifier.model.features.of_text]
        return total_documents(documents, blocks, threads, progress, recipe.columns)
    counted = _counted(classifier, documents, threads, progress)
    squares = recipe.learner.inputs.squares
    return frozen_totals(counted, classifier.model, squares=squares, threads=threads)


def _counted(
    classifier: "Classifier", documents: Documents, threads: int, progress: Progress
) -> LabelledRows:
    """Return documents counted by the settings of the model's features."""
    features = classifier.model.features
    blocks = [block.settings for block in features.of_text]
    counted = count_rows(documents, blocks, threads, progress, features.columns)
    warn_of_unknown(features, counted.columns)
    return counted


def _with_totals(
    classifier: "Classifier", totals: ClassTotals, features: Features | None = None
) -> "Classifier":
    """Return the classifier of other totals; features that depend on documents stay as they are."""
    recipe = classifier.recipe
    features = features or classifier.model.features
    frozen = None if recipe.adds_up else with_frequencies(features, totals)
    trained = train_totals(totals, recipe, classifier.fields, frozen)
    exact = trained.exact and classifier.exact and not recipe.private
    return _changed(classifier, replace(trained, exact=exact))


def _changed(classifier: "Classifier", trained: Trained) -> "Classifier":
    """Return the classifier with what was trained instead of what it had, and its calibration and
    cutoffs.
    """
    changed = replace(
        classifier,
        model=trained.model,
        stored_totals=trained.totals,
        exact=trained.exact,
        stale=False,
        kept=None,
    )
    return _tuned_as(changed, classifier)


def _tuned_as(changed: "Classifier", tuned: "Classifier") -> "Classifier":
    """Return the changed classifier with the other's calibration and cutoffs, if any, found before
    the change.
    """
    if not tuned.model.tuned:
        return changed
    model = changed.model.tuned_as(tuned.model)
    return replace(changed, model=model, stale=model.tuned)
