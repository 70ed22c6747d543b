"""Documents and a recipe in, a classifier out."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make
from linnet.validation import splitting

FILMS = [("good film", "pos"), ("bad film", "neg")]


def test_a_recipe_or_its_settings_make_the_same_classifier():
    classifier = make(FILMS, {"smoothing": 1.0})
    # P(good | pos) = (1 + 1) / (2 + 3), P(good | neg) = (0 + 1) / (2 + 3): 2 to 1.
    assert classifier.probabilities("good")["pos"] == pytest.approx(2 / 3)
    assert make(FILMS, Recipe.of(smoothing=1.0)).to_bytes() == classifier.to_bytes()


def test_a_tokenizer_cuts_texts_in_training_and_after():
    classifier = make([("a-b", "x"), ("c-d", "y")], {}, tokenizer=lambda text: text.split("-"))
    assert list(classifier.model.features.blocks[0].names) == ["a", "b", "c", "d"]
    assert classifier.classify("q-d") == "y"


def test_columns_that_were_read_are_learned_and_written_into_the_recipe():
    rows = {"text": ["film", "film"], "label": ["pos", "neg"], "author": ["ann", "bob"]}
    classifier = make(read(rows, categorical="author"), {"learner": "logistic"})
    assert classifier.recipe.features.categorical == ("author",)
    assert classifier.classify({"text": "film", "author": "bob"}) == "neg"


@pytest.mark.parametrize("learner", ["multinomial", "svm"])
def test_a_calibration_is_found_on_documents_that_were_held_out(learner):
    # One in five films is called what it is not.
    films = [("good", "pos")] * 80 + [("good", "neg")] * 20
    films += [("bad", "neg")] * 80 + [("bad", "pos")] * 20
    classifier = make(films, {"learner": learner, "calibration": "shared-platt"}, threads=1)
    assert classifier.model.calibration.method == "platt"
    assert classifier.probabilities("good")["pos"] == pytest.approx(0.8, abs=0.02)
    assert make(films, {"learner": learner}).model.calibration is None


def test_documents_without_labels_teach_nothing():
    documents = read(["good film", "bad film"], labelled=False)
    with pytest.raises(SettingError, match="training needs labels; got documents without"):
        make(documents, {})


def test_progress_is_told_while_documents_are_read():
    told = []
    make(FILMS, {}, progress=lambda share, documents: told.append((share, documents)))
    assert told[-1] == (1.0, 2)


def test_copies_that_are_known_are_not_looked_for(monkeypatch):
    looked = []
    monkeypatch.setattr(splitting, "duplicate_groups", lambda *data: looked.append(data))
    films = [("good film", "pos"), ("bad film", "neg"), ("good plot", "pos")] * 8
    recipe = {"learner": "svm", "calibration": "platt"}
    make(films, recipe, copies=np.arange(24) % 3)
    make(films, recipe, copies=np.arange(24))
    assert not looked


def test_calibrations_keep_copies_that_are_known_together():
    films = [(f"film {n}", label) for n, label in enumerate(["pos", "neg", "neg", "pos"] * 5)] * 4
    recipe = {"learner": "svm", "calibration": "platt"}
    alone = make(films, recipe, copies=np.arange(80))
    assert alone.to_bytes() == make(films, recipe).to_bytes()
    together = make(films, recipe, copies=np.arange(80) % 20)
    sure, unsure = (one.probabilities("film 1")["neg"] for one in (alone, together))
    assert unsure < 0.7
    assert sure > 0.8
