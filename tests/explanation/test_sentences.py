"""Explanations in sentences."""

import linnet
from linnet.explanation.counterfactuals import Counterfactual
from linnet.explanation.sentences import answer_sentence, counterfactual_sentence

PAIRS = [("free prize", "spam"), ("free prize", "spam"), ("lunch at noon", "ham")]
SETS = [("red blue", ["blue", "red"]), ("red", ["red"]), ("blue", ["blue"]), ("green", [])]


def test_one_label():
    # priors 2/3 and 1/3; 4 tokens and 3, five features: (2 + 1) / (4 + 5) against (0 + 1) / (3 + 5)
    sentence = answer_sentence(linnet.train(PAIRS, {}).explain("free"))
    assert sentence == "Label: spam. Probabilities: spam 0.8421, ham 0.1579"


def test_any_number_of_labels():
    classifier = linnet.train(SETS, {})
    assert answer_sentence(classifier.explain("red blue")).startswith("Labels: blue, red. ")
    assert answer_sentence(classifier.explain("green")).startswith("No label. ")


def test_margins_are_named():
    classifier = linnet.train(PAIRS, {"learner": "svm", "calibration": "none"})
    assert ". Margins: spam " in answer_sentence(classifier.explain("free"))


def test_words_that_change_the_answer():
    explanation = linnet.train(PAIRS, {}).explain("free prize at lunch")
    change = Counterfactual(("free", "prize", "at"), ["ham", "odd\n"], 0.725)
    assert counterfactual_sentence(explanation, change) == (
        "Without 'free', 'prize' and 'at' the answer would be ham, odd\\n (0.72)."
    )
    assert counterfactual_sentence(explanation, None).endswith("the answer stays the same.")


def test_nothing_is_said_of_a_text_without_features():
    assert counterfactual_sentence(linnet.train(PAIRS, {}).explain("zyzzyva"), None) == ""
