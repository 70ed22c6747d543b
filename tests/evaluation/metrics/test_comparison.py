"""Comparisons: exact where that can be enumerated, the same each time.

In a sentence that says what is known.
"""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from sklearn import metrics as sk

from linnet.errors import SettingError
from linnet.evaluation.metrics.comparison import compare_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import ALL_THE_SAME, ONE_SIDE
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.register import METRICS
from tests.evaluation.metrics.made_up import LABELS, answered, only


def sets(n, seed, truth_seed=0):
    random = np.random.default_rng(seed)
    truth = np.random.default_rng(truth_seed).random((n, 3)) < 0.4
    predicted = truth ^ (random.random((n, 3)) < 0.2)
    probabilities = np.where(predicted, 0.7, 0.3) + random.normal(size=(n, 3)) / 30
    return MultilabelPredictions(LABELS, truth, predicted, None, probabilities, probabilities)


def right(n, *wrong):
    """Return answers that are right but for some documents."""
    predicted = np.zeros(n, np.int64)
    predicted[list(wrong)] = 1
    return LabelledPredictions(("ham", "spam"), np.zeros(n, np.int64), predicted, np.zeros((n, 2)))


def enumerated(metric, a, b, units):
    """Return the exact p-value of the paired randomisation test: all swaps there are."""
    size = abs(METRICS[metric].of(b) - METRICS[metric].of(a))
    found = []
    for flips in product([False, True], repeat=units.max() + 1):
        swap = np.array(flips)[units]
        values = []
        for mine, other in ((a, b), (b, a)):
            table = np.where(swap[:, None], other.probabilities, mine.probabilities)
            mixed = replace(
                mine, predicted=np.where(swap, other.predicted, mine.predicted), probabilities=table
            )
            values.append(METRICS[metric].of(mixed))
        found.append(abs(values[1] - values[0]) >= size - 1e-12)
    return np.mean(found)


def test_accuracy_is_exact_mcnemar():
    found = only(right(20, 0, 1, 2, 3, 4), right(20, 5), "accuracy")
    # B is right where A is wrong 5 times, A where B is wrong once.
    assert (found.test, found.p_value) == ("exact McNemar", pytest.approx(14 / 64))
    assert (found.a, found.b, found.difference.value) == (0.75, 0.95, pytest.approx(0.2))


@pytest.mark.parametrize("metric", ["macro-f1", "log-loss", "mcc", "brier", "balanced-accuracy"])
@pytest.mark.parametrize("seed", range(3))
def test_randomisation_is_near_all_swaps_there_are(metric, seed):
    a, b = answered(9, seed, skill=0.3), answered(9, seed + 50, skill=2.0)
    exact = enumerated(metric, a, b, np.arange(9))
    # Five standard deviations of 10,000 swaps.
    assert only(a, b, metric).p_value == pytest.approx(
        exact, abs=5 * (exact * (1 - exact) / 10_000) ** 0.5 + 2e-4
    )


@pytest.mark.parametrize("metric", ["accuracy", "macro-f1", "log-loss"])
def test_groups_are_swapped_as_a_whole(metric):
    units = np.array([0, 0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6])
    a, b = (answered(12, seed, skill=skill, groups=units) for seed, skill in ((1, 0.2), (2, 2.5)))
    exact = enumerated(metric, a, b, units)
    found = compare_predictions(a, b, [metric])
    assert found.groups == 7
    assert found.differences[metric].test == "paired randomisation"
    assert found.differences[metric].p_value == pytest.approx(exact, abs=0.02)


def test_each_document_a_group_is_no_group():
    a, b = answered(80, 1), answered(80, 2)
    alone = [replace(one, groups=np.arange(80)[::-1].copy()) for one in (a, b)]
    exact, random = only(a, b, "accuracy"), only(*alone, "accuracy")
    assert random.p_value == pytest.approx(exact.p_value, abs=0.03)


