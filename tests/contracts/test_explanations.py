"""What holds for the explanations of every learner.

Offset and contributions are the score, and nothing else is.
"""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from linnet import Recipe, calibrate, lexicon_classifier, read, train
from linnet.explanation.counterfactuals import counterfactual
from linnet.sklearn import to_classifier
from tests.contracts.learners import TRAINED

ROWS = [
    ("Ant bee bee", "x"),
    ("ant cow", "x"),
    ("bee Cow cow", "y"),
    ("dog elk ant", "z"),
    ("dog", "y"),
    ("elk", "z"),
]
TEXTS = ["ant", "bee bee cow", "", "zyzzyva", "dog ELK ant ant"]
FEATURES = {
    "words": {"words": "1-2"},
    "chars": {"words": None, "chars": "1-3"},
    "chars in words": {"words": None, "chars_in_words": "2-4"},
    "hashed": {"words": "1-2", "hash_bits": 4},
}
NUMBERS = {
    "a": [1.0, 2, 4, 3, 7, 5],
    "b": [2.0, 1, 3, 5, 4, 9],
    "label": ["x", "x", "y", "y", "x", "y"],
}
LEVELS = {"a": ["u", "v", "u", "w", "v", "u"], "label": ["x", "x", "y", "y", "x", "y"]}
# Those that read no texts, or not by themselves.
OTHERS = {
    "gaussian": (NUMBERS, {"words": None, "numeric": ["a", "b"]}, {"a": 1.5, "b": 2.0}),
    "full-gaussian": (NUMBERS, {"words": None, "numeric": ["a", "b"]}, {"a": 1.5, "b": 2.0}),
    "categorical": (LEVELS, {"words": None, "categorical": ["a"]}, {"a": "v"}),
}


NEEDED = {"binomial": {"trials": "40"}}


def check(explained):
    sums = np.array(explained.offset) + sum(np.array(one.scores) for one in explained.contributions)
    np.testing.assert_allclose(sums, explained.scores, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize("learner", sorted(set(TRAINED) - set(OTHERS)))
def test_contributions_and_offset_sum_to_the_scores_of_texts(learner, features):
    classifier = train(
        ROWS, Recipe.of(learner=learner, **FEATURES[features], **NEEDED.get(learner, {}))
    )
    for text in TEXTS:
        explained = classifier.explain(text)
        check(explained)
        assert list(explained.scores) == pytest.approx(
            classifier.score([text]).values[0].tolist(), rel=1e-12
        )
        metadata = {one.column for one in explained.contributions} - {
            span.column for span in explained.texts[0].spans
        }
        assert metadata <= {
            int(classifier.model.features.block_ends[-1]) - 1
        }  # the trials, which are no text
        assert not metadata or learner == "binomial"


@pytest.mark.parametrize("learner", OTHERS)
def test_contributions_and_offset_sum_to_the_scores_of_columns(learner):
    data, chosen, document = OTHERS[learner]
    check(train(data, Recipe.of(learner=learner, **chosen)).explain(document))


def test_contributions_and_offset_sum_to_the_scores_by_hand():
    check(
        lexicon_classifier({"pos": {"good": 2, "not bad": 1.5}, "neg": ["bad"]}).explain(
            "Not bad, good!"
        )
    )


@pytest.mark.parametrize(
    "vectorizer", [TfidfVectorizer(), CountVectorizer(analyzer="char_wb", ngram_range=(2, 4))]
)
@pytest.mark.parametrize("estimator", [LogisticRegression(), MultinomialNB()])
def test_contributions_and_offset_sum_to_the_scores_of_what_was_converted(vectorizer, estimator):
    texts, labels = zip(*ROWS, strict=True)
    classifier = to_classifier(
        make_pipeline(clone(vectorizer), clone(estimator)).fit(texts, labels)
    )
    for text in TEXTS:
        explained = classifier.explain(text)
        check(explained)
        assert {span.column for span in explained.texts[0].spans} == {
            one.column for one in explained.contributions
        }


def test_contributions_and_offset_sum_to_the_scores_where_there_are_several_labels():
    rows = [
        {"text": text, "label": [label, "all"] if n % 2 else [label]}
        for n, (text, label) in enumerate(ROWS)
    ]
    for learner in ("multinomial", "logistic", "svm"):
        classifier = train(read(rows, multilabel=True), Recipe.of(learner=learner))
        explained = classifier.explain("ant cow")
        check(explained)
        turn = counterfactual(classifier, "ant cow", explained)
        assert turn is None or turn.answer == classifier.classify(without("ant cow", turn.words))


def test_a_calibration_leaves_contributions_alone():
    plain = train(ROWS * 3, Recipe.of(learner="svm"))
    calibrated = calibrate(plain, ROWS * 2)  # ROWS * 3 would be the training documents
    assert calibrated.explain("ant cow").calibrated
    assert calibrated.explain("ant cow").contributions == plain.explain("ant cow").contributions


@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize(
    "learner", ["multinomial", "complement", "bernoulli", "logistic", "svm", "perceptron"]
)
def test_the_text_without_the_turning_words_gets_the_other_answer(learner, features):
    classifier = train(ROWS, Recipe.of(learner=learner, **FEATURES[features]))
    for text in TEXTS:
        turn = counterfactual(classifier, text, classifier.explain(text))
        if turn is not None:
            assert (
                classifier.classify(without(text, turn.words))
                == turn.answer
                != classifier.classify(text)
            )
            for word in turn.words:  # none of them could stay
                fewer = [one for one in turn.words if one != word]
                assert classifier.classify(without(text, fewer)) == classifier.classify(text)


def without(text, words):
    """The text with each of the words, which stand between spaces here, cut out."""
    gone = {word.lower() for word in words}
    return " ".join("" if word.lower() in gone else word for word in text.split(" "))
