"""What models say of documents that they have not learned."""

from time import monotonic

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.evaluation.random import uniforms
from linnet.evaluation.splits.splits import Parts, stratified_folds
from linnet.recipe.recipe import Recipe
from linnet.tuning.train import train
from linnet.validation.labelled_predictions import labelled_predictions
from linnet.validation.out_of_fold import Refused, Work, or_raise, out_of_fold, scored
from linnet.validation.subtraction import count

WORDS = [chr(ord("a") + i) for i in range(12)]


def corpus(n=40, seed=1):
    """Documents of six words, of three labels; those of a label lean to some words."""
    numbers = (uniforms(seed, n * 6) * 12).astype(int).reshape(n, 6)
    return [
        (" ".join(WORDS[min(i, 3 * (d % 3) + i // 2)] for i in row), "xyz"[d % 3])
        for d, row in enumerate(numbers)
    ]


RECIPES = {
    "multinomial": {},
    "bernoulli": {"learner": "bernoulli"},
    "limits": {"min_documents": 3, "most_frequent": 8},
    "weighed": {"weighting": "tfidf"},
    "selected": {"select": "chi2", "select_top": 6},
    "balanced": {"class_weights": "balanced"},
    "svm": {"learner": "svm", "weighting": "tfidf", "tolerance": 1e-9},
    "logistic": {"learner": "logistic", "weighting": "sublinear-tfidf", "tolerance": 1e-9},
    "apart": {"learner": "logistic", "loss": "logistic", "tolerance": 1e-9},
}


@pytest.mark.parametrize("name", RECIPES)
def test_the_answers_are_those_of_a_training_on_all_other_parts(name):
    data, recipe = corpus(), Recipe.of(**RECIPES[name])
    counted = count(data, recipe, threads=1)
    part = stratified_folds(counted.codes, 4, 0)
    found = out_of_fold(counted, Parts(part), [recipe])[0]
    for fold in range(4):
        classifier = train([row for row, p in zip(data, part, strict=True) if p != fold], recipe)
        wanted = labelled_predictions(
            classifier, [row for row, p in zip(data, part, strict=True) if p == fold]
        )
        here = found.select(part == fold)
        assert (here.labels, here.truth.tolist()) == (wanted.labels, wanted.truth.tolist())
        np.testing.assert_allclose(here.scores, wanted.scores, rtol=1e-6, atol=1e-7)
        assert (here.probabilities is None) == (name == "svm")
        if here.probabilities is not None:
            np.testing.assert_allclose(
                here.probabilities, wanted.probabilities, rtol=1e-6, atol=1e-7
            )


def test_recipes_that_share_their_work_give_what_each_gives_alone():
    counted = count(corpus(), Recipe(), threads=1)
    part = stratified_folds(counted.codes, 3, 0)
    recipes = [
        Recipe.of(smoothing=0.1),
        Recipe.of(learner="svm", strength=1e-3, tolerance=1e-9),
        Recipe.of(smoothing=2.0, min_documents=2),
        Recipe.of(learner="complement"),
        Recipe.of(learner="svm", strength=1e-1, tolerance=1e-9),
        Recipe.of(learner="logistic", weighting="bm25", tolerance=1e-9),
    ]
    together = out_of_fold(counted, Parts(part), recipes, threads=3)
    for recipe, found in zip(recipes, together, strict=True):
        alone = out_of_fold(counted, Parts(part), [recipe])[0]
        # A path ends where the objective is the smallest, too, but its weights are only as near as
        # that tells.
        np.testing.assert_allclose(found.scores, alone.scores, rtol=1e-3, atol=1e-3)


def test_threads_change_nothing():
    counted = count(corpus(), Recipe(), threads=1)
    part = stratified_folds(counted.codes, 5, 0)
    recipes = [Recipe.of(learner="svm", strength=s) for s in (1e-4, 1e-2)] + [
        Recipe(),
        Recipe.of(weighting="tfidf"),
    ]
    one, many = (out_of_fold(counted, Parts(part), recipes, threads) for threads in (1, 4))
    for first, second in zip(one, many, strict=True):
        assert np.array_equal(first.scores, second.scores)


@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_a_label_that_only_the_part_has_is_never_given(learner):
    recipe = Recipe.of(learner=learner)
    counted = count(
        [("a b", "x"), ("b", "x"), ("c", "y"), ("c d", "y"), ("e", "z")], recipe, threads=1
    )
    found = out_of_fold(counted, Parts(np.array([0, 1, 0, 1, 1])), [recipe])[0]
    assert np.isneginf(found.scores[4, 2])
    assert found.probabilities[4].tolist() == pytest.approx(
        [*found.probabilities[4, :2].tolist(), 0.0]
    )
    assert found.probabilities.sum(axis=1).tolist() == pytest.approx([1.0] * 5)


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "complement", "poisson"])
def test_leaving_out_one_at_a_time_is_as_many_folds_as_documents(learner):
    recipe, data = Recipe.of(learner=learner), corpus(12)
    found = out_of_fold(count(data, recipe, threads=1), Parts(np.arange(12)), [recipe])[0]
    for number in range(12):
        classifier = train([row for at, row in enumerate(data) if at != number], recipe)
        wanted = classifier.score([data[number][0]]).values[0]
        assert found.scores[number].tolist() == pytest.approx(wanted.tolist())


def test_training_documents_are_scored_by_the_same_model():
    data = corpus()
    for recipe in (Recipe(), Recipe.of(learner="svm", tolerance=1e-9)):
        counted = count(data, recipe, threads=1)
        part = stratified_folds(counted.codes, 4, 0)
        (one,) = or_raise(scored(counted, Parts(part), [recipe], Work(training=True, only=(2,))))
        training = [row for row, p in zip(data, part, strict=True) if p != 2]
        wanted = labelled_predictions(train(training, recipe), training)
        np.testing.assert_allclose(
            one.training.predictions(counted).scores, wanted.scores, rtol=1e-6, atol=1e-7
        )
        assert one.features == train(training, recipe).model.features.n_columns


def test_a_recipe_that_cannot_learn_leaves_the_others_alone():
    counted = count(corpus(), Recipe(), threads=1)
    recipes = [Recipe.of(min_documents=1000, weighting="tfidf"), Recipe.of(weighting="tfidf")]
    found = list(scored(counted, Parts(stratified_folds(counted.codes, 2, 0)), recipes, Work()))
    assert [one.recipe for one in found if isinstance(one, Refused)] == [0, 0]
    assert [one.recipe for one in found if not isinstance(one, Refused)] == [1, 1]
    with pytest.raises(SettingError, match="must leave some features"):
        list(or_raise(found))


def test_nothing_more_is_fitted_once_nobody_wants_it():
    counted = count(corpus(), Recipe(), threads=1)
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 3

    # It is asked before each part, and after each recipe.
    assert (
        len(
            list(
                scored(
                    counted,
                    Parts(stratified_folds(counted.codes, 5, 0)),
                    [Recipe()],
                    Work(stop=stop),
                )
            )
        )
        == 2
    )


def test_a_long_fit_is_left_when_nobody_wants_it():
    counted = count(corpus(400), Recipe(), threads=1)
    recipe = Recipe.of(
        learner="logistic", penalty="none", solver="gradient-descent", tolerance=1e-15, rounds=10**9
    )
    end = monotonic() + 0.5
    assert (
        list(
            scored(
                counted,
                Parts(stratified_folds(counted.codes, 2, 0)),
                [recipe],
                Work(stop=lambda: monotonic() > end),
            )
        )
        == []
    )
    assert monotonic() < end + 5
