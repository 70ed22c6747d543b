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
    rows = classifier.rows(batch, threads)
    labels = batch.labels
    if label_numbers:
        labels = _label_numbers(batch, classifier.labels)
    if batch.label_starts is not None:
        labels = pa.LargeListArray.from_arrays(batch.label_starts, labels)
    write_svmlight(file, rows.starts, rows.columns, rows.values, labels)


def _label_numbers(batch: Batch, known: Sequence[str]) -> pa.Array:
    """Return the place of each label among those of the classifier."""
    number_of = {label: str(number) for number, label in enumerate(known)}
    labels = [] if batch.labels is None else batch.labels.to_pylist()
    for label in labels:
        if label not in number_of:
            raise InputError(
                "a label must be one that the model knows to have a number; "
                f"got {quoted(label)}. Leave it out."
            )
    return pa.array([number_of[label] for label in labels], pa.string())


def feature_names(classifier: Classifier) -> Iterator[str]:
    """Yield the name of each feature in the order of their indexes, on one line.

    >>> from linnet import train
    >>> list(feature_names(train([("cheap pills", "spam"), ("my lunch", "ham")], {})))
    ['cheap', 'lunch', 'my', 'pills']
    """
    features = classifier.model.features
    for column in range(features.n_columns):
        yield features.name(column).replace("\n", " ")
