"""What holds for every learner over columns of numbers alone, and that no learner is without a
contract.
"""

import numpy as np
import pytest

from linnet import Recipe, cross_validate, read, train
from linnet.classifier.classifier import from_bytes
from linnet.learning.learner_rules import LOSSES
from linnet.learning.learner_tables import ONLINE
from linnet.learning.learners import LEARNERS
from tests.contracts.learners import EXACT

rng = np.random.default_rng(3)
CODES = np.arange(60) % 3
NUMBERS = rng.normal(size=(60, 3)) + CODES[:, None] * [1, -2, 3]
NUMBERS[:, 1] += NUMBERS[:, 0]
DATA = {name: NUMBERS[:, at].tolist() for at, name in enumerate("abc")} | {
    "label": [f"l{code}" for code in CODES]
}
DOCUMENT = {"a": 1.5, "b": -2.0, "c": 0.0}
FORMULAS = [{"learner": "gaussian"}, {"learner": "mixed"}]
FORMULAS += [
    {"learner": "full-gaussian", "covariance": covariance} for covariance in ("own", "shared")
]
OTHERS = [
    {"learner": "logistic"},
    {"learner": "svm"},
    {"learner": "perceptron"},
    {"learner": "passive-aggressive"},
]
every_learner = pytest.mark.parametrize(
    "chosen", FORMULAS + OTHERS, ids=lambda chosen: "-".join(chosen.values())
)
every_formula = pytest.mark.parametrize(
    "chosen", FORMULAS, ids=lambda chosen: "-".join(chosen.values())
)


def recipe_of(chosen):
    return Recipe.of(words=None, numeric=["a", "b", "c"], **chosen)


def test_every_learner_has_a_contract():
    here = {chosen["learner"] for chosen in FORMULAS + OTHERS}
    elsewhere = {
        *EXACT,
        *LOSSES,
        *ONLINE,
        "binomial",
        "categorical",
        "lexicon",
        "converted",
    }  # the last four by hand
    assert set(LEARNERS) == here | elsewhere


@every_learner
def test_a_saved_classifier_gives_the_same_answers(chosen):
    classifier = train(DATA, recipe_of(chosen))
    twin = from_bytes(classifier.to_bytes())
    assert (twin.score(DATA).values == classifier.score(DATA).values).all()
    assert twin.classify(DOCUMENT) == classifier.classify(DOCUMENT)
    assert (twin.to_bytes(), twin.documents) == (classifier.to_bytes(), 60)
    assert Recipe.from_toml(twin.recipe.to_toml()) == classifier.recipe


@every_learner
def test_threads_never_change_a_byte(chosen):
    assert (
        len({train(DATA, recipe_of(chosen), threads=threads).to_bytes() for threads in (1, 2, 5)})
        == 1
    )


@every_learner
def test_contributions_and_offset_sum_to_the_scores(chosen):
    explained = train(DATA, recipe_of(chosen)).explain(DOCUMENT)
    sums = np.array(explained.offset) + sum(np.array(one.scores) for one in explained.contributions)
    assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9)


@every_learner
def test_folds_are_refitted(chosen):
    found = cross_validate(DATA, recipe_of(chosen), folds=4).best
    assert found.errors < 20  # of 60; guessing makes 40


@every_formula
def test_a_weight_is_that_many_documents(chosen):
    weights = np.arange(60) % 4
    weighed = read({**DATA, "w": weights.tolist()}, numeric=["a", "b", "c"], weight="w")
    repeated = {name: np.repeat(values, weights).tolist() for name, values in DATA.items()}
    ours, theirs = (
        train(data, recipe_of(chosen)).score(DATA).values for data in (weighed, repeated)
    )
    np.testing.assert_allclose(
        ours, theirs, rtol=1e-6
    )  # the mean that numbers are centred by is that of documents


@every_formula
def test_the_order_of_documents_does_not_matter(chosen):
    backwards = {name: values[::-1] for name, values in DATA.items()}
    ours, theirs = (train(data, recipe_of(chosen)).score(DATA).values for data in (DATA, backwards))
    np.testing.assert_allclose(ours, theirs, rtol=1e-9)
