"""linnet cross-validate."""

import pytest

from linnet import sample


@pytest.fixture
def messages():
    return sample.path("messages.csv")


def test_every_smoothing_has_a_result(run, messages):
    result = run("cross-validate", messages, "--folds", "3", "--smoothing", "0.1,1,10", "--json").json
    assert (result["documents"], result["folds"]) == (799, 3)
    assert [one["smoothing"] for one in result["results"]] == [0.1, 1, 10]
    for one in result["results"]:
        assert one["accuracy"]["value"] == pytest.approx(1 - one["errors"] / 799)
    assert result["best"]["errors"] == min(one["errors"] for one in result["results"])


def test_text_warns_that_the_best_is_optimistic(run, messages):
    out = run("cross-validate", messages, "--folds", "3", "--smoothing", "0.1,1").out
    assert "Best: smoothing 1," in out
    assert "optimistic" in out
    alone = run("cross-validate", messages, "--folds", "3").out
    assert "optimistic" not in alone


def test_leave_one_out(run, data):
    result = run("cross-validate", data, "--leave-one-out", "--json").json
    assert (result["documents"], result["folds"]) == (6, 6)


def test_smoothing_of_the_recipe_is_the_default(run, data, tmp_path):
    file = tmp_path / "recipe.toml"
    file.write_text("[learner]\nsmoothing = 0.5\n")
    result = run("cross-validate", data, "--folds", "2", "--recipe", file, "--json").json
    assert [one["smoothing"] for one in result["results"]] == [0.5]


@pytest.mark.parametrize(
    "words", [("--folds", "0"), ("--folds", "7"), ("--folds", "2", "--leave-one-out"), ("--smoothing", "a")]
)
def test_what_cannot_be_is_refused(run, data, words):
    ran = run("cross-validate", data, *words)
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith("linnet: ")


def test_a_smoothing_given_twice_is_tried_once(run, messages):
    result = run("cross-validate", messages, "--folds", "2", "--smoothing", "1,0.5,1.0", "--json").json
    assert [one["smoothing"] for one in result["results"]] == [1, 0.5]


def test_one_fold_is_refused_before_reading(run, tmp_path):
    ran = run("cross-validate", tmp_path / "none.csv", "--folds", "1")
    assert ran.code == 2
    assert "argument --folds: a whole number, 2 or above, must come here; got '1'." in ran.err
