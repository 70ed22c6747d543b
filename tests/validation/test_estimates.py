"""What was estimated when a model was trained."""

from dataclasses import replace

import linnet
from linnet.storage.training_record import TrainingRecord, outdated
from linnet.validation.estimates import estimates_of
from tests.golden_models import RECORD

PAIRS = [("good fun", "pos"), ("fine", "pos"), ("dull", "neg"), ("bad", "neg")]


def recorded(change=lambda record: record):
    classifier = linnet.train(PAIRS, {"learner": "logistic"})
    return classifier.with_record(change(TrainingRecord.from_json(RECORD)))


def test_the_measures_of_the_record():
    found = estimates_of(recorded())["accuracy"]
    assert found.as_json() == RECORD["estimate"]["measures"]["accuracy"]


def test_a_model_without_a_record_has_none():
    assert estimates_of(linnet.train(PAIRS, {"learner": "logistic"})) == {}


def test_a_model_that_has_changed_since_has_none():
    assert estimates_of(recorded(outdated)) == {}


def test_an_estimate_on_new_documents_is_not_one_of_all():
    def on_new(record):
        return replace(record, estimate=replace(record.estimate, on_new_documents=True))

    assert estimates_of(recorded(on_new)) == {}


def test_a_model_that_answers_otherwise_than_its_file_says_has_none():
    assert estimates_of(recorded().with_min_probability(0.8)) == {}
    assert estimates_of(recorded().with_min_probability(0)) != {}
