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
Table = tuple[
    Floats, Floats
]  # scikit-learn's: labels × features, or one row for two labels; and what is added
CERTAIN = 40.0  # a log-odds that is a probability of 0 or 1 to the last digit


@dataclass(frozen=True, eq=False)
class FittedModel:
    """What a fitted model says of its own columns: a row for each of its labels, or one row for two of them."""

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
    """Return what a fitted model has found."""
    if kind_of(model) == "OneVsRestClassifier":
        found = _one_vs_rest(model)
    elif kind_of(model) in BAYES:
        found = FittedModel(
            classes_of(model), *BAYES[kind_of(model)](model), "softmax", precise=True
        )
    else:
        found = FittedModel(classes_of(model), *_linear(model), _link(model))
    _check(model, found)
    return found


def counts_presence(model: Any) -> bool:
    """Return whether a model asks only which features are there."""
    inner = model.estimators_ if kind_of(model) == "OneVsRestClassifier" else [model]
    return any(kind_of(one) == "BernoulliNB" for one in inner)


def weights_of(found: FittedModel, features: TextFeatures) -> Weights:
    """Return weights over features, of a model whose table was taken back to the columns of its vectorizers."""
    table, offset = found.table, found.offset
    labels = found.labels
    if len(table) < len(labels):
        table = np.stack([-table[0] / 2, table[0] / 2])
        offset = np.array([-offset[0] / 2, offset[0] / 2])
    ours = table[found.order][:, features.order].T * features.signs[:, None]
    offset = np.ascontiguousarray(offset[found.order])
    prior = np.full(len(labels), -np.log(len(labels)))
    if found.precise:
        return Weights.full(np.ascontiguousarray(ours), prior, len(features.names), offset)
    none = np.empty(0)
    dense = np.ascontiguousarray(ours, np.float32).reshape(-1)
    return Weights(
        offset, prior, none, np.empty(0, np.int64), np.empty(0, np.int32), none, dense=dense
    )


def _check(model: Any, found: FittedModel) -> None:
    """Refuse a model that gives a text several labels in a way of its own, and weights that are not finite."""
    binarizer = getattr(model, "_label_binarizer", None)  # of a RidgeClassifier
    shared = len(found.classes) == 2 and not found.multilabel and len(found.table) == 1
    outputs = not shared and len(found.table) != len(found.classes)
    if outputs or "multilabel" in getattr(binarizer, "y_type_", ""):
        raise SettingError(
            f"{type(model).__name__} must give each text one label; got several outputs. Put it into a "
            "OneVsRestClassifier for that."
        )
    if not (np.isfinite(found.table).all() and np.isfinite(found.offset).all()):
        raise SettingError(
            "the weights of a model must be finite to be converted; got others. Fit it with alpha above 0."
        )


def classes_of(model: Any) -> tuple[str, ...]:
    """Return the labels as strings."""
    names = tuple(str(one) for one in np.asarray(model.classes_).tolist())
    if len(set(names)) < len(names) or "" in names:
        raise SettingError(
            f"labels must differ as strings, and none be empty; got {', '.join(map(repr, names))}."
        )
    return names


def _one_vs_rest(model: Any) -> FittedModel:
    """Return the rows of classifiers that each tell one label from the rest."""
    link = _link_of_each(model.estimators_)
    rows = [_against_rest(one, link) for one in model.estimators_]
    table = np.stack([row for row, _ in rows])
    offset = np.array([added for _, added in rows])
    precise = any(kind_of(one) in BAYES for one in model.estimators_)
    if not model.multilabel_:
        link = "softmax" if len(rows) == 1 and link == "sigmoid" else link
        return FittedModel(classes_of(model), table, offset, link, precise=precise)
    return FittedModel(classes_of(model), table, offset, link, True, _cutoff(model, link), precise)


def _link_of_each(estimators: list[Any]) -> str:
    for one in estimators:
        if kind_of(one) in BAYES:
            return "sigmoid"
        if kind_of(one) in LINEAR:
            return "margin" if _link(one) == "margin" else "sigmoid"
    return "margin"


