"""Cross-validation by subtraction says what refitting the whole pipeline on every training part
says.
"""

import random

import numpy as np
import pytest

from linnet.errors import InputError, SettingError
from linnet.evaluation.splits.splits import Parts, stratified_folds
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.tuning.train import train
from linnet.validation.cross_validation import _result, cross_validate
from linnet.validation.judged_documents import JudgedDocuments
from linnet.validation.out_of_fold import Work, scored
from linnet.validation.subtraction import count

WORDS = [chr(ord("a") + i) for i in range(20)]
LEARNERS = [
    ("multinomial", False),
    ("bernoulli", False),
    ("complement", False),
    ("complement", True),
]
FEATURES = {
    "plain": {},
    "at least 2": {"min_documents": 2},
    "shares": {"min_documents": 0.05, "max_documents": 0.4},
    "most frequent": {"most_frequent": 6},
    "hashed": {"hash_bits": 4},
    "two blocks": {"words": "1-2", "chars": "1-2"},
    "private": {"private": 3},
}


def corpus(seed, n=25, labels=3):
    """Random documents, some empty, over words of very different frequency."""
    chance = random.Random(seed)
    weights = [1 / (i + 1) for i in range(len(WORDS))]
    texts = [" ".join(chance.choices(WORDS, weights, k=chance.randint(0, 8))) for _ in range(n)]
    return [(text, f"L{chance.randrange(labels)}") for text in texts]


def refit_scores(data, part, recipe, labels):
    """Train on the other parts, as a person would, and score each part."""
    scores = np.full((len(data), len(labels)), -np.inf)
    for fold in range(part.max() + 1):
        classifier = train([pair for pair, p in zip(data, part, strict=True) if p != fold], recipe)
        held = np.flatnonzero(part == fold)
        columns = [labels.index(label) for label in classifier.labels]
        scores[np.ix_(held, columns)] = classifier.score([data[i][0] for i in held]).settled()
    return scores


def subtraction_scores(counted, part, recipe):
    """Score each part by the totals of the others."""
    scores = np.zeros((len(part), counted.n_labels))
    for one in scored(counted, Parts(part), [recipe], Work(threads=2)):
        scores[one.documents] = one.scores.values
    return scores


def assert_same_scores(got, wanted):
    assert np.array_equal(np.isinf(got), np.isinf(wanted))
    finite = np.isfinite(wanted)
    assert np.abs(got[finite] - wanted[finite]).max() < 1e-10
    assert np.array_equal(got.argmax(axis=1), wanted.argmax(axis=1))


@pytest.mark.parametrize("folds", [3, None], ids=["3 folds", "leave one out"])
@pytest.mark.parametrize("features", FEATURES)
@pytest.mark.parametrize(("learner", "norm"), LEARNERS)
def test_scores_are_those_of_a_refit(learner, norm, features, folds):
    for seed, smoothing in enumerate((0, 0.01, 1.0)):
        if learner == "complement" and smoothing == 0:
            continue
        data = corpus(seed)
        recipe = Recipe.of(learner=learner, norm=norm, smoothing=smoothing, **FEATURES[features])
        counted = count(data, recipe, threads=2)
        part = np.arange(len(data)) if folds is None else stratified_folds(counted.codes, folds, 0)
        assert_same_scores(
            subtraction_scores(counted, part, recipe),
            refit_scores(data, part, recipe, counted.labels),
        )


@pytest.mark.parametrize("folds", [2, None], ids=["2 folds", "leave one out"])
@pytest.mark.parametrize(("learner", "norm"), LEARNERS)
@pytest.mark.parametrize(("least", "smoothing"), [(2, 1.0), (1, 0.01), (1, 0)])
def test_scores_with_document_weights_are_those_of_a_refit(learner, norm, least, smoothing, folds):
    if learner == "complement" and smoothing == 0:
        return
    data, recipe = (
        corpus(7),
        Recipe.of(learner=learner, norm=norm, min_documents=least, smoothing=smoothing),
    )
    weights = [0.1 + 0.7 * (i % 5) for i in range(len(data))]

    def documents(chosen):
        columns = {"text": [], "label": [], "weight": []}
        for i in chosen:
            columns["text"].append(data[i][0])
            columns["label"].append(data[i][1])
            columns["weight"].append(str(weights[i]))
        return read(columns, text="text", label="label", weight="weight")

    counted = count(documents(range(len(data))), recipe, threads=1)
    part = np.arange(len(data)) if folds is None else stratified_folds(counted.codes, folds, 0)
    wanted = np.full((len(data), counted.n_labels), -np.inf)
    for fold in range(part.max() + 1):
        classifier = train(documents(np.flatnonzero(part != fold)), recipe)
        held = np.flatnonzero(part == fold)
        columns = [counted.labels.index(label) for label in classifier.labels]
        wanted[np.ix_(held, columns)] = classifier.score([data[i][0] for i in held]).settled()
    assert_same_scores(subtraction_scores(counted, part, recipe), wanted)


def test_errors_by_hand():
    # Without one "good": pos 1/4 * (1 + 1) / (1 + 3) = 1/8, neg 3/4 * (0 + 1) / (3 + 3) = 1/8. A
    # tie, so it goes to neg, the first label, and is wrong; twice. "bad" and "odd" go to neg
    # rightly: 2 errors of 5.
    data = [("good", "pos"), ("good", "pos"), ("bad", "neg"), ("bad", "neg"), ("odd", "neg")]
    result = cross_validate(data, folds=None).best
    assert (result.errors, result.fold_mean_error) == (2, pytest.approx(0.4))
    assert result.accuracy.value == pytest.approx(0.6)


