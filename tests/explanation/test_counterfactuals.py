"""The words without which the answer would be another."""

import pytest

import linnet
from linnet.explanation.counterfactuals import Counterfactual, counterfactual

PAIRS = [
    ("free prize now", "spam"),
    ("free prize", "spam"),
    ("lunch at noon", "ham"),
    ("see you at lunch", "ham"),
]


def turned(classifier, document):
    return counterfactual(classifier, document, classifier.explain(document))


def test_one_word_by_hand():
    # smoothing 1: 4 tokens, 4 features. P(bad given neg) = 3/8, given pos 1/8; good the other way
    # round.
    classifier = linnet.train(
        [("bad film", "neg"), ("bad one", "neg"), ("good film", "pos"), ("good one", "pos")], {}
    )
    assert classifier.classify("bad bad good") == "neg"
    assert turned(classifier, "bad bad good") == Counterfactual(
        ("bad",), "pos", pytest.approx(3 / 4)
    )


def test_two_words_are_named_as_they_stand_in_the_text():
    classifier = linnet.train(PAIRS, {})
    turn = turned(classifier, "FREE Prize at")
    assert set(turn.words) == {"FREE", "Prize"}
    assert turn.answer == "ham"


def test_what_no_word_holds_cannot_be_turned():
    classifier = linnet.train([*PAIRS, *[("see", "ham")] * 50], {})
    assert turned(classifier, "zyzzyva") is None
    assert turned(classifier, "") is None
    assert turned(classifier, "at lunch at noon") is None  # the prior says ham anyway


def test_more_than_five_words_are_not_tried():
    words = [f"w{n}" for n in range(12)]
    pairs = [(" ".join(words), "x"), (" ".join(words), "x"), ("other", "y")]
    assert turned(linnet.train(pairs, {}), " ".join(words)) is None


def test_fields_and_columns_beside_the_text():
    rows = [
        {"title": "good", "body": "film", "shop": "north", "label": "pos"},
        {"title": "bad", "body": "film", "shop": "south", "label": "neg"},
    ]
    documents = linnet.read(rows * 3, text=("title", "body"), categorical=["shop"])
    classifier = linnet.train(documents, {"learner": "logistic", "categorical": ["shop"]})
    document = {"title": "bad", "body": "a film", "shop": "north"}
    assert classifier.classify({**document, "title": "bad bad bad"}) == "neg"
    turn = turned(classifier, {**document, "title": "bad bad bad"})
    assert (turn.words, turn.answer) == (("bad",), "pos")  # the shop, which stays, speaks for pos
    assert (
        turned(classifier, {**document, "title": "bad bad bad", "shop": "south"}) is None
    )  # and here for neg


def test_an_emoji_is_a_word():
    classifier = linnet.train([("👍🏽 it", "pos"), ("👎 it", "neg"), ("👎 it", "neg")], {})
    assert turned(classifier, "👍🏽 it").words == ("👍🏽",)
