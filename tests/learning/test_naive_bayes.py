"""Naive Bayes gives the numbers of scikit-learn, to the last digits."""

import gzip
import json
import math
import os
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB
from sklearn.pipeline import FeatureUnion

from linnet import Recipe, read, train

DATA = os.environ.get("LINNET_DATA")
with_data = pytest.mark.skipif(
    DATA is None, reason="set LINNET_DATA to the folder with the test corpora"
)
PEERS = {"multinomial": MultinomialNB, "bernoulli": BernoulliNB, "complement": ComplementNB}
SMOOTHINGS = (1e-10, 0.01, 0.5, 1, 100)
WORDS = ("ant", "bee", "cow", "dog", "elk", "fox", "gnu")

labelled = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), st.sampled_from("xyz")),
    min_size=2,
    max_size=12,
).filter(lambda rows: len({label for _, label in rows}) > 1 and any(text for text, _ in rows))


def documents_of(rows, weights=None):
    columns = {"text": [text for text, _ in rows], "label": [label for _, label in rows]}
    return (
        read(columns)
        if weights is None
        else read({**columns, "weight": list(weights)}, weight="weight")
    )


def tolerance_for(peer):
    """How near the peer comes to the exact numbers itself.

    ComplementNB takes (total + a) - c, BernoulliNB log(1 - exp(log t)): of a = 1e-10 that leaves
    six digits.
    """
    return 1e-9 if peer.alpha > 1e-6 or isinstance(peer, MultinomialNB) else 1e-4


def assert_same(classifier, peer, texts, matrix):
    """Scores, probabilities and labels of both sides agree."""
    scores, near = classifier.score(texts), tolerance_for(peer)
    joint = peer.predict_joint_log_proba(matrix)
    assert list(classifier.labels) == peer.classes_.tolist()
    np.testing.assert_allclose(scores.values, joint, rtol=near, atol=near)
    np.testing.assert_allclose(
        scores.log_probabilities(), peer.predict_log_proba(matrix), rtol=near, atol=10 * near
    )
    # Where two labels tie but for the last digits, either is right; nowhere else may they differ.
    ours, theirs = scores.best(), np.argmax(joint, axis=1)
    rows, near = np.arange(len(joint)), near / 1000
    np.testing.assert_allclose(joint[rows, ours], joint[rows, theirs], rtol=near, atol=near)


def compare(rows, weights=None, priors=None, tests=None, **chosen):
    """Train both sides on the same documents and compare them on these and on `tests`."""
    prior = priors or "learned"
    recipe = Recipe.of(word_pattern="sklearn", prior=prior, **chosen)
    vectorizer = CountVectorizer()
    matrix = vectorizer.fit_transform([text for text, _ in rows])
    labels = [label for _, label in rows]
    settings = {"alpha": chosen["smoothing"], "fit_prior": prior != "uniform"}
    if isinstance(prior, dict):
        settings["class_prior"] = [prior[label] for label in sorted(prior)]
    if "norm" in chosen:
        settings["norm"] = chosen["norm"]
    peer = PEERS[chosen["learner"]](**settings).fit(matrix, labels, sample_weight=weights)
    classifier = train(documents_of(rows, weights), recipe)
    texts = [text for text, _ in rows] + [*WORDS, "", "unseen words"] if tests is None else tests
    assert_same(classifier, peer, texts, vectorizer.transform(texts))


learners = pytest.mark.parametrize("learner", PEERS)


@learners
@settings(max_examples=50, deadline=None)
@given(
    rows=labelled,
    smoothing=st.sampled_from(SMOOTHINGS),
    priors=st.sampled_from(["learned", "uniform"]),
)
def test_small_corpora(learner, rows, smoothing, priors):
    compare(
        rows,
        learner=learner,
        smoothing=smoothing,
        priors="learned" if learner == "complement" else priors,
    )


@settings(max_examples=30, deadline=None)
@given(rows=labelled, smoothing=st.sampled_from(SMOOTHINGS))
def test_normed_complement(rows, smoothing):
    if (
        len({word for text, _ in rows for word in text.split()}) > 1
    ):  # else weights of 0 are divided by their sum of 0
        compare(rows, learner="complement", smoothing=smoothing, norm=True)


@learners
@settings(max_examples=30, deadline=None)
@given(rows=labelled, data=st.data(), whole=st.booleans())
def test_document_weights(learner, rows, data, whole):
    one = st.integers(1, 5) if whole else st.floats(0.125, 8)
    weights = data.draw(st.lists(one, min_size=len(rows), max_size=len(rows)))
    compare(rows, weights, learner=learner, smoothing=0.5)


