"""What holds for every learner and every function.

Columns that were read take part, named in the recipe or not.
"""

import csv
import json
import os
from pathlib import Path

import pytest

import linnet
from linnet import InputError, LinnetError, Recipe, SettingError, read
from linnet.cli.main import main
from tests.contracts.learners import TRAINED

TEXTS = ["ant bee bee", "ant cow", "bee cow cow", "dog elk ant", "dog dog", "elk bee"] * 5
DATA = {
    "text": TEXTS,
    "label": ["x", "x", "y", "y", "y", "x"] * 5,
    "author": ["ann", "bob", "cat", "cat", "bob"] * 6,
    "town": ["rome", "oslo", "rome"] * 10,
    "age": [1.0, 2.0, 1.5, 0.5, 3.0, 4.0, 2.5, 0.25, 1.25, 3.5] * 3,
    "extra": [{"length": len(text), "first": text[0]} for text in TEXTS],
}
COLUMNS = {
    "levels": {"categorical": ("author",)},
    "numbers": {"numeric": ("age",)},
    "all": {"categorical": ("author", "town"), "numeric": ("age",), "features": "extra"},
}
PARTICULAR = (
    "binomial",
    "categorical",
    "full-gaussian",
    "nb-logistic",
    "nb-svm",
)  # which do not take every column
FUNCTIONS = {
    "train": lambda documents, recipe: linnet.train(documents, recipe).to_bytes(),
    "cross_validate": lambda documents, recipe: (
        linnet.cross_validate(documents, recipe, folds=2).results
    ),
    "tune": lambda documents, recipe: linnet.tune(
        documents, recipe, {"seed": [0]}, folds=2
    ).classifier.to_bytes(),
    "curve": lambda documents, recipe: (
        linnet.curve(documents, recipe, values=[1.0], folds=2).points
    ),
    "suspects": lambda documents, recipe: linnet.suspects(documents, recipe, folds=2),
}
every_learner = pytest.mark.parametrize("learner", TRAINED)


def documents_of(columns):
    return read(DATA, text="text", label="label", **columns)


def named_in_recipe(columns):
    """Return the same columns by the names that a recipe has for them."""
    return {("named" if role == "features" else role): names for role, names in columns.items()}


def outcome(function, documents, recipe):
    """Return what a function gives, or the sentence that it refuses with."""
    try:
        return function(documents, recipe)
    except LinnetError as error:
        return str(error)


@every_learner
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.filterwarnings("ignore::linnet.NotConverged")
def test_columns_that_were_read_count_as_if_the_recipe_named_them(learner, columns, name):
    documents, function = documents_of(COLUMNS[columns]), FUNCTIONS[name]
    plain = outcome(function, documents, {"learner": learner})
    named = outcome(function, documents, {"learner": learner, **named_in_recipe(COLUMNS[columns])})
    assert plain == named


@pytest.mark.parametrize("learner", [name for name in TRAINED if name not in PARTICULAR])
def test_a_model_reads_the_columns_that_were_read(learner):
    classifier = linnet.train(documents_of(COLUMNS["all"]), {"learner": learner})
    names = classifier.model.features.columns
    assert (names.categorical, names.numeric, names.named) == (
        ("author", "town"),
        ("age",),
        "extra",
    )
    assert classifier.recipe.features.categorical == ("author", "town")


def test_a_small_model_reads_the_columns_that_were_read():
    small = linnet.train(documents_of(COLUMNS["all"]), {"learner": "svm"}, small=True)
    assert small.model.features.columns.categorical == ("author", "town")


@every_learner
def test_python_learns_what_the_command_learns(learner, tmp_path):
    path, model = tmp_path / "data.csv", tmp_path / "m.linnet"
    with path.open("w", newline="") as file:
        rows = zip(DATA["text"], DATA["label"], DATA["author"], strict=True)
        csv.writer(file).writerows([("text", "label", "author"), *rows])
    trials = ["--trials", "length"] if learner == "binomial" else []
    code = main(
        [
            "train",
            str(path),
            "-o",
            str(model),
            "--learner",
            learner,
            "--categorical",
            "author",
            *trials,
        ]
    )
    recipe = {"learner": learner, "trials": "length"} if trials else {"learner": learner}
    mine = outcome(FUNCTIONS["train"], read(path, categorical="author"), recipe)
    assert mine == model.read_bytes() if code == 0 else isinstance(mine, str)


def test_the_default_takes_them():
    tuned = linnet.choose(documents_of(COLUMNS["levels"]))
    assert {one.recipe.features.categorical for one in tuned.tried} == {("author",)}
    assert tuned.classifier.model.features.columns.categorical == ("author",)
    few = linnet.train(
        read({name: values[:6] for name, values in DATA.items()}, categorical="author")
    )
    assert few.model.features.columns.categorical == ("author",)


def test_a_path_takes_them():
    path = linnet.regularisation_path(
        documents_of(COLUMNS["all"]), {"learner": "logistic"}, strengths=2
    )
    assert [one.model.features.columns.categorical for one in path] == [("author", "town")] * 2


