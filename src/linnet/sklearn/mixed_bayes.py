"""Naive Bayes with a distribution of its own for each column: log-likelihoods add."""

from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils._param_validation import Interval, StrOptions

from linnet.sklearn.bayes import DiscreteNB, NaiveBayes
from linnet.sklearn.categorical_bayes import CategoricalNB
from linnet.sklearn.count_bayes import BernoulliNB, MultinomialNB
from linnet.sklearn.feature_counts import DocumentLabels, LabelWeights
from linnet.sklearn.gaussian_bayes import GaussianNB
from linnet.sklearn.matrices import Floats

NAMES = ("multinomial", "bernoulli", "categorical", "gaussian")


class MixedNB(DiscreteNB):
    """Naive Bayes over columns of several kinds: `distributions` names the one of each column, or of all.

    >>> mixed = MixedNB(["categorical", "gaussian"]).fit([[0, 1.6], [0, 1.7], [1, 1.0], [0, 1.2]], [1, 1, 0, 0])
    >>> mixed.predict([[0, 1.5], [1, 1.1]]).tolist()
    [1, 0]
    """

    _parameter_constraints = {
        **DiscreteNB._parameter_constraints,
        "distributions": [StrOptions(set(NAMES)), "array-like"],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        distributions: Any = "gaussian",
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        var_smoothing: float = 1e-9,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.distributions = distributions
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.var_smoothing = var_smoothing
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _init_counters(self, n_classes: int, n_features: int) -> None:
        super()._init_counters(n_classes, n_features)
        self.parts_ = {name: self._part(name) for name in dict.fromkeys(self._names())}

    def _names(self) -> list[str]:
        """Return the distribution of each column."""
        asked = self.distributions
        names = (
            [asked] * self.n_features_in_
            if isinstance(asked, str)
            else [str(name) for name in asked]
        )
        if len(names) != self.n_features_in_ or not set(names) <= set(NAMES):
            raise ValueError(
                f"distributions must name one of {', '.join(NAMES)} for each of the {self.n_features_in_} columns; "
                f"got {asked!r}."
            )
        return names

    def _part(self, name: str) -> NaiveBayes:
        if name == "gaussian":
            n = len(self.classes_)
            return GaussianNB(priors=np.full(n, 1 / n), var_smoothing=self.var_smoothing)
        counting = {
            "multinomial": MultinomialNB,
            "bernoulli": BernoulliNB,
            "categorical": CategoricalNB,
        }[name]
        return counting(alpha=self.alpha, force_alpha=self.force_alpha, fit_prior=False)

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        assert isinstance(document_labels, LabelWeights)
        super()._add(X, document_labels)
        labels = np.arange(len(self.classes_))
        for name, part in self.parts_.items():
            part.partial_fit(
                self._columns(X, name), document_labels.codes, labels, document_labels.weights
            )

    def _columns(self, X: Any, name: str) -> Any:
        chosen = np.flatnonzero(np.array(self._names()) == name)
        X = X if len(chosen) == X.shape[1] else X[:, chosen]
        return X.toarray() if name == "categorical" and scipy.sparse.issparse(X) else X

    def _update_feature_log_prob(self, alpha: Any) -> None:
        """Leave it to the parts."""

    def _joint_log_likelihood(self, X: Any) -> Floats:
        n = len(self.classes_)
        joint = np.tile(self.class_log_prior_, (X.shape[0], 1))
        for name, part in self.parts_.items():
            joint += part.predict_joint_log_proba(self._columns(X, name)) + np.log(n)
        return joint

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        asked = (
            [self.distributions]
            if isinstance(self.distributions, str)
            else list(self.distributions)
        )
        tags.input_tags.positive_only = "multinomial" in asked or "categorical" in asked
        return tags
