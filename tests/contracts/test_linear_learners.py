"""What holds for every linear learner: logistic, svm and their naive Bayes kin."""

import numpy as np
import pytest

from linnet import Recipe, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import NotConverged, SettingError
from linnet.learning.learner_rules import LOSSES
from tests.contracts.rows import ROWS, TWO

TEXTS = ["ant", "bee bee cow", "", "zyzzyva", "dog elk ant ant", "cow " * 100]
every_loss = pytest.mark.parametrize(
    ("learner", "loss"), [(learner, loss) for learner, losses in LOSSES.items() for loss in losses]
)
every_number_of_labels = pytest.mark.parametrize(
    "rows", [ROWS, TWO], ids=["three labels", "two labels"]
)


def trained(rows, learner, loss, **chosen):
    return train(rows, Recipe.of(learner=learner, loss=loss, **chosen))


@every_loss
@every_number_of_labels
def test_a_saved_classifier_gives_the_same_answers(learner, loss, rows):
    classifier = trained(rows, learner, loss, words="1-2", weighting="tfidf")
    twin = from_bytes(classifier.to_bytes())
    assert (twin.score(TEXTS).values == classifier.score(TEXTS).values).all()
    assert twin.classify(TEXTS) == [classifier.classify(text) for text in TEXTS]
    assert (twin.to_bytes(), twin.documents) == (classifier.to_bytes(), len(rows))


@every_loss
@every_number_of_labels
def test_threads_never_change_a_byte(learner, loss, rows):
    recipe = Recipe.of(learner=learner, loss=loss)
    expected = train(rows, recipe, threads=1).to_bytes()
    for threads in (2, 5):
        assert train(rows, recipe, threads=threads).to_bytes() == expected


@every_loss
@every_number_of_labels
def test_contributions_and_offset_sum_to_the_scores(learner, loss, rows):
    classifier = trained(rows, learner, loss, weighting="tfidf")
    for text in TEXTS[:5]:
        explained = classifier.explain(text)
        sums = np.array(explained.offset) + sum(
            np.array(one.scores) for one in explained.contributions
        )
        assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9, abs=1e-12)
        assert explained.label == classifier.classify(text)


@every_loss
@every_number_of_labels
def test_a_weight_of_two_is_two_documents_and_of_none_is_none(learner, loss, rows):
    repeated = [*rows, *rows[:3]]
    weights = [2.0] * 3 + [1.0] * (len(rows) - 3)
    columns = {
        "text": [text for text, _ in rows],
        "label": [label for _, label in rows],
        "w": weights,
    }
    columns = {
        name: [*values, extra]
        for (name, values), extra in zip(columns.items(), ("ant elk", "x", 0.0), strict=True)
    }
    from linnet import read

    recipe = Recipe.of(learner=learner, loss=loss, tolerance=1e-9)
    weighted = train(read(columns, weight="w"), recipe)
    np.testing.assert_allclose(
        weighted.score(TEXTS).values,
        train(repeated, recipe).score(TEXTS).values,
        rtol=1e-3,
        atol=1e-3,
    )


@every_loss
@every_number_of_labels
def test_the_order_of_documents_plays_no_part(learner, loss, rows):
    recipe = Recipe.of(learner=learner, loss=loss, tolerance=1e-9)
    np.testing.assert_allclose(
        train(rows, recipe).score(TEXTS).values,
        train(rows[::-1], recipe).score(TEXTS).values,
        rtol=1e-3,
        atol=1e-3,
    )


@every_number_of_labels
@pytest.mark.parametrize("loss", LOSSES["logistic"])
def test_logistic_probabilities_sum_to_one(loss, rows):
    scores = trained(rows, "logistic", loss).score(TEXTS)
    np.testing.assert_allclose(scores.probabilities().sum(axis=1), 1, rtol=1e-12)
    assert scores.labels() == [
        scores.label_names[place] for place in scores.probabilities().argmax(axis=1)
    ]


def test_margins_are_no_probabilities():
    with pytest.raises(SettingError, match="margins, not probabilities"):
        trained(ROWS, "svm", "hinge").probabilities("ant")


@every_loss
def test_balanced_class_weights_are_those_by_hand(learner, loss):
    # 3 documents of x, 2 of y: 5 / (2 · 3) and 5 / (2 · 2)
    given = {"x": 5 / 6, "y": 5 / 4}
    recipes = [
        Recipe.of(learner=learner, loss=loss, class_weights=weights)
        for weights in ("balanced", given)
    ]
    balanced, by_hand = (train(TWO, recipe).score(TEXTS).values for recipe in recipes)
    np.testing.assert_allclose(balanced, by_hand, rtol=1e-6)


def test_without_a_penalty_what_can_be_told_apart_does_not_converge():
    with pytest.warns(NotConverged, match="Ask for a penalty"):
        classifier = trained(
            [("a", "x"), ("b", "y")],
            "logistic",
            "logistic",
            penalty="none",
            rounds=50,
            tolerance=1e-12,
        )
    assert np.isfinite(classifier.score(["a", "b"]).values).all()


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"learner": "svm", "loss": "softmax"},
            "the loss of the svm learner must be one of squared-hinge, hinge",
        ),
        (
            {"learner": "logistic", "penalty": "l3"},
            "the penalty must be one of l2, l1, elastic, none; got 'l3'",
        ),
        (
            {"learner": "logistic", "strength": 0.0},
            "strength must be a number from 1e-30 to 1e+12, or one over n such as 0.3/n; got 0.0",
        ),
        ({"learner": "logistic", "strength": "big"}, "or one over n such as 0.3/n; got big"),
        (
            {"learner": "logistic", "penalty": "elastic", "l1_share": 2.0},
            "l1 share must be from 0 to 1; got 2.0",
        ),
        ({"learner": "logistic", "l1_share": 0.2}, "an l1 share belongs to the elastic penalty"),
        (
            {"learner": "svm", "loss": "hinge", "penalty": "l1"},
            "the hinge loss needs an l2 penalty; got l1",
        ),
        (
            {"learner": "logistic", "solver": "dual", "penalty": "l1"},
            "the dual solver needs an l2 penalty",
        ),
        ({"learner": "logistic", "solver": "newtn"}, "Did you mean newton?"),
        (
            {"learner": "logistic", "offset": "some"},
            "the offset must be one of free, penalised, none",
        ),
        (
            {"learner": "logistic", "prior": "uniform"},
            "prior belongs to the learners multinomial, bernoulli, complement",
        ),
        (
            {"learner": "multinomial", "strength": 1.0},
            "strength belongs to the learners logistic, svm",
        ),
        ({"learner": "logistic", "tolerance": 0.0}, "tolerance must be between 0 and 1"),
        ({"class_weights": "even"}, "class weights must be none, balanced or a number"),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(chosen, sentence):
    with pytest.raises(SettingError) as caught:
        Recipe.of(**chosen)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("learner", ["logistic", "nb-logistic"])
def test_two_labels_have_the_probability_of_one_sigmoid(learner):
    classifier = trained(TWO, learner, "logistic")
    gap = np.diff(classifier.score(["bad film"]).values[0])[0]
    chances = list(classifier.probabilities("bad film").values())
    assert chances == pytest.approx([1 / (1 + np.exp(gap)), 1 / (1 + np.exp(-gap))])


def test_an_l1_penalty_chooses_its_loss_by_itself():
    classifier = train(ROWS, Recipe.of(learner="logistic", penalty="l1", strength=0.01))
    assert classifier.recipe.learner.loss == "logistic"