@pytest.mark.parametrize("metric", METRICS)
def test_every_measure_can_be_compared(metric):
    a, b = answered(150, 1, skill=0.5), answered(150, 2, skill=2.0)
    found, back = only(a, b, metric), only(b, a, metric)
    if METRICS[metric].of(a) is None:
        assert found.sentence == f"No difference can be told: {metric} is undefined for A and B."
        return
    assert (found.a, found.b) == pytest.approx(
        (METRICS[metric].of(a), METRICS[metric].of(b)), abs=1e-12
    )
    if metric != "calibration-error":
        assert found.better == "B"
        low, high = found.difference.interval
        assert low < found.difference.value < high
        assert back.difference.interval == pytest.approx((-high, -low))
    assert (back.p_value, back.difference.value) == pytest.approx(
        (found.p_value, -found.difference.value)
    )
    assert json.loads(json.dumps(found.as_json(), allow_nan=False)) == found.as_json()


@pytest.mark.parametrize("metric", METRICS)
def test_the_same_answers_twice_differ_in_nothing(metric):
    a = answered(60, 1)
    found = only(a, a, metric)
    assert found.better is None
    if found.p_value is not None:
        assert (found.p_value, found.sentence) == (
            1.0,
            f"No difference can be told: A and B have the same {metric}.",
        )


def test_the_same_question_has_the_same_answer():
    a, b = answered(100, 1), answered(100, 2)
    first, again = (
        compare_predictions(a, b, ["accuracy", "macro-f1", "log-loss"]).as_json() for _ in range(2)
    )
    assert first == again


@pytest.mark.parametrize("metric", METRICS)
def test_one_document_tells_nothing(metric):
    a, b = (answered(1, seed, truth=np.array([1])) for seed in (1, 2))
    assert only(a, b, metric).better is None


def test_margins_have_no_log_loss():
    margins = replace(answered(30, 2), probabilities=None)
    with pytest.raises(
        SettingError,
        match="log-loss needs probabilities; got none from B: margins, or labels alone",
    ):
        only(answered(30, 1), margins, "log-loss")


def test_an_unknown_measure_is_a_sentence():
    with pytest.raises(SettingError, match=r"a measure must be one of accuracy, .*; got 'f2'\."):
        only(answered(30, 1), answered(30, 2), "f2")


def test_holm_is_applied_to_all_that_was_asked():
    a, b = answered(300, 1, skill=1.0), answered(300, 2, skill=1.3)
    found = compare_predictions(
        a, b, ["accuracy", "macro-f1", "accuracy", "top-5-accuracy"]
    ).differences
    alone = only(a, b, "macro-f1")
    assert list(found) == ["accuracy", "macro-f1", "top-5-accuracy"]
    smaller, larger = sorted(found[name].p_value for name in ("accuracy", "macro-f1"))
    assert found["macro-f1"].p_value == alone.p_value == alone.adjusted
    adjusted = sorted(found[name].adjusted for name in ("accuracy", "macro-f1"))
    assert adjusted == pytest.approx([2 * smaller, max(2 * smaller, larger)])
    # Three labels have no top 5, which is no look at the documents.
    assert found["top-5-accuracy"].adjusted is None
    assert "Holm for 2 measures" in found["accuracy"].sentence


def test_sentences():
    # B alone is right for 0 to 14, A alone for 20 to 24: 2 P(X <= 5 of 20) = 0.0414
    a, b = right(100, *range(20)), right(100, *range(15, 25))
    assert str(compare_predictions(a, b)).startswith("B is right for 10.0 points more (1.")
    assert str(compare_predictions(a, b)).endswith(
        "; a difference this large comes by chance in 41 of 1,000 such comparisons (exact McNemar)."
    )
    assert compare_predictions(b, a).differences["accuracy"].better == "A"
    assert str(compare_predictions(b, a)) == str(compare_predictions(a, b)).replace("B is", "A is")
    a, b = answered(400, 1, skill=0.5), answered(400, 2, skill=2.0)
    assert "B has the lower log-loss, by 0." in only(a, b, "log-loss").sentence
    assert "B has the higher macro-f1, by 0." in only(a, b, "macro-f1").sentence
    assert only(a, b, "macro-f1").sentence.endswith("(paired randomisation).")


