"""What a classifier is, in words."""

import linnet
from linnet.classifier.facts_in_words import (
    calibration_lines,
    inexactness,
    label_counts,
)

PAIRS = [("win a prize", "spam"), ("cheap prize", "spam"), ("lunch at noon", "ham")]


def test_the_most_frequent_labels_come_first():
    pairs = [(f"word{n}", f"label{n:02}") for n in range(12)] + [("word", "label11")]
    words = label_counts(linnet.train(pairs, {}))
    assert words.startswith("label11 2, label00 1, ")
    assert words.endswith(" and 2 more")


def test_what_is_no_longer_exact():
    exact = linnet.train(PAIRS, {})
    assert inexactness(exact.learn(PAIRS)) == ""
    online = linnet.train(PAIRS, {"learner": "perceptron"}).learn(PAIRS)
    assert inexactness(online).startswith("only approximate")


def test_many_cutoffs_are_cut_after_a_few():
    pairs = [(f"word{n}", f"label{n:02}") for n in range(15)] * 3
    cutoffs = {f"label{n:02}": 0.5 for n in range(15)}
    classifier = linnet.train(pairs, {"learner": "multinomial", "cutoff": cutoffs, "unsure": True})
    line = calibration_lines(classifier)["cutoffs"]
    assert line.startswith("label00 above 0.5")
    assert line.endswith(" … and 5 more, else unsure")