def test_normed_complement_of_one_feature_has_weight_zero():
    # P("ant") is 1 with any label, its weight -log 1 = 0; the peer divides 0 by 0
    classifier = train([("ant", "x"), ("ant", "y")], Recipe.of(learner="complement", norm=True))
    assert classifier.score(["ant", ""]).values.tolist() == [[0, 0], [0, 0]]


def test_tiny_document_weights_count():
    rows = [("ant bee", "x"), ("bee cow", "y")]
    compare(rows, [1e-10, 2e-10], learner="multinomial", smoothing=1e-10)


def test_a_tiny_smoothing_keeps_all_digits():
    # ant: x 3, y 0; bee: x 2, y 1; V = 2. x has 3 documents, each with "ant"
    rows = [("ant bee", "x"), ("ant bee", "x"), ("ant", "x"), ("bee", "y")]
    a = 1e-10
    bernoulli = train(rows, Recipe.of(learner="bernoulli", smoothing=a)).score([""]).values[0, 0]
    # absent: ant (3 - 3 + a) / (3 + 2 a), bee (3 - 2 + a) / (3 + 2 a)
    assert bernoulli == pytest.approx(
        math.log(3 / 4) + math.log(a / (3 + 2 * a)) + math.log((1 + a) / (3 + 2 * a)), rel=1e-15
    )
    complement = train(rows, Recipe.of(learner="complement", smoothing=a)).score(["ant"]).values[0]
    # rest of x: ant 0 of 1; rest of y: ant 3 of 5
    by_hand = [-math.log(a / (1 + 2 * a)), -math.log((3 + a) / (5 + 2 * a))]
    assert complement.tolist() == pytest.approx(by_hand, rel=1e-14)


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_given_priors(learner):
    rows = [("ant bee", "x"), ("bee cow cow", "y"), ("dog", "z"), ("dog ant", "z")]
    compare(rows, learner=learner, smoothing=1, priors={"x": 0.7, "y": 0.2, "z": 0.1})


@learners
def test_several_blocks_are_a_union_of_vectorizers(learner):
    rows = [
        ("the ant sat", "x"),
        ("the bee sat there", "y"),
        ("an ant and a bee", "y"),
        ("cow", "x"),
    ]
    union = FeatureUnion(
        [
            ("words", CountVectorizer(ngram_range=(1, 2))),
            ("chars", CountVectorizer(analyzer="char", ngram_range=(2, 3))),
            ("chars-in-words", CountVectorizer(analyzer="char_wb", ngram_range=(3, 4))),
        ]
    )
    texts, labels = zip(*rows, strict=True)
    matrix = union.fit_transform(texts)
    peer = PEERS[learner](alpha=0.5).fit(matrix, labels)
    grams = {"words": "1-2", "chars": "2-3", "chars_in_words": "3-4"}
    classifier = train(
        list(rows), Recipe.of(learner=learner, smoothing=0.5, word_pattern="sklearn", **grams)
    )
    new = [*texts, "the cow and the ant", ""]
    assert_same(classifier, peer, new, union.transform(new))


@learners
def test_two_fields_are_two_vectorizers_side_by_side(learner):
    from scipy.sparse import hstack

    titles, bodies, labels = (
        ["ant bee", "bee", "cow"],
        ["bee fox", "ant", "fox fox"],
        ["x", "y", "y"],
    )
    first, second = CountVectorizer().fit(titles), CountVectorizer().fit(bodies)
    documents = read({"title": titles, "body": bodies, "label": labels}, text=["title", "body"])
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0.5, word_pattern="sklearn"))
    matrix = hstack([first.transform(titles), second.transform(bodies)])
    peer = PEERS[learner](alpha=0.5).fit(matrix, labels)
    assert_same(classifier, peer, list(zip(titles, bodies, strict=True)), matrix)


@learners
@pytest.mark.parametrize("bits", [2, 10])
def test_hashed_features_are_those_of_the_hashing_vectorizer(learner, bits):
    rows = [
        ("the ant sat", "x"),
        ("the bee sat there", "y"),
        ("an ant and a bee", "y"),
        ("cow", "x"),
    ]
    texts, labels = zip(*rows, strict=True)
    vectorizer = HashingVectorizer(n_features=2**bits, alternate_sign=False, norm=None)
    peer = PEERS[learner](alpha=0.5).fit(vectorizer.transform(texts), labels)
    classifier = train(
        list(rows),
        Recipe.of(learner=learner, smoothing=0.5, word_pattern="sklearn", hash_bits=bits),
    )
    new = [*texts, "never seen before", ""]
    assert_same(classifier, peer, new, vectorizer.transform(new))


