"""Recipes in words."""

import pytest

from linnet import Recipe
from linnet.recipe.words import in_words


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "multinomial naive Bayes, smoothing 1, prior learned, on words"),
        (
            {"learner": "binomial", "trials": "length", "prior": {"a": 0.25, "b": 0.75}},
            "binomial naive Bayes, smoothing 1, prior a 0.25, b 0.75, length trials, on words",
        ),
        (
            {"learner": "complement", "norm": True, "private": 2},
            "complement naive Bayes, smoothing 1, no prior, normed, on words; "
            "private: no word of fewer than 2 documents",
        ),
        (
            {"learner": "logistic", "penalty": "elastic", "strength": 0.001},
            "logistic with logistic loss, elastic (l1 share 0.5) penalty of strength 0.001, "
            "offset free, on words",
        ),
        (
            {"learner": "svm", "penalty": "none", "class_weights": {"a": 2}},
            "svm with squared-hinge loss, no penalty, offset free, class weights a 2, on words",
        ),
        (
            {"learner": "perceptron", "rounds": 1, "words": "2-2", "chars": "3-5"},
            "perceptron, averaged, up to 1 round, offset free, on words 2 and chars 3-5",
        ),
        (
            {"learner": "lexicon", "words": None, "lexicons": {"a": ["b"]}, "offset": {"a": 1}},
            "weights by hand, offsets a 1, on lexicons a",
        ),
        (
            {"numeric": ["n"], "cross": [["a", "b"]], "categorical": ["c"], "length": True},
            "multinomial naive Bayes, smoothing 1, prior learned, on words and columns c, a & b, "
            "n, length",
        ),
        (
            {"weighting": "presence", "stop_words": ["a", "the"], "keep_case": True},
            "multinomial naive Bayes, smoothing 1, prior learned, on words, case kept, "
            "2 stop words left out, presence only",
        ),
        (
            {"max_documents": 0.5, "most_frequent": 9},
            "multinomial naive Bayes, smoothing 1, prior learned, on words in at most 0.5 of the "
            "documents, the 9 most frequent",
        ),
    ],
)
def test_a_recipe_in_words(settings, words):
    assert in_words(Recipe.of(**settings)) == words


def test_several_labels_have_a_loss_each():
    words = in_words(Recipe.of(learner="logistic"), multilabel=True)
    assert words.startswith("logistic with logistic loss for each label, l2 penalty")
