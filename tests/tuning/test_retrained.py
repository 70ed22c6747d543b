"""What retraining gives: a classifier of old and new documents, beside the one before."""

from linnet import retrain, train

OLD = [("good film", "pos"), ("bad film", "neg")] * 5
MORE = [("awful film", "neg"), ("fine plot", "pos"), ("awful plot", "neg"), ("fine day", "pos")]


def test_the_comparison_as_plain_data():
    found = retrain(train(OLD, {}), MORE, OLD).as_json()
    assert list(found) == [
        "new_documents",
        "copies",
        "with_new_labels",
        "folds",
        "metric",
        "comparison",
        "worse",
        "same_training",
    ]
    assert (found["new_documents"], found["folds"], found["worse"]) == (4, 4, False)
    assert found["comparison"]["documents"] == 4
    assert found["comparison"]["measures"]["accuracy"]["a"] == 0.5  # without a known word: neg


def test_what_could_not_be_compared():
    retrained = retrain(train(OLD, {}), MORE[:1], OLD)
    found = retrained.as_json()
    assert (found["comparison"], found["folds"], found["worse"]) == (None, 0, False)
    assert retrained.before.documents == 10
    assert not retrained.loses_calibration
