"""A drift in a line, and as a table."""

from linnet.data_drift.domain import DomainTest, TellingWord
from linnet.data_drift.drift import Drift
from linnet.data_drift.shift import LABELS, NGRAMS, WORDS, Shift
from linnet.evaluation.metrics.measures import Measure
from tests.display.checks import check_html, check_shown

UNKNOWN = Shift(WORDS, 0.29, 0.01, 0.0, expected=0.12, found=0.41)
SAME = Shift(LABELS, 0.01, 0.01, 0.5, expected=0.5, found=0.51, label="<b>spam")


def test_a_line_names_what_has_shifted():
    assert repr(Drift(1200, 5000, (UNKNOWN, SAME))) == (
        "Drift(1,200 documents, shifted: unknown_words)"
    )
    assert repr(Drift(1, 5000, (SAME,))) == "Drift(1 document, shifted: none)"


def test_where_nothing_was_compared_a_line_does_not_say_none():
    few = Drift(5, 5000, (), {WORDS: "there are fewer than 10 documents"})
    assert repr(few) == (
        "Drift(5 documents, Nothing could be compared with the training data: "
        "there are fewer than 10 documents)"
    )


def test_a_table_has_every_shift_and_the_sentence():
    drift = Drift(1200, 5000, (UNKNOWN, SAME))
    check_shown(drift)
    shown = check_html(drift._repr_html_())
    assert "1,200 documents against 5,000 training documents" in shown
    assert "41.0 % of words are unknown (12.0 % expected)" in shown
    assert "labels: <b>spam" in shown


def test_a_table_has_the_words_that_tell_both_sides_apart():
    word = TellingWord("<i>film", training=0.0, new=0.25)
    domain = DomainTest(Measure(0.9, (0.85, 0.95)), 0.66, 100, (), (word,))
    drift = Drift(100, 5000, (UNKNOWN,), {NGRAMS: "why <not>"}, domain, n_at_hand=400)
    check_shown(drift)
    shown = check_html(drift._repr_html_())
    assert "ROC area of 0.900 (0.850 to 0.950); 0.5 is chance, and from 0.660 on it is" in shown
    assert "words of new documents" in shown
    assert "<i>film" in shown
    assert "25.0 %" in shown
    assert "Not compared: character n-grams, since why <not>." in shown
    assert "400 documents given as training documents are not those that" in shown
