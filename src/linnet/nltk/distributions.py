"""Naive Bayes by any probability distributions, as NLTK does.

One for labels, one for each feature of each.

They may be whatever an estimator makes of counts, so a value's probability is computed when a
featureset has it.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from linnet.errors import SettingError
from linnet.nltk.informative import line_of, most_probable_first, order_of
from linnet.nltk.interface import LN_2, Featureset, Floats, best_of
from linnet.nltk.value_counts import ValueCounts

IMPOSSIBLE = -1e300  # NLTK's logarithm of 0
# Those that add the same to every count.
LIDSTONE = ("LidstoneProbDist", "ELEProbDist", "LaplaceProbDist")
Pair = tuple[Any, Any]


class Distributions:
    """P(label) and P(value | label, feature) as objects with the methods of nltk.ProbDistI."""

    def __init__(self, of_labels: Any, of_features: Mapping[Pair, Any]) -> None:
        distributions = (of_labels, *of_features.values())
        if not all(hasattr(distribution, "logprob") for distribution in distributions):
            raise SettingError(
                "probabilities must come as a distribution of labels, and a dict from (label, "
                "feature) to one of "
                "values, each with the methods of nltk.ProbDistI; got others. "
                "Use nltk.DictionaryProbDist, for example."
            )
        self.of_labels = of_labels
        self.of_features = of_features
        self.labels: list[Any] = list(of_labels.samples())

    @cached_property
    def _known_names(self) -> set[Any]:
        """The names of features that some label has a distribution of."""
        labels = set(self.labels)
        return {name for label, name in self.of_features if label in labels}

    @property
    def n_features(self) -> int:
        return len(self._known_names)

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset).

        All labels are as probable where none is possible.
        """
        rows = [self._logs(featureset) for featureset in featuresets]
        logs = np.array(rows, np.float64).reshape(-1, len(self.labels)) * LN_2
        impossible = np.all(np.isneginf(logs), axis=1)
        logs[impossible] = 0.0

        shifted = logs - logs.max(axis=1, keepdims=True)
        sums = np.exp(shifted).sum(axis=1, keepdims=True)
        return np.asarray(shifted - np.log(sums))

    def _logs(self, featureset: Featureset) -> list[float]:
        return [self._log(label, featureset) for label in self.labels]

    def _log(self, label: Any, featureset: Featureset) -> float:
        """Return the log of P(label) and of the values of features that are known, to base 2."""
        if not isinstance(featureset, Mapping):
            raise TypeError(f"a {type(featureset).__name__}")
        total = self.of_labels.logprob(label)
        for name, value in featureset.items():
            if name in self._known_names:
                distribution = self.of_features.get((label, name))
                total += IMPOSSIBLE if distribution is None else distribution.logprob(value)
        return total if total > IMPOSSIBLE else -math.inf

    def best(self, featureset: Featureset) -> int:
        """Return the place of the most probable label."""
        logs = self.log_probabilities([featureset])
        return int(best_of(logs, self.labels)[0])

    def strongest(self, n: int) -> list[Pair]:
        """Return the first n pairs (name, value) by lowest P(value | label) divided by highest."""
        return self._ranked[:n]

    @cached_property
    def _ranked(self) -> list[Pair]:
        probabilities = defaultdict[Pair, list[float]](list)
        for (_, name), distribution in self.of_features.items():
            for value in distribution.samples():
                probabilities[name, value].append(distribution.prob(value))

        ratios = dict[Pair, float]()
        for pair, by_label in probabilities.items():
            lowest = min(by_label)
            if lowest > 0:
                ratios[pair] = lowest / max(by_label)
        return sorted(ratios, key=lambda pair: (ratios[pair], *order_of(pair)))

    def table(self, n: int) -> Iterator[str]:
        """Yield the lines of NLTK's table of them; a pair of a single label has none."""
        for name, value in self.strongest(n):
            labels = self._labels_with(name, value)
            if len(labels) > 1:
                yield line_of((name, value), most_probable_first(labels))

    def _labels_with(self, name: Any, value: Any) -> list[tuple[float, Any]]:
        """Return P(value | label) and the label, of labels whose distribution has the value."""
        labels = []
        for label in self.labels:
            distribution = self.of_features.get((label, name))
            if distribution is not None and value in distribution.samples():
                labels.append((distribution.prob(value), label))
        return labels


def estimated(counts: ValueCounts, estimator: Callable[..., Any]) -> Distributions:
    """Return the distributions that an estimator makes of counts: it is called as NLTK calls it."""
    try:
        from nltk.probability import FreqDist
    except ImportError:
        raise SettingError(
            "an estimator that is a function gets the counts as NLTK's FreqDist, so NLTK must be "
            "installed; got none. "
            "Install it, or give a number to add to each count."
        ) from None
    table = counts.table
    documents = zip(table.labels, counts.documents.tolist(), strict=True)
    of_labels = estimator(FreqDist(dict(documents)))

    keys = product(table.labels, table.names)
    freqdists = {key: FreqDist() for key in keys}
    for label, name, value, n in _counted_values(counts):
        freqdists[label, name][value] = n
    bins = _n_values(counts)
    of_features = {}
    for (label, name), freqdist in freqdists.items():
        of_features[label, name] = estimator(freqdist, bins=bins[name])
    return Distributions(of_labels, of_features)


def _counted_values(counts: ValueCounts) -> Iterator[tuple[Any, Any, Any, int]]:
    """Yield (label, name, value, how often they were seen together)."""
    labels = counts.table.labels
    names = counts.table.names
    values = counts.table.values
    codes = counts.labels.tolist()
    numbers = counts.counts.tolist()
    for pair, code, n in zip(counts.pairs.tolist(), codes, numbers, strict=True):
        name = names[counts.names[pair]]
        yield labels[code], name, values[pair], n


def _n_values(counts: ValueCounts) -> dict[Any, int]:
    """Return how many values each name of a feature has."""
    return dict(zip(counts.table.names, counts.sizes.tolist(), strict=True))


def shared_smoothing(distributions: Distributions, counts: ValueCounts) -> float | None:
    """Return how much distributions add to every count, None where they do anything else."""
    n_labels = len(distributions.labels)
    bins = _n_values(counts)
    smoothings = {_smoothing(distributions.of_labels, n_labels)}
    for (_, name), distribution in distributions.of_features.items():
        smoothings.add(_smoothing(distribution, bins[name]))

    smoothing = smoothings.pop()
    if smoothings or smoothing is None or smoothing <= 0:
        return None
    return smoothing


def _smoothing(distribution: Any, n_bins: int) -> float | None:
    """Return how much a distribution adds to each of so many counts; None if it does not."""
    if not _is_lidstone(distribution, n_bins):
        return None
    smoothing: float = distribution._gamma
    return smoothing


def _is_lidstone(distribution: Any, n_bins: int) -> bool:
    kind = type(distribution)
    known = kind.__module__ == "nltk.probability" and kind.__name__ in LIDSTONE
    return known and distribution._bins == n_bins
