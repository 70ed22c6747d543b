"""Measures of a whole set: by hand, against scikit-learn, and what holds for every one of them."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.ranking_scores import odds
from linnet.evaluation.metrics.register import METRICS

LABELS = ("a", "b", "c", "d")


def answers_of(truth, table) -> LabelledPredictions:
    """Answers whose probabilities are the rows of a table of small whole numbers, so that many tie."""
    table = np.asarray(table, float) + 1.0
    probabilities = table / table.sum(axis=1, keepdims=True)
    labels = LABELS[: table.shape[1]]
    predicted = probabilities.argmax(axis=1)
    return LabelledPredictions(
        labels, np.asarray(truth), predicted, np.log(probabilities), probabilities
    )


def value(name, predictions):
    return METRICS[name].of(predictions)


cases = st.integers(2, 4).flatmap(
    lambda k: st.lists(
        st.tuples(st.integers(0, k - 1), st.lists(st.integers(0, 4), min_size=k, max_size=k)),
        min_size=1,
        max_size=40,
    )
)


def scikit_learn(predictions: LabelledPredictions) -> dict[str, float]:
    """What scikit-learn says; labels that never came up take no part in means, as it does by default."""
    truth, predicted, p = predictions.truth, predictions.predicted, predictions.probabilities
    found = {
        "accuracy": sk.accuracy_score(truth, predicted),
        "balanced-accuracy": sk.balanced_accuracy_score(truth, predicted),
        "mcc": sk.matthews_corrcoef(truth, predicted),
        "kappa": sk.cohen_kappa_score(truth, predicted),
        "log-loss": sk.log_loss(truth, p, labels=range(len(predictions.labels))),
        "brier": sk.brier_score_loss(
            truth, p, labels=range(len(predictions.labels)), scale_by_half=False
        ),
    }
    for kind in ("macro", "micro", "weighted"):
        three = sk.precision_recall_fscore_support(truth, predicted, average=kind, zero_division=0)
        found |= dict(
            zip((f"{kind}-precision", f"{kind}-recall", f"{kind}-f1"), three[:3], strict=True)
        )
    areas, precisions, strength = [], [], odds(p)
    for label in np.unique(truth):
        has = truth == label
        precisions.append(sk.average_precision_score(has, strength[:, label]))
        if not has.all():
            areas.append(sk.roc_auc_score(has, strength[:, label]))
    # Among equal scores scikit-learn takes the last label, we take the first: so turn the labels round.
    for k in (2, 3, 5):
        if k < len(predictions.labels):
            turned = len(predictions.labels) - 1 - truth
            found[f"top-{k}-accuracy"] = sk.top_k_accuracy_score(
                turned, p[:, ::-1], k=k, labels=range(len(predictions.labels))
            )
    found["macro-average-precision"] = np.mean(precisions)
    return found | ({"macro-roc-area": np.mean(areas)} if areas else {})


@given(cases)
@settings(deadline=None, max_examples=200)
def test_values_are_those_of_scikit_learn(case):
    predictions = answers_of(*zip(*case, strict=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn warns of labels that are not there
        expected = scikit_learn(predictions)
    for name, one in expected.items():
        found = value(name, predictions)
        if found is None:  # scikit-learn says 0 or NaN where nothing can be said
            assert name in ("mcc", "kappa")
            assert one == 0 or math.isnan(one)
        else:
            assert found == pytest.approx(one, abs=1e-12), name


def test_measures_by_hand():
    # Truth a a a b; said a a b b, with 0.8, 0.6, 0.4, 0.1 for a.
    p = np.array([0.8, 0.6, 0.4, 0.1])
    predictions = LabelledPredictions(
        ("a", "b"), np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1]), np.c_[p, 1 - p], np.c_[p, 1 - p]
    )
    assert value("accuracy", predictions) == 0.75
    assert value("balanced-accuracy", predictions) == pytest.approx((2 / 3 + 1) / 2)
    assert value("macro-f1", predictions) == pytest.approx((4 / 5 + 2 / 3) / 2)
    assert value("mcc", predictions) == pytest.approx(
        (3 * 4 - (2 * 3 + 2 * 1)) / math.sqrt((16 - 8) * (16 - 10))
    )
    assert value("kappa", predictions) == pytest.approx((0.75 - 0.5) / (1 - 0.5))
    assert value("log-loss", predictions) == pytest.approx(-math.log(0.8 * 0.6 * 0.4 * 0.9) / 4)
    assert value("brier", predictions) == pytest.approx(2 * (0.2**2 + 0.4**2 + 0.6**2 + 0.1**2) / 4)
    # Four documents in bins of their own; the most probable label has 0.8, 0.6, 0.6, 0.9, and 0.6 ties: two of three.
    assert value("calibration-error", predictions) == pytest.approx(
        (0.2 + 2 * abs(0.6 - 0.5) + 0.1) / 4
    )
    assert (
        value("macro-roc-area", predictions) == value("macro-average-precision", predictions) == 1
    )
    assert value("top-2-accuracy", predictions) is None  # always right with two labels


def test_unsure_is_wrong_and_a_row_of_its_own():
    probabilities = np.full((4, 2), 0.5)
    predictions = LabelledPredictions(
        ("a", "b"), np.array([0, 0, 1, 1]), np.array([0, UNSURE, 1, UNSURE]), probabilities
    )
    assert value("accuracy", predictions) == 0.5
    assert value("micro-precision", predictions) == 1
    assert value("micro-recall", predictions) == 0.5
    assert value("micro-f1", predictions) == pytest.approx(2 / 3)
    assert value("macro-recall", predictions) == 0.5
    said = np.where(predictions.predicted == UNSURE, 2, predictions.predicted)
    assert value("mcc", predictions) == pytest.approx(
        sk.matthews_corrcoef(predictions.truth, said), abs=1e-12
    )
    assert value("kappa", predictions) == pytest.approx(
        sk.cohen_kappa_score(predictions.truth, said), abs=1e-12
    )


def test_sure_documents_still_have_an_order():
    # All four are rounded to probability 1, but the two of "a" are the surest.
    tiny = np.array([1e-90, 1e-80, 1e-70, 1e-60])
    predictions = LabelledPredictions(
        ("a", "b"),
        np.array([0, 0, 1, 1]),
        np.zeros(4, int),
        np.c_[np.ones(4), tiny],
        np.c_[np.ones(4), tiny],
    )
    assert value("macro-roc-area", predictions) == 1
