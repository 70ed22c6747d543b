"""The share of right labels, without scikit-learn's checks where labels are plain arrays."""

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin

from linnet.sklearn.matrices import as_array

PLAIN = "Uiub"  # kinds of labels that are compared as they are


class ScoredClassifier(ClassifierMixin):
    """Is scored by accuracy, in a fraction of the time: the checks take longer than predicting."""

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of documents that get their label."""
        truth = as_array(y)
        if sample_weight is None and self._is_plain(truth):
            predicted = self.predict(X)
            if predicted.shape == truth.shape:
                return float(np.mean(predicted == truth))
        return float(super().score(X, y, sample_weight))

    def _is_plain(self, truth: Any) -> bool:
        """Return whether labels can be compared with ours as they are."""
        if not isinstance(truth, np.ndarray) or truth.ndim != 1 or not len(truth):
            return False
        kind = truth.dtype.kind
        classes = getattr(self, "classes_", None)
        return kind in PLAIN and classes is not None and classes.dtype.kind == kind
