"""An explanation as plain data."""

import json

import pytest

import linnet
from linnet.errors import SettingError
from linnet.explanation.explained_document import explain_document, explanation_json
from linnet.explanation.nearest import keep

PAIRS = [("free prize now", "spam"), ("free prize", "spam"), ("lunch at noon", "ham")]


def test_everything_is_plain_data():
    classifier = keep(linnet.train(PAIRS, {}), PAIRS)
    explained = explain_document(classifier, "free lunch prize", nearest=1).as_json()
    assert json.loads(json.dumps(explained, allow_nan=False)) == explained
    assert list(explained) == [
        "label", "calibrated", "labels", "features", "vetoed", "turn", "nearest",
    ]  # fmt: skip
    assert explained["turn"]["label"] == "ham"
    assert [neighbour["labels"] for neighbour in explained["nearest"]] == [["spam"]]


def test_nearest_documents_only_where_some_are_kept():
    classifier = linnet.train(PAIRS, {})
    assert explain_document(classifier, "free").nearest == ()
    with pytest.raises(SettingError, match="keep its training documents"):
        explain_document(classifier, "free", nearest=1)


def test_the_strongest_features_come_first():
    explanation = linnet.train(PAIRS, {}).explain("free prize at lunch")
    strongest = explanation.strongest()
    assert len(explanation_json(explanation)["features"]) == 4
    features = explanation_json(explanation, top=2)["features"]
    assert [feature["feature"] for feature in features] == [
        strongest[0].feature,
        strongest[1].feature,
    ]


def test_a_veto_is_none():
    explained = explanation_json(linnet.train(PAIRS, {"smoothing": 0}).explain("free at"))
    assert explained["vetoed"] == ["ham", "spam"]
    assert explained["labels"]["ham"]["score"] is None
    assert explained["features"][0]["scores"]["spam"] is None
