"""What all linear classifiers share: scores, labels, and weights that may be stored sparse."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from linnet.model.linear_model import Weights
from linnet.sklearn.bayes import full_weights
from linnet.sklearn.matrices import Floats
from linnet.sklearn.scoring import ScoredClassifier


class LinearClassifier(ScoredClassifier, BaseEstimator):
    """Labels by score = coef · x + intercept: one score for two labels, else one per label."""

    coef_: Any

    def decision_function(self, X: Any) -> Floats:
        """Return the scores of documents: one each for two labels, above 0 for the second."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", reset=False)
        scores = _dense(X @ self.coef_.T) + self.intercept_
        if scores.shape[1] == 1:
            scores = scores.reshape(-1)
        return np.asarray(scores)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the label that scores highest."""
        scores = self.decision_function(X)
        best = (scores > 0).astype(np.intp) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[best])

    def sparsify(self) -> Self:
        """Store only the weights that are not 0: less memory where most are 0."""
        check_is_fitted(self)
        self.coef_ = scipy.sparse.csr_array(self.coef_)
        return self

    def densify(self) -> Self:
        """Store all weights again."""
        check_is_fitted(self)
        if scipy.sparse.issparse(self.coef_):
            self.coef_ = self.coef_.toarray()
        return self

    def _predict_proba_lr(self, X: Any) -> Floats:
        """Return the probability of each label told from the rest, scaled to sum to 1."""
        log_odds = self.decision_function(X)
        # 1 / (1 + exp(-log_odds)), which may overflow
        probabilities = 0.5 * (1 + np.tanh(0.5 * log_odds))
        if probabilities.ndim == 1:
            return np.stack([1 - probabilities, probabilities], axis=1)
        return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True))

    def _linear_weights(self) -> Weights:
        """Return what a linnet model of the same scores has.

        One w for two labels becomes −w/2 and +w/2.
        """
        coef = _dense(self.coef_)
        table = coef.T.astype(np.float64)
        offset = np.broadcast_to(self.intercept_, coef.shape[:1]).astype(np.float64)
        if len(offset) == 1:
            table = np.hstack([-table / 2, table / 2])
            offset = np.concatenate([-offset / 2, offset / 2])
        n_labels = len(offset)
        prior = np.full(n_labels, -np.log(n_labels))
        return full_weights(table, offset, prior)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _dense(table: Any) -> npt.NDArray[Any]:
    """Return an array of what may be sparse."""
    return np.asarray(table.toarray() if scipy.sparse.issparse(table) else table)