def test_without_text_the_columns_are_all_there_is():
    levels = read(DATA, text=(), label="label", categorical="author")
    assert linnet.train(levels, {"learner": "categorical"}).model.features.columns.categorical == (
        "author",
    )
    documents = read(DATA, text=(), label="label", numeric="age", categorical="author")
    classifier = linnet.train(documents, {"learner": "mixed"})
    assert classifier.recipe.features.words is None
    assert classifier.recipe == linnet.train(DATA, classifier.recipe).recipe
    assert linnet.choose(documents).classifier.recipe.features.words is None


def test_columns_of_the_recipe_come_first_and_are_found_by_name():
    documents = documents_of({"categorical": ("town", "author")})
    turned = documents_of({"categorical": ("author", "town")})
    recipe = {"learner": "logistic", "categorical": ["author"]}
    classifier = linnet.train(documents, recipe)
    assert classifier.recipe.features.categorical == ("author", "town")
    assert classifier.to_bytes() == linnet.train(turned, recipe).to_bytes()
    levels = [
        one.feature
        for one in classifier.explain({"text": "", "author": "ann", "town": "oslo"}).contributions
    ]
    assert sorted(levels) == ["author.categorical:ann", "town.categorical:oslo"]


def test_columns_that_are_crossed_or_count_trials_are_named():
    documents = documents_of({"categorical": ("author", "town"), "numeric": "age"})
    crossed = linnet.train(
        documents, {"learner": "logistic", "cross": [["author", "town"]]}
    ).recipe.features
    assert (crossed.categorical, crossed.cross, crossed.numeric) == (
        (),
        (("author", "town"),),
        ("age",),
    )
    counted = {**DATA, "age": [5.0] * 30}
    binomial = linnet.train(read(counted, numeric="age"), {"learner": "binomial", "trials": "age"})
    assert binomial.recipe.features.numeric == ()


def test_a_grid_may_leave_columns_out():
    documents = documents_of(COLUMNS["all"])
    grid = {"categorical": [[], ["town"]], "numeric": [[]], "named": [None]}
    tuned = linnet.tune(documents, {"learner": "logistic"}, grid, folds=2)
    assert [one.recipe.features.categorical for one in tuned.tried] == [(), ("town",)]
    assert tuned.classifier.recipe.features.categorical == tuned.best.recipe.features.categorical
    assert tuned.classifier.recipe.features.numeric == ()
    points = linnet.curve(
        documents, {"learner": "logistic"}, along="categorical", values=[[], ["town"]], folds=2
    ).points
    assert [one.at for one in points] == [[], ["town"]]


def test_a_column_that_the_recipe_names_must_have_been_read():
    for function in FUNCTIONS.values():
        with pytest.raises(
            InputError,
            match=r"have the fields of the recipe \('town', 'author'\); got 'author'\. Name its",
        ):
            function(
                documents_of({"categorical": "author"}),
                {"learner": "logistic", "categorical": ["town"]},
            )


def test_a_learner_of_plain_numbers_refuses_levels():
    documents = read(DATA, text=(), label="label", numeric="age", categorical="author")
    recipe = Recipe.of(learner="full-gaussian", words=None, numeric=["age"])
    with pytest.raises(
        SettingError, match="the full-gaussian learner reads plain numbers only; got categorical"
    ):
        linnet.train(documents, recipe)


def test_log_ratios_refuse_numbers_below_zero():
    documents = documents_of({"numeric": "age"})
    for learner in ("nb-svm", "nb-logistic"):
        with pytest.raises(
            SettingError,
            match=f"the {learner} learner needs features of 0 or above, .* as bins, or",
        ):
            linnet.train(documents, {"learner": learner})
        assert linnet.train(
            documents, {"learner": learner, "numeric_as": "bins"}
        ).recipe.features.numeric == ("age",)


def test_a_model_goes_on_with_the_columns_it_has():
    more = documents_of({"categorical": ("town", "author"), "numeric": "age"})
    classifier = linnet.train(documents_of(COLUMNS["levels"]), {"learner": "multinomial"})
    assert classifier.learn(more).recipe == classifier.recipe
    assert classifier.learn(more).forget(more).to_bytes() == classifier.to_bytes()
    assert linnet.evaluate(classifier, more).accuracy == linnet.evaluate(classifier, DATA).accuracy
    plain = linnet.train(DATA, {"learner": "multinomial"})
    assert (
        linnet.compare(classifier, plain, more).differences["accuracy"].b
        == linnet.evaluate(plain, DATA).accuracy.value
    )
    with pytest.warns(linnet.DataWarning, match="trained on exactly these documents"):
        assert linnet.calibrate(classifier, more).recipe == classifier.recipe


def test_a_column_called_features_is_only_read_where_nothing_else_is_named(tmp_path):
    rows = [
        {"age": 1, "label": "x", "features": {"a": 1}},
        {"age": 2, "label": "y", "features": {"b": 1}},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert read(path).features == "features"
    assert read(path, text=(), numeric="age").features is None


def test_departments_of_real_reviews_take_part():
    folder = os.environ.get("LINNET_DATA")
    if not folder:
        pytest.skip("LINNET_DATA does not name the folder of real data sets")
    path = Path(folder) / "mixed" / "womens_clothing_reviews.csv.gz"
    columns = {"categorical": "Department Name", "numeric": "Age"}
    documents = read(path, text="Review Text", label="Recommended IND", **columns)
    for learner in ("multinomial", "logistic"):
        names = linnet.train(documents, {"learner": learner}).model.features.columns
        assert (names.categorical, names.numeric) == (("Department Name",), ("Age",))
