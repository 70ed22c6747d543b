"""A classifier of raw texts, as linnet makes it: by a recipe, or by the one that suits best."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError
from linnet.reading import read
from linnet.reading.documents import Documents
from linnet.sklearn.documents import as_list, text_list
from linnet.sklearn.matrices import Floats
from linnet.tuning.choose import choose
from linnet.tuning.make import make


class TextClassifier(ClassifierMixin, BaseEstimator):
    """Texts in, labels out. Without a recipe, features, learner and strength are cross-validated.

    `recipe` is a linnet.Recipe or a dict of its settings; `budget` is the time in seconds that
    choosing may take. After `fit`, `classifier_` is the linnet classifier (to explain, inspect and
    save), `recipe_` how it was made, and `estimate_` its accuracy (macro-f1 where almost all texts
    have one label) with an interval on texts that played no part in choosing (None where a recipe
    was given). `of` makes one of a classifier that is there already.

    >>> texts = ["good film", "fine film", "bad film", "dull film"] * 10
    >>> reviews = TextClassifier().fit(texts, [1, 1, 0, 0] * 10)
    >>> reviews.predict(["a good film", "so dull"]).tolist(), reviews.estimate_.value
    ([1, 0], 1.0)
    """

    def __init__(
        self, recipe: Any = None, *, budget: float | None = None, threads: int | None = None
    ) -> None:
        self.recipe = recipe
        self.budget = budget
        self.threads = threads

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from texts and their labels."""
        check_classification_targets(y)
        self.classes_, codes = np.unique(column_or_1d(y, warn=True), return_inverse=True)
        # Labels are strings in a model file; others are found again by their place.
        names = _names(self.classes_)
        documents = _documents(X, [names[code] for code in codes], sample_weight)
        if self.recipe is None:
            tuned = choose(documents, budget=self.budget, threads=self.threads)
            self.classifier_ = tuned.classifier
            self.estimate_ = tuned.measures().get(tuned.metric)
        else:
            self.classifier_ = make(documents, self.recipe, threads=self.threads)
            self.estimate_ = None
        self.recipe_ = self.classifier_.recipe
        labels = self.classifier_.labels
        self._place = np.array([labels.index(name) for name in names])
        return self

    @classmethod
    def of(cls, classifier: Classifier) -> Self:
        """Return a fitted one of a classifier of one text and one label each.

        >>> from linnet import train
        >>> classifier = train([("good film", "pos"), ("bad film", "neg")], {"chars": "2-3"})
        >>> TextClassifier.of(classifier).predict(["good"]).tolist()
        ['pos']
        """
        one_text = len(classifier.fields) == 1 and not classifier.model.features.of_columns
        own_words = classifier.recipe.features.tokenizer is None
        if classifier.multilabel or not one_text or not own_words:
            raise SettingError(
                "a model must read one text by linnet's own words and give one label to become an "
                "estimator; got another. Train one that does."
            )
        estimator = cls(classifier.recipe)
        estimator.classifier_ = classifier
        estimator.recipe_ = classifier.recipe
        estimator.estimate_ = None
        estimator.classes_ = np.array(classifier.labels)
        estimator._place = np.arange(len(classifier.labels))
        return estimator

    def decision_function(self, X: Any) -> Floats:
        """Return the scores of texts: one per label; of two labels, the second minus the first."""
        scores = np.asarray(self._scores(X).values[:, self._place])
        if len(self.classes_) == 2:
            return np.asarray(scores[:, 1] - scores[:, 0])
        return scores

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the label of each text."""
        best = self._scores(X).best()
        code_of_place = np.argsort(self._place)
        return np.asarray(self.classes_[code_of_place[best]])

    def predict_proba(self, X: Any) -> Floats:
        """Return the probability of each label, calibrated where the recipe says so."""
        return np.asarray(self._scores(X).probabilities()[:, self._place])

    def predict_log_proba(self, X: Any) -> Floats:
        """Return the logarithm of the probabilities."""
        return np.asarray(np.log(self.predict_proba(X)))

    def _scores(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.classifier_.score(as_list(text_list(X)), self.threads)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def _documents(X: Any, labels: list[str], sample_weight: Any) -> Documents:
    columns: dict[str, Any] = {"text": as_list(text_list(X)), "label": labels}
    weight = None
    if sample_weight is not None:
        weight = "weight"
        columns[weight] = np.asarray(sample_weight, np.float64)
    return read(columns, text="text", label="label", weight=weight, many_labels=True)


def _names(labels: npt.NDArray[Any]) -> list[str]:
    """Return labels as different strings."""
    names = [str(label) for label in labels.tolist()]
    if len(set(names)) < len(names) or not all(names):
        raise ValueError(f"labels must be told apart as text and not be empty; got {names}.")
    return names
