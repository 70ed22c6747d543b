"""What a drift means in words."""

import pytest

from linnet.data_drift.domain import DomainTest
from linnet.data_drift.sentences import drift_sentence, quantity_of
from linnet.data_drift.shift import KINDS, LABELS, LENGTHS, NGRAMS, PREDICTED, WORDS, Shift
from linnet.evaluation.metrics.measures import Measure

START = "These documents do not look like the training data: "
APART = DomainTest(Measure(0.9, (0.85, 0.95)), 0.66, 100, (), ())


def found(kind, **more):
    return Shift(kind, 0.5, 0.01, 0.0, **more)


@pytest.mark.parametrize(
    ("shift", "clause"),
    [
        (found(LABELS, expected=0.134, found=0.5, label="spam"),
         "50.0 % have the label spam (13.4 % expected)."),
        (found(PREDICTED, expected=0.134, found=0.5, label="spam"),
         "50.0 % get the label spam (13.4 % expected)."),
        (found(LENGTHS, expected=68.2, found=211.4),
         "texts are 3.1 times as long (median 211 characters, 68 expected)."),
        (found(LENGTHS, expected=68.0, found=17.0),
         "texts are 0.25 times as long (median 17 characters, 68 expected)."),
        (found(LENGTHS, expected=68.0, found=69.0),
         "text lengths differ by 0.500 (0.010 by chance)."),
        (found(LENGTHS, expected=0.0, found=69.0),
         "text lengths differ by 0.500 (0.010 by chance)."),
        (found(WORDS, expected=0.12, found=0.41),
         "41.0 % of words are unknown (12.0 % expected)."),
        (found(NGRAMS), "character n-grams differ by 0.500 (0.010 by chance)."),
    ],
)  # fmt: skip
def test_a_shift_in_words(shift, clause):
    assert drift_sentence([shift], {}, None) == START + clause


def test_only_what_has_shifted_is_named():
    shifts = [
        Shift(LABELS, 0.01, 0.02, 0.5, expected=0.5, found=0.5, label="spam"),
        found(WORDS, expected=0.1, found=0.6),
        found(NGRAMS),
    ]
    sentence = drift_sentence(shifts, {}, APART)
    assert "spam" not in sentence
    assert sentence.count(" and ") == 1
    assert sentence.endswith("and a model tells them apart with a ROC area of 0.900.")


def test_no_shift_says_what_was_compared():
    shifts = [Shift(kind, 0.01, 0.02, 0.5) for kind in (LENGTHS, NGRAMS)]
    expected = "No shift found: text lengths and character n-grams are as in the training data."
    assert drift_sentence(shifts, {}, None) == expected


def test_nothing_to_compare_says_why():
    why = {LABELS: "there are no labels", LENGTHS: "no profile", NGRAMS: "no profile"}
    expected = "Nothing could be compared with the training data: no profile."
    assert drift_sentence([], why, None) == expected


def test_a_label_of_any_length_is_cut():
    sentence = drift_sentence([found(LABELS, expected=0.1, found=0.9, label="x" * 9999)], {}, None)
    assert len(sentence) < 200


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_words(kind):
    shift = found(kind, expected=0.5, found=0.6, label="x")
    assert len(drift_sentence([shift], {}, None)) > len(START)
    assert quantity_of(shift, 0.5)[1]
