"""What a model file remembers of its training."""

import json
import warnings
from dataclasses import replace

import numpy as np
import pytest

from linnet import calibrate, load, read, train, tune
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode, encode
from linnet.storage.json_values import BadValueError
from linnet.storage.training_record import Baseline, TrainingRecord, outdated, plain_value
from linnet.tuning.choose import choose
from tests.golden_models import RECORD

DATA = [
    (text, label)
    for number in range(20)
    for text, label in (
        (f"good film {number}", "pos"),
        (f"fine plot {number % 7}", "pos"),
        (f"bad film {number % 5}", "neg"),
    )
]
MORE = [("good new words", "pos"), ("bad new words", "neg")]
SVM_GRID = {"learner": ["svm"], "strength": [0.01, 0.1]}
RECORDED = tune(DATA, {}, SVM_GRID, folds=3).classifier


def test_a_record_comes_back_from_its_json():
    record = TrainingRecord.from_json(RECORD)
    assert record.as_json() == RECORD
    assert json.loads(json.dumps(record.as_json())) == RECORD


def test_the_baseline_is_the_share_of_the_most_frequent_label():
    assert Baseline.of({"a": 1, "b": 2, "c": 2}) == Baseline("b", 0.4)


def test_settings_become_plain_values():
    assert plain_value(np.float64(0.5)) == 0.5
    assert plain_value(np.int64(3)) == 3
    assert plain_value((1, "x")) == [1, "x"]
    assert plain_value({"good": 1.0}) == "{'good': 1.0}"
    assert plain_value(float("inf")) == "inf"
    assert len(plain_value(list(range(1000)))) < 120


@pytest.mark.parametrize("key", RECORD)
def test_a_record_without_one_of_its_parts_is_refused(key):
    with pytest.raises(BadValueError, match="must be there"):
        TrainingRecord.from_json({name: value for name, value in RECORD.items() if name != key})


def test_a_damaged_record_is_refused_with_a_sentence():
    file = decode(RECORDED.to_bytes(), NEEDS)
    arrays = {name: file.array(name) for name in file.names}
    metadata = file.metadata | {"record": file.metadata["record"] | {"tried": "many"}}
    with pytest.raises(ModelFileError, match="damaged model file: its training record must be"):
        from_bytes(encode(metadata, arrays))


def test_an_estimate_on_new_documents_is_kept_as_one(tmp_path):
    record = RECORDED.record
    estimate = replace(record.estimate, on_new_documents=True)
    RECORDED.with_record(replace(record, estimate=estimate)).save(tmp_path / "m.linnet")
    again = load(tmp_path / "m.linnet").record
    assert again.estimate == estimate
    assert again.estimate.origin == "on 12 new documents when it was retrained"
    assert "on_new_documents" not in record.as_json()["estimate"]


def test_rows_that_are_not_learned_leave_the_profile_as_it_is():
    more = read([*MORE, ("words of a new label", "so")], skip_bad_rows=True)
    learned = RECORDED.learn(more)
    assert learned.documents == RECORDED.documents + 2
    assert learned.record.profile.documents == RECORDED.record.profile.documents + 2


def test_predicted_labels_of_the_model_before_are_dropped():
    assert RECORDED.record.profile.predicted is not None
    profile = outdated(RECORDED.record).profile
    assert (profile.predicted, profile.n_predicted) == (None, 0)
    assert profile.documents == RECORDED.record.profile.documents


def test_a_tuned_model_remembers_what_was_tried_and_the_estimate(tmp_path):
    RECORDED.save(tmp_path / "m.linnet")
    record = load(tmp_path / "m.linnet").record
    assert record == RECORDED.record
    assert (record.metric, record.n_tried, len(record.best)) == ("accuracy", 2, 2)
    assert record.best[0].value >= record.best[1].value
    assert record.label_counts == {"neg": 20, "pos": 40}
    assert record.baseline == Baseline("pos", 2 / 3)
    assert record.estimate.documents == 12  # a fifth was reserved
    assert record.estimate.found_by == "reserved from the start"
    assert record.main_measure is record.estimate.measures["accuracy"]
    assert not record.stale


def test_a_file_with_a_record_needs_nothing_that_older_programs_do_not_know():
    with_record = decode(RECORDED.to_bytes(), NEEDS).metadata
    without = decode(replace(RECORDED, record=None).to_bytes(), NEEDS).metadata
    assert with_record["needs"] == without["needs"]
    del with_record["record"]
    del with_record["profile"]
    assert with_record == without


def test_the_number_of_threads_does_not_show():
    files = {tune(DATA, {}, SVM_GRID, folds=3, threads=n).classifier.to_bytes() for n in (1, 2, 5)}
    assert files == {RECORDED.to_bytes()}


def test_the_default_recipe_has_a_record_and_a_named_one_has_none():
    assert choose(DATA).classifier.record is not None
    assert train(DATA).record is not None
    assert train(DATA, {"learner": "multinomial"}).record is None
    assert train(DATA, {"learner": "svm"}).record is None
    assert train(DATA[:6]).record is None  # too few to choose by


def test_learning_makes_a_record_stale():
    learned = RECORDED.learn(MORE)
    profile = learned.record.profile
    assert learned.record == replace(outdated(RECORDED.record), profile=profile)
    assert profile.documents == RECORDED.record.profile.documents + len(MORE)
    assert learned.record.stale


def test_calibrating_makes_a_record_stale():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert calibrate(RECORDED, DATA).record.stale


def bayes(**settings):
    """A tuned and calibrated naive Bayes whose totals add up."""
    recipe = {"learner": "multinomial", "calibration": "temperature", **settings}
    return tune(DATA, recipe, {"smoothing": [0.1, 1.0]}, folds=3).classifier


def test_forgetting_and_merging_drop_a_record():
    classifier = bayes()
    assert classifier.model.tuned
    assert classifier.record is not None
    learned = classifier.learn(MORE)
    assert learned.record.stale
    assert learned.forget(MORE).record is None
    assert classifier.forget(DATA[:2]).record is None
    assert classifier.merge(classifier).record is None


def test_a_model_that_promises_its_bytes_has_no_record():
    exact = tune(
        DATA, {"learner": "multinomial"}, {"smoothing": [0.1, 1.0]}, folds=3, calibration="none"
    ).classifier
    assert exact.exact
    assert exact.record is None
    assert exact.learn(MORE).forget(MORE).to_bytes() == exact.to_bytes()


def test_a_private_model_has_no_record():
    assert bayes(private=2).record is None
    assert RECORDED.record is not None
