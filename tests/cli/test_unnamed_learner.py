"""What commands use where no learner is named.

Each says so, and settings of learners go to those that take them.
"""

import re

import pytest

import linnet
from linnet import sample
from linnet.learning.learners import learner_names


@pytest.fixture
def messages():
    """The embedded corpus."""
    return sample.path("messages.csv")


def test_a_strength_leaves_the_learners_that_have_one(run, messages, tmp_path):
    model = tmp_path / "m.linnet"
    ran = run("train", messages, "-o", model, "--strength", "0.01", "--words", "1", "--json")
    assert ran.code == 0
    assert ran.json["choice"]["settings"]["strength"] == 0.01
    assert ran.json["learner"] in ("svm", "logistic", "nb-svm")
    assert linnet.load(model).recipe.learner.strength == 0.01


def test_with_few_documents_the_first_learner_that_takes_it_is_used(run, data, tmp_path):
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--strength", "0.5")
    assert "svm with squared-hinge loss, l2 penalty of strength 0.5" in ran.out
    ran = run(
        "train", data, "-o", tmp_path / "m.linnet", "--prior", "uniform", "--smoothing", "0.5"
    )
    assert "multinomial naive Bayes, smoothing 0.5, prior uniform" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--trials", "length"],
            "trials must go with a learner; got none. Pass --learner binomial.",
        ),
        (
            ["--covariance", "shared"],
            "covariance must go with a learner; got none. Pass --learner full-gaussian.",
        ),
        (
            ["--cap", "0.1"],
            "cap must go with a learner; got none. Pass --learner passive-aggressive.",
        ),
        (
            ["--averaged"],
            "averaged must go with one of the learners perceptron, passive-aggressive; "
            "got none of them. "
            "Pass --learner with one of them.",
        ),
        (
            ["--strength", "0.1", "--prior", "uniform"],
            "prior and strength must be settings of one learner; got some of different ones. "
            "Leave one of them out.",
        ),
        (
            ["--strength", "-1"],
            "strength must be a number from 1e-30 to 1e+12, or one over n such as 0.3/n; got -1.0.",
        ),
    ],
)
@pytest.mark.parametrize("command", ["train", "tune"])
def test_a_setting_of_no_learner_that_is_tried_says_which_to_name(run, data, command, words, said):
    ran = run(command, data, "-o", data.with_name("m.linnet"), *words)
    assert ran.code == 2
    assert said in ran.err
    assert not data.with_name("m.linnet").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["cross-validate", "--strength", "0.1"],
        ["cross-validate", "--path", "5"],
        ["curve", "--strength", "0.1"],
        ["curve", "--along", "strength"],
        ["tune", "-o", "m.linnet", "--grid", "strength=0.1,1"],
    ],
    ids=" ".join,
)
def test_no_learner_is_blamed_that_nobody_named(run, messages, words):
    ran = run(words[0], messages, *words[1:])
    assert ran.code == 2
    last = ran.err.splitlines()[-1]
    assert last.endswith(
        "to the learners logistic, svm, nb-logistic, nb-svm; got none of them. "
        "Pass --learner with one of them."
    )


@pytest.mark.parametrize("words", [["--trials", "length"], ["--norm"]], ids=" ".join)
@pytest.mark.parametrize("command", ["cross-validate", "curve"])
def test_nor_by_commands_of_one_recipe(run, messages, command, words):
    ran = run(command, messages, *words)
    assert ran.code == 2
    assert re.search(r"Pass --learner (binomial|complement), or leave (them|it) out\.\n$", ran.err)
    assert "multinomial" not in ran.err


def test_commands_of_one_recipe_say_which_it_is(run, messages):
    used = "No learner is named; used: multinomial naive Bayes, prior learned, on words."
    ran = run("cross-validate", messages, "--folds", "3", "--smoothing", "0.1,1")
    assert ran.out.splitlines()[-1] == used
    ran = run("curve", messages, "--along", "smoothing", "--values", "0.1,1", "--folds", "2")
    assert ran.out.splitlines()[-1] == used
    ran = run("curve", messages, "--values", "0.1", "--folds", "2", "--words", "1-2")
    assert ran.out.splitlines()[-1] == (
        "No learner is named; "
        "used: multinomial naive Bayes, smoothing 1, prior learned, on words 1-2."
    )


def test_they_say_nothing_where_one_is_named(run, messages, tmp_path):
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(linnet.Recipe().to_toml())
    for words in (["--learner", "multinomial"], ["--recipe", recipe]):
        assert "No learner" not in run("cross-validate", messages, "--folds", "2", *words).out
        assert (
            "No learner"
            not in run("curve", messages, "--values", "0.1", "--folds", "2", *words).out
        )


def test_a_curve_along_learners_names_them(run, messages):
    words = ["--along", "learner", "--values", "bernoulli,svm", "--folds", "2"]
    assert "No learner" not in run("curve", messages, *words).out
    assert run("curve", messages, *words, "--json").json["learner"] is None


@pytest.mark.parametrize("command", ["cross-validate", "curve"])
def test_json_has_the_learner(run, messages, command):
    assert run(command, messages, "--folds", "2", "--json").json["learner"] == "multinomial"
    assert (
        run(command, messages, "--folds", "2", "--learner", "bernoulli", "--json").json["learner"]
        == "bernoulli"
    )


@pytest.mark.parametrize(
    ("words", "tried"),
    [
        ([], "No learner is named; tried: multinomial, svm, logistic."),
        (["--strength", "0.01"], "No learner is named; tried: svm, logistic."),
        (["--smoothing", "0.5"], "No learner is named; tried: multinomial."),
        (["--grid", "words=1,1-2"], "No learner is named; tried: multinomial."),
        (
            ["--grid", "smoothing=0.1,1", "--prior", "uniform"],
            "No learner is named; tried: multinomial.",
        ),
        (["--grid", "learner=svm,complement"], None),
        (["--learner", "svm"], None),
    ],
    ids=lambda value: None if value is None else " ".join(value) if isinstance(value, list) else "",
)
def test_tune_says_what_it_tried(run, messages, tmp_path, words, tried):
    ran = run("tune", messages, "-o", tmp_path / "m.linnet", "--folds", "2", *words)
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if "No learner" in line] == (
        [] if tried is None else [tried]
    )


def test_settings_go_to_those_learners_of_a_grid_that_take_them(run, messages, tmp_path):
    words = ["--folds", "2", "--grid", "learner=svm,multinomial", "--strength", "0.01"]
    tried = run("tune", messages, "-o", tmp_path / "m.linnet", *words, "--json").json["tried"]
    assert [one["settings"] for one in tried] == [
        {"strength": 0.01, "learner": "svm"},
        {"learner": "multinomial"},
    ]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            "train",
            "where none is named, the recipe that suits the documents best is chosen, among "
            "multinomial,",
        ),
        (
            "tune",
            "where neither this nor the grid names one, multinomial; "
            "without a grid multinomial, svm and logistic",
        ),
        ("cross-validate", "where none is named, multinomial"),
        ("curve", "where none is named, multinomial"),
    ],
)
def test_help_says_the_same(run, command, said):
    page = " ".join(run(command, "--help").out.split())
    assert f"{learner_names()[-1]}; {said}" in page
