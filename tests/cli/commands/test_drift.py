"""linnet drift."""

import json

import pytest

from tests.cli.test_drift_check import HELD_OUT, OTHER, write_models_and_data
from tests.data_drift.collections import FILMS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = write_models_and_data(tmp_path_factory.mktemp("drift"))
    texts = "".join(f"{text}\n" for text, _ in OTHER)
    (folder / "texts.csv").write_text("text\n" + texts)
    (folder / "lines.txt").write_text(texts)
    for number, (text, label) in enumerate(HELD_OUT[:40]):
        (folder / "folder" / label).mkdir(parents=True, exist_ok=True)
        (folder / "folder" / label / f"{number}.txt").write_text(text)
    return folder


def test_no_shift(run, folder):
    ran = run("drift", folder / "chosen.linnet", folder / "held-out.csv")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "150 documents against 300 training documents."
    assert lines[1].startswith("No shift found: labels, text lengths, unknown words and ")
    assert [line.split()[-1] for line in lines[3:]] == ["shifted", "no", "no", "no", "no"]


def test_a_shift(run, folder):
    out = run("drift", folder / "chosen.linnet", folder / "other.csv").out
    assert "These documents do not look like the training data: " in out
    assert "unknown words" in out
    assert "yes" in out


def test_words_that_tell_apart(run, folder):
    training = folder / "training.csv"
    out = run("drift", folder / "svm.linnet", folder / "other.csv", "--training", training).out
    assert "A model tells 150 documents of each side apart with a ROC area of 1.000" in out
    lines = out.splitlines()
    title = next(place for place, line in enumerate(lines) if "words of new" in line)
    assert lines[title + 1].split()[0] in FILMS.split()
    out = run("drift", folder / "svm.linnet", folder / "held-out.csv", "--training", training).out
    assert "0.5 is chance" in out
    assert "words of" not in out


@pytest.mark.parametrize("name", ["texts.csv", "lines.txt"])
def test_without_labels_those_predicted_are_compared(run, folder, name):
    plain = run("drift", folder / "chosen.linnet", folder / name, "--json").json
    assert "predicted_labels" in plain["shifts"]
    assert plain["not_measured"] == {"labels": "there are no labels"}


def test_labels_can_be_left_alone(run, folder):
    plain = run("drift", folder / "chosen.linnet", folder / "other.csv", "--unlabelled", "--json")
    assert "predicted_labels" in plain.json["shifts"]


def test_a_folder_has_labels(run, folder):
    plain = run("drift", folder / "chosen.linnet", folder / "folder", "--json").json
    assert plain["documents"] == 40
    assert "labels" in plain["shifts"]


def test_a_model_without_a_profile_compares_labels_and_says_what_it_could_not(run, folder):
    out = run("drift", folder / "svm.linnet", folder / "held-out.csv").out
    assert "No shift found: labels are as in the training data." in out
    assert "Not compared: text lengths, since the model file has no profile" in out


def test_nothing_to_compare_with_is_a_mistake_to_correct(run, folder):
    ran = run("drift", folder / "svm.linnet", folder / "texts.csv")
    assert ran.code == 2
    assert ran.err.rstrip().endswith("Name the training documents with --training DATA.")


def test_odd_arguments_are_told_in_a_sentence(run, folder):
    for words in (
        ("drift", folder / "nothing.linnet", folder / "other.csv"),
        ("drift", folder / "other.csv", folder / "chosen.linnet"),
        ("drift", folder / "chosen.linnet", folder / "nothing.csv"),
        ("drift", folder / "chosen.linnet", folder / "other.csv", "--training", "nothing.csv"),
        ("drift", folder / "chosen.linnet", folder / "other.csv", "--label", "nothing"),
    ):
        ran = run(*words)
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) <= 2


def test_where_nothing_can_be_compared_a_warning_says_so(run, folder):
    (folder / "few.csv").write_text("text,label\nhello,ham\n")
    ran = run("drift", folder / "chosen.linnet", folder / "few.csv")
    assert ran.code == 0
    assert "there are fewer than 10 documents" in ran.out
    assert "linnet: warning: Nothing could be compared with the training data" in ran.err
    ran = run("drift", folder / "chosen.linnet", folder / "few.csv", "--json")
    assert json.loads(ran.out)["shifted"] is None
    assert json.loads(ran.err.splitlines()[-1])["warning"]["kind"] == "NothingCompared"


def test_no_documents_at_all_are_refused(run, folder):
    (folder / "none.jsonl").write_text("broken\n")
    ran = run("drift", folder / "chosen.linnet", folder / "none.jsonl", "--skip-bad-rows")
    assert (ran.code, ran.out) == (2, "")
    assert "there must be documents to compare; got none. Check the data." in ran.err


def test_other_documents_than_those_of_training_are_noticed(run, folder):
    model, new = folder / "chosen.linnet", folder / "other.csv"
    ran = run("drift", model, new, "--training", folder / "held-out.csv")
    assert "150 documents given as training documents are not those that the model was " in ran.err
    ran = run("drift", model, new, "--training", folder / "training.csv")
    assert "given as training documents" not in ran.err
