"""NLTK's NaiveBayesClassifier: the same answers and probabilities, over the engine."""

from collections.abc import Iterable, Mapping
from typing import Any

from linnet.errors import InputError, SettingError, quoted
from linnet.nltk.distributions import Distributions, estimated, shared_smoothing
from linnet.nltk.interface import Featureset, FeaturesetClassifier, Floats
from linnet.nltk.smoothed_counts import SmoothedCounts
from linnet.nltk.value_counts import ValueCounts, count_values

SMOOTHINGS = {"ELEProbDist": 0.5, "LaplaceProbDist": 1.0}  # of NLTK's estimators


class NaiveBayesClassifier(FeaturesetClassifier):
    """Naive Bayes where each name of a feature is a variable.

    Any value that can be a key of a dict is one of its values.

    >>> men = [({"last": last}, "male") for last in "kkn"]
    >>> women = [({"last": last}, "female") for last in "aan"]
    >>> classifier = NaiveBayesClassifier.train(men + women)
    >>> classifier.labels(), classifier.classify({"last": "a"})
    (['male', 'female'], 'female')
    >>> # (0 + 0.5) / ((0 + 0.5) + (2 + 0.5))
    >>> round(classifier.prob_classify({"last": "a"}).prob("male"), 4)
    0.1667
    >>> classifier.show_most_informative_features()
    Most Informative Features
                        last = 'n'            female : male   =      1.0 : 1.0
    """

    _model: SmoothedCounts | Distributions

    def __init__(
        self, label_probdist: Any, feature_probdist: Mapping[tuple[Any, Any], Any]
    ) -> None:
        """Take P(label), and for each (label, name of a feature) P(value).

        Objects such as nltk.ProbDistI.
        """
        self._model = Distributions(label_probdist, feature_probdist)

    @classmethod
    def train(
        cls, labeled_featuresets: Iterable[tuple[Featureset, Any]], estimator: Any = 0.5
    ) -> "NaiveBayesClassifier":
        """Return the classifier of (featureset, label) pairs, any iterable of them.

        The estimator is nltk.ELEProbDist, nltk.LaplaceProbDist, or how much smoothing there is: 0.5
        and 1 for these. Or it is any function that makes an nltk.ProbDistI of an nltk.FreqDist, and
        takes the number of values as `bins`.
        """
        check_estimator(estimator)
        counts = count_values(labeled_featuresets)
        model = _model(counts, estimator)
        if isinstance(model, Distributions):
            return cls(model.of_labels, model.of_features)
        classifier = cls.__new__(cls)
        classifier._model = model
        return classifier

    def labels(self) -> list[Any]:
        """Return the labels in the order of their first sight."""
        return list(self._model.labels)

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset); features that were never seen say nothing."""
        try:
            return self._model.log_probabilities(featuresets)
        except (TypeError, ValueError) as error:
            raise _unreadable(error) from None

    def classify(self, featureset: Featureset) -> Any:
        """Return the label of a featureset."""
        try:
            return self._model.labels[self._model.best(featureset)]
        except (TypeError, ValueError) as error:
            raise _unreadable(error) from None

    def most_informative_features(self, n: int = 100) -> list[tuple[Any, Any]]:
        """Return (name, value) by how much more probable one label makes it than another.

        Only labels that had the pair count.
        """
        return self._model.strongest(n)

    def show_most_informative_features(self, n: int = 10) -> None:
        """Print them with the two labels, and how many times as probable one makes it."""
        print("Most Informative Features")
        for line in self._model.table(n):
            print(line)

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "_model" in state:
            self.__dict__.update(state)
        else:  # as earlier versions wrote it
            self._model = SmoothedCounts.__new__(SmoothedCounts)
            self._model.__setstate__(state)

    def __repr__(self) -> str:
        n_labels = len(self.labels())
        return f"<NaiveBayesClassifier: {n_labels} labels, {self._model.n_features} features>"


def _model(counts: ValueCounts, estimator: Any) -> SmoothedCounts | Distributions:
    """Return smoothed counts if that is what the estimator does, else its distributions."""
    if not callable(estimator):
        return SmoothedCounts(counts, float(estimator))
    known_smoothing = _known_smoothing(estimator)
    if known_smoothing is not None:
        return SmoothedCounts(counts, known_smoothing)

    distributions = estimated(counts, estimator)
    smoothing = shared_smoothing(distributions, counts)
    if smoothing is None:
        return distributions
    return SmoothedCounts(counts, smoothing)


def _known_smoothing(estimator: Any) -> float | None:
    """Return how much one of NLTK's own estimators adds to each count."""
    if getattr(estimator, "__module__", "") != "nltk.probability":
        return None
    return SMOOTHINGS.get(estimator.__name__)


def _unreadable(error: Exception) -> InputError:
    return InputError(f"a featureset must be a dict whose values can be keys; got: {error}.")


def check_estimator(estimator: Any) -> None:
    """Refuse what estimates nothing."""
    number = isinstance(estimator, int | float) and 0 < estimator < 1e100
    if not (number or callable(estimator)):
        raise SettingError(
            f"the estimator must be one of {', '.join(SMOOTHINGS)}, a number above 0 to add to "
            "each count, or a "
            f"function from an nltk.FreqDist to an nltk.ProbDistI; got {quoted(estimator)}. "
            "Use 0.5 if unsure."
        )
