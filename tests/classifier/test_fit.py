"""What can be trained, and what cannot: a sentence each."""

import random

import pytest

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError
from tests.classifier.messages import SPAM, every_recipe

WORDS = ("ant", "bee", "cow", "dog", "elk")


@every_recipe
def test_neither_threads_nor_order_change_a_byte(chosen):
    rows = [
        (" ".join(WORDS[i % 5 :]) + f" w{i % 97} w{i % 53}", "xyz"[i * 7 % 3]) for i in range(600)
    ]
    recipe = Recipe.of(**chosen)
    expected = train(rows, recipe, threads=1).to_bytes()
    for threads in (2, 5):
        shuffled = random.Random(threads).sample(rows, len(rows))
        assert train(shuffled, recipe, threads=threads).to_bytes() == expected


@pytest.mark.parametrize(
    ("rows", "chosen", "error", "sentence"),
    [
        (
            [("a", "x")],
            {},
            InputError,
            "at least two labels to tell apart; got 'x'. Check the label column.",
        ),
        ([], {}, InputError, "there must be at least one document with a label; got none."),
        (
            {"text": [], "label": []},
            {},
            InputError,
            "at least one document with a label; got none.",
        ),
        (
            SPAM,
            {"min_documents": 99},
            SettingError,
            "the frequency limits must leave some features; got none.",
        ),
        (
            SPAM,
            {"private": 99},
            SettingError,
            "limits must leave some features; got none. Loosen the limits.",
        ),
        (SPAM, {"learner": "magic"}, SettingError, "lexicon; got 'magic'."),
        (
            SPAM,
            {"smoothing": -1},
            SettingError,
            "smoothing must be 0 or above; got -1. Use 1.0 if unsure.",
        ),
        (SPAM, {"smoothing": float("nan")}, SettingError, "smoothing must be 0 or above; got nan."),
        (
            SPAM,
            {"learner": "complement", "smoothing": 0},
            SettingError,
            "complement learner needs smoothing above 0",
        ),
        (
            SPAM,
            {"norm": True},
            SettingError,
            "norm belongs to the complement learner; got it without.",
        ),
        (
            SPAM,
            {"prior": "guess"},
            SettingError,
            "a prior must be learned, uniform or LABEL=P,…; got 'guess'.",
        ),
        (
            SPAM,
            {"prior": {"ham": 1.0}},
            SettingError,
            "must name every label ('ham', 'spam'); got 'ham'.",
        ),
        (
            SPAM,
            {"prior": {"ham": 0.5, "spam": 0.4}},
            SettingError,
            "above 0 and sum to 1; got a sum of 0.9.",
        ),
        (
            SPAM,
            {"prior": {"ham": 1.5, "spam": -0.5}},
            SettingError,
            "a given prior must be above 0 and sum to 1",
        ),
        (
            SPAM,
            {"prior": {"ham": 1.0, "spam": 0.0}},
            SettingError,
            "a given prior must be above 0 and sum to 1",
        ),
    ],
)
def test_what_cannot_be_trained_is_a_sentence(rows, chosen, error, sentence):
    with pytest.raises(error) as caught:
        train(rows, Recipe.of(**chosen))
    assert sentence in str(caught.value)


def test_training_needs_labels():
    with pytest.raises(SettingError, match="training needs labels; got documents without"):
        train(read(["a", "b"], labelled=False))


def test_empty_documents_make_a_classifier_of_the_prior():
    classifier = train([("", "x"), ("", "x"), ("...", "y")], Recipe.of(learner="multinomial"))
    assert classifier.probabilities("anything") == pytest.approx({"x": 2 / 3, "y": 1 / 3})
    assert from_bytes(classifier.to_bytes()).classify(["a", ""]) == ["x", "x"]
    assert classifier.learn([("word", "y"), ("other", "x")]).classify("word word") == "y"


def test_one_document_and_all_documents_are_different_limits():
    pairs = [("ant bee", "x"), ("ant", "y"), ("ant cow", "y")]
    rare = train(pairs, Recipe.of(max_documents=1))
    assert list(rare.model.features.blocks[0].names) == ["bee", "cow"]
    everywhere = train(pairs, Recipe.of(min_documents=1.0))
    assert list(everywhere.model.features.blocks[0].names) == ["ant"]
    assert train(pairs, Recipe.of(max_documents=1.0, min_documents=1)).model.features.n_columns == 3


def test_private_and_hashed_do_not_go_together():
    with pytest.raises(SettingError, match="hashed features cannot drop rare words"):
        Recipe.of(private=2, hash_bits=10)


def test_complement_has_no_prior_to_give():
    with pytest.raises(SettingError, match="has no prior"):
        Recipe.of(learner="complement", prior="uniform")


@pytest.mark.parametrize("learner", ["svm", "logistic", "nb-svm"])
@pytest.mark.parametrize("chosen", [{}, {"narrow": True}, {"weighting": "tfidf"}])
def test_without_any_word_a_linear_model_gives_the_most_frequent_label(learner, chosen):
    rows = [("!!!", "ham"), ("...", "ham"), ("?", "spam")] * 20
    classifier = train(rows, {"learner": learner, **chosen})
    assert classifier.classify("!!!") == classifier.classify("free prize") == "ham"
    learned = classifier.learn([("free prize", "spam")])
    assert learned.documents == 61
