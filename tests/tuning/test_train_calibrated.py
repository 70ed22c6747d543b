"""Recipes that calibrate and choose cutoffs, each document scored by a model that has not learned it."""

import numpy as np
import pytest

from linnet import Recipe, SettingError, sample, train
from linnet.tuning.calibrate import Development

DATA = str(sample.path("messages.csv"))


@pytest.mark.parametrize(
    "settings",
    [
        {"calibration": "temperature"},
        {"learner": "svm", "calibration": "auto"},
        {"learner": "svm", "calibration": "platt", "cutoff": ("spam=f1",)},
        {"learner": "logistic", "cutoff": {"spam": 0.9}, "unsure": True},
        {"calibration": "isotonic", "cutoff": ("spam=budget:ham:0.05",)},
    ],
)
def test_the_recipe_makes_the_same_classifier_again(settings):
    found = train(DATA, settings, threads=2)
    recipe = Recipe.from_toml(found.recipe.to_toml())
    assert recipe == found.recipe
    assert train(DATA, recipe, threads=1).to_bytes() == found.to_bytes()


def test_a_calibration_leaves_weights_as_they_are():
    plain, calibrated = (train(DATA, {"calibration": how}) for how in ("none", "temperature"))
    texts = ["win a prize", "see you at noon"]
    np.testing.assert_array_equal(plain.score(texts).values, calibrated.score(texts).values)
    assert calibrated.model.calibration.temperature[0] > 1  # naive Bayes is too sure of itself


def test_probabilities_are_better_on_other_documents(tmp_path):
    documents = [(text, label) for batch in _read(DATA) for text, label in zip(*map(list, batch), strict=True)]
    learned, others = documents[::2], documents[1::2]
    before = Development.of(train(learned), others).gain("none")[0]["log-loss"]
    calibrated = train(learned, {"calibration": "temperature"})
    told = calibrated.score([text for text, _ in others]).log_probabilities()
    after = -np.mean([row[calibrated.labels.index(label)] for row, (_, label) in zip(told, others, strict=True)])
    assert after < before


def test_documents_of_several_labels_are_calibrated_too():
    data = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", []), ("fun", ["fun"])] * 10
    found = train(data, {"calibration": "platt", "cutoff": ("pos=f1",)})
    assert found.model.calibration.method == "platt"
    assert found.classify("good fun") == ["fun", "pos"]


def test_a_label_of_one_document_does_no_harm():
    found = train([("a", "x"), ("b", "y"), ("c", "z")], {"calibration": "auto"})
    assert sum(found.probabilities("a").values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"calibration": "magic"}, "the calibration must be one of none, auto, temperature, platt, isotonic"),
        ({"unsure": True}, "unsure needs a cutoff"),
        ({"learner": "svm", "cutoff": ("spam=f1",)}, "cutoffs need probabilities"),
        ({"cutoff": ("eggs=f1",)}, "eggs"),
        ({"cutoff": ()}, "a cutoff must be a number, one for each label, or rules"),
    ],
)
def test_what_does_not_fit_is_a_sentence(settings, said):
    with pytest.raises(SettingError, match=said):
        train(DATA, settings)


def _read(path):
    from linnet import read

    return [(batch.texts[0].to_pylist(), batch.labels.to_pylist()) for batch in read(path).batches()]
