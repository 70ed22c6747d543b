"""A fitted linear model or naive Bayes → labels, weights, and what their scores mean."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.model.linear_model import Weights
from linnet.sklearn.converted_features import TextFeatures
from linnet.sklearn.converted_steps import kind_of

Floats = npt.NDArray[np.float64]
# scikit-learn's weights labels × features, or one row for two labels; and what is added.
Table = tuple[Floats, Floats]
CERTAIN = 40.0  # a log-odds that is a probability of 0 or 1 to the last digit


@dataclass(frozen=True, eq=False)
class FittedModel:
    """What a fitted model says of its own columns.

    A row for each of its labels, or one row for two of them.
    """

    classes: tuple[str, ...]
    table: Floats
    offset: Floats
    link: str
    multilabel: bool = False  # whether a text may have any number of labels
    cutoff: float | None = None  # what scores must be above for that, where it is not 0
    precise: bool = False  # whether weights need all their digits

    @property
    def order(self) -> list[int]:
        """The place of each label among the classes: we have them sorted by their bytes."""
        return sorted(range(len(self.classes)), key=lambda place: self.classes[place].encode())

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.classes[place] for place in self.order)


def model_of(model: Any) -> FittedModel:
    """Return the weights of a fitted model, and what its scores mean."""
    kind = kind_of(model)
    if kind == "OneVsRestClassifier":
        fitted = _one_vs_rest(model)
    elif kind in BAYES:
        table, offset = BAYES[kind](model)
        fitted = FittedModel(classes_of(model), table, offset, "softmax", precise=True)
    else:
        table, offset = _linear(model)
        fitted = FittedModel(classes_of(model), table, offset, _link(model))
    _check(model, fitted)
    return fitted


def counts_presence(model: Any) -> bool:
    """Return whether a model asks only which features are there."""
    estimators = [model]
    if kind_of(model) == "OneVsRestClassifier":
        estimators = model.estimators_
    return any(kind_of(estimator) == "BernoulliNB" for estimator in estimators)


def weights_of(fitted: FittedModel, features: TextFeatures) -> Weights:
    """Return weights over features, of a table over the columns of the vectorizers."""
    table = fitted.table
    offset = fitted.offset
    n_labels = len(fitted.labels)
    if len(table) < n_labels:
        table = np.stack([-table[0] / 2, table[0] / 2])
        offset = np.array([-offset[0] / 2, offset[0] / 2])
    sorted_table = table[fitted.order][:, features.order]
    by_feature = sorted_table.T * features.signs[:, None]
    offset = np.ascontiguousarray(offset[fitted.order])
    prior = np.full(n_labels, -np.log(n_labels))
    if fitted.precise:
        return Weights.full(np.ascontiguousarray(by_feature), prior, len(features.names), offset)

    dense = np.ascontiguousarray(by_feature, np.float32).reshape(-1)
    no_values = np.empty(0)
    no_starts = np.empty(0, np.int64)
    no_labels = np.empty(0, np.int32)
    return Weights(offset, prior, no_values, no_starts, no_labels, no_values, dense=dense)


def _check(model: Any, fitted: FittedModel) -> None:
    """Refuse a model with several outputs for a text, and weights that are not finite."""
    binarizer = getattr(model, "_label_binarizer", None)  # of a RidgeClassifier
    shared_row = len(fitted.classes) == 2 and not fitted.multilabel and len(fitted.table) == 1
    row_each = len(fitted.table) == len(fitted.classes)
    one_label = shared_row or row_each
    if not one_label or "multilabel" in getattr(binarizer, "y_type_", ""):
        raise SettingError(
            f"{type(model).__name__} must give each text one label; got several outputs. "
            "Put it into a "
            "OneVsRestClassifier for that."
        )
    if not (np.isfinite(fitted.table).all() and np.isfinite(fitted.offset).all()):
        raise SettingError(
            "the weights of a model must be finite to be converted; got others. "
            "Fit it with alpha above 0."
        )


def classes_of(model: Any) -> tuple[str, ...]:
    """Return the labels as strings."""
    names = tuple(str(label) for label in np.asarray(model.classes_).tolist())
    if len(set(names)) < len(names) or "" in names:
        raise SettingError(
            f"labels must differ as strings, and none be empty; got {', '.join(map(repr, names))}."
        )
    return names


def _one_vs_rest(model: Any) -> FittedModel:
    """Return the rows of classifiers that each tell one label from the rest."""
    estimators = model.estimators_
    link = _link_of_each(estimators)
    rows = [_against_rest(estimator, link) for estimator in estimators]
    table = np.stack([row for row, _ in rows])
    offset = np.array([added for _, added in rows])
    precise = any(kind_of(estimator) in BAYES for estimator in estimators)
    classes = classes_of(model)
    if model.multilabel_:
        cutoff = _cutoff(model, link)
        return FittedModel(classes, table, offset, link, True, cutoff, precise)
    if len(rows) == 1 and link == "sigmoid":
        link = "softmax"
    return FittedModel(classes, table, offset, link, precise=precise)


def _link_of_each(estimators: list[Any]) -> str:
    for estimator in estimators:
        if kind_of(estimator) in BAYES:
            return "sigmoid"
        if kind_of(estimator) in LINEAR:
            return "margin" if _link(estimator) == "margin" else "sigmoid"
    return "margin"


def _against_rest(model: Any, link: str) -> tuple[Floats, float]:
    """Return the weights of a label against the rest, and what is added."""
    kind = kind_of(model)
    if kind == "_ConstantPredictor":  # of a label that all texts have, or none
        return np.zeros(model.n_features_in_), _constant_score(model, link)
    if kind not in (*LINEAR, *BAYES):
        raise SettingError(
            "the classifiers in a OneVsRestClassifier must be one of "
            f"{', '.join((*LINEAR, *BAYES))}; got "
            f"{type(model).__name__}. "
            "Use one of these, and put other steps before the OneVsRestClassifier."
        )
    solution = BAYES[kind](model) if kind in BAYES else _linear(model)
    table, offset = solution
    if len(table) == 1:
        return table[0], float(offset[0])
    return table[1] - table[0], float(offset[1] - offset[0])


def _constant_score(model: Any, link: str) -> float:
    always = bool(model.y_[0])
    if link == "margin":
        return float(always)
    return CERTAIN if always else -CERTAIN


def _cutoff(model: Any, link: str) -> float | None:
    """Return what the score, or the probability, of a label must be above; None for 0, or 0.5.

    scikit-learn asks the first of the classifiers, and a constant one is no classifier to it: then
    scores must be above 0.5.
    """
    estimators = model.estimators_
    has_scores = any(hasattr(estimator, "coef_") for estimator in estimators)
    if kind_of(estimators[0]) != "_ConstantPredictor" or not has_scores:
        return None
    return 0.5 if link == "margin" else float(1 / (1 + np.exp(-0.5)))


def _linear(model: Any) -> Table:
    coefficients = model.coef_
    if hasattr(coefficients, "toarray"):
        coefficients = coefficients.toarray()
    table = np.atleast_2d(np.asarray(coefficients, np.float64))
    intercept = np.asarray(model.intercept_, np.float64)
    return table, np.broadcast_to(intercept, len(table))


def _link(model: Any) -> str:
    """Return how scores become probabilities.

    Two labels share one w, where sigmoid and softmax are the same.
    """
    link = LINEAR[kind_of(model)]
    if link == "margin" or getattr(model, "loss", "log_loss") != "log_loss":
        return "margin"
    if len(model.classes_) == 2:
        return "softmax"
    if getattr(model, "multi_class", None) == "ovr":
        return "sigmoid"
    if getattr(model, "solver", None) == "liblinear":
        return "sigmoid"
    return link


def _multinomial(model: Any) -> Table:
    return np.asarray(model.feature_log_prob_), np.asarray(model.class_log_prior_)


def _complement(model: Any) -> Table:
    return np.asarray(model.feature_log_prob_), np.zeros(len(model.classes_))


def _bernoulli(model: Any) -> Table:
    """Return log(t / (1 - t)), and with the prior the log(1 - t) of all features."""
    if model.binarize != 0:
        raise SettingError(
            "binarize of BernoulliNB must be 0, so that a word is there or not; "
            f"got {model.binarize}."
        )
    present = np.asarray(model.feature_log_prob_)
    absent = np.log1p(-np.exp(present))
    offset = np.asarray(model.class_log_prior_) + absent.sum(axis=1)
    return present - absent, offset


def _binomial(model: Any) -> Table:
    """Return log(t / (1 - t)), and the log(1 - t) of all features times the trials.

    The trials may be the sum of counts.
    """
    hit = np.log(model.success_probability_)
    miss = np.log1p(-model.success_probability_)
    all_miss = miss.sum(axis=1)
    prior = np.asarray(model.class_log_prior_)
    if model.trials == "length":
        return hit - miss + all_miss[:, None], prior
    return hit - miss, prior + model.trials * all_miss


def _mixed(model: Any) -> Table:
    if list(model.parts_) != ["multinomial"]:
        raise SettingError(
            "MixedNB must be multinomial for all columns to be converted, since a text has only "
            "counts; got "
            f"{', '.join(model.parts_)}. Train linnet's own mixed learner."
        )
    multinomial = model.parts_["multinomial"]
    return np.asarray(multinomial.feature_log_prob_), np.asarray(model.class_log_prior_)


LINEAR = {
    "LogisticRegression": "softmax",
    "LogisticRegressionCV": "softmax",
    "NBLogisticRegression": "sigmoid",
    "SGDClassifier": "sigmoid",
    "LinearSVC": "margin",
    "RidgeClassifier": "margin",
    "RidgeClassifierCV": "margin",
    "Perceptron": "margin",
    "PassiveAggressiveClassifier": "margin",
}
BAYES: dict[str, Callable[[Any], Table]] = {
    "MultinomialNB": _multinomial,
    "ComplementNB": _complement,
    "BernoulliNB": _bernoulli,
    "BinomialNB": _binomial,
    "MixedNB": _mixed,
}
MODELS = (*LINEAR, *BAYES, "OneVsRestClassifier")
