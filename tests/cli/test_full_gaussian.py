"""The full-gaussian learner from the command line."""

import pytest

ROWS = "x,y,kind\n0,0,a\n2,0,a\n0,2,a\n2,2,a\n7,5,b\n3,5,b\n6,6,b\n4,4,b\n"
LEARNER = (
    "--learner",
    "full-gaussian",
    "--words",
    "none",
    "--numeric",
    "x",
    "--numeric",
    "y",
    "--label",
    "kind",
)


@pytest.fixture
def numbers(tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text(ROWS)
    return path


@pytest.fixture
def trained(run, numbers, tmp_path):
    path = tmp_path / "numbers.linnet"
    assert run("train", numbers, "-o", path, *LEARNER).code == 0
    return path


def test_train_says_what_it_made(run, numbers, tmp_path):
    said = run(
        "train",
        numbers,
        "-o",
        tmp_path / "m.linnet",
        *LEARNER,
        "--ridge",
        "0.5",
        "--covariance",
        "shared",
    ).out
    assert (
        ": Gaussian with the full covariance shared by all labels, ridge 0.5, prior learned, on "
        "columns x, y." in said
    )


def test_predict_explain_inspect_and_evaluate(run, numbers, trained):
    assert [line["label"] for line in run("predict", trained, numbers).lines] == list("aaaabbbb")
    explained = run("explain", trained, "--field", "x=3", "--field", "y=5", "--json").json
    # around the mean (3, 3): x is 0, y 2, and b has the weight 4 and the square -1.25 for y
    values = {one["feature"]: one["scores"]["b"] for one in explained["features"]}
    assert values == pytest.approx(
        {"x.numeric:value": 0, "y.numeric:value": 8 - 5, "products:x × y": 0}, abs=1e-12
    )
    assert explained["label"] == "b"
    inspected = run("inspect", trained, "--json").json
    assert inspected["recipe"]["learner"] == {
        "name": "full-gaussian", "covariance": "own", "ridge": 0.0, "prior": "learned",
    }  # fmt: skip
    assert run("inspect", trained).code == 0
    assert run("evaluate", trained, numbers, "--json").json["accuracy"]["value"] == 1


def test_a_recipe_makes_the_same_model(run, numbers, trained, tmp_path):
    recipe, again = tmp_path / "recipe.toml", tmp_path / "again.linnet"
    recipe.write_text(run("inspect", trained, "--recipe").out)
    assert run("train", numbers, "-o", again, "--recipe", recipe, "--label", "kind").code == 0
    assert again.read_bytes() == trained.read_bytes()


def test_cross_validate(run, numbers):
    assert (
        run("cross-validate", numbers, *LEARNER, "--ridge", "1", "--folds", "4", "--json").json[
            "documents"
        ]
        == 8
    )


def test_words_are_refused_kindly(run, numbers, tmp_path):
    ran = run("train", numbers, "-o", tmp_path / "m.linnet", *LEARNER[:2], *LEARNER[4:])
    assert (ran.code, ran.err) == (
        2,
        "linnet: the full-gaussian learner reads plain numbers only; got words. "
        "Pass --numeric COLUMN and --words none.\n",
    )


def test_a_singular_covariance_names_the_label_and_the_options(run, numbers, tmp_path):
    numbers.write_text(ROWS + "9,9,c\n")
    ran = run("train", numbers, "-o", tmp_path / "m.linnet", *LEARNER)
    assert ran.code == 2
    assert ran.err.endswith(
        "linnet: label 'c' (documents: 1): a covariance must have an inverse; "
        "got 'x', 'y', which vary as one. "
        "Pass --ridge R or --covariance shared, or leave a column out.\n"
    )
    assert (
        run("train", numbers, "-o", tmp_path / "m.linnet", *LEARNER, "--covariance", "shared").code
        == 0
    )


def test_a_missing_number_stops_predict(run, numbers, trained, tmp_path):
    gaps = tmp_path / "gaps.csv"
    gaps.write_text("x,y\n1,2\n,2\n")
    ran = run("predict", trained, gaps)
    assert ran.code == 2
    assert "column 'x' must have a number in every document" in ran.err
