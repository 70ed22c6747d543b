"""A fitted linear model or naive Bayes → labels, weights, and what their scores mean."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.model.linear_model import Weights
from linnet.sklearn.converted_features import TextFeatures

Floats = npt.NDArray[np.float64]
Table = tuple[Floats, Floats]  # scikit-learn's: labels × features, or one row for two labels; and what is added


@dataclass(frozen=True, eq=False)
class FoundWeights:
    """The labels in our order, the weights, and the link."""

    labels: tuple[str, ...]
    weights: Weights
    link: str


def weights_of(model: Any, features: TextFeatures, n_columns: int) -> FoundWeights:
    """Return the weights of a model, fitted on so many columns, over features that are in another order."""
    bayes = BAYES.get(type(model).__name__)
    table, offset = _linear(model) if bayes is None else bayes(model)
    labels, places = _labels(model.classes_)
    _check(model, table, offset, len(labels) if bayes is not None or len(labels) > 2 else 1)
    if table.shape[1] != n_columns:
        raise SettingError(
            f"a model must be fitted on the {n_columns} features of its vectorizer; got {table.shape[1]}."
        )
    if len(table) < len(labels):
        table, offset = np.stack([-table[0] / 2, table[0] / 2]), np.array([-offset[0] / 2, offset[0] / 2])
    ours = table[places][:, features.order].T * features.factors[:, None]
    prior = np.full(len(labels), -np.log(len(labels)))
    offset = np.ascontiguousarray(offset[places])
    if bayes is not None:
        return FoundWeights(
            labels, Weights.full(np.ascontiguousarray(ours), prior, len(features.names), offset), "softmax"
        )
    none = np.empty(0)
    dense = np.ascontiguousarray(ours, np.float32).reshape(-1)
    weights = Weights(offset, prior, none, np.empty(0, np.int64), np.empty(0, np.int32), none, dense=dense)
    return FoundWeights(labels, weights, _link(model))


def _check(model: Any, table: Floats, offset: Floats, n_rows: int) -> None:
    """Refuse a model that gives a text several labels, and weights that are not finite."""
    binarizer = getattr(model, "_label_binarizer", None)  # of a RidgeClassifier
    if len(table) != n_rows or "multilabel" in getattr(binarizer, "y_type_", ""):
        raise SettingError("a model must give each text one label; got one of several outputs.")
    if not (np.isfinite(table).all() and np.isfinite(offset).all()):
        raise SettingError(
            "the weights of a model must be finite to be converted; got others. Fit it with alpha above 0."
        )


def _labels(classes: Any) -> tuple[tuple[str, ...], list[int]]:
    """Return the labels as strings sorted by their bytes, and the place of each among the classes."""
    names = [str(one) for one in np.asarray(classes).tolist()]
    if len(set(names)) < len(names) or "" in names:
        raise SettingError(f"labels must differ as strings, and none be empty; got {', '.join(map(repr, names))}.")
    places = sorted(range(len(names)), key=lambda place: names[place].encode())
    return tuple(names[place] for place in places), places


def _linear(model: Any) -> Table:
    table = model.coef_.toarray() if hasattr(model.coef_, "toarray") else np.asarray(model.coef_)
    table = np.atleast_2d(np.asarray(table, np.float64))
    return table, np.broadcast_to(np.asarray(model.intercept_, np.float64), len(table))


def _link(model: Any) -> str:
    """Return how scores become probabilities; two labels share one w, where sigmoid and softmax are the same."""
    link = LINEAR[type(model).__name__]
    if link == "margin" or getattr(model, "loss", "log_loss") != "log_loss":
        return "margin"
    apart = getattr(model, "multi_class", None) == "ovr" or getattr(model, "solver", None) == "liblinear"
    return "softmax" if len(model.classes_) == 2 else "sigmoid" if apart else link


def _multinomial(model: Any) -> Table:
    return np.asarray(model.feature_log_prob_), np.asarray(model.class_log_prior_)


def _complement(model: Any) -> Table:
    return np.asarray(model.feature_log_prob_), np.zeros(len(model.classes_))


def _bernoulli(model: Any) -> Table:
    """Return log(t / (1 - t)), and with the prior the log(1 - t) of all features."""
    if model.binarize != 0:
        raise SettingError(f"binarize of BernoulliNB must be 0, so that a word is there or not; got {model.binarize}.")
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
    return np.asarray(model.parts_["multinomial"].feature_log_prob_), np.asarray(model.class_log_prior_)


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
MODELS = (*LINEAR, *BAYES)
