"""What holds for every learner and every function that learns.

Document weights too large for sums are refused.
"""

import numpy as np
import pytest

import linnet
from linnet import InputError, read
from tests.contracts.learners import TRAINED

TEXTS = ["ant bee bee", "ant cow", "bee cow cow", "dog elk ant", "dog dog", "elk bee"] * 4
DATA = {
    "text": TEXTS,
    "label": ["x", "x", "y", "y", "y", "x"] * 4,
    "number": [1.0, 2.0, 1.5, 0.5, 3.0, 4.0] * 4,
    "letter": [text[0] for text in TEXTS],
}
NUMBERS = {"words": None, "numeric": ["number"]}
OWN = {
    "gaussian": NUMBERS,
    "full-gaussian": NUMBERS,
    "categorical": {"words": None, "categorical": ["letter"]},
    "binomial": {"trials": "length"},
}
LINEAR = ("logistic", "svm", "nb-logistic", "nb-svm")
FUNCTIONS = {
    "train": linnet.train,
    "cross_validate": lambda documents, recipe: linnet.cross_validate(documents, recipe, folds=2),
    "leave_one_out": lambda documents, recipe: linnet.cross_validate(documents, recipe, folds=None),
    "tune": lambda documents, recipe: linnet.tune(documents, recipe, {"seed": [0]}, folds=2),
    "curve": lambda documents, recipe: linnet.curve(documents, recipe, values=[1.0], folds=2),
    "suspects": lambda documents, recipe: linnet.suspects(documents, recipe, folds=2),
}
every_learner = pytest.mark.parametrize("learner", TRAINED)


def documents_of(learner, weights):
    own = OWN.get(learner, {})
    columns = {name: own[name] for name in ("numeric", "categorical") if name in own}
    text = () if "words" in own else "text"
    return read({**DATA, "weight": weights}, text=text, label="label", weight="weight", **columns)


def recipe_of(learner):
    return {"learner": learner, **OWN.get(learner, {})}


@every_learner
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("weight", [1e300, 1e308])
def test_weights_that_no_sum_can_hold_are_refused(learner, function, weight):
    documents = documents_of(learner, [1.0, 2.0, *[weight] * 22])
    with pytest.raises(InputError) as caught:
        FUNCTIONS[function](documents, recipe_of(learner))
    assert str(caught.value) == (
        "dict, row 2: the weights of all documents must sum to less than 9007199254740992, up to "
        "which sums are exact; "
        f"got the weight {weight:g} here. Scale the weights."
    )


@pytest.mark.parametrize("function", [linnet.choose, linnet.train])
def test_the_default_refuses_them_too(function):
    with pytest.raises(
        InputError,
        match="row 0: the weights of all documents must sum to less than 9007199254740992",
    ):
        function(documents_of("multinomial", [1e300] * 24))


def test_a_path_and_learning_more_refuse_them_too():
    classifier = linnet.train(DATA, {"learner": "multinomial"})
    documents = documents_of("multinomial", [1e300] * 24)
    with pytest.raises(InputError, match="row 0: the weights of all documents"):
        classifier.learn(documents)
    with pytest.raises(InputError, match="row 0: the weights of all documents"):
        list(linnet.regularisation_path(documents, {"learner": "logistic"}, strengths=2))


@pytest.mark.parametrize("learner", [name for name in TRAINED if name not in LINEAR])
def test_weights_below_the_bound_give_finite_scores(learner):
    # 24 times 3e14 is 7.2e15: just below 2 to the power of 53, which is 9.007e15
    documents = documents_of(learner, [3e14] * 24)
    scores = linnet.train(documents, recipe_of(learner)).score(documents)
    assert np.isfinite(scores.values).all()


@pytest.mark.parametrize("learner", LINEAR)
def test_weights_below_the_bound_give_finite_scores_of_penalised_learners(learner):
    documents = documents_of(learner, [3e14] * 24)
    scores = linnet.train(documents, {"learner": learner, "strength": 0.1}).score(documents)
    assert np.isfinite(scores.values).all()


def test_the_sum_counts_and_not_only_one_weight():
    # the third weight makes it 9e15 + 1e15
    with pytest.raises(InputError, match=r"row 2: .* got the weight 1e\+15 here"):
        linnet.train(
            documents_of("multinomial", [4.5e15, 4.5e15, 1e15, *[1.0] * 21]),
            {"learner": "multinomial"},
        )


def test_totals_beyond_whole_numbers_are_not_called_exact():
    # 4,096 times the word at a weight of 2 to the power of 50 are 2 to the power of 62
    rows = {"text": ["ant " * 4096, "bee"], "label": ["x", "y"], "weight": [2.0**50, 1.0]}
    documents = read(rows, weight="weight")
    assert not linnet.train(documents, {"learner": "multinomial"}).exact
