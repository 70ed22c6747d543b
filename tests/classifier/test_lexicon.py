"""Classifiers without training: weights by hand, one lexicon per label."""

import os
from pathlib import Path

import pytest

from linnet import Recipe, cross_validate, evaluate, lexicon_classifier, load, train
from linnet.classifier.lexicon import from_lexicons
from linnet.errors import SettingError

ENGLISH, SPANISH = ["bicycle", "con"], ["bicicleta", "con"]


def test_english_and_spanish_of_the_lectures():
    # Lecture 000: bicycle 1 | 0, bicicleta 0 | 1, con 1 | 1, ordinateur 0 | 0. (Its table writes
    # "bicycle" where the weight 1 of "bicicleta" for Spanish is meant.)
    classifier = lexicon_classifier({"english": ENGLISH, "spanish": SPANISH})
    texts = ["bicycle", "bicicleta", "con", "ordinateur", "bicicleta con bicicleta"]
    assert classifier.score(texts).values.tolist() == [[1, 0], [0, 1], [1, 1], [0, 0], [1, 3]]
    assert classifier.classify(texts[:2]) == ["english", "spanish"]


def test_scores_are_offset_and_weights_by_hand():
    classifier = lexicon_classifier(
        {"pos": {"good": 2, "not bad": 1.5}, "neg": {"bad": 3, "good": -1}}, offset={"pos": 0.25}
    )
    # neg 3 - 1; pos 0.25 + 1.5 + 2: a phrase counts, and so do its words
    assert classifier.score(["Not bad, good!"]).values.tolist() == [[2.0, 3.75]]
    assert classifier.score([""]).values.tolist() == [[0, 0.25]]
    assert (classifier.labels, classifier.documents) == (("neg", "pos"), 0)


def test_it_explains_and_saves_itself_like_others(tmp_path):
    classifier = lexicon_classifier(
        {"english": ENGLISH, "spanish": SPANISH}, offset={"english": 0.5}
    )
    classifier.save(tmp_path / "m.linnet")
    twin = load(tmp_path / "m.linnet")
    assert (twin.to_bytes(), twin.recipe) == (classifier.to_bytes(), classifier.recipe)
    explained = twin.explain("con bicicleta")
    assert {one.feature: one.scores for one in explained.contributions} == {
        "con": (1, 1),
        "bicicleta": (0, 1),
    }
    assert (explained.offset, explained.scores, explained.label) == ((0.5, 0), (1.5, 2), "spanish")
    assert (
        from_lexicons(Recipe.from_toml(twin.recipe.to_toml())).to_bytes() == classifier.to_bytes()
    )


def test_margins_are_no_probabilities_and_nothing_is_learned_on():
    classifier = lexicon_classifier({"english": ENGLISH, "spanish": SPANISH})
    with pytest.raises(SettingError, match="margins, not probabilities"):
        classifier.probabilities("con")
    with pytest.raises(SettingError, match="a model of the lexicon learner cannot learn"):
        classifier.learn([("con", "english")])


def test_many_texts_are_scored_as_few():
    classifier = lexicon_classifier({"a": ["x y", "z"], "b": {"y": 2}})
    texts = ["x y", "z y x", "y y", ""] * 100
    assert classifier.score(texts).values.tolist() == [[1, 2], [1, 2], [0, 4], [0, 0]] * 100
    assert classifier.classify(texts) == [classifier.classify(text) for text in texts]


def test_case_accents_and_presence_as_in_the_recipe():
    lexicons = {"a": ["Polish"], "b": ["polish"]}
    assert lexicon_classifier(lexicons, keep_case=True).score(["Polish"]).values.tolist() == [
        [1, 0]
    ]
    assert lexicon_classifier({"a": ["é"], "b": ["x"]}, strip_accents=True).score(
        ["e"]
    ).values.tolist() == [[1, 0]]
    assert lexicon_classifier(lexicons, weighting="presence").score(
        ["polish polish"]
    ).values.tolist() == [[1, 1]]


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"lexicons": {"a": ["x"]}}, "needs a lexicon for each of two labels or more; got 'a'."),
        ({"lexicons": {}}, "needs a lexicon for each of two labels or more; got none."),
        (
            {"offset": {"c": 1.0}},
            "offsets must name labels that have a lexicon ('a', 'b'); got 'c'.",
        ),
        (
            {"offset": {"a": float("nan")}},
            "offsets by hand must be a finite number for labels; got {'a': nan}.",
        ),
        ({"chars": "2"}, "counts words as they are; got other features"),
        ({"weighting": "tfidf"}, "counts words as they are; got other features"),
        ({"min_documents": 2}, "counts words as they are; got other features"),
        ({"negation": True}, "counts words as they are; got other features"),
        ({"smoothing": 1.0}, "got it with lexicon. Leave it out."),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(chosen, sentence):
    with pytest.raises(SettingError) as caught:
        lexicon_classifier(**{"lexicons": {"a": ["x"], "b": ["y"]}, **chosen})
    assert sentence in str(caught.value)


def test_documents_are_not_learned():
    recipe = Recipe.of(learner="lexicon", lexicons={"a": ["x"], "b": ["y"]})
    for learn in (train, cross_validate):
        with pytest.raises(SettingError, match="the lexicon learner takes no documents"):
            learn([("x", "a"), ("y", "b")] * 10, recipe)
    with pytest.raises(SettingError, match="this needs the lexicon learner; got multinomial"):
        from_lexicons(Recipe())


def test_opinion_words_tell_real_reviews_apart(real_data):
    documents = real_data("mr")
    folder = Path(os.environ["LINNET_DATA"]) / "lexicons"
    classifier = lexicon_classifier(
        {"pos": folder / "positive-words.txt", "neg": folder / "negative-words.txt"}
    )
    # Two thirds, without a single document: half would be chance.
    assert 0.62 < evaluate(classifier, documents).accuracy.value < 0.70
