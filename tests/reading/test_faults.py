"""What is wrong with one row, in words."""

from linnet.cli.advice import sentence_for_command
from linnet.reading.faults import (
    Fault,
    bad_utf8,
    lone_surrogate,
    multilabel_error,
    readable_labels,
)


def test_a_fault_advises_to_skip_bad_rows_where_that_helps():
    fault = Fault(3, "a label must be there", "none", "Drop the row")
    assert str(fault.error("x.csv")) == (
        "x.csv, row 3: a label must be there; got none. Drop the row or skip bad rows."
    )
    lasting = Fault(3, "a quote must be closed", "the end", "Close it", skippable=False)
    assert str(lasting.error("x.csv")) == (
        "x.csv, row 3: a quote must be closed; got the end. Close it."
    )


def test_faults_of_the_same_reason_are_of_one_kind():
    assert Fault(
        1, "feature 'a' must be finite", "inf", reason="a feature must be finite"
    ).kind() == ("a feature must be finite")
    assert Fault(1, "a label must be there", "none").kind() == "a label must be there"


def test_bytes_around_the_one_that_is_wrong():
    fault = bad_utf8(1, b"a" * 20 + b"\xff" + b"b" * 20)
    assert fault.got == "byte 0xff"
    assert fault.seen == repr(b"a" * 16 + b"\xff" + b"b" * 15)
    assert fault.shown() == f"byte 0xff in {fault.seen}"


def test_half_a_pair_of_utf16():
    assert lone_surrogate(1, ["a", None, "😀"]) is None
    fault = lone_surrogate(7, [None, "a\ud800"])
    assert (fault.number, fault.got) == (7, "the lone surrogate U+D800")


def test_labels_of_bad_rows_stay_bytes_where_they_are_no_text():
    # A surrogate of "surrogateescape" is a byte again; half a pair is written as UTF-8 would be.
    assert readable_labels(["a", "", None, b"b", b"\xfc"]) == ("a", "b", b"\xfc")
    assert readable_labels(["\udcfc"]) == (b"\xfc",)
    assert readable_labels(["\ud800"]) == (b"\xed\xa0\x80",)


def test_several_labels_are_asked_for_in_the_words_of_each_front_end():
    error = multilabel_error("x.ft, row 2", "2")
    problem = "x.ft, row 2: a document must have one label; got 2."
    assert str(error) == f"{problem} Pass multilabel=True or keep one of them."
    assert sentence_for_command(error) == f"{problem} Pass --multilabel or keep one of them."
