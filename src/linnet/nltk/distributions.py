"""Naive Bayes by any probability distributions, asked as NLTK asks them: one for labels, one for each feature of each.

They may be whatever an estimator makes of counts, so every value is asked for when it is met.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from linnet.errors import SettingError
from linnet.nltk.informative import line_of, order_of
from linnet.nltk.interface import LN_2, Featureset, Floats, best_of
from linnet.nltk.value_counts import ValueCounts

IMPOSSIBLE = -1e300  # NLTK's logarithm of 0
LIDSTONE = (
    "LidstoneProbDist",
    "ELEProbDist",
    "LaplaceProbDist",
)  # which add the same to every count
Pair = tuple[Any, Any]


class Distributions:
    """P(label) and P(value | label, feature) as objects with the methods of nltk.ProbDistI."""

    def __init__(self, of_labels: Any, of_features: Mapping[Pair, Any]) -> None:
        if not all(hasattr(one, "logprob") for one in (of_labels, *of_features.values())):
            raise SettingError(
                "probabilities must come as a distribution of labels, and a dict from (label, feature) to one of "
                "values, each with the methods of nltk.ProbDistI; got others. Use nltk.DictionaryProbDist, for example."
            )
        self.of_labels = of_labels
        self.of_features = of_features
        self.labels: list[Any] = list(of_labels.samples())

    @cached_property
    def _known(self) -> set[Any]:
        """The names of features that some label has a distribution of."""
        labels = set(self.labels)
        return {name for label, name in self.of_features if label in labels}

    @property
    def n_features(self) -> int:
        return len(self._known)

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset); all labels are as probable where none is possible."""
        rows = [
            [self._log(label, featureset) for label in self.labels] for featureset in featuresets
        ]
        logs = np.array(rows, np.float64).reshape(-1, len(self.labels)) * LN_2
        logs[np.all(np.isneginf(logs), axis=1)] = 0.0
        shifted = logs - logs.max(axis=1, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))

    def _log(self, label: Any, featureset: Featureset) -> float:
        """Return the log of P(label) and of the values of features that are known, to base 2."""
        if not isinstance(featureset, Mapping):
            raise TypeError(f"a {type(featureset).__name__}")
        total = self.of_labels.logprob(label)
        for name, value in featureset.items():
            if name in self._known:
                found = self.of_features.get((label, name))
                total += IMPOSSIBLE if found is None else found.logprob(value)
        return total if total > IMPOSSIBLE else -math.inf

    def best(self, featureset: Featureset) -> int:
        """Return the place of the most probable label."""
        return int(best_of(self.log_probabilities([featureset]), self.labels)[0])

    def strongest(self, n: int) -> list[Pair]:
        """Return the first n pairs (name, value) by the lowest P(value | label) divided by the highest."""
        return self._ranked[:n]

    @cached_property
    def _ranked(self) -> list[Pair]:
        met: dict[Pair, list[float]] = {}
        for (_, name), distribution in self.of_features.items():
            for value in distribution.samples():
                met.setdefault((name, value), []).append(distribution.prob(value))
        ratios = {pair: min(found) / max(found) for pair, found in met.items() if min(found) > 0}
        return sorted(ratios, key=lambda pair: (ratios[pair], *order_of(pair)))

    def table(self, n: int) -> Iterator[str]:
        """Yield the lines of NLTK's table of them; a pair of a single label has none."""
        for name, value in self.strongest(n):
            found = [(self.of_features.get((label, name)), label) for label in self.labels]
            seen = [
                (one.prob(value), label)
                for one, label in found
                if one is not None and value in one.samples()
            ]
            if len(seen) > 1:
                yield line_of((name, value), sorted(seen, key=lambda one: (-one[0], one[1])))


def estimated(counts: ValueCounts, estimator: Callable[..., Any]) -> Distributions:
    """Return the distributions that an estimator makes of counts: it is called as NLTK calls it."""
    try:
        from nltk.probability import FreqDist
    except ImportError:
        raise SettingError(
            "an estimator that is a function gets the counts as NLTK's FreqDist, so NLTK must be installed; got none. "
            "Install it, or give a number to add to each count."
        ) from None
    table = counts.table
    labels = table.labels
    found = {(label, name): FreqDist() for label in labels for name in table.names}
    for pair, label, n in zip(
        counts.pairs.tolist(), counts.labels.tolist(), counts.counts.tolist(), strict=True
    ):
        found[labels[label], table.names[counts.names[pair]]][table.values[pair]] = n
    bins = dict(zip(table.names, counts.sizes.tolist(), strict=True))
    of_labels = estimator(FreqDist(dict(zip(labels, counts.documents.tolist(), strict=True))))
    of_features = {key: estimator(freqdist, bins=bins[key[1]]) for key, freqdist in found.items()}
    return Distributions(of_labels, of_features)


def smoothing_in(found: Distributions, counts: ValueCounts) -> float | None:
    """Return how much distributions add to every count, None where they do anything else."""
    bins = dict(zip(counts.table.names, counts.sizes.tolist(), strict=True))
    expected = [(found.of_labels, len(found.labels))]
    expected += [(one, bins[name]) for (_, name), one in found.of_features.items()]
    added = {one._gamma if _is_lidstone(one, n) else None for one, n in expected}
    smoothing = added.pop() if len(added) == 1 else None
    return smoothing if smoothing is None or smoothing > 0 else None


def _is_lidstone(distribution: Any, n_bins: int) -> bool:
    kind = type(distribution)
    known = kind.__module__ == "nltk.probability" and kind.__name__ in LIDSTONE
    return known and distribution._bins == n_bins
