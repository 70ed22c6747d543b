"""NLTK's NaiveBayesClassifier: the same answers and probabilities, over the engine."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from linnet import _core
from linnet.errors import InputError, SettingError, quoted
from linnet.nltk.informative import Informative, table_of
from linnet.nltk.interface import Featureset, FeaturesetClassifier, Floats, falling
from linnet.nltk.value_counts import ValueCounts, count_values

SMOOTHINGS = {"ELEProbDist": 0.5, "LaplaceProbDist": 1.0}  # of NLTK's estimators


class NaiveBayesClassifier(FeaturesetClassifier):
    """Naive Bayes where each name of a feature is a variable, and any value that can be a key is one of its values.

    >>> men, women = [({"last": last}, "male") for last in "kkn"], [({"last": last}, "female") for last in "aan"]
    >>> classifier = NaiveBayesClassifier.train(men + women)
    >>> classifier.labels(), classifier.classify({"last": "a"})
    (['male', 'female'], 'female')
    >>> round(classifier.prob_classify({"last": "a"}).prob("male"), 4)  # (0 + 0.5) / ((0 + 0.5) + (2 + 0.5))
    0.1667
    >>> classifier.show_most_informative_features()
    Most Informative Features
                        last = 'n'            female : male   =      1.0 : 1.0
    """

    def __init__(self, counts: ValueCounts, smoothing: float) -> None:
        self._counts, self._smoothing = counts, smoothing

    @classmethod
    def train(
        cls, labeled_featuresets: Iterable[tuple[Featureset, Any]], estimator: Any = 0.5
    ) -> "NaiveBayesClassifier":
        """Return the classifier of (featureset, label) pairs, any iterable of them.

        The estimator is nltk.ELEProbDist, nltk.LaplaceProbDist, or how much smoothing there is: 0.5 and 1 for these.
        """
        return cls(count_values(labeled_featuresets), smoothing_of(estimator))

    def labels(self) -> list[Any]:
        """Return the labels in the order of their first sight."""
        return list(self._counts.table.labels)

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset); features that were never seen say nothing."""
        try:
            return np.asarray(self._engine.log_probabilities(featuresets))
        except (TypeError, ValueError) as error:
            raise _unfit(error) from None

    def classify(self, featureset: Featureset) -> Any:
        """Return the label of a featureset."""
        try:
            return self._labels[self._engine.best(featureset)]
        except (TypeError, ValueError) as error:
            raise _unfit(error) from None

    @cached_property
    def _labels(self) -> list[Any]:
        return self.labels()

    @cached_property
    def _engine(self) -> _core.PairModel:
        layout, order = self._counts.layout, falling(self.labels()).astype(np.int32)
        columns = {"of_pairs": layout.of_pairs, "of_names": layout.of_names, "block_ends": layout.block_ends}
        weights = self._counts.weights(self._smoothing).arrays()
        return _core.PairModel(self._counts.table, {**weights, **columns, "order": order})

    @cached_property
    def _informative(self) -> Informative:
        return Informative(self._counts, self._counts.probabilities(self._smoothing))

    def most_informative_features(self, n: int = 100) -> list[tuple[Any, Any]]:
        """Return (name, value) by how much more probable a label makes it than another, of those that had it."""
        return self._informative.strongest(n)

    def show_most_informative_features(self, n: int = 10) -> None:
        """Print them with the two labels, and how many times as probable one makes it."""
        print("Most Informative Features")
        for line in table_of(self._informative, n):
            print(line)

    def __getstate__(self) -> dict[str, Any]:
        counts, table = self._counts, self._counts.table
        arrays = (counts.documents, counts.pairs, counts.labels, counts.counts)
        names = [table.names[name] for name in counts.names.tolist()]
        return {"smoothing": self._smoothing, "pairs": (names, table.values), "labels": table.labels, "arrays": arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        table = _core.PairTable()
        for name, value in zip(*state["pairs"], strict=True):
            table.number(name, value)
        table.add_labelled(({}, label) for label in state["labels"])
        self._counts, self._smoothing = ValueCounts(table, *state["arrays"]), state["smoothing"]

    def __repr__(self) -> str:
        return f"<NaiveBayesClassifier: {len(self.labels())} labels, {len(self._counts.table.names)} features>"


def _unfit(error: Exception) -> InputError:
    return InputError(f"a featureset must be a dict whose values can be keys; got: {error}.")


def smoothing_of(estimator: Any) -> float:
    """Return how much smoothing an estimator does.

    >>> smoothing_of(0.1)
    0.1
    """
    smoothing = SMOOTHINGS.get(getattr(estimator, "__name__", ""), estimator)
    if isinstance(smoothing, int | float) and 0 < smoothing < 1e100:
        return float(smoothing)
    raise SettingError(
        f"the estimator must be one of {', '.join(SMOOTHINGS)}, or a number above 0 to add to each count; got "
        f"{quoted(estimator)}. Use 0.5 if unsure."
    )