def test_pooled_and_fold_mean_error_differ_where_folds_differ_in_size():
    # Two wrong in a fold of three, none in a fold of one: pooled 2 of 4, mean of 2/3 and 0.
    judged = JudgedDocuments(np.array([0, 0, 0, 1]), np.zeros(4, np.bool_))
    result = _result(Recipe(), np.array([True, True, False, False]), judged)
    assert (result.errors, result.accuracy.value) == (2, pytest.approx(0.5))
    assert result.fold_mean_error == pytest.approx(1 / 3)


def test_a_grid_gives_one_result_per_smoothing_and_the_best_has_fewest_errors():
    validation = cross_validate(corpus(3, n=60), smoothings=[0.01, 0.1, 1, 10], folds=5)
    assert [result.smoothing for result in validation.results] == [0.01, 0.1, 1, 10]
    assert validation.best.errors == min(result.errors for result in validation.results)


def test_threads_change_nothing():
    one, four = (
        cross_validate(corpus(5, n=80), smoothings=[0.1, 1], folds=4, threads=t) for t in (1, 4)
    )
    assert one == four


def test_one_label_and_no_labels_are_refused():
    with pytest.raises(InputError, match="at least two labels"):
        cross_validate([("a", "x"), ("b", "x")], folds=2)
    with pytest.raises(SettingError, match="folds must be from 2 to 2"):
        cross_validate([("a", "x"), ("b", "y")], folds=3)


def test_real_data_equal_to_refitting(real_data):
    documents = real_data("sms_spam", 600)
    recipe = Recipe.of(learner="bernoulli", smoothing=0.1, min_documents=2)
    counted = count(documents, recipe, threads=2)
    part = stratified_folds(counted.codes, 5, seed=1)
    assert_same_scores(
        subtraction_scores(counted, part, recipe),
        refit_scores(documents, part, recipe, counted.labels),
    )


@pytest.mark.parametrize("folds", [2, None], ids=["2 folds", "leave one out"])
def test_a_given_prior_is_checked_and_kept_to_the_labels_that_are_left(folds):
    data = [
        ("a", "x"),
        ("a b", "x"),
        ("b", "y"),
        ("c b", "y"),
        ("c", "z"),
    ]  # z is gone when its document is held out
    for prior in ({"x": 0.5, "q": 0.5}, {"x": 5, "y": 50, "z": 1}, {"x": 1.0}):
        with pytest.raises(SettingError, match="a given prior must"):
            cross_validate(data, Recipe.of(prior=prior), folds=folds)
    assert (
        cross_validate(
            data, Recipe.of(prior={"x": 0.5, "y": 0.25, "z": 0.25}), folds=folds
        ).best.errors
        >= 1
    )


@pytest.mark.parametrize("learner", ["multinomial", "complement"])
def test_leaving_out_weighted_documents_takes_one_pass(learner, monkeypatch):
    columns = {"text": [text for text, _ in corpus(3)], "label": [label for _, label in corpus(3)]}
    documents = read({**columns, "weight": [0.5 + i % 2 for i in range(25)]}, weight="weight")
    monkeypatch.setattr(
        "linnet.validation.out_of_fold._subtracting", None
    )  # the way of one fold after the other
    assert cross_validate(documents, Recipe.of(learner=learner), folds=None).documents == 25


@pytest.mark.parametrize(
    "learner", ["multinomial", "bernoulli", "complement", "poisson", "logistic"]
)
@pytest.mark.parametrize("class_weights", ["balanced", {"y": 50.0}])
@pytest.mark.parametrize("folds", [3, None])
def test_class_weights_count_in_every_fold(learner, class_weights, folds):
    rows = [
        ("a b", "x"),
        ("b c", "x"),
        ("a c", "x"),
        ("a", "x"),
        ("b d", "y"),
        ("c d d", "y"),
        ("b", "x"),
        ("d a", "y"),
    ]
    recipe = Recipe.of(learner=learner, class_weights=class_weights)
    found = cross_validate(rows, recipe, folds=folds)
    codes = np.array([label == "y" for _, label in rows], np.int32)
    part = np.arange(len(rows)) if folds is None else stratified_folds(codes, folds, recipe.seed)
    errors = 0
    for fold in range(part.max() + 1):
        model = train([row for row, p in zip(rows, part, strict=True) if p != fold], recipe)
        errors += sum(
            model.classify(text) != label
            for (text, label), p in zip(rows, part, strict=True)
            if p == fold
        )
    assert found.best.errors == errors


def test_smoothings_and_strengths_are_tried_in_all_pairs():
    rows = [("good film", "pos"), ("bad film", "neg")] * 4
    found = cross_validate(
        rows, {"learner": "nb-svm"}, smoothings=[0.1, 1], strengths=[0.01, 0.1], folds=2
    )
    pairs = [(one.smoothing, one.strength) for one in found.results]
    assert pairs == [(0.1, 0.01), (0.1, 0.1), (1, 0.01), (1, 0.1)]
    with pytest.raises(SettingError, match="a path has strengths of its own"):
        cross_validate(rows, {"learner": "svm"}, strengths=[0.1], path=3)


def test_labels_that_a_training_part_lacks_may_be_named_in_the_recipe():
    rows = [("a b", "x"), ("b c", "y"), ("c d", "z"), ("a b b", "x"), ("c c b", "y")]
    for recipe in (
        {"learner": "logistic", "class_weights": {"z": 3.0}},
        {"learner": "gaussian", "prior": {"x": 0.5, "y": 0.25, "z": 0.25}},
    ):
        assert cross_validate(rows, recipe, folds=None).documents == 5
    with pytest.raises(SettingError, match="class weights must name labels that are there"):
        cross_validate(rows, {"learner": "logistic", "class_weights": {"w": 3.0}})
