"""Predictions in a line, and their first rows as a table."""

import time

import numpy as np
import pytest

import linnet
from linnet.prediction.predictions_display import first_rows
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES

PAIRS = [("cheap pills", "spam"), ("cheap pills now", "spam"), ("lunch at noon", "ham")]


@pytest.fixture(scope="module")
def classifier():
    return linnet.train(PAIRS, {})


def test_a_line_counts_labels_and_flags(classifier):
    predictions = classifier.predict(["cheap", "lunch at noon", None, "zyzzyva"])
    assert repr(predictions) == (
        "Predictions(4 rows: spam 3, ham 1; flags: no text 1, no known features 1)"
    )
    assert repr(classifier.predict([])) == "Predictions(0 rows)"


def test_the_first_rows_are_a_table(classifier):
    predictions = classifier.predict(["cheap"] * 12)
    shown = check_html(predictions._repr_html_())
    assert "2 rows more" in shown
    assert "flags" not in shown
    assert len(first_rows(predictions, 10)) == 10


def test_rows_of_a_frame_have_its_labels(classifier):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["cheap", "noon"]}, index=["mail 7", NAMES[0]])
    shown = check_html(classifier.predict(frame)._repr_html_())
    assert "index" in shown
    assert "mail 7" in shown


def test_every_kind_of_prediction_is_shown(classifier):
    margins = linnet.train(PAIRS, {"learner": "svm", "calibration": "none"})
    assert "margin" in check_html(margins.predict(["cheap"])._repr_html_())
    films = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])] * 3
    several = linnet.train(films, {"learner": "logistic"}).predict(["good fun", "dull"])
    check_shown(several)
    assert "fun, pos" in check_html(several._repr_html_())
    bad = linnet.read({"text": ["a", 7], "id": NAMES[:2]}, id="id", labelled=False, skip_bad_rows=1)
    assert "bad row" in check_html(classifier.predict(bad)._repr_html_())
    check_shown(classifier.predict([]))


@pytest.mark.parametrize("name", NAMES)
def test_hostile_labels_and_ids_are_mere_text(name):
    labelled = linnet.train([("a", f"x{name}"), ("b", f"y{name}")], {})
    documents = linnet.read({"text": ["a", "b"], "id": [name, "2"]}, id="id", labelled=False)
    check_shown(labelled.predict(documents))
    check_shown(labelled)


def test_a_million_rows_are_shown_at_once(classifier):
    one = classifier.predict(["cheap"])
    many = linnet.train(PAIRS, {}).predict(["cheap", "noon"] * 100_000)
    began = time.perf_counter()
    check_shown(many)
    assert time.perf_counter() - began < 5
    assert np.array_equal(first_rows(many, 1).scores, one.scores)
