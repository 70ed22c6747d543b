"""linnet cross-validate."""

import pytest

from linnet import sample


@pytest.fixture
def messages():
    return sample.path("messages.csv")


def test_every_smoothing_has_a_result(run, messages):
    result = run(
        "cross-validate", messages, "--folds", "3", "--smoothing", "0.1,1,10", "--json"
    ).json
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
    "words",
    [("--folds", "0"), ("--folds", "7"), ("--folds", "2", "--leave-one-out"), ("--smoothing", "a")],
)
def test_what_cannot_be_is_refused(run, data, words):
    ran = run("cross-validate", data, *words)
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith("linnet: ")


def test_a_smoothing_given_twice_is_tried_once(run, messages):
    result = run(
        "cross-validate", messages, "--folds", "2", "--smoothing", "1,0.5,1.0", "--json"
    ).json
    assert [one["smoothing"] for one in result["results"]] == [1, 0.5]


def test_strengths_may_be_over_n(run, data):
    words = ("cross-validate", data, "--learner", "svm", "--folds", "2")
    result = run(*words, "--strength", "0.5,1/n,0.5", "--json").json
    assert [one["strength"] for one in result["results"]] == [0.5, "1/n"]
    assert "     1/n  " in run(*words, "--strength", "0.5,1/n").out
    refused = run(*words, "--strength", "0.5,much")
    assert refused.code == 2
    assert "a finite number must come here; got 'much'" in refused.err


def test_one_fold_is_refused_before_reading(run, tmp_path):
    ran = run("cross-validate", tmp_path / "none.csv", "--folds", "1")
    assert ran.code == 2
    assert "argument --folds: a whole number, 2 or above, must come here; got '1'." in ran.err


def test_groups_times_and_repeats(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(
        "text,label,who,day\n"
        + "".join(f"word{i % 7},{'ab'[i % 2]},w{i // 4},{i}\n" for i in range(40))
    )
    grouped = run("cross-validate", path, "--group", "who", "--leave-one-out", "--json").json
    assert (grouped["documents"], grouped["folds"]) == (40, 10)
    timed = run("cross-validate", path, "--time", "day", "--folds", "3", "--json").json
    assert (timed["documents"], timed["folds"]) == (30, 3)
    repeated = run("cross-validate", path, "--repeats", "3", "--folds", "4", "--json").json
    assert repeated["repeats"] == 3
    assert "4 folds, 3 times;" in run("cross-validate", path, "--repeats", "3", "--folds", "4").out


def test_exact_duplicates_are_noted_and_near_ones_on_request(run, tmp_path, messages):
    rows = messages.read_text(encoding="utf-8").splitlines()
    path = tmp_path / "twice.csv"
    path.write_text(
        "\n".join([*rows, *(row.replace(",", " extra,", 1) for row in rows[1:6]), *rows[10:14]])
        + "\n"
    )
    ran = run("cross-validate", path, "--folds", "5")
    assert "documents with an exact duplicate in another fold; see --leaks." in ran.out
    assert "Without them the accuracy is " in ran.out
    result = run("cross-validate", path, "--folds", "5", "--leaks", "--json").json
    assert result["leaks"]["near"]["documents"] > 0
    assert result["best"]["without_leaks"]["value"] <= result["best"]["accuracy"]["value"]
    assert "near duplicates: row " in run("cross-validate", path, "--folds", "5", "--leaks").out