def _against_rest(model: Any, link: str) -> tuple[Floats, float]:
    """Return the weights of a label against the rest, and what is added."""
    kind = kind_of(model)
    if kind == "_ConstantPredictor":  # of a label that all texts have, or none
        always = bool(model.y_[0])
        certain = CERTAIN if always else -CERTAIN
        return np.zeros(model.n_features_in_), float(always) if link == "margin" else certain
    if kind not in (*LINEAR, *BAYES):
        raise SettingError(
            f"the classifiers in a OneVsRestClassifier must be one of {', '.join((*LINEAR, *BAYES))}; got "
            f"{type(model).__name__}. Use one of these, and put other steps before the OneVsRestClassifier."
        )
    table, offset = BAYES[kind](model) if kind in BAYES else _linear(model)
    if len(table) == 1:
        return table[0], float(offset[0])
    return table[1] - table[0], float(offset[1] - offset[0])


def _cutoff(model: Any, link: str) -> float | None:
    """Return what the score, or the probability, of a label must be above; None for 0, or 0.5.

    scikit-learn asks the first of the classifiers, and a constant one is no classifier to it: then scores must be above
    0.5.
    """
    scored = any(hasattr(one, "coef_") for one in model.estimators_)
    if kind_of(model.estimators_[0]) != "_ConstantPredictor" or not scored:
        return None
    return 0.5 if link == "margin" else float(1 / (1 + np.exp(-0.5)))


def _linear(model: Any) -> Table:
    table = model.coef_.toarray() if hasattr(model.coef_, "toarray") else np.asarray(model.coef_)
    table = np.atleast_2d(np.asarray(table, np.float64))
    return table, np.broadcast_to(np.asarray(model.intercept_, np.float64), len(table))


def _link(model: Any) -> str:
    """Return how scores become probabilities; two labels share one w, where sigmoid and softmax are the same."""
    link = LINEAR[kind_of(model)]
    if link == "margin" or getattr(model, "loss", "log_loss") != "log_loss":
        return "margin"
    apart = (
        getattr(model, "multi_class", None) == "ovr"
        or getattr(model, "solver", None) == "liblinear"
    )
    return "softmax" if len(model.classes_) == 2 else "sigmoid" if apart else link


def _multinomial(model: Any) -> Table:
    return np.asarray(model.feature_log_prob_), np.asarray(model.class_log_prior_)


def _complement(model: Any) -> Table:
    return np.asarray(model.feature_log_prob_), np.zeros(len(model.classes_))


def _bernoulli(model: Any) -> Table:
    """Return log(t / (1 - t)), and with the prior the log(1 - t) of all features."""
    if model.binarize != 0:
        raise SettingError(
            f"binarize of BernoulliNB must be 0, so that a word is there or not; got {model.binarize}."
        )
    there = np.asarray(model.feature_log_prob_)
    absent = np.log1p(-np.exp(there))
    return there - absent, np.asarray(model.class_log_prior_) + absent.sum(axis=1)


def _binomial(model: Any) -> Table:
    """Return log(t / (1 - t)), and the log(1 - t) of all features times the trials, which may be the sum of counts."""
    hit, miss = np.log(model.success_probability_), np.log1p(-model.success_probability_)
    rest = miss.sum(axis=1)
    if model.trials == "length":
        return hit - miss + rest[:, None], np.asarray(model.class_log_prior_)
    return hit - miss, np.asarray(model.class_log_prior_) + model.trials * rest


def _mixed(model: Any) -> Table:
    if list(model.parts_) != ["multinomial"]:
        raise SettingError(
            "MixedNB must be multinomial for all columns to be converted, since a text has only counts; got "
            f"{', '.join(model.parts_)}. Train linnet's own mixed learner."
        )
    return np.asarray(model.parts_["multinomial"].feature_log_prob_), np.asarray(
        model.class_log_prior_
    )


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
