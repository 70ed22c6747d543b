"""A drift in a line, and as a table."""

from linnet.data_drift.drift import Drift
from linnet.data_drift.shift import LABELS, WORDS, Shift
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
