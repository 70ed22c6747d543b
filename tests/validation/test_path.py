"""The regularisation path: as each strength by itself, found faster, from no weights to many."""

import numpy as np
import pytest

from linnet import Recipe, SettingError, cross_validate, read, regularisation_path, train
from linnet.classifier.fit import fit_path
from linnet.learning.counting import count_rows

DATA = [
    ("good plot and good jokes", "pos"),
    ("a fine film with fine jokes", "pos"),
    ("a good film", "pos"),
    ("a dull film", "neg"),
    ("dull plot and bad jokes", "neg"),
    ("bad bad film", "neg"),
    ("a film", "odd"),
    ("odd jokes and plot", "odd"),
] * 2


def test_the_first_strength_leaves_no_weights_and_less_lets_more_in():
    path = list(
        regularisation_path(
            DATA, {"learner": "logistic", "loss": "logistic", "penalty": "l1"}, strengths=8
        )
    )
    used = [one.model.n_used for one in path]
    assert used[0] == 0
    assert used[1] > 0
    assert used == sorted(used)
    assert path[0].probabilities("any text")["odd"] == pytest.approx(0.25, abs=1e-3)


@pytest.mark.parametrize(
    "recipe",
    [
        {"learner": "logistic"},
        {"learner": "logistic", "loss": "logistic", "penalty": "elastic"},
        {"learner": "svm"},
        {"learner": "nb-svm"},
    ],
)
def test_each_strength_is_what_training_finds(recipe):
    recipe |= {"tolerance": 1e-7}
    for one in regularisation_path(DATA, recipe, strengths=[0.01, 1.0, 0.1]):
        alone = train(DATA, {**recipe, "strength": one.recipe.learner.strength})
        texts = [text for text, _ in DATA]
        np.testing.assert_allclose(one.score(texts).values, alone.score(texts).values, atol=2e-3)


def test_a_path_is_kept_as_any_classifier(tmp_path):
    one = next(regularisation_path(DATA, {"learner": "svm"}, strengths=[0.1]))
    one.save(tmp_path / "m.linnet")
    assert one.recipe.learner.strength == 0.1


def test_cross_validation_along_a_path():
    found = cross_validate(DATA, {"learner": "logistic"}, path=5, folds=4)
    strengths = [result.strength for result in found.results]
    assert len(strengths) == 5
    assert strengths == sorted(strengths, reverse=True)
    by_hand = cross_validate(DATA, {"learner": "logistic"}, strengths=strengths, folds=4)
    assert [one.errors for one in by_hand.results] == [one.errors for one in found.results]


def test_what_has_no_strength_has_no_path():
    with pytest.raises(
        SettingError, match="a path of strengths belongs to the learners logistic, svm"
    ):
        list(regularisation_path(DATA, {"learner": "multinomial"}))
    with pytest.raises(SettingError, match="a path of strengths needs a penalty; got none"):
        list(regularisation_path(DATA, {"learner": "svm", "penalty": "none"}))
    with pytest.raises(SettingError, match="at least 2 strengths"):
        list(regularisation_path(DATA, {"learner": "svm"}, strengths=1))
    recipe = Recipe.of(learner="perceptron")
    counted = count_rows(read(DATA), recipe.blocks(1))
    with pytest.raises(SettingError, match="strengths belong to"):
        fit_path(counted, recipe.preparation.learn(counted), recipe, [0.1])


def test_from_the_command_line_the_table_has_every_strength(capsys, tmp_path):
    from linnet.cli.main import main

    path = tmp_path / "films.csv"
    path.write_text("text,label\n" + "".join(f"{text},{label}\n" for text, label in DATA))
    args = [
        "cross-validate",
        str(path),
        "--learner",
        "logistic",
        "--penalty",
        "l2",
        "--path",
        "3",
        "--folds",
        "2",
    ]
    assert main(args) == 0
    assert capsys.readouterr().out.count("(") >= 3
