"""The shift of each kind, from the sums over training documents and over new ones."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet.data_drift.shift import LENGTHS, NGRAMS, WORDS, Shift
from linnet.data_drift.significance import (
    Samples,
    dimensions_in_sample,
    dimensions_of,
    pooled_variances,
)
from linnet.storage.training_profile import LENGTH_EDGES, UNIT, ShareSum, TrainingProfile

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Sums = Ints | int


@dataclass(frozen=True)
class LabelCounts:
    """How many documents have each label; of multilabel documents one may have several."""

    counts: Mapping[str, int]
    documents: int
    multilabel: bool = False

    @property
    def sample_size(self) -> int:
        """How many independent draws of a label there are, at least."""
        return min(self.documents, sum(self.counts.values()))


def label_shift(kind: str, training: LabelCounts, new: LabelCounts) -> Shift:
    """Return how the shares of labels differ."""
    labels = sorted({*training.counts, *new.counts})
    counts = np.array([training.counts.get(label, 0) for label in labels], np.int64)
    new_counts = np.array([new.counts.get(label, 0) for label in labels], np.int64)
    samples, pooled = _categories(counts, new_counts, training.sample_size, new.sample_size)

    dimensions = 1.0  # several labels of one document may depend on each other in any way
    if not training.multilabel:
        dimensions = dimensions_of(np.diag(pooled) - np.outer(pooled, pooled))
    p_value = samples.p_value(np.ones(len(labels)), dimensions)
    place = int(np.argmax(np.abs(samples.difference)))
    expected = float(samples.mean[place])
    found = float(samples.new_mean[place])
    return Shift(
        kind=kind,
        distance=samples.distance(),
        by_chance=samples.distance_by_chance(),
        p_value=p_value,
        expected=expected,
        found=found,
        label=labels[place],
    )


def length_shift(training: TrainingProfile, new: TrainingProfile) -> Shift:
    """Return how the lengths of texts differ; expected and found are medians, in characters.

    The statistic is that of Cramér and von Mises: x has a flag for each bin, whether the text is at
    most so long.
    """
    samples, pooled = _categories(training.lengths, new.lengths, training.documents, new.documents)
    up_to = np.cumsum(pooled)[:-1]
    cumulative = Samples(
        n=samples.n,
        n_new=samples.n_new,
        mean=np.cumsum(samples.mean)[:-1],
        new_mean=np.cumsum(samples.new_mean)[:-1],
        variances=up_to * (1 - up_to),
    )
    covariance = np.minimum.outer(up_to, up_to) - np.outer(up_to, up_to)
    return Shift(
        kind=LENGTHS,
        distance=samples.distance(),
        by_chance=samples.distance_by_chance(),
        p_value=cumulative.p_value(np.ones(len(up_to)), dimensions_of(covariance)),
        expected=median_length(training.lengths),
        found=median_length(new.lengths),
    )


def word_shift(training: ShareSum, new: ShareSum) -> Shift:
    """Return how many more of the words are unknown; fewer are no shift."""
    mean, variance = _moments(training.total, training.squares, training.documents)
    new_mean, new_variance = _moments(new.total, new.squares, new.documents)
    variances = pooled_variances(variance, training.documents, new_variance, new.documents)
    samples = Samples(training.documents, new.documents, mean, new_mean, variances)

    increase = float(samples.difference[0])
    p_value = 1.0
    if increase > 0:  # that of both sides: shares are skewed, so that one side is likelier
        p_value = samples.p_value(np.ones(1), 1.0)
    return Shift(
        kind=WORDS,
        distance=max(0.0, increase),
        by_chance=2 * samples.distance_by_chance(),
        p_value=p_value,
        expected=float(mean[0]),
        found=float(new_mean[0]),
    )


def ngram_shift(training: TrainingProfile, new: TrainingProfile, sample: Floats) -> Shift:
    """Return how the shares of hashed character n-grams differ.

    `sample` has some of the new documents one by one, in thousandths.
    """
    n, n_new = training.documents, new.documents
    mean, variance = _moments(training.ngrams, training.ngram_squares, n)
    new_mean, new_variance = _moments(new.ngrams, new.ngram_squares, n_new)
    variances = pooled_variances(variance, n, new_variance, n_new)
    samples = Samples(n, n_new, mean, new_mean, variances)

    pooled = (n * mean + n_new * new_mean) / (n + n_new)
    weights = np.divide(1.0, pooled, out=np.zeros_like(pooled), where=pooled > 0)
    dimensions = dimensions_in_sample(sample / UNIT * np.sqrt(weights))
    return Shift(
        kind=NGRAMS,
        distance=samples.distance(),
        by_chance=samples.distance_by_chance(),
        p_value=samples.p_value(weights, dimensions),
    )


def _categories(counts: Ints, new_counts: Ints, n: int, n_new: int) -> tuple[Samples, Floats]:
    """Return two samples of categories, and the shares of the categories in both together."""
    mean = counts / max(1, counts.sum())
    new_mean = new_counts / max(1, new_counts.sum())
    pooled = (n * mean + n_new * new_mean) / (n + n_new)
    return Samples(n, n_new, mean, new_mean, pooled * (1 - pooled)), pooled


def _moments(sums: Sums, squares: Sums, n: int) -> tuple[Floats, Floats]:
    """Return means and variances of shares by their sums and sums of squares over n documents."""
    mean = np.atleast_1d(sums / n / UNIT)
    square = np.atleast_1d(squares / n / UNIT**2)
    return mean, np.maximum(0.0, square - mean**2) * n / (n - 1)


def median_length(counts: Ints) -> float:
    """Return the median length by counts in bins, in characters, as if even within a bin.

    >>> counts = np.zeros(len(LENGTH_EDGES) + 1, np.int64)
    >>> counts[np.searchsorted(LENGTH_EDGES, 64, side="right")] = 10  # of 64 to 89 characters
    >>> median_length(counts)
    77.0
    """
    edges = np.concatenate([[0], LENGTH_EDGES, [2 * LENGTH_EDGES[-1]]])
    up_to = np.cumsum(counts)
    half = up_to[-1] / 2
    place = int(np.searchsorted(up_to, half))
    before = up_to[place] - counts[place]
    share = (half - before) / max(1, counts[place])
    return float(edges[place] + share * (edges[place + 1] - edges[place]))