def test_few_documents_have_no_interval_but_of_shares():
    a, b = answered(19, 1), answered(19, 2)
    assert only(a, b, "macro-f1").difference.interval is None
    assert only(a, b, "accuracy").difference.interval is not None


def test_sets_are_those_of_scikit_learn():
    a, b = sets(120, 1), sets(120, 2)
    found = compare_predictions(a, b, list(MULTILABEL_METRICS)).differences
    expected = {
        "subset-accuracy": sk.accuracy_score(b.truth, b.predicted),
        "hamming-loss": sk.hamming_loss(b.truth, b.predicted),
        "micro-f1": sk.f1_score(b.truth, b.predicted, average="micro"),
        "macro-f1": sk.f1_score(b.truth, b.predicted, average="macro"),
        "sample-f1": sk.f1_score(b.truth, b.predicted, average="samples", zero_division=1.0),
        "weighted-f1": sk.f1_score(b.truth, b.predicted, average="weighted"),
        "micro-precision": sk.precision_score(b.truth, b.predicted, average="micro"),
        "micro-recall": sk.recall_score(b.truth, b.predicted, average="micro"),
        "macro-precision": sk.precision_score(b.truth, b.predicted, average="macro"),
        "macro-recall": sk.recall_score(b.truth, b.predicted, average="macro"),
        "precision-at-1": np.mean(b.truth[np.arange(120), b.scores.argmax(axis=1)]),
        "precision-at-3": np.mean(b.truth),
        "log-loss": sk.log_loss(b.truth.reshape(-1), b.probabilities.reshape(-1)),
        "brier": 2 * sk.brier_score_loss(b.truth.reshape(-1), b.probabilities.reshape(-1)),
    }
    assert found.pop("precision-at-5").b is None  # there are three labels
    assert {name: one.b for name, one in found.items()} == pytest.approx(expected, abs=1e-12)
    assert {name: one.test for name, one in found.items() if one.test == "exact McNemar"} == {
        "subset-accuracy": "exact McNemar"
    }
    exact = [np.all(one.predicted == one.truth, axis=1) for one in (a, b)]
    assert found["subset-accuracy"].difference.value == pytest.approx(
        np.mean(exact[1]) - np.mean(exact[0])
    )
    assert list(compare_predictions(a, b).differences) == ["subset-accuracy"]


def test_sets_of_no_labels_are_undefined_and_not_different():
    nothing = MultilabelPredictions((), np.zeros((3, 0), bool), np.zeros((3, 0), bool))
    with np.errstate(all="raise"):
        found = compare_predictions(
            nothing, nothing, ["subset-accuracy", "micro-f1", "macro-f1"]
        ).differences
    assert found["subset-accuracy"].a == 1
    assert found["micro-f1"].p_value is found["macro-f1"].p_value is None


def test_no_interval_of_a_difference_is_a_single_point_or_excludes_it():
    truth = np.repeat([0, 1, 2], 30)
    right = LabelledPredictions(LABELS, truth, truth, np.eye(3)[truth])
    wrong = LabelledPredictions(LABELS, truth, (truth + 1) % 3, np.eye(3)[(truth + 1) % 3])
    for b in (right, wrong):
        for name in ("accuracy", "macro-f1", "weighted-f1", "micro-f1", "mcc", "kappa"):
            found = only(right, b, name).difference
            if found.interval is None:
                assert found.reason in (ALL_THE_SAME, ONE_SIDE)
            else:
                assert found.interval[0] < found.interval[1]
                assert found.interval[0] <= found.value <= found.interval[1]
