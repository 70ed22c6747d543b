"""Explanations in a line, and as a coloured text."""

import time

import pytest

import linnet
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES, SCRIPT

PAIRS = [("cheap pills now", "spam"), ("cheap pills", "spam"), ("lunch at noon", "ham")]


@pytest.fixture(scope="module")
def classifier():
    return linnet.train(PAIRS, {})


def test_a_line_has_the_label_and_the_strongest_features(classifier):
    line = repr(classifier.explain("cheap lunch"))
    # cheap: log(3/11) - log(1/9), lunch: log(1/11) - log(2/9); odds 2 · 27/11 · 9/22
    assert line == "Explanation(spam 0.668, by cheap +0.898, lunch -0.894)"


def test_a_document_without_known_features_says_so(classifier):
    explanation = classifier.explain("")
    assert repr(explanation) == "Explanation(spam 0.667, by no known feature)"
    assert "No feature of this document is known" in check_html(explanation._repr_html_())


def test_the_text_is_coloured_and_the_features_are_a_table(classifier):
    html = classifier.explain("cheap lunch, cheap")._repr_html_()
    shown = check_html(html)
    assert html.count(">cheap</span>") == 2
    assert html.count("rgba(225, 110, 20") >= 2  # lunch in the text and in the table
    assert "adds to spam" in shown
    assert "+0.898" not in shown  # cheap stands there twice
    assert "+1.796" in shown


@pytest.mark.parametrize("name", NAMES)
def test_hostile_texts_and_labels_are_mere_text(name):
    texts = [(f"{name} one", "a" + name), ("two three", "b")]
    for settings in ({}, {"words": None, "chars": "1-2"}, {"words": "1-2", "hash_bits": 4}):
        explanation = linnet.train(texts, settings).explain(f"one {name} three {name}")
        check_shown(explanation)
        check_shown(explanation.contributions[0])
        check_shown(explanation.texts[0])


def test_characters_have_few_colours_in_all():
    classifier = linnet.train(PAIRS, {"words": None, "chars": "1-3"})
    check_shown(classifier.explain("cheap lunch " * 1_000))


def test_a_long_text_is_shown_by_its_start_and_soon(classifier):
    explanation = classifier.explain("cheap lunch " * 90_000)  # more than a million characters
    began = time.perf_counter()
    shown = check_html(explanation._repr_html_())
    assert time.perf_counter() - began < 30
    assert "The text has 1,080,000 characters; the first are shown." in shown


def test_vetoes_margins_several_labels_and_unsure_answers():
    vetoing = linnet.train(PAIRS, {"smoothing": 0.0}).explain("cheap noon")
    check_shown(vetoing)
    assert "veto" in check_html(vetoing._repr_html_())
    margins = linnet.train(PAIRS, {"learner": "svm", "calibration": "none"}).explain("cheap")
    check_shown(margins)
    films = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])] * 3
    several = linnet.train(films, {"learner": "logistic"})
    assert repr(several.explain("good fun")).startswith("Explanation(fun, pos, by ")
    assert repr(several.explain("dull")).startswith("Explanation(no label, by ")
    classifier = linnet.train(PAIRS, {})
    unsure = linnet.calibrate(classifier, PAIRS * 5, cutoffs=["spam=0.99"], unsure=True)
    check_shown(unsure.explain("at cheap"))


def test_several_fields_are_all_shown():
    mail = {"title": ["win", "lunch"], "body": [SCRIPT, "noon"], "label": ["spam", "ham"]}
    classifier = linnet.train(linnet.read(mail, text=["title", "body"]), {})
    html = classifier.explain(("win", SCRIPT))._repr_html_()
    check_html(html)
    assert html.count('<p class="document"') == 2
