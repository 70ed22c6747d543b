"""What holds for every learner that needs sums of counts alone.

Naive Bayes of the first kind, and a toy.
"""

import math

import numpy as np
import pytest

from linnet import Recipe, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import SettingError
from tests.contracts.learners import EXACT, SMOOTHED, TRAINED
from tests.contracts.rows import ROWS

TEXTS = ["ant", "bee bee cow", "", "zyzzyva", "dog elk ant ant", "cow " * 1000]
LABELS = ("x", "y", "z")
OF_COLUMNS = ("binomial", "categorical", "full-gaussian")  # these read no words
PRIORS = ["learned", "uniform", {"x": 0.2, "y": 0.3, "z": 0.5}]
every_learner = pytest.mark.parametrize("learner", EXACT)
every_smoothed = pytest.mark.parametrize("learner", SMOOTHED)


def trained(learner, **chosen):
    return train(ROWS, Recipe.of(learner=learner, **chosen))


@every_smoothed
@pytest.mark.parametrize("smoothing", [1e-10, 0.5, 1, 1e100])
def test_probabilities_sum_to_one(learner, smoothing):
    scores = trained(learner, smoothing=smoothing).score(TEXTS)
    assert np.isfinite(scores.values).all()
    np.testing.assert_allclose(scores.probabilities().sum(axis=1), 1, rtol=1e-12)
    assert (scores.probabilities() >= 0).all()
    np.testing.assert_allclose(np.exp(scores.log_probabilities()), scores.probabilities())


@every_learner
def test_the_same_documents_give_the_same_bytes(learner):
    expected = trained(learner).to_bytes()
    for threads in (1, 2, 5):
        assert train(ROWS[::-1], Recipe.of(learner=learner), threads=threads).to_bytes() == expected


@every_learner
def test_a_saved_classifier_gives_the_same_answers(learner, tmp_path):
    classifier = trained(learner, words="1-2", chars="2-3")
    twin = from_bytes(classifier.to_bytes())
    assert (twin.score(TEXTS).values == classifier.score(TEXTS).values).all()
    assert twin.classify(TEXTS) == [classifier.classify(text) for text in TEXTS]
    assert twin.to_bytes() == classifier.to_bytes()


@every_learner
@pytest.mark.parametrize("chosen", [{}, {"words": "1-2", "chars": "1-1"}, {"hash_bits": 3}])
def test_contributions_and_offset_sum_to_the_scores(learner, chosen):
    classifier = trained(learner, **chosen)
    for text in TEXTS[:5]:
        explained = classifier.explain(text)
        sums = np.array(explained.offset)
        for contribution in explained.contributions:
            sums = sums + contribution.scores
        assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9)
        assert explained.label == classifier.classify(text)


@every_learner
def test_learning_is_training_on_everything(learner):
    recipe = Recipe.of(learner=learner, most_frequent=3)
    learned = train(ROWS[:3], recipe).learn(ROWS[3:])
    assert learned.to_bytes() == train(ROWS, recipe).to_bytes()
    assert learned.forget(ROWS[3:]).to_bytes() == train(ROWS[:3], recipe).to_bytes()


@every_smoothed
@pytest.mark.parametrize("prior", PRIORS, ids=["learned", "uniform", "given"])
def test_an_empty_document_gets_the_prior(learner, prior):
    # x has 3 of 7 documents, y 2, z 2. Bernoulli counts absent words too: it is tested by hand
    # elsewhere.
    expected = (
        [3 / 7, 2 / 7, 2 / 7]
        if prior == "learned"
        else [1 / 3] * 3
        if prior == "uniform"
        else [0.2, 0.3, 0.5]
    )
    if learner == "complement" and prior != "learned":
        with pytest.raises(SettingError, match="has no prior"):
            trained(learner, prior=prior)
        return
    classifier = trained(learner, prior=prior)
    np.testing.assert_allclose(
        np.exp(classifier.model.weights.prior), [1 / 3] * 3 if learner == "complement" else expected
    )
    got = classifier.score(["", "zyzzyva"]).probabilities()
    assert (got[0] == got[1]).all()
    if learner == "complement":  # it has no prior
        np.testing.assert_allclose(got[0], 1 / 3)
    if learner == "multinomial":
        np.testing.assert_allclose(got[0], expected)


@every_learner
def test_a_feature_weighs_as_much_with_a_label_as_its_text_adds(learner):
    classifier = trained(learner)
    empty = classifier.score([""]).values[0]
    for word in ("ant", "bee", "cow", "dog", "elk"):
        weight, vetoes = classifier.model.weight_of(classifier.model.engine.find(0, word))
        assert not vetoes.any()
        assert (classifier.score([word]).values[0] - empty).tolist() == pytest.approx(
            weight.tolist(), abs=1e-12
        )


@every_learner
@pytest.mark.parametrize("n_labels", [2, 3, 50, 300])
def test_any_number_of_labels(learner, n_labels):
    # each label has a word of its own; 300 labels do not fit into a byte
    rows = [(f"w{label} w{label} common", f"label{label:03}") for label in range(n_labels)]
    smoothing = {"smoothing": 0.1} if learner in SMOOTHED else {}
    classifier = train(rows, Recipe.of(learner=learner, **smoothing))
    assert len(classifier.labels) == n_labels
    twin = from_bytes(classifier.to_bytes())
    assert twin.classify([f"w{n_labels - 1}", "w0"]) == [f"label{n_labels - 1:03}", "label000"]
    assert len(twin.totals.labels) == n_labels
    assert twin.classify("common") in classifier.labels


@every_learner
def test_one_label_may_have_only_empty_documents(learner):
    classifier = train([("ant bee", "x"), ("", "y"), ("", "y")], Recipe.of(learner=learner))
    scores = classifier.score(["ant", ""])
    assert np.isfinite(scores.values).all()
    assert from_bytes(classifier.to_bytes()).to_bytes() == classifier.to_bytes()


@every_learner
@pytest.mark.parametrize("weighting", ["counts", "presence"])
def test_presence_counts_a_feature_once(learner, weighting):
    classifier = trained(learner, weighting=weighting)
    once, often = classifier.score(["ant bee", "ant bee bee ant"]).values
    assert (once == often).all() == (weighting == "presence" or learner == "bernoulli")


@every_smoothed
def test_smoothing_zero_is_refused_or_never_nan(learner):
    if learner == "complement":
        return  # refused: tests/test_classifier.py
    scores = trained(learner, smoothing=0).score([*TEXTS, "ant dog cow bee elk"])
    assert not np.isnan(scores.values).any()
    assert not (scores.values == math.inf).any()
    np.testing.assert_allclose(scores.probabilities().sum(axis=1), 1)


@pytest.mark.parametrize("learner", [name for name in TRAINED if name not in OF_COLUMNS])
@pytest.mark.parametrize("labels", [("ham", "ham", "spam"), (["ham"], ["ham"], ["ham", "spam"])])
def test_documents_without_any_word_make_a_model_of_offsets(learner, labels):
    rows = list(zip(["!!!"] * 60, labels * 20, strict=True))
    classifier = train(rows, {"learner": learner, "calibration": "none"})
    assert classifier.model.features.n_columns == 0
    again = from_bytes(classifier.to_bytes())
    assert again.classify("hello") == classifier.classify("hello") == classifier.classify("?")
