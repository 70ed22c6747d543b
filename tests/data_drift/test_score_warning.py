"""A warning where a model does worse than it should."""

import linnet
from linnet.data_drift.drift import Drift
from linnet.data_drift.score_warning import (
    BY_DRIFT,
    NOT_BY_DRIFT,
    UNKNOWN,
    UNKNOWN_WITHOUT_TEXTS,
    DriftCheck,
    score_warning,
)
from linnet.data_drift.shift import LENGTHS, NGRAMS, Shift
from linnet.storage.training_record import outdated
from tests.data_drift.collections import MESSAGES, drawn

TEXTS = drawn(MESSAGES, 400, seed=1, new_words=0.0)
PAIRS = [(text, "spam" if "prize" in text else "ham") for text in TEXTS]
WRONG = [(text, "ham" if label == "spam" else "spam") for text, label in PAIRS[300:]]
SHIFTED = Drift(100, 300, (Shift(NGRAMS, 0.5, 0.01, 0.0),))
SAME = Drift(100, 300, (Shift(LENGTHS, 0.01, 0.02, 0.9, expected=1.0, found=1.0),))
NOT_COMPARED = Drift(100, 300, ())
CHOSEN = linnet.train(PAIRS[:300])


def warned(classifier, documents, drift):
    return score_warning(classifier, linnet.evaluate(classifier, documents), drift)


def test_a_score_as_expected_needs_no_warning():
    assert warned(CHOSEN, PAIRS[300:], SHIFTED) is None


def test_a_score_below_the_estimate_is_told_with_its_reason():
    sentence = warned(CHOSEN, WRONG, SHIFTED)
    assert sentence.startswith("Below expectation: accuracy 0.0")
    assert "is clearly worse than estimated when the model was trained, 1.0" in sentence
    assert sentence.endswith(BY_DRIFT)
    assert warned(CHOSEN, WRONG, SAME).endswith(NOT_BY_DRIFT)
    assert warned(CHOSEN, WRONG, NOT_COMPARED).endswith(UNKNOWN)
    assert warned(CHOSEN, WRONG, None).endswith(UNKNOWN)


def test_a_score_below_always_giving_one_label_is_told():
    # Learned: two of three are ham. Here three of four are, and the model gets all of them wrong.
    classifier = linnet.train([("a", "ham"), ("a b", "ham"), ("c", "spam")], {})
    documents = [("c", "ham")] * 3 + [("a", "spam")]
    expected = (
        "Below expectation: accuracy 0.000 is below the 0.750 of always giving ham, "
        f"the most frequent label in training. {UNKNOWN}"
    )
    assert warned(classifier, documents, None) == expected


def test_a_score_equal_to_that_is_not_below_it():
    classifier = linnet.train([("a", "ham"), ("a b", "ham"), ("c", "spam")], {})
    assert warned(classifier, [("a", "ham"), ("a", "spam")], None) is None


def test_unsure_documents_are_no_mistakes():
    for classifier in (CHOSEN, linnet.train(PAIRS[:300], {})):
        careful = classifier.with_min_probability(0.999999999)
        evaluation = linnet.evaluate(careful, PAIRS[300:])
        assert evaluation.unsure.value > 0.5
        assert evaluation.accuracy.value < evaluation.baseline.accuracy
        assert score_warning(careful, evaluation, SHIFTED) is None


def test_a_model_that_has_changed_since_has_no_estimate_to_be_below():
    changed = CHOSEN.with_record(outdated(CHOSEN.record))
    assert warned(changed, WRONG[:5] + PAIRS[305:], SHIFTED) is None
    assert warned(CHOSEN, WRONG[:20] + PAIRS[320:], SHIFTED) is not None
    assert warned(changed, WRONG[:20] + PAIRS[320:], SHIFTED) is None


def test_without_texts_no_comparison_of_texts_is_advised():
    recipe = {"learner": "gaussian", "words": None, "numeric": ["x"]}
    classifier = linnet.train({"x": [0.0, 0.1, 0.2, 5.0, 5.1], "label": [*"aaabb"]}, recipe)
    sentence = warned(classifier, {"x": [5.0, 5.1, 5.2, 0.1], "label": [*"aaab"]}, NOT_COMPARED)
    assert sentence.endswith(UNKNOWN_WITHOUT_TEXTS)
    assert "--training" not in sentence


def test_sets_of_labels_have_no_most_frequent_one():
    sets = [(text, [label]) for text, label in PAIRS]
    classifier = linnet.train(sets[:300], {"learner": "multinomial"})
    wrong = [(text, [label]) for text, label in WRONG]
    evaluation = linnet.evaluate_multilabel(classifier, wrong)
    assert score_warning(classifier, evaluation, SHIFTED) is None


def test_a_check_says_nothing_where_nothing_was_found():
    assert DriftCheck(SAME, None).sentences() == []
    assert DriftCheck(SHIFTED, "Below.").sentences() == [SHIFTED.sentence, "Below."]
    assert DriftCheck(SAME, None).as_json() == {"drift": SAME.as_json(), "warning": None}
