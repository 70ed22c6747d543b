"""The training record of a tuned classifier: what was tried, and the estimate."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linnet import __version__
from linnet.classifier.classifier import Classifier
from linnet.classifier.document_profile import MeasuredDocuments
from linnet.classifier.facts import documents_by_label
from linnet.evaluation.metrics.labelled_predictions import UNSURE
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.multilabel_predictions import (
    AnyPredictions,
    MultilabelPredictions,
)
from linnet.reading import Documents
from linnet.storage.training_profile import TrainingProfile
from linnet.storage.training_record import (
    MOST_TRIED,
    Baseline,
    Estimate,
    TrainingRecord,
    TriedRecipe,
    outdated,
    plain_value,
)
from linnet.tuning.tried import Tried, rank
from linnet.validation.evaluate import evaluate_any_predictions

MOST_IN_A_SMALL_FILE = 3  # recipes that a small model remembers: its file is to stay small

if TYPE_CHECKING:
    from linnet.tuning.tuned import Tuned


def record_of(tuned: "Tuned") -> TrainingRecord:
    """Return what the file of a tuned classifier remembers, without the profile of its texts."""
    classifier = tuned.classifier
    n_tried = sum(tried.value is not None for tried in tuned.tried)
    return TrainingRecord(
        metric=tuned.metric,
        n_tried=n_tried,
        best=_best(tuned),
        estimate=_estimate(tuned),
        baseline=baseline_of(classifier),
        label_counts=documents_by_label(classifier),
        versions={"linnet": __version__},
        stopped=tuned.stopped or None,
    )


def retrained_record(
    record: TrainingRecord | None,
    after: Classifier,
    documents: Documents,
    estimate: Estimate | None,
    threads: int,
) -> TrainingRecord | None:
    """Return the record of a search for the classifier that was retrained on these documents.

    It is outdated without an estimate. Its profile has no predicted labels: those of the new
    documents alone are not those of all.
    """
    changed = outdated(record)
    if changed is None:
        return None
    if estimate is not None:
        changed = replace(
            changed,
            estimate=estimate,
            baseline=baseline_of(after),
            label_counts=documents_by_label(after),
            versions={"linnet": __version__},
            stale=False,
        )
    if changed.profile is None:
        return changed
    return replace(changed, profile=profile_of(after, documents, None, threads))


def estimate_on_new_documents(
    record: TrainingRecord | None, predictions: AnyPredictions | None, n_folds: int
) -> Estimate | None:
    """Return how good new documents were predicted, which played no part in choosing; None where
    there is no record of a choice, or nothing was predicted.
    """
    if record is None or predictions is None:
        return None
    measures = evaluate_any_predictions(predictions).measures
    if record.metric in measures:
        measures = {record.metric: measures[record.metric], **measures}
    return Estimate(rounded_measures(measures), len(predictions), n_folds, on_new_documents=True)


def profile_of(
    classifier: Classifier,
    documents: Documents,
    predictions: AnyPredictions | None,
    threads: int,
) -> TrainingProfile | None:
    """Return what the training texts are like, and which labels were predicted for held-out ones.

    None where there are no texts.
    """
    if not classifier.fields:
        return None
    own = classifier.read(documents)
    profile = MeasuredDocuments(own, classifier, threads, learned=True).read().profile
    if predictions is None:
        return profile
    predicted = predicted_counts(predictions)
    return replace(profile, predicted=predicted, n_predicted=len(predictions))


def predicted_counts(predictions: AnyPredictions) -> dict[str, int]:
    """Return how many documents each label was predicted for."""
    if isinstance(predictions, MultilabelPredictions):
        counts = np.count_nonzero(predictions.predicted, axis=0)
    else:
        given = predictions.predicted[predictions.predicted != UNSURE]
        counts = np.bincount(given, minlength=len(predictions.labels))
    return dict(zip(predictions.labels, counts.tolist(), strict=True))


def baseline_of(classifier: Classifier) -> Baseline | None:
    """Return what the most frequent label comes to; None where documents may have several."""
    if classifier.multilabel:
        return None
    return Baseline.of(documents_by_label(classifier))


def _best(tuned: "Tuned") -> tuple[TriedRecipe, ...]:
    metric = metric_named(tuned.metric, multilabel=tuned.classifier.multilabel)
    finished = [tried for tried in tuned.tried if tried.value is not None]
    most = MOST_IN_A_SMALL_FILE if tuned.recipe.narrow else MOST_TRIED
    best = sorted(finished, key=lambda tried: rank(tried, metric))[:most]
    return tuple(map(_remembered, best))


def _remembered(tried: Tried) -> TriedRecipe:
    assert tried.value is not None
    settings = {name: plain_value(value) for name, value in tried.settings.items()}
    error = tried.standard_error
    return TriedRecipe(
        settings=settings,
        value=_rounded(tried.value),
        standard_error=None if error is None else _rounded(error),
        features=tried.features,
        documents=tried.documents,
    )


def _estimate(tuned: "Tuned") -> Estimate | None:
    measures = tuned.measures()
    if not measures:
        return None
    return Estimate(rounded_measures(measures), tuned.reserved, tuned.outer_folds)


def rounded_measures(measures: Mapping[str, Measure]) -> dict[str, Measure]:
    """Return those of the measures that are defined, with as many digits as a file has."""
    defined = {name: measure for name, measure in measures.items() if measure.value is not None}
    return {name: _rounded_measure(measure) for name, measure in defined.items()}


def _rounded_measure(measure: Measure) -> Measure:
    assert measure.value is not None
    value = _rounded(measure.value)
    if measure.interval is None:
        return replace(measure, value=value)
    low, high = measure.interval
    return replace(measure, value=value, interval=(_rounded(low), _rounded(high)))


def _rounded(value: float) -> float:
    """Return six digits of a number: more are of no use to people, and take space in the file."""
    return float(f"{value:.6g}")
