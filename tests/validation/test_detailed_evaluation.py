"""An evaluation with slices, costs and spam measures."""

import pytest

import linnet
from linnet.errors import SettingError
from linnet.validation.detailed_evaluation import Details, evaluate_in_detail
from linnet.validation.labelled_predictions import predictions_with_metadata

LEARNED = [("win a prize", "spam"), ("lunch at noon", "ham"), ("cheap pills", "spam")]
ROWS = {
    "text": ["win", "noon", "cheap lunch noon", "prize"],
    "label": ["spam", "ham", "spam", "spam"],
    "year": ["1999", "1999", "2000", "2000"],
}


def detailed(details, learned=LEARNED, rows=ROWS):
    classifier = linnet.train(learned, {})
    documents = linnet.read(rows, aside=["year"])
    predictions, metadata = predictions_with_metadata(classifier, documents, lengths=True)
    return evaluate_in_detail(predictions, metadata, details)


def test_only_what_was_asked_for_is_there():
    found = detailed(Details()).as_json()
    assert not {"slices", "spam", "training"} & set(found)


def test_slices_spam_and_costs():
    costs = {"ham": {"spam": 10.0}, "spam": {"ham": 2.0}}
    found = detailed(Details(slices=["year"], by_length=True, costs=costs, spam="spam")).as_json()
    assert [one["by"] for one in found["slices"]] == ["year", "words"]
    assert "1-auc-percent" in found["spam"]
    assert found["measures"]["cost"]["value"] == pytest.approx(
        0.5
    )  # one spam of four taken for ham


def test_groups_belong_together():
    assert detailed(Details(group="year")).evaluation.groups == 2


def test_a_spam_filter_gives_one_label():
    rows = {**ROWS, "label": [["spam"], [], ["spam"], ["spam"]]}
    learned = [(text, [label]) for text, label in LEARNED]
    with pytest.raises(SettingError, match="one label each"):
        detailed(Details(spam="spam"), learned, rows)
