"""Mistakes explained in the text that they are made in."""

import linnet
from tests.report.reports import report_of


def test_two_fields_each_by_its_own_features():
    films = [
        {"title": "good", "body": "bad plot", "label": "pos"},
        {"title": "bad", "body": "good plot", "label": "neg"},
    ]
    classifier = linnet.train(linnet.read(films * 2, text=("title", "body")), {"words": "1"})
    wrong = [
        {"title": "good", "body": "good", "label": "pos"},
        {"title": "good", "body": "bad", "label": "neg"},
    ]
    report = report_of(classifier, linnet.read(wrong, text=("title", "body")))
    why = report["documents"][report["mistakes"][0]]["why"]
    assert [piece for piece, _ in why["pieces"]] == ["title: ", "good", " · body: ", "bad"]
    assert {name for name, _ in why["features"]} == {"title.words:good", "body.words:bad"}
