"""What tuning gives: a classifier, what was tried, and how good it is on held-out documents."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.splits.leaks import LeakingDocuments, Leaks
from linnet.model.calibration import Temperature
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make
from linnet.tuning.tried import Tried
from linnet.tuning.tuned import Held, Tuned

PAIRS = [("good", "pos"), ("bad", "neg"), ("bad", "pos"), ("good", "neg")]
CLASSIFIER = make(PAIRS, {})
OTHER = make(PAIRS[:2], {})
# Right, right, wrong, wrong; the first two probabilities are 0.75 for the truth, the others 0.25.
PROBABILITIES = np.array([[0.25, 0.75], [0.75, 0.25], [0.75, 0.25], [0.25, 0.75]])
PREDICTIONS = LabelledPredictions(
    ("neg", "pos"),
    np.array([1, 0, 1, 0]),
    np.array([1, 0, 0, 1]),
    np.log(PROBABILITIES),
    PROBABILITIES,
)
HALVES = np.full((4, 2), 0.5)
HELD = Held(
    read(PAIRS),
    PREDICTIONS,
    replace(PREDICTIONS, probabilities=HALVES),
    (OTHER, CLASSIFIER),
    np.array([0, 0, 1, 1]),
)
BEST = Tried({"smoothing": 1.0}, Recipe(), (0.75, 1.0), 2, 8)


def tuned(held=HELD, classifier=CLASSIFIER, metric="accuracy"):
    return Tuned(classifier, Recipe(), BEST, (BEST,), metric, 12, held, outer_folds=2)


def leaking(*rows):
    exact = LeakingDocuments(len(rows), len(rows), ())
    return replace(HELD, leaks=Leaks(4, np.array(rows, np.int64), 0, exact, None, None, None))


def test_each_document_knows_who_answered():
    assert [HELD.answered(place) for place in range(4)] == [OTHER, OTHER, CLASSIFIER, CLASSIFIER]
    assert HELD.classifier is CLASSIFIER


def test_the_estimate_is_that_of_the_held_out_documents():
    assert tuned().estimate.accuracy.value == 0.5
    assert tuned().reserved == 4
    # The mean of -ln 0.75, twice, and -ln 0.25, twice.
    log_loss = -np.log(0.75 * 0.25) / 2
    measures = tuned(metric="log-loss").measures()
    assert next(iter(measures)) == "log-loss"
    assert measures["log-loss"].value == pytest.approx(log_loss)
    assert next(iter(tuned(metric="kappa of another kind").measures())) == "accuracy"


def test_what_leaks_can_be_left_out():
    assert leaking(2, 3).without_leaks.accuracy.value == 1.0
    assert leaking(0).without_leaks.accuracy.value == pytest.approx(1 / 3)
    assert leaking().without_leaks is None
    assert leaking(0, 1, 2, 3).without_leaks is None
    assert HELD.without_leaks is None


def test_without_held_out_documents_there_is_no_estimate():
    none = tuned(held=None)
    assert (none.estimate, none.reserved, none.measures()) == (None, 0, {})
    assert (none.uncalibrated(), none.as_json()["leaking"]) == (None, None)


def test_probabilities_are_judged_without_the_calibration_where_there_is_one():
    assert tuned().uncalibrated() is None
    model = replace(CLASSIFIER.model, calibration=Temperature(np.array([2.0])))
    found = tuned(classifier=replace(CLASSIFIER, model=model)).uncalibrated()
    # Halves lose ln 2, and 0.5² for each of two labels.
    assert found["log-loss"] == pytest.approx(np.log(2))
    assert found["brier"] == pytest.approx(0.5)


def test_as_json():
    found = tuned(leaking(2, 3)).as_json()
    assert found["estimate"]["accuracy"]["value"] == 0.5
    assert found["best"] == found["tried"][0] == BEST.as_json()
    assert found["recipe"] == Recipe().to_dict()
    assert [found[name] for name in ("metric", "documents", "reserved", "outer_folds")] == [
        "accuracy",
        12,
        4,
        2,
    ]
    assert (found["leaking"], found["uncalibrated"], found["stopped"]) == (2, None, None)
