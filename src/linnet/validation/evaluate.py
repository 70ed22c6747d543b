"""How good a classifier is on labelled documents it has not seen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.errors import InputError, SettingError
from linnet.evaluation.metrics.evaluation import Evaluation, evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.multilabel_evaluation import (
    MultilabelEvaluation,
    evaluate_multilabel_predictions,
)
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.register import Metric
from linnet.learning.counting import LabelCodes, Progress, no_progress
from linnet.model.scores import Scores
from linnet.reading import Batch
from linnet.validation.many_labels import refuse_unknown_labels
from linnet.validation.metadata import Metadata, metadata_of

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


def evaluate(
    classifier: Classifier,
    documents: Any,
    *,
    group: str | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> Evaluation:
    """Return how good a classifier is on labelled documents: Documents, or anything `read` takes.

    `group` names a column set aside while reading: documents with the same value there are not independent of each
    other, and intervals take account of that.

    >>> from linnet import train
    >>> classifier = train([("good film", "pos"), ("bad film", "neg")])
    >>> evaluate(classifier, [("a good one", "pos"), ("a bad one", "neg")]).accuracy.value
    1.0
    """
    answered, known = single_label_predictions(
        classifier, documents, threads=threads, progress=progress
    )
    if group is not None:
        answered = replace(answered, groups=known.groups(group))
    return evaluate_predictions(answered, threads=threads)


def single_label_predictions(
    classifier: Classifier,
    documents: Any,
    *,
    lengths: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> tuple[LabelledPredictions, Metadata]:
    """Return what a classifier says of labelled documents, and what else is known of these; lengths only if asked."""
    if classifier.multilabel:
        raise SettingError(
            "this classifier gives several labels per document. Use linnet.evaluate_several."
        )
    documents = classifier.read(documents)
    codes, predicted, truth, values, probabilities = _known(classifier), [], [], [], []
    known = []
    for batch, scores in _scored(classifier, documents, threads, progress):
        known.append(metadata_of(documents.metadata, batch, lengths=lengths))
        predicted.append(scores.decided())
        truth.append(codes.encode(batch.labels))
        values.append(scores.settled())
        if scores.has_probabilities:
            probabilities.append(scores.probabilities())
    given = np.concatenate(predicted)
    refuse_unknown_labels(documents.name, len(codes.codes) - len(classifier.labels), len(given))
    labels, place = codes.sorted()
    answered = LabelledPredictions(
        labels,
        place[np.concatenate(truth)].astype(np.int64),
        np.where(given == UNSURE, UNSURE, place[given]).astype(np.int64),
        _spread(values, place, -np.inf),
        _spread(probabilities, place, 0.0) if probabilities else None,
    )
    return answered, Metadata.of(documents.metadata, known)


def _spread(tables: list[Floats], place: npt.NDArray[Any], missing: float) -> Floats:
    """Return documents × all labels, of tables of the labels that the classifier knows; they come first in `place`."""
    table = np.concatenate(tables)
    wide = np.full((len(table), len(place)), missing)
    wide[:, place[: table.shape[1]]] = table
    return wide


def evaluate_multilabel(
    classifier: Classifier,
    documents: Any,
    *,
    group: str | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> MultilabelEvaluation:
    """Return how good a classifier is that gives any number of labels to a document; `group` as in `evaluate`.

    >>> from linnet import train
    >>> classifier = train([("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])])
    >>> evaluate_multilabel(classifier, [("fun", ["fun", "pos"]), ("so good", ["pos"])]).subset_accuracy.value
    1.0
    """
    if not classifier.multilabel:
        raise SettingError("this classifier gives one label per document. Use linnet.evaluate.")
    sets, known = multilabel_predictions(classifier, documents, threads=threads, progress=progress)
    return evaluate_multilabel_predictions(
        sets if group is None else replace(sets, groups=known.groups(group)), threads
    )


evaluate_several = evaluate_multilabel  # its earlier name


def multilabel_predictions(
    classifier: Classifier,
    documents: Any,
    *,
    lengths: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> tuple[MultilabelPredictions, Metadata]:
    """Return the sets of labels that a classifier gives, beside the true ones, and what else is known."""
    documents = classifier.read(documents)
    codes, truth, predicted, values, probabilities = _known(classifier), [], [], [], []
    known = []
    for batch, scores in _scored(classifier, documents, threads, progress):
        known.append(metadata_of(documents.metadata, batch, lengths=lengths))
        truth.append(_flags(batch, codes))
        predicted.append(scores.chosen())
        values.append(scores.values)
        if scores.has_probabilities:
            probabilities.append(scores.probabilities())
    labels, place = codes.sorted()
    order = np.argsort(place)
    sets = MultilabelPredictions(
        labels,
        np.concatenate([_wide(there, order) for there in truth]),
        np.concatenate([_wide(chosen, order) for chosen in predicted]),
        None,
        _spread(values, place, -np.inf),
        _spread(probabilities, place, 0.0) if probabilities else None,
    )
    return sets, Metadata.of(documents.metadata, known)


def labelled_predictions(
    classifier: Classifier,
    documents: Any,
    *,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> AnyPredictions:
    """Return what a classifier says of labelled documents: one label each, or sets of them."""
    return predictions_with_metadata(classifier, documents, threads=threads, progress=progress)[0]


def predictions_with_metadata(
    classifier: Classifier, documents: Any, **how: Any
) -> tuple[AnyPredictions, Metadata]:
    """Return what a classifier says of labelled documents, and what else is known of these."""
    return (multilabel_predictions if classifier.multilabel else single_label_predictions)(
        classifier, documents, **how
    )


def evaluate_any_predictions(
    found: AnyPredictions, extra: Sequence[Metric] = (), *, threads: int | None = None
) -> Evaluation | MultilabelEvaluation:
    """Return how well what was said agrees with the truth; `extra` measures are of one label each."""
    if isinstance(found, MultilabelPredictions):
        return evaluate_multilabel_predictions(found, threads)
    return evaluate_predictions(found, extra, threads=threads)


def _known(classifier: Classifier) -> LabelCodes:
    codes = LabelCodes()
    for label in classifier.labels:
        codes.codes[label] = len(codes.codes)
    return codes


def _scored(
    classifier: Classifier, documents: Any, threads: int | None, progress: Progress
) -> Iterator[tuple[Batch, Scores]]:
    """Yield batches of labelled documents with what the classifier says of them."""
    documents, seen = classifier.read(documents), 0
    for batch in documents.batches():
        seen += len(batch.rows)
        progress(batch.share, seen)
        yield batch, classifier.score_batch(batch, threads)
    if seen == 0:
        raise InputError(
            f"{documents.name}: there must be documents to evaluate on; got none. Check the file."
        )


def _flags(batch: Batch, codes: LabelCodes) -> Flags:
    """Return documents × labels met so far: which of them each document has."""
    assert batch.label_starts is not None
    truth = codes.encode(batch.labels)
    there = np.zeros((len(batch), len(codes.codes)), np.bool_)
    there[np.repeat(np.arange(len(batch)), np.diff(batch.label_starts)), truth] = True
    return there


def _wide(flags: Flags, order: npt.NDArray[Any]) -> Flags:
    """Return the flags of all labels, sorted; labels that came later are not there."""
    wide = np.zeros((len(flags), len(order)), np.bool_)
    wide[:, : flags.shape[1]] = flags
    return wide[:, order]
