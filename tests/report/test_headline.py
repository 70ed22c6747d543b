"""What came out, in one sentence."""

import pytest

from linnet.report.headline import (
    beside,
    cautions,
    drift_cautions,
    headline,
    measured,
    percent,
    within,
)


def measure(value, interval=None):
    return {"value": value, "interval": interval}


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0 %"), (1, "100 %"), (0.0004, "<0.1 %"), (0.9996, ">99.9 %"), (1 / 3, "33.3 %")],
)
def test_only_none_and_all_are_called_so(share, words):
    assert percent(share) == words


def test_an_interval_stands_in_brackets_where_there_is_one():
    assert within(measure(0.5, (0, 0.9))) == " (0 to 90.0 %)"
    assert within(measure(0.5)) == ""
    assert within(None) == ""
    assert measured(measure(0.5, (0.25, 1))) == "0.500 (0.250 to 1.000)"
    assert measured(measure(0.5)) == "0.500"
    assert measured(measure(None)) == measured(None) == "-"


def test_several_labels_are_told_by_all_of_them_right_and_micro_f1():
    measures = {
        "subset-accuracy": measure(0.25, (0.2, 0.3)),
        "micro-f1": measure(0.5, (0.4, 0.6)),
    }
    assert headline(measures, 2000, multilabel=True) == (
        "All labels right for 25.0 % of 2,000 documents (20.0 to 30.0 %), "
        "micro F1 0.500 (0.400 to 0.600)."
    )


def test_an_f1_that_is_undefined_or_was_not_asked_for_is_left_out():
    sentence = "Right for 75.0 % of 4 documents."
    assert headline({"accuracy": measure(0.75)}, 4) == sentence
    assert headline({"accuracy": measure(0.75), "macro-f1": measure(None)}, 4) == sentence


def test_one_document_says_next_to_nothing():
    end = "One document says next to nothing: evaluate on more."
    right = headline({"accuracy": measure(1)}, 1)
    wrong = headline({"accuracy": measure(0)}, 1)
    assert right == f"The only document was told right. {end}"
    assert wrong == f"The only document was told wrong. {end}"


def test_a_reader_is_warned_of_one_label_of_unknown_labels_and_of_few_documents():
    only_ham = "All documents have the label ham: this says nothing of the others."
    few = "Fewer than 20 documents are too few to say how sure these numbers are."
    assert cautions(["ham", "spam"], [19, 0], [], 19) == [only_ham, few]
    assert cautions(["ham", "spam"], [20, 0], [], 20) == [only_ham]
    assert cautions(["ham", "spam"], [1, 0], [], 1) == []
    assert cautions(["eggs", "ham"], [1, 39], [0], 40) == [
        "The model does not know the label eggs, which 1 document has: it is always wrong there."
    ]
    # 1 + 2 + 3 + 4 documents have an unknown label.
    assert cautions(["a", "b", "c", "d", "ham"], [1, 2, 3, 4, 30], [0, 1, 2, 3], 40) == [
        "The model does not know the labels a, b, c and others, which 10 documents have: "
        "it is always wrong there."
    ]


def test_what_accuracy_is_compared_with():
    estimated = {"value": 0.953, "interval": [0.94, 0.96]}
    assert beside({}, ("ham", 0.609), estimated) == (
        "Always giving ham, the most frequent label here: 60.9 %. "
        "Estimated when trained: 95.3 % (94.0 to 96.0 %)."
    )
    assert beside({}, None, None) == ""
    assert beside({}, None, {"value": None, "interval": None}) == ""


def test_where_documents_are_unsure_the_answered_come_first():
    measures = {"unsure": measure(0.2), "coverage": measure(0.8)}
    right = {"answered-accuracy": {"value": 0.9, "interval": [0.85, 0.95]}}
    assert beside(measures | right) == (
        "Answered 80.0 %, right for 90.0 % (85.0 to 95.0 %) of these."
    )
    assert beside(measures) == "Answered 80.0 %."


def test_drift_and_a_score_below_expectation_are_cautions():
    shifted = {"shifted": True, "sentence": "They differ."}
    assert drift_cautions({}) == []
    assert drift_cautions({"drift": shifted | {"shifted": False}, "warning": None}) == []
    assert drift_cautions({"drift": shifted, "warning": "Below."}) == ["They differ.", "Below."]
    assert drift_cautions({"drift": None, "warning": "Below."}) == ["Below."]
