"""What retraining gives: a classifier of old and new documents, beside the one before."""

from linnet import calibrate, retrain, train
from linnet.tuning.retrained import LOST_CALIBRATION, NOT_THE_TRAINING
from tests.display.checks import check_html

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


def test_what_was_not_compared_is_shown():
    films = [(f"a good film number {n} of a fine year {n % 7}", "pos") for n in range(10)]
    films += [(f"a dull film number {n} of a bad year {n % 7}", "neg") for n in range(10)]
    before = calibrate(train(films, {"learner": "logistic"}), [*MORE, *MORE])
    found = retrain(before, [*films[:5], *MORE], films[:-1])
    assert found.n_copies == 5
    sentence = (
        "5 of 9 new documents are exact or near duplicates of old ones: "
        "they are learned, but not compared."
    )
    assert found.copies_in_words == sentence
    assert found.cautions == [NOT_THE_TRAINING, LOST_CALIBRATION]
    shown = check_html(found._repr_html_())
    assert all(words in shown for words in (sentence, *found.cautions))
    line = repr(found)
    assert line.startswith("Retrained(9 new documents of which 5 are copies of old ones, accuracy ")
    assert " on 4 of them: " in line
    assert line.endswith(
        "old documents are not those of the training, no calibration or cutoffs any more)"
    )