@learners
def test_frequency_limits_are_those_of_the_count_vectorizer(learner):
    rows = [
        ("ant bee cow", "x"),
        ("ant bee", "y"),
        ("ant bee dog", "y"),
        ("ant elk", "x"),
        ("elk fox", "x"),
    ]
    texts, labels = zip(*rows, strict=True)
    vectorizer = CountVectorizer(
        min_df=2, max_df=0.6
    )  # leaves bee (3 of 5) and elk (2); ant is in 4
    matrix = vectorizer.fit_transform(texts)
    assert vectorizer.get_feature_names_out().tolist() == ["bee", "elk"]
    limits = {"min_documents": 2, "max_documents": 0.6}
    classifier = train(
        list(rows), Recipe.of(learner=learner, word_pattern="sklearn", smoothing=1, **limits)
    )
    assert_same(classifier, PEERS[learner](alpha=1).fit(matrix, labels), list(texts), matrix)


# Weights and repetitions. Frequency limits and the file's document counts go by documents, whatever
# their weight, so files with weights 2 and with repeated documents differ in these; weights, scores
# and totals are the same.


@learners
@settings(max_examples=30, deadline=None)
@given(rows=labelled, data=st.data())
def test_a_whole_weight_is_a_repetition(learner, rows, data):
    weights = data.draw(st.lists(st.integers(1, 4), min_size=len(rows), max_size=len(rows)))
    repeated = [row for row, weight in zip(rows, weights, strict=True) for _ in range(weight)]
    recipe = Recipe.of(learner=learner, smoothing=0.5)
    one, other = train(documents_of(rows, weights), recipe), train(repeated, recipe)
    for name, array in one.model.weights.arrays().items():
        np.testing.assert_array_equal(array, other.model.weights.arrays()[name], err_msg=name)
    np.testing.assert_array_equal(one.totals.weights, other.totals.weights)
    np.testing.assert_array_equal(one.totals.blocks[0].sums, other.totals.blocks[0].sums)
    np.testing.assert_array_equal(one.totals.blocks[0].presences, other.totals.blocks[0].presences)


@learners
@settings(max_examples=30, deadline=None)
@given(rows=labelled, more=labelled)
def test_weight_zero_is_removal_in_the_same_bytes(learner, rows, more):
    recipe = Recipe.of(learner=learner, smoothing=0.5, min_documents=0.1)
    weighted = train(documents_of([*more, *rows], [0] * len(more) + [1] * len(rows)), recipe)
    assert weighted.to_bytes() == train(documents_of(rows, [1] * len(rows)), recipe).to_bytes()
    assert weighted.to_bytes() == train(rows, recipe).to_bytes()


@pytest.mark.parametrize("smoothing", [0, 0.5])
def test_tenths_that_add_up_are_no_dust(smoothing):
    # "ant" is in every x document: ten weights of a tenth, whose sum is not 1 in floating point
    rows = [("ant", "x")] * 10 + [("bee", "y")]
    classifier = train(
        documents_of(rows, [0.1] * 11), Recipe.of(learner="bernoulli", smoothing=smoothing)
    )
    scores = classifier.score(["ant", "bee", ""]).values
    assert not np.isnan(scores).any()
    if smoothing == 0:
        assert np.isneginf(scores[1, 0])
        assert np.isneginf(scores[2]).all()


# Real corpora


def corpus(name, n=None):
    with gzip.open(Path(DATA or "") / name, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, n)]
    return [(row["text"], row["label"]) for row in rows]


@with_data
@learners
@pytest.mark.parametrize(
    ("name", "n"), [("sms_spam/all.jsonl.gz", None), ("ag_news/train.jsonl.gz", 6000)]
)
def test_real_corpora(name, n, learner):
    rows = corpus(name, n)
    held_out = len(rows) * 4 // 5
    tests = [text for text, _ in rows[held_out:]]
    compare(rows[:held_out], learner=learner, smoothing=0.5, tests=tests)
    weights = (np.arange(held_out) % 7 + 0.25).tolist()
    compare(rows[:held_out], weights, learner=learner, smoothing=0.01, tests=tests[:200])


@with_data
def test_every_smoothing_on_a_real_corpus():
    rows = corpus("sms_spam/all.jsonl.gz", 1500)
    tests = [text for text, _ in rows[1000:]]
    for smoothing in SMOOTHINGS:
        for learner in PEERS:
            compare(rows[:1000], learner=learner, smoothing=smoothing, tests=tests)
        compare(rows[:1000], learner="complement", smoothing=smoothing, norm=True, tests=tests)
