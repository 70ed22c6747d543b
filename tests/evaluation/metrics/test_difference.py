"""What can be said of a difference, in one sentence."""

from dataclasses import replace

import pytest

from linnet.evaluation.metrics.difference import Difference, frequency_in_words
from linnet.evaluation.metrics.measures import Measure

BY_CHANCE = "a difference this large comes by chance in "
SURE = Difference(
    metric="accuracy",
    more_is_better=True,
    a=0.8,
    b=0.9,
    difference=Measure(0.1, (0.05, 0.15)),
    test="exact McNemar",
    p_value=0.001,
    adjusted=0.001,
)
LOSS = replace(SURE, metric="log-loss", more_is_better=False, difference=Measure(0.1, None))


def test_accuracy_is_told_in_points():
    assert SURE.better == "B"
    assert SURE.sentence.startswith("B is right for 10.0 points more (5.0 to 15.0); " + BY_CHANCE)
    assert SURE.sentence.endswith(" such comparisons (exact McNemar).")


def test_a_lower_loss_is_better():
    assert LOSS.better == "A"
    assert LOSS.sentence.startswith("A has the lower log-loss, by 0.1000; " + BY_CHANCE)


def test_the_interval_is_that_of_who_leads():
    lead_of_a = replace(SURE, difference=Measure(-0.1, (-0.15, -0.05)))
    assert lead_of_a.sentence.startswith("A is right for 10.0 points more (5.0 to 15.0); ")


def test_what_may_be_chance_is_not_told_as_a_difference():
    doubtful = replace(SURE, adjusted=0.06, measures=3)
    assert doubtful.better is None
    assert doubtful.sentence.startswith("No difference can be told: B is right for 10.0 points")
    assert doubtful.sentence.endswith("(exact McNemar, Holm for 3 measures).")


def test_the_same_value_and_an_undefined_one_are_told_shortly():
    same = replace(SURE, difference=Measure(0.0, None), adjusted=1.0)
    assert same.sentence == "No difference can be told: A and B have the same accuracy."
    undefined = replace(SURE, b=None, difference=Measure(None), p_value=None, adjusted=None)
    assert undefined.better is None
    assert undefined.sentence == "No difference can be told: accuracy is undefined for B."


def test_json_has_the_sentence_and_who_is_better():
    facts = SURE.as_json()
    assert facts["sentence"] == SURE.sentence
    assert (facts["better"], facts["adjusted_p_value"]) == ("B", 0.001)
    assert facts["difference"] == {"value": 0.1, "interval": [0.05, 0.15]}


@pytest.mark.parametrize(
    ("p_value", "words"),
    [(1.0, "100 of 100"), (0.04, "40 of 1,000"), (5e-4, "5 of 10,000")],
)
def test_a_frequency_is_of_as_many_as_it_needs(p_value, words):
    assert frequency_in_words(p_value) == words
    assert frequency_in_words(1e-9) == "fewer than 1 of 10,000"
