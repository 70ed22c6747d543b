"""A classifier of texts by words with weights, given by hand: nothing is learned."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, _fit_context
from sklearn.utils.validation import check_is_fitted

from linnet.classifier.lexicon import lexicon_classifier
from linnet.sklearn.matrices import Floats


class LexiconClassifier(ClassifierMixin, BaseEstimator):
    """Scores a text for each label by the sum of what its words weigh in the label's lexicon.

    `lexicons` gives for each label its words, words with weights, or a file of them; `offset` a
    number to start from.

    >>> lexicons = {"bad": {"awful": 2, "poor": 1}, "good": ["fine", "lovely"]}
    >>> moods = LexiconClassifier(lexicons).fit()
    >>> moods.predict(["a lovely day", "poor and awful"]).tolist()
    ['good', 'bad']
    >>> moods.decision_function(["awful, fine"]).tolist()
    [-1.0]
    """

    _parameter_constraints = {"lexicons": [dict], "offset": [dict, None]}

    def __init__(self, lexicons: Any, *, offset: Any = None) -> None:
        self.lexicons = lexicons
        self.offset = offset

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any = None, y: Any = None) -> Self:  # noqa: ARG002 (scikit-learn's signature)
        """Read the lexicons; documents are not looked at."""
        self.classifier_ = lexicon_classifier(self.lexicons, self.offset)
        self.classes_ = np.array(self.classifier_.labels)
        return self

    def decision_function(self, X: Any) -> Floats:
        """Return the scores of texts: one per label; of two labels, the second minus the first."""
        check_is_fitted(self)
        scores = self.classifier_.score(list(X)).values
        if len(self.classes_) == 2:
            return np.asarray(scores[:, 1] - scores[:, 0])
        return scores

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the label that scores highest; the first where several do."""
        check_is_fitted(self)
        best = self.classifier_.score(list(X)).best()
        return np.asarray(self.classes_[best])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.target_tags.required = False
        tags.requires_fit = True
        return tags
