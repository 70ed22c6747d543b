"""Documents as feature vectors for other programs: svmlight lines, and the features' names."""

from collections.abc import Iterator, Sequence
from typing import IO

import pyarrow as pa

from linnet.classifier.classifier import Classifier
from linnet.errors import InputError, quoted
from linnet.reading import Batch
from linnet.reading.svmlight import write_svmlight


def write_vectors(
    file: IO[bytes],
    classifier: Classifier,
    batch: Batch,
    *,
    label_numbers: bool = False,
    threads: int = 1,
) -> None:
    """Write `label index:value …` for each document of a batch; labels may be numbers from 0."""
    labels = batch.labels
    if labels is None:
        raise InputError(
            "documents must have labels to be written as vectors; got none. Name their column."
        )
    if label_numbers:
        labels = _label_numbers(labels, classifier.labels)
    rows = classifier.rows(batch, threads)
    if batch.label_starts is not None:
        labels = pa.LargeListArray.from_arrays(batch.label_starts, labels)
    write_svmlight(file, rows.starts, rows.columns, rows.values, labels)


def _label_numbers(labels: pa.Array, known: Sequence[str]) -> pa.Array:
    """Return the place of each label among those of the classifier."""
    number_of = {label: str(number) for number, label in enumerate(known)}
    names = labels.to_pylist()
    for label in names:
        if label not in number_of:
            raise InputError(
                "a label must be one that the model knows to have a number; "
                f"got {quoted(label)}. Leave it out."
            )
    return pa.array([number_of[label] for label in names], pa.string())


def feature_names(classifier: Classifier) -> Iterator[str]:
    """Yield the name of each feature in the order of their indexes, on one line.

    >>> from linnet import train
    >>> list(feature_names(train([("cheap pills", "spam"), ("my lunch", "ham")], {})))
    ['cheap', 'lunch', 'my', 'pills']
    """
    features = classifier.model.features
    for column in range(features.n_columns):
        yield features.name(column).replace("\n", " ")
