"""Linear learners by hand: weights, strengths, losses, and ratios of naive Bayes."""

import math

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.learning.learner import Ability, TrainingData
from linnet.learning.linear import Linear, log_ratio
from linnet.learning.targets import Targets
from tests.learning.tables import rows_of, words

TWO = Targets.of(np.array([0, 1], np.int32), 2)
THREE = Targets.of(np.array([0, 1, 2], np.int32), 3)
SEVERAL = Targets(np.array([0, 1, 1]), np.array([0], np.int32), 2, multilabel=True)


def data(documents, targets=TWO):
    rows = rows_of(documents)
    features = words(len(documents[0]))
    return TrainingData(tuple("xyz"[: targets.n_labels]), None, features, rows, targets)


def svm(**settings):
    return Linear(**{"learner": "svm", "offset": "none", "tolerance": 1e-9, **settings})


def test_the_weights_of_two_labels_by_hand():
    # (1 - w)² + strength / 2 · w² is least at w = 2 / (2 + strength) = 1/2, stored as its halves
    fitted = svm(strength=2.0).fit(data([[-1], [1]]))
    assert fitted.weights.dense.tolist() == pytest.approx([-1 / 4, 1 / 4], abs=1e-4)
    assert (fitted.link, fitted.converged) == ("margin", True)


def test_a_path_comes_in_the_order_that_was_asked_for():
    # of two documents: 2/n is strength 1, 12/n is 6
    learner = svm()
    fitted = learner.fit_path(data([[-1], [1]]), ["2/n", "12/n", 2.0])
    found = [one.weights.dense[1] for one in fitted]
    assert found == pytest.approx([1 / 3, 1 / 8, 1 / 4], abs=1e-4)
    assert learner.with_strength("12/n").strength_for(2) == 6
    assert learner.regularisation(4) == (1 / 4, 0)


def test_each_of_several_labels_is_told_from_the_rest():
    # The first document has label x, the second none. So nobody has y: its offset alone says no,
    # with -log(2 · 2).
    fitted = svm(offset="free", strength=2.0).fit(data([[1], [-1]], SEVERAL))
    assert fitted.weights.dense.tolist() == pytest.approx([1 / 2, 0], abs=1e-4)
    assert fitted.weights.offset.tolist() == pytest.approx([0, -math.log(4)], abs=1e-4)


def test_a_ratio_is_of_smoothed_shares():
    # (3 + 1) / (4 + 2) of a in x, (0 + 1) / (1 + 2) in y; 2/6 of b in x, 2/3 in y
    ratio = log_ratio(rows_of([[3, 1], [0, 1]]), TWO, 2, 1.0)
    assert ratio.tolist() == pytest.approx([-math.log(2), math.log(2)])


def test_features_are_scaled_by_their_ratios():
    # each word once: P(b | y) = (1 + 1) / (1 + 2), P(b | x) = 1/3, so the ratio r of b is log 2
    documents = [[1, 0], [0, 1]]
    # ½ (1 - r w)² + strength / 2 · w² is least at w = r / (r² + strength); strength r²: r w = ½
    learner = svm(learner="nb-svm", strength=math.log(2) ** 2)
    weights = learner.fit(data(documents)).weights.dense
    assert weights.tolist() == pytest.approx([1 / 4, -1 / 4, -1 / 4, 1 / 4], abs=1e-4)
    assert learner.regularisation(2) == (math.log(2) ** 2, 1.0)


def test_ratios_of_numbers_below_0_are_refused():
    sentence = (
        r"^the nb-svm learner needs features of 0 or above, .*; got -2\. Take numbers as bins, or "
        r"use the svm learner\.$"
    )
    with pytest.raises(SettingError, match=sentence):
        svm(learner="nb-svm").fit(data([[1], [-2]]))


@pytest.mark.parametrize(
    ("settings", "targets", "loss", "link"),
    [
        ({}, THREE, "softmax", "softmax"),
        ({}, TWO, "logistic", "softmax"),
        ({}, SEVERAL, "logistic", "sigmoid"),
        ({"loss": "logistic"}, THREE, "logistic", "sigmoid"),
        ({"loss": "logistic"}, TWO, "logistic", "softmax"),
        ({"learner": "svm"}, SEVERAL, "squared-hinge", "margin"),
    ],
)
def test_labels_decide_about_the_loss_and_what_scores_mean(settings, targets, loss, link):
    learner = Linear(**settings)
    assert (learner.loss_for(targets), learner.link_for(targets)) == (loss, link)
    assert (Ability.CALIBRATED in learner.abilities) == (link != "margin")


def test_a_path_begins_at_the_steepest_slope_and_needs_a_penalty():
    # residuals -1/4 and 1/4 of features 1 and 2: the steepest slope is 2/4
    documents = data([[1, 0], [0, 2]])
    assert Linear(penalty="l1").first_strength(documents) == pytest.approx(0.5)
    elastic = Linear(penalty="elastic", l1_share=0.25)
    assert elastic.first_strength(documents) == pytest.approx(2.0)
    elastic.check_path()
    with pytest.raises(SettingError, match="a path of strengths needs a penalty; got none"):
        Linear(penalty="none").check_path()


def test_a_learner_goes_on_only_where_it_is_wrong():
    learner = svm(strength=2.0)
    weights = learner.fit(data([[-1], [1]])).weights
    # 8 · 1/2 is beyond the margin; the same numbers with the other labels are not
    right = learner.go_on(weights, data([[-8], [8]]))
    assert right.dense.tolist() == weights.dense.tolist()
    others = Targets.of(np.array([1, 0], np.int32), 2)
    wrong = learner.go_on(weights, data([[-8], [8]], others))
    assert wrong.dense[1] < weights.dense[1]
    assert wrong.offset.tolist() == [0, 0]


def test_what_is_rough_or_large():
    assert svm().rough().tolerance == 1e-2
    assert svm(tolerance=0.5).rough().tolerance == 0.5
    # 10 features of 3 labels in two tables of the solver and one model, 8 bytes each
    assert Linear().weights_bytes(10, 3) == 720
