"""Calibrations judged on documents they were not fitted to, and what `auto` makes of that."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import train, tune
from linnet.calibration.cross_calibration import MANY, choose, cross_calibrated, log_loss, parts_of
from linnet.calibration.maximum_likelihood import fit_calibration
from linnet.evaluation.splits.splits import stratified_folds
from linnet.model.scores import Scores
from tests.tuning.test_tune import corpus


def nine_to_one(n, wrong):
    """Documents that are as sure as 9 to 1 of their first label; so many of them are wrong."""
    return Scores(("a", "b"), np.log([[0.9, 0.1]] * n), np.zeros(2)), np.repeat(
        [0, 1], [n - wrong, wrong]
    )


def test_each_part_gets_the_map_of_the_others():
    # Documents 0 to 9 and 10 to 19; 4 and 1 of them wrong: log odds of log(6 / 4) and log 9.
    scores, _ = nine_to_one(20, 0)
    truth, part = np.array([0] * 6 + [1] * 4 + [0] * 9 + [1]), np.repeat([0, 1], 10)
    found = cross_calibrated(scores, truth, part, "temperature")
    np.testing.assert_allclose(found[:, 1], [0.1] * 10 + [0.4] * 10, atol=1e-6)
    by_hand = -(6 * np.log(0.9) + 4 * np.log(0.1) + 9 * np.log(0.6) + np.log(0.4)) / 20
    assert log_loss(found, truth) == pytest.approx(by_hand, abs=1e-6)


def test_auto_leaves_alone_what_is_right_as_it_is():
    scores, truth = nine_to_one(20, 2)
    found = choose(scores, truth, np.arange(20) % 5)
    assert found.method == "none"
    np.testing.assert_array_equal(found.probabilities, scores.probabilities())
    # Of the others, 2 of 16 are wrong for three parts, and 1 of 16 for those that have a wrong one.
    by_hand = -(12 * np.log(14 / 16) + 6 * np.log(15 / 16) + 2 * np.log(1 / 16)) / 20
    without = -(18 * np.log(0.9) + 2 * np.log(0.1)) / 20
    assert found.why == (
        f"log loss {without:.4f} without, {by_hand:.4f} with temperature, "
        "each document judged by the others; "
        "temperature makes log loss and Brier score worse"
    )
    assert choose(scores, truth, np.arange(20) % 5, "temperature").method == "temperature"


def test_auto_takes_a_temperature_where_a_map_of_each_label_is_too_much():
    # Each label told from the rest, as sure as e^4 to 1, but one of four is wrong. One part is all
    # said to be "a", the other "b", so the margins of one part are all the same: a map of each
    # label has no slope, and they share one.
    values, part = np.repeat([[4.0, -4], [-4, 4]], 12, axis=0), np.repeat([0, 1], 12)
    truth = np.array([0] * 9 + [1] * 12 + [0] * 3)
    found = choose(Scores(("a", "b"), values, np.zeros(2), "sigmoid"), truth, part)
    assert found.method == "temperature"
    assert log_loss(found.probabilities, truth) == pytest.approx(
        -0.75 * np.log(0.75) - 0.25 * np.log(0.25), abs=1e-6
    )
    assert found.why.startswith(
        "log loss 1.0181 without, 0.5623 with temperature, 0.5655 with platt"
    )


def test_margins_always_get_a_calibration():
    values = np.array([[1.0, -1], [-1, 1]] * 10)
    found = choose(
        Scores(("a", "b"), values, np.zeros(2), "margin"), np.array([0, 1] * 10), np.arange(20) % 5
    )
    assert found.method == "shared-platt"
    assert " without" not in found.why


def test_what_cannot_be_judged_is_not_adopted():
    scores, truth = nine_to_one(1, 0)
    assert choose(scores, truth, parts_of(truth)).method == "none"
    assert choose(replace(scores, link="margin"), truth, parts_of(truth)).method == "shared-platt"
    assert cross_calibrated(scores, truth, parts_of(truth), "platt") is None
    assert choose(scores, truth, parts_of(truth), "none").probabilities.shape == (1, 2)


def test_several_labels_are_questions_of_yes_and_no():
    truth = np.array([[True, False], [True, True], [False, False], [False, True]] * 10)
    scores = Scores(("a", "b"), np.where(truth, 1.0, -1.0), np.zeros(2), "sigmoid", multilabel=True)
    plain = log_loss(scores.probabilities(), truth)
    assert plain == pytest.approx(np.log1p(np.exp(-1)))
    found = choose(scores, truth, parts_of(truth))
    assert found.method == "temperature"
    assert log_loss(found.probabilities, truth) < plain


def test_very_many_documents_are_judged_by_halves():
    assert [len(np.unique(parts_of(np.arange(n) % 2))) for n in (1, 3, 99, MANY)] == [1, 3, 5, 2]


@pytest.mark.parametrize(
    "settings", [{"learner": "svm", "calibration": "platt"}, {"calibration": "temperature"}]
)
def test_a_search_measures_probabilities_as_they_will_be(settings):
    from sklearn.metrics import log_loss as peer

    data = corpus()
    truth = np.array([label == "b" for _, label in data], np.int64)
    part = stratified_folds(truth, 5, 0)
    plain = {"learner": settings.get("learner", "multinomial")}
    values, link = np.empty((len(data), 2)), ""
    for fold in range(5):
        model = train([row for row, own in zip(data, part, strict=True) if own != fold], plain)
        scores = model.score(
            [text for (text, _), own in zip(data, part, strict=True) if own == fold]
        )
        values[part == fold], link = scores.values, scores.link
    wanted = []
    for fold in range(5):
        mine, others = part == fold, part != fold
        calibration = fit_calibration(values[others], truth[others], settings["calibration"], link)
        p = Scores(
            ("a", "b"), values[mine], np.zeros(2), link, calibration=calibration
        ).probabilities()
        wanted.append(peer(truth[mine], p))
    (tried,) = tune(data, settings, {"seed": [0]}, metric="log-loss", reserve=0).tried
    np.testing.assert_allclose(tried.by_part, wanted, rtol=1e-5)


def test_only_what_is_shipped_without_a_calibration_is_compared_without():
    grid = {"learner": ["svm", "multinomial"]}
    for metric in ("log-loss", "brier", "calibration-error"):
        calibrated = tune(corpus(), grid=grid, metric=metric, reserve=0)
        assert all(one.value is not None for one in calibrated.tried)
        svm, bayes = tune(corpus(), grid=grid, metric=metric, calibration="none", reserve=0).tried
        assert svm.value is None
        assert bayes.value != calibrated.tried[1].value


def test_a_grid_may_try_calibrations():
    tuned = tune(
        corpus(), grid={"calibration": ["none", "temperature"]}, metric="log-loss", reserve=0
    )
    assert [one.recipe.calibration for one in tuned.tried] == ["none", "temperature"]
    assert tuned.tried[0].value != tuned.tried[1].value
    assert tuned.recipe.calibration == tuned.best.settings["calibration"]
