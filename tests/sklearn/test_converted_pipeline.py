"""A classifier becomes a fitted pipeline of scikit-learn's own classes."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import train
from linnet.errors import ModelFileError, SettingError
from linnet.features.names import Names
from linnet.sklearn import to_classifier, to_pipeline
from tests.sklearn.convert_cases import LABELS, STRANGE, TEXTS, TWO, scores_of

PAIRS = [("good film", "pos"), ("bad film", "neg")]
COUNTS = {"learner": "multinomial", "word_pattern": "sklearn"}


def test_multinomial_weights_by_hand():
    vectorizer, model = to_pipeline(train(PAIRS, COUNTS))
    assert vectorizer.vocabulary_ == {"bad": 0, "film": 1, "good": 2}
    # Smoothing 1 and three words: (1 + 1) / (2 + 3) for those of a label, (0 + 1) / (2 + 3).
    expected = np.log([[2 / 5, 2 / 5, 1 / 5], [1 / 5, 2 / 5, 2 / 5]])
    assert model.feature_log_prob_ == pytest.approx(expected)
    assert model.class_log_prior_ == pytest.approx(np.log([1 / 2, 1 / 2]))
    assert model.classes_.tolist() == ["neg", "pos"]


def test_how_texts_are_cut_becomes_parameters():
    recipe = {**COUNTS, "words": "1-2", "keep_case": True, "strip_accents": True}
    vectorizer = to_pipeline(train(PAIRS, {**recipe, "stop_words": ["film"]}))[0]
    asked = vectorizer.get_params()
    assert (asked["ngram_range"], asked["lowercase"]) == ((1, 2), False)
    assert (asked["strip_accents"], asked["stop_words"]) == ("unicode", ["film"])


RECIPES = {
    "multinomial": {"learner": "multinomial", "smoothing": 0.5},
    "complement": {"learner": "complement", "norm": True, "words": "1-2"},
    "bernoulli": {"learner": "bernoulli"},
    "poisson": {"learner": "poisson"},
    "logistic": {
        "learner": "logistic",
        "weighting": "sublinear-tfidf",
        "stop_words": ["the", "la"],
    },
    "logistic, each from the rest": {
        "learner": "logistic",
        "loss": "logistic",
        "weighting": "presence",
    },
    "svm on chars": {
        "learner": "svm",
        "chars": "2-3",
        "words": None,
        "weighting": "tfidf",
        "unit_length": "l1",
    },
    "chars in words": {
        "learner": "perceptron",
        "chars_in_words": "3-4",
        "words": None,
        "keep_case": True,
    },
    "hashed": {"learner": "logistic", "hash_bits": 12, "weighting": "tfidf", "strip_accents": True},
    "limits": {
        "learner": "nb-svm",
        "min_documents": 2,
        "weighting": "presence",
        "unit_length": "l2",
    },
}


@pytest.mark.parametrize("labels", [LABELS, TWO], ids=["three labels", "two labels"])
@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_a_classifier_becomes_a_pipeline(recipe, labels):
    classifier = train({"text": TEXTS, "label": labels}, {"word_pattern": "sklearn", **recipe})
    pipeline = to_pipeline(classifier)
    texts = TEXTS + STRANGE
    assert pipeline.predict(texts).tolist() == classifier.classify(texts)
    mine, theirs = classifier.score(texts), scores_of(pipeline, texts)
    # A w of two labels is around 0.
    spread = lambda scores: scores - scores.mean(axis=1, keepdims=True)  # noqa: E731
    shift = spread if len(classifier.labels) == 2 else np.asarray
    assert shift(mine.values) == pytest.approx(shift(theirs), abs=1e-9 * np.abs(theirs).max())
    if mine.has_probabilities:
        assert pipeline.predict_proba(texts) == pytest.approx(mine.probabilities(), abs=1e-9)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_there_and_back(recipe):
    classifier = train({"text": TEXTS, "label": LABELS}, {"word_pattern": "sklearn", **recipe})
    back = to_classifier(to_pipeline(classifier))
    assert back.classify(TEXTS) == classifier.classify(TEXTS)
    expected = classifier.score(TEXTS).values
    assert np.abs(back.score(TEXTS).values - expected).max() < 1e-6 * np.abs(expected).max()


@pytest.mark.parametrize(
    ("recipe", "must"),
    [
        ({}, "the word pattern sklearn"),
        ({"word_pattern": "sklearn", "chars": "2"}, "one kind of feature of one text"),
        ({"word_pattern": "sklearn", "smoothing": 0}, "smoothing above 0"),
        ({"word_pattern": "sklearn", "weighting": "bm25", "learner": "svm"}, "counts or tf-idf"),
        (
            {"word_pattern": "sklearn", "calibration": "temperature", "learner": "logistic"},
            "no calibration",
        ),
    ],
)
def test_other_models_do_not_become_pipelines(recipe, must):
    classifier = train({"text": TEXTS, "label": LABELS}, {"learner": "multinomial", **recipe})
    with pytest.raises(SettingError, match=f"a model must have {must}"):
        to_pipeline(classifier)


def test_several_labels_and_a_tokenizer_do_not_become_pipelines():
    several = train([("good fun", ["pos", "fun"]), ("dull", [])] * 5, {"learner": "logistic"})
    with pytest.raises(SettingError, match=r"one label for each text to become .*; got several"):
        to_pipeline(several)
    cut = train(PAIRS, {"learner": "multinomial"}, tokenizer=str.split)
    with pytest.raises(SettingError, match=r"linnet's own words to become .*; got a tokenizer"):
        to_pipeline(cut)


def test_a_name_that_is_there_twice_is_refused():
    classifier = train(PAIRS, COUNTS)
    features = classifier.model.features
    damaged = replace(features.blocks[0], names=Names.of(["bad", "film", "film"]))
    model = replace(classifier.model, features=replace(features, blocks=(damaged,)))
    with pytest.raises(ModelFileError, match="names of features must differ; got one twice"):
        to_pipeline(replace(classifier, model=model))
