"""How good a classifier is on labelled documents it has not seen."""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier import Classifier
from linnet.errors import InputError
from linnet.evaluation.evaluation import Evaluation
from linnet.evaluation.evaluation import evaluate as evaluate_codes
from linnet.learning.counting import LabelCodes, Progress, no_progress, refuse_several


def evaluate(
    classifier: Classifier, documents: Any, *, threads: int | None = None, progress: Progress = no_progress
) -> Evaluation:
    """Return how good a classifier is on labelled documents: Documents, or anything `read` takes.

    >>> from linnet import train
    >>> classifier = train([("good film", "pos"), ("bad film", "neg")])
    >>> evaluate(classifier, [("a good one", "pos"), ("a bad one", "neg")]).accuracy.value
    1.0
    """
    documents = classifier.read(documents)
    refuse_several(documents)
    predicted, truth, codes, seen = [], [], LabelCodes(), 0
    for label in classifier.labels:
        codes.codes[label] = len(codes.codes)
    for batch in documents.batches():
        seen += len(batch.rows)
        progress(batch.share, seen)
        predicted.append(classifier.score_batch(batch, threads).best())
        truth.append(codes.encode(batch.labels))
    if seen == 0:
        raise InputError(f"{documents.name}: there must be documents to evaluate on; got none. Check the file.")
    labels, place = codes.sorted()
    return evaluate_codes(_places(predicted, place), _places(truth, place), labels)


def _places(codes: list[npt.NDArray[Any]], place: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    return np.asarray(place[np.concatenate(codes)])
