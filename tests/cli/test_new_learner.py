"""A learner that is new, as one file and one line in the register, can do all that the command
does.
"""

from dataclasses import replace
from unittest.mock import patch

import pytest

from linnet import load
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.learning.learners import LEARNERS
from tests.cli.conftest import MESSAGES, write_csv
from tests.learning.nearest_mean import LINE

LEARNER = ("--learner", "nearest-mean")


@pytest.fixture(autouse=True)
def registered():
    """Put the one line into the register."""
    with patch.dict(LEARNERS, LINE):
        yield


@pytest.fixture
def toy_model(tmp_path, data, run):
    """A model of the six messages."""
    path = tmp_path / "toy.linnet"
    trained = run("train", data, "-o", path, *LEARNER)
    assert trained.code == 0, trained.err
    return path


def test_help_names_it(run):
    page = "".join(run("train", "--help").out.split())
    assert "lexicon,nearest-mean;" in page


def test_it_trains_and_predicts(toy_model, tmp_path, run):
    new = write_csv(tmp_path / "new.csv", [("a prize", "spam"), ("lunch at noon", "ham")])
    predicted = run("predict", toy_model, new)
    assert predicted.code == 0, predicted.err
    assert [line["label"] for line in predicted.lines] == ["spam", "ham"]
    evaluated = run("evaluate", toy_model, new, "--json")
    assert evaluated.json["accuracy"]["value"] == 1


def test_it_is_explained_and_inspected(toy_model, run):
    explained = run("explain", toy_model, "claim a prize", "--json")
    assert explained.code == 0, explained.err
    assert explained.json["label"] == "spam"
    inspected = run("inspect", toy_model)
    assert "nearest class mean, on words" in inspected.out
    assert 'name = "nearest-mean"' in run("inspect", toy_model, "--recipe").out


@pytest.mark.parametrize("folds", [["--folds", "3"], ["--leave-one-out"]])
def test_it_is_cross_validated(data, run, folds):
    judged = run("cross-validate", data, *LEARNER, *folds, "--json")
    assert judged.code == 0, judged.err
    assert judged.json["learner"] == "nearest-mean"


def test_it_learns_forgets_and_merges_exactly(tmp_path, data, toy_model, run):
    first, rest = (
        write_csv(tmp_path / "1.csv", MESSAGES[:4]),
        write_csv(tmp_path / "2.csv", MESSAGES[4:]),
    )
    half, other = tmp_path / "half.linnet", tmp_path / "other.linnet"
    assert run("train", first, "-o", half, *LEARNER).code == 0
    trained = half.read_bytes()
    assert run("learn", half, rest).code == 0
    assert half.read_bytes() == toy_model.read_bytes()
    assert run("forget", half, rest).code == 0
    assert half.read_bytes() == trained

    odd, even = (
        write_csv(tmp_path / "3.csv", MESSAGES[::2]),
        write_csv(tmp_path / "4.csv", MESSAGES[1::2]),
    )
    assert run("train", odd, "-o", half, *LEARNER).code == 0
    assert run("train", even, "-o", other, *LEARNER).code == 0
    assert run("merge", half, other, "-o", tmp_path / "both.linnet").code == 0
    assert (tmp_path / "both.linnet").read_bytes() == toy_model.read_bytes()


def test_it_is_tuned_calibrated_and_in_a_grid(tmp_path, data, run):
    found = run(
        "tune",
        data,
        "-o",
        tmp_path / "tuned.linnet",
        "--grid",
        "learner=nearest-mean,svm",
        "--json",
    )
    assert found.code == 0, found.err
    calibrated = run("train", data, "-o", tmp_path / "c.linnet", *LEARNER, "--calibration", "platt")
    assert calibrated.code == 0, calibrated.err


def test_a_setting_of_others_is_refused(tmp_path, data, run):
    refused = run("train", data, "-o", tmp_path / "no.linnet", *LEARNER, "--smoothing", "0.5")
    assert refused.code == 2
    assert "smoothing belongs to the learners multinomial" in refused.err


def test_a_model_file_of_an_unknown_learner_is_refused_with_a_sentence(toy_model, run):
    data = load(toy_model).to_bytes()
    del LEARNERS["nearest-mean"]
    with pytest.raises(ModelFileError) as refused:
        from_bytes(data)
    assert str(refused.value) == (
        "a model in memory: the learner of a model must be one that this linnet knows; "
        "got 'nearest-mean'. "
        "Open it with the linnet that it was trained with, or train it again."
    )
    shown = run("inspect", toy_model)
    assert shown.code == 2
    assert "got 'nearest-mean'" in shown.err


def test_a_learner_is_compared_by_its_settings(toy_model):
    classifier = load(toy_model)
    assert replace(classifier.recipe) == classifier.recipe
