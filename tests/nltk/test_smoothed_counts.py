"""Naive Bayes by counts with smoothing."""

import math
import pickle

import numpy as np
import pytest

from linnet.nltk.smoothed_counts import SmoothedCounts
from linnet.nltk.value_counts import count_values

LETTERS = [
    *(({"last": last}, "female") for last in "aaak"),
    *(({"last": last}, "male") for last in "ak"),
]


@pytest.fixture
def model():
    return SmoothedCounts(count_values(LETTERS), 0.5)


def test_probabilities_by_hand(model):
    # P(female) is 4.5 / 7, P(k | female) 1.5 / 5; P(male) is 2.5 / 7, P(k | male) 1.5 / 3.
    female = 4.5 / 7 * 1.5 / 5
    male = 2.5 / 7 * 1.5 / 3
    expected = [math.log(female / (female + male)), math.log(male / (female + male))]
    assert model.labels == ["female", "male"]
    assert model.log_probabilities([{"last": "k"}])[0] == pytest.approx(expected)
    assert model.best({"last": "k"}) == 0


def test_a_value_that_was_never_seen_has_the_smoothing_alone(model):
    # P(z | female) is 0.5 / 5 and P(z | male) 0.5 / 3.
    female = 4.5 * 0.5 / 5
    male = 2.5 * 0.5 / 3
    found = np.exp(model.log_probabilities([{"last": "z"}]))
    assert found[0] == pytest.approx([female / (female + male), male / (female + male)])


def test_a_feature_that_was_never_seen_says_nothing(model):
    prior = np.exp(model.log_probabilities([{"first": "k"}, {}]))
    assert prior[0] == pytest.approx([4.5 / 7, 2.5 / 7])
    assert prior[1].tolist() == prior[0].tolist()


def test_no_featuresets_have_no_rows(model):
    assert model.log_probabilities([]).shape == (0, 2)


def test_informative_features_follow_from_the_counts(model):
    assert model.n_features == 1
    assert model.strongest(1) == [("last", "k")]
    [line, _] = model.table(9)
    assert line.endswith("male : female =      1.7 : 1.0")


def test_a_pickle_has_the_counts_and_the_smoothing(model):
    again = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own bytes)
    asked = [{"last": "a"}, {"last": "z"}, {}]
    assert again.smoothing == 0.5
    assert again.labels == ["female", "male"]
    assert again.log_probabilities(asked).tolist() == model.log_probabilities(asked).tolist()
    assert again.strongest(9) == model.strongest(9)
