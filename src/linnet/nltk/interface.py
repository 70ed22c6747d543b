"""What NLTK expects of a classifier and of probabilities.

Where NLTK is there, ours are of its own kinds.
"""

import math
from collections.abc import Hashable, Iterable, KeysView, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from nltk.classify.api import ClassifierI
    from nltk.probability import ProbDistI
except ImportError:
    ClassifierI = ProbDistI = object

Featureset = Mapping[Any, Any]
Floats = npt.NDArray[np.float64]
LN_2 = math.log(2)


class Probabilities(ProbDistI):
    """How probable each label is: NLTK's ProbDistI. Its logs are to base 2.

    >>> probabilities = Probabilities(["ham", "spam"], [math.log(0.25), math.log(0.75)])
    >>> ham = probabilities.prob("ham")
    >>> probabilities.max(), round(ham, 4), round(probabilities.logprob("ham"), 4)
    ('spam', 0.25, -2.0)
    """

    def __init__(self, labels: Sequence[Hashable], logs: Sequence[float]) -> None:
        self._pairs = labels, logs

    @cached_property
    def _logs(self) -> dict[Any, float]:
        """The log of each label's probability; made when first asked for."""
        return dict(zip(*self._pairs, strict=True))

    def prob(self, sample: Hashable) -> float:
        """Return the probability of a label; 0 for one that is not known."""
        if sample not in self._logs:
            return 0.0
        return math.exp(self._logs[sample])

    def logprob(self, sample: Hashable) -> float:
        """Return the log of it, to base 2."""
        if sample not in self._logs:
            return -math.inf
        return self._logs[sample] / LN_2

    def samples(self) -> KeysView[Any]:
        """Return the labels."""
        return self._logs.keys()

    def max(self) -> Any:
        """Return the most probable label; the last of those that tie, in their order."""
        labels = list(self._logs)
        logs = np.array([list(self._logs.values())])
        best = best_of(logs, labels)[0]
        return labels[best]

    def __repr__(self) -> str:
        return f"<Probabilities of {len(self._logs)} labels>"


class FeaturesetClassifier(ClassifierI):
    """The methods that all of ours share.

    Subclasses know their labels and how featuresets score.
    """

    def labels(self) -> list[Any]:
        """Return the labels it knows."""
        raise NotImplementedError

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset): featuresets × labels."""
        raise NotImplementedError

    def classify(self, featureset: Featureset) -> Any:
        """Return the label of a featureset."""
        return self.classify_many([featureset])[0]

    def classify_many(self, featuresets: Iterable[Featureset]) -> list[Any]:
        """Return the label of each featureset."""
        labels = self.labels()
        logs = self.log_probabilities(featuresets)
        best = best_of(logs, labels).tolist()
        return [labels[place] for place in best]

    def prob_classify(self, featureset: Featureset) -> Probabilities:
        """Return how probable each label is, given a featureset."""
        return self.prob_classify_many([featureset])[0]

    def prob_classify_many(self, featuresets: Iterable[Featureset]) -> list[Probabilities]:
        """Return how probable each label is, given each featureset."""
        labels = self.labels()
        logs: list[list[float]] = self.log_probabilities(featuresets).tolist()
        return [Probabilities(labels, row) for row in logs]

    def most_informative_features(self, n: int = 100) -> list[tuple[Any, Any]]:
        """Return the (name, value) that tell most about labels, first those that tell more."""
        raise NotImplementedError


def best_of(logs: Floats, labels: Sequence[Any]) -> npt.NDArray[np.int64]:
    """Return the place of the most probable label of each row.

    As NLTK has it, the last in order of those that tie.
    """
    order = descending_order(labels)
    best = np.argmax(logs[:, order], axis=1)
    return np.asarray(order[best])


def descending_order(labels: Sequence[Any]) -> npt.NDArray[np.int64]:
    """Return the places of labels from the last in order to the first.

    As they stand where they have no order.

    >>> descending_order(["ham", "spam", "eggs"]).tolist()
    [1, 0, 2]
    """
    places = range(len(labels))
    try:
        order = sorted(places, key=labels.__getitem__, reverse=True)
    except TypeError:
        return np.arange(len(labels))
    return np.array(order)
