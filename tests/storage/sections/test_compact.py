"""Narrow files: the same model in less space."""

import numpy as np
import pytest

from linnet import Recipe, load, sample, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode

TEXTS = ["win a prize now", "see you at noon", "", "naïve ☕"] * 60
RECIPES = {
    "svm": {"learner": "svm", "words": "1-2", "weighting": "sublinear-tfidf"},
    "bayes": {"learner": "multinomial", "words": "1-2", "min_documents": 2},
    "complement": {"learner": "complement", "weighting": "tfidf"},
    "hashed": {"learner": "logistic", "hash_bits": 10, "keep_names": True},
    "bm25": {
        "learner": "svm",
        "chars": "3",
        "weighting": "bm25",
        "strength": 0.1,
        "calibration": "platt",
    },
}
every_recipe = pytest.mark.parametrize("name", RECIPES)


def trained(name, **more):
    return train(sample.path("messages.csv"), Recipe.of(**RECIPES[name], **more))


@every_recipe
def test_the_file_gives_the_same_model_and_takes_less_space(name, tmp_path):
    narrow, wide = trained(name, narrow=True), trained(name)
    narrow.save(tmp_path / "m.linnet")
    opened = load(tmp_path / "m.linnet")
    assert opened.to_bytes() == narrow.to_bytes()
    assert len(narrow.to_bytes()) < 0.6 * len(wide.to_bytes())
    assert np.array_equal(opened.score(TEXTS).values, narrow.score(TEXTS).values)
    assert opened.explain(TEXTS[0]).strongest() == narrow.explain(TEXTS[0]).strongest()
    assert opened.score(TEXTS).labels() == wide.score(TEXTS).labels()


@every_recipe
def test_an_explanation_sums_to_the_score(name):
    opened = from_bytes(trained(name, narrow=True).to_bytes())
    told = opened.explain(TEXTS[0])
    summed = np.asarray(told.offset) + np.sum([one.scores for one in told.contributions], axis=0)
    assert summed == pytest.approx(opened.score(TEXTS[:1]).values[0], rel=1e-12)


def test_naive_bayes_loses_nothing_and_learns_as_before():
    narrow, wide = from_bytes(trained("bayes", narrow=True).to_bytes()), trained("bayes")
    assert np.array_equal(narrow.score(TEXTS).values, wide.score(TEXTS).values)
    more = [("a prize for lunch", "ham"), ("cheap prize pills", "spam")]
    assert np.array_equal(
        narrow.learn(more).score(TEXTS).values, wide.learn(more).score(TEXTS).values
    )
    assert narrow.learn(more).forget(more).to_bytes() == narrow.to_bytes()


def test_a_program_that_does_not_know_narrow_files_says_so():
    with pytest.raises(ModelFileError, match=r"got 'narrow'. Upgrade linnet"):
        decode(trained("svm", narrow=True).to_bytes(), NEEDS - {"narrow"})


def test_a_file_that_was_cut_is_refused():
    data = trained("svm", narrow=True).to_bytes()
    for end in (10, len(data) // 2, len(data) - 1):
        with pytest.raises(ModelFileError):
            from_bytes(data[:end])
