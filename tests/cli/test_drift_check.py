"""What an evaluation says of drift."""

import pytest

import linnet
from tests.cli.conftest import write_csv
from tests.data_drift.collections import FILMS, MESSAGES, drawn, labelled

TRAINING = [
    (text, "spam" if "prize" in text or "win" in text else "ham")
    for text in drawn(MESSAGES, 300, seed=1)
]
HELD_OUT = [
    (text, "spam" if "prize" in text or "win" in text else "ham")
    for text in drawn(MESSAGES, 150, seed=2)
]
OTHER = labelled(drawn(FILMS, 150, seed=3, length=20), share=0.1)


def write_models_and_data(folder):
    """Write a model that was chosen, one of a named learner, and documents for them."""
    linnet.train(TRAINING).save(folder / "chosen.linnet")
    linnet.train(TRAINING, {"learner": "svm"}).save(folder / "svm.linnet")
    write_csv(folder / "training.csv", TRAINING)
    write_csv(folder / "held-out.csv", HELD_OUT)
    write_csv(folder / "other.csv", OTHER)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_models_and_data(tmp_path_factory.mktemp("drift"))


def evaluated(run, folder, model, data, *more):
    return run("evaluate", folder / model, folder / data, "--no-ledger", *more)


def test_nothing_is_said_where_nothing_was_found(run, folder):
    out = evaluated(run, folder, "chosen.linnet", "held-out.csv").out
    assert "training data" not in out
    assert "Below expectation" not in out


def test_a_shift_and_its_effect_are_said(run, folder):
    out = evaluated(run, folder, "chosen.linnet", "other.csv").out
    assert "\nThese documents do not look like the training data: " in out
    assert "of words are unknown" in out
    assert "\nBelow expectation: accuracy 0." in out
    assert out.rstrip().endswith("Drift is the probable reason.")


def test_json_has_both(run, folder):
    plain = evaluated(run, folder, "chosen.linnet", "other.csv", "--json").json
    assert plain["drift"]["shifted"]
    assert plain["warning"].startswith("Below expectation: ")
    plain = evaluated(run, folder, "chosen.linnet", "held-out.csv", "--json").json
    assert not plain["drift"]["shifted"]
    assert plain["warning"] is None


def test_a_model_without_a_profile_takes_the_training_documents(run, folder):
    plain = evaluated(run, folder, "svm.linnet", "other.csv", "--json").json
    assert list(plain["drift"]["shifts"]) == ["labels"]
    train = ("--train", folder / "training.csv")
    plain = evaluated(run, folder, "svm.linnet", "other.csv", *train, "--json").json
    assert list(plain["drift"]["shifts"]) == ["labels", "lengths", "unknown_words", "ngrams"]


def test_no_drift_is_known_of_a_model_without_a_profile(run, folder):
    wrong = [(text, "ham" if label == "spam" else "spam") for text, label in HELD_OUT]
    write_csv(folder / "wrong.csv", wrong)
    out = evaluated(run, folder, "svm.linnet", "wrong.csv").out
    assert "Below expectation: accuracy" in out
    assert "linnet drift MODEL DATA --training TRAINING tells." in out


def test_a_report_has_a_section_and_cautions(run, folder):
    path = folder / "report.json"
    run("evaluate", folder / "chosen.linnet", folder / "other.csv", "--report", path, "--no-ledger")
    import json

    report = json.loads(path.read_text("utf-8"))
    assert report["drift"]["sentence"] in report["cautions"]
    assert any(caution.startswith("Below expectation") for caution in report["cautions"])
