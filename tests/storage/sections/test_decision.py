"""Calibration and cutoffs of a model file."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import train
from linnet.errors import ModelFileError
from linnet.model.calibration import Platt, Temperature
from linnet.model.decision import Decision
from linnet.storage.sections.decision import DECISION
from tests.storage.sections.changed_files import changed_file, parts_of

PLAIN = train([("ant", "x"), ("bee", "y")], {})
SEVERAL = train([("ant", ["x"]), ("bee", ["y"])], {"cutoff": {"x": 0.75}})


def decided(classifier, calibration=None, decision=None, *, stale=False):
    model = replace(classifier.model, calibration=calibration)
    if decision is not None:
        model = replace(model, decision=decision)
    return replace(classifier, model=model, stale=stale)


def needs_of(classifier):
    return [need for need, is_needed in DECISION.needs.items() if is_needed(classifier)]


TWICE = Temperature(np.array([2.0]))
CUTOFFS = Decision(np.array([0.0, 0.9]), ("", "budget:x:0.1"), unsure=True, approximate=True)
CHOSEN = decided(PLAIN, TWICE, CUTOFFS, stale=True)


def test_calibration_and_cutoffs_come_back_as_they_were():
    packed = DECISION.pack(CHOSEN)
    rules = {"rules": ["", "budget:x:0.1"], "unsure": True, "approximate": True}
    assert packed.header == {"stale": True, "calibration": "temperature", "decision": rules}
    parts = parts_of(changed_file(CHOSEN), DECISION)
    decision = parts.model.decision
    assert parts.stale
    assert parts.model.calibration.temperature.tolist() == [2.0]
    assert (decision.cutoffs.tolist(), decision.rules) == ([0.0, 0.9], ("", "budget:x:0.1"))
    assert (decision.unsure, decision.approximate) == (True, True)


def test_a_plain_model_stores_nothing_and_needs_nothing():
    packed = DECISION.pack(PLAIN)
    assert (packed.header, packed.arrays) == ({}, {})
    parts = parts_of(changed_file(PLAIN), DECISION)
    assert (parts.stale, parts.model.calibration, parts.model.decision) == (False, None, None)
    calibrated = decided(PLAIN, TWICE)
    assert needs_of(PLAIN) == []
    assert needs_of(calibrated) == ["calibration"]
    assert needs_of(CHOSEN) == ["calibration", "decision"]


def test_cutoffs_of_a_recipe_are_scores_and_must_be_those_of_the_file():
    # A probability of 0.75 is a score of log(0.75 / 0.25), one of 0.5 a score of 0.
    cutoffs = DECISION.pack(SEVERAL).arrays["model.cutoffs"]
    assert cutoffs.tolist() == pytest.approx([np.log(3), 0])
    model = parts_of(changed_file(SEVERAL), DECISION).model
    assert model.decision.cutoffs.tolist() == [0.75, 0.5]
    for other in (cutoffs + 1, cutoffs[:1], cutoffs.astype(np.float32)):
        file = changed_file(SEVERAL, arrays={"model.cutoffs": other})
        with pytest.raises(ModelFileError, match="its cutoffs must be those of its recipe"):
            parts_of(file, DECISION)


@pytest.mark.parametrize("need", ["calibration", "decision"])
def test_a_need_and_what_it_is_for_come_together(need):
    file = changed_file(CHOSEN, without=[need])
    with pytest.raises(ModelFileError, match=f"must need a {need} where it has one, and only"):
        parts_of(file, DECISION)


@pytest.mark.parametrize(
    "calibration",
    [
        Temperature(np.array([-1.0])),
        Temperature(np.array([2.0], np.float32)),
        Platt(np.ones(3), np.zeros(3)),
    ],
)
def test_a_calibration_of_other_labels_is_refused(calibration):
    file = changed_file(decided(PLAIN, calibration))
    with pytest.raises(ModelFileError, match="its calibration does not fit its labels"):
        parts_of(file, DECISION)


@pytest.mark.parametrize(
    "changed", [{"rules": "none"}, {"rules": [1, 2]}, {"unsure": 1}, {"approximate": None}]
)
def test_a_decision_must_be_rules_and_flags(changed):
    header = DECISION.pack(CHOSEN).header["decision"] | changed
    with pytest.raises(ModelFileError, match="its decision must be rules for labels, and whether"):
        parts_of(changed_file(CHOSEN, {"decision": header}), DECISION)


@pytest.mark.parametrize("cutoffs", [np.zeros(3), np.array([0, 1]), np.array([0.5, 1.5])])
def test_cutoffs_must_be_probabilities(cutoffs):
    file = changed_file(CHOSEN, arrays={"decision.cutoffs": cutoffs})
    with pytest.raises(ModelFileError, match="its cutoffs must be probabilities, one for each"):
        parts_of(file, DECISION)


def test_margins_have_no_cutoffs_that_were_found_on_documents():
    svm = train([("ant", "x"), ("bee", "y")], {"learner": "svm"})
    with pytest.raises(ModelFileError, match="its cutoffs must be probabilities, one for each"):
        parts_of(changed_file(decided(svm, None, CUTOFFS)), DECISION)
