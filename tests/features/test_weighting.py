"""What a count is worth: by hand, and as scikit-learn has it."""

import math

import numpy as np
import pytest

from linnet import Recipe, train
from linnet.errors import SettingError
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count
from linnet.features.weighting import WEIGHTINGS, learn_weighting

TEXTS = ["the blue dog ate a blue biscuit", "the red dog", "a cat", "", "blue blue blue cat"]


def weighed(name, unit=None, texts=TEXTS, **settings):
    """Each document as word → value."""
    features, rows = count([texts], [BlockSettings(**settings)])
    weighting = learn_weighting(name, unit, rows, features.block_ends)
    rows = rows if weighting is None else weighting.weigh(rows)
    ends = zip(rows.starts[:-1].tolist(), rows.starts[1:].tolist(), strict=True)
    columns, values = rows.columns.tolist(), rows.values.tolist()
    return [{features.name(columns[i]): values[i] for i in range(*here)} for here in ends]


def test_sublinear_by_hand():
    assert weighed("sublinear")[4] == pytest.approx({"blue": 1 + math.log(3), "cat": 1})


def test_lectures_tfidf_by_hand():
    # "blue" stands twice here and in 2 of 5 documents, "biscuit" once and in 1 of 5
    found = weighed("tfidf-log10")[0]
    assert found["blue"] == pytest.approx(math.log10(3) * math.log10(5 / 2))
    assert found["biscuit"] == pytest.approx(math.log10(2) * math.log10(5))


def test_bm25_by_hand():
    # The lengths are 7, 3, 2, 0, 4: 16 / 5 on average. "cat" stands in 2 of 5 documents.
    below = 1.2 * (0.25 + 0.75 * 2 / 3.2)
    assert weighed("bm25")[2]["cat"] == pytest.approx(2.2 / (1 + below) * math.log(1 + 3.5 / 2.5))


def test_unit_lengths():
    assert weighed("counts", "l1")[4] == {"blue": 0.75, "cat": 0.25}
    assert weighed("counts", "l2")[4] == pytest.approx(
        {"blue": 3 / math.sqrt(10), "cat": 1 / math.sqrt(10)}
    )
    assert weighed("tfidf", "none")[2]["cat"] == pytest.approx(math.log(6 / 3) + 1)
    assert weighed("counts", "l2")[3] == {}


@pytest.mark.parametrize("sublinear", [False, True])
@pytest.mark.parametrize("grams", [(1, 1), (1, 2)])
def test_tfidf_is_that_of_scikit_learn(sublinear, grams, real_data):
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts = [text for text, _ in real_data("ag_news", 3000)]
    theirs = TfidfVectorizer(ngram_range=grams, sublinear_tf=sublinear).fit_transform(texts)
    features, rows = count(
        [texts], [BlockSettings(shortest=grams[0], longest=grams[1], pattern="sklearn")]
    )
    name = "sublinear-tfidf" if sublinear else "tfidf"
    ours = (
        learn_weighting(name, None, rows, features.block_ends)
        .weigh(rows, threads=2)
        .matrix(features.n_columns)
    )
    theirs.sort_indices()
    assert (ours.indices == theirs.indices).all()
    np.testing.assert_allclose(ours.data, theirs.data, rtol=1e-12)


def test_each_block_gets_its_own_length():
    features, rows = count([["a bb"]], [BlockSettings(), BlockSettings(kind="chars")])
    values = learn_weighting("counts", "l2", rows, features.block_ends).weigh(rows).values
    first = int((rows.columns < features.block_ends[0]).sum())
    assert np.linalg.norm(values[:first]) == pytest.approx(1)
    assert np.linalg.norm(values[first:]) == pytest.approx(1)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_a_saved_classifier_weighs_new_documents_as_before(weighting, learner, tmp_path):
    from linnet import load

    rows = [(text, "ab"[number % 2]) for number, text in enumerate(TEXTS)]
    classifier = train(rows, Recipe.of(weighting=weighting, learner=learner))
    classifier.save(tmp_path / "m.linnet")
    twin = load(tmp_path / "m.linnet")
    assert (twin.score(TEXTS).values == classifier.score(TEXTS).values).all()
    assert twin.classify(TEXTS) == [classifier.classify(text) for text in TEXTS]
    assert twin.to_bytes() == classifier.to_bytes()


def test_rarity_is_learned_from_training_documents_alone():
    rows = [("a b", "x"), ("a", "y")]
    classifier = train(rows, Recipe.of(weighting="tfidf-log10", learner="perceptron"))
    found = classifier.model.rows([["a b b"]])
    # "a" is in both documents: log10(2/2) = 0; "b" in one: log10(3) * log10(2)
    assert found.values.tolist() == pytest.approx([0, math.log10(3) * math.log10(2)])


def test_a_naive_bayes_model_of_weighed_counts_learns_on_with_its_rarities():
    classifier = train([("a b", "x"), ("c", "y")], Recipe.of(weighting="tfidf-log10"))
    learned = classifier.learn([("a a a c new", "y")])
    # Each word was in one of two documents: log10(1 + 1) · log10(2 / 1), and "a" three times
    # log10(1 + 3) of it.
    once, thrice = math.log10(2) * math.log10(2), math.log10(4) * math.log10(2)
    # a with x, a with y, b with x, c with y: twice once; a new word is left out
    assert learned.totals.blocks[0].sums.tolist() == pytest.approx([once, thrice, once, 2 * once])
    assert (learned.exact, learned.model.features.n_columns) == (False, 3)


def test_an_unknown_unit_length_is_refused():
    with pytest.raises(SettingError, match="unit length must be one of none, l1, l2; got 'l3'"):
        Recipe.of(unit_length="l3")
