"""The share of right labels, without scikit-learn's checks where labels are plain arrays of one kind."""

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin

from linnet.sklearn.matrices import as_array

PLAIN = "Uiub"  # kinds of labels that are compared as they are


class ScoredClassifier(ClassifierMixin):
    """Is scored by accuracy, in a fraction of the time: for a batch the checks take longer than the answer."""

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of documents that get their label."""
        truth = as_array(y)
        plain = (
            isinstance(truth, np.ndarray)
            and truth.ndim == 1
            and len(truth) > 0
            and truth.dtype.kind in PLAIN
        )
        kind = self.classes_.dtype.kind if plain and hasattr(self, "classes_") else None
        if sample_weight is not None or not plain or kind != truth.dtype.kind:
            return float(super().score(X, y, sample_weight))
        predicted = self.predict(X)
        if predicted.shape != truth.shape:
            return float(super().score(X, y, sample_weight))
        return float(np.mean(predicted == truth))
