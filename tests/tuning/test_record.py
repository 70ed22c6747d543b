"""The training record of a tuned classifier says what the search and the estimate say."""

import pytest

from linnet import tune
from linnet.storage.training_record import MOST_TRIED
from linnet.tuning.choose import choose
from linnet.tuning.record import record_of

DATA = [
    (f"{word} {noun} {number % 6}", label)
    for number in range(12)
    for word, label in (("good", "pos"), ("dull", "neg"), ("plain", "so"))
    for noun in ("film", "plot")
]
STRENGTHS = [10.0**power for power in range(-8, 4)]


def test_the_best_recipes_come_first_and_their_scores_are_rounded():
    tuned = tune(DATA, {"learner": "svm"}, {"strength": STRENGTHS}, folds=3)
    record = record_of(tuned)
    assert (record.n_tried, len(record.best)) == (len(STRENGTHS), MOST_TRIED)
    values = [tried.value for tried in record.best]
    assert values == sorted(values, reverse=True)
    assert values[0] == pytest.approx(tuned.best.value, rel=1e-5)
    assert dict(record.best[0].settings) == tuned.best.settings


def test_the_estimate_is_that_of_the_search():
    tuned = choose(DATA)
    record = record_of(tuned)
    estimate = tuned.estimate.measures["accuracy"]
    assert record.main_measure.value == pytest.approx(estimate.value, rel=1e-5)
    assert record.main_measure.interval == pytest.approx(estimate.interval, rel=1e-5)
    assert record.estimate.found_by == "in 5 outer folds"
    assert record.baseline.accuracy == pytest.approx(1 / 3)


def test_without_reserved_documents_there_is_no_estimate():
    tuned = tune(DATA, {"learner": "svm"}, {"strength": [0.1, 1.0]}, folds=3, reserve=0)
    assert tuned.classifier.record.estimate is None
    assert tuned.classifier.record.main_measure is None


def test_documents_of_several_labels_have_no_baseline():
    data = {
        "text": [text for text, _ in DATA],
        "label": [[label, "all"] if n % 2 else [label] for n, (_, label) in enumerate(DATA)],
    }
    tuned = tune(data, {"learner": "logistic"}, {"strength": [0.01, 0.1]}, folds=3)
    record = tuned.classifier.record
    assert record.baseline is None
    assert record.label_counts == {"all": 36, "neg": 24, "pos": 24, "so": 24}
    assert record.metric == "micro-f1"
