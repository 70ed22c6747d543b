"""What the commands tell of the training record of a model."""

import json

import pytest

from linnet import load

WORDS = (("good", "pos"), ("dull", "neg"))


@pytest.fixture
def chosen(run, data, tmp_path):
    """A model whose recipe was chosen."""
    model = tmp_path / "chosen.linnet"
    lines = [
        f"{words} {number},{label}"
        for number in range(15)
        for words, label in (("good film", "pos"), ("dull film", "neg"))
    ]
    documents = tmp_path / "films.csv"
    documents.write_text("text,label\n" + "\n".join(lines) + "\n")
    ran = run("tune", documents, "-o", model, "--learner", "svm", "--grid", "strength=0.01,0.1")
    assert ran.code == 0
    return model, documents


def test_inspect_tells_what_was_tried_and_estimated(run, chosen):
    model, _ = chosen
    out = run("inspect", model).out
    assert "tried        2 recipes; the best had accuracy 1.000" in out
    assert "estimate     accuracy 1.000" in out
    assert "when it was trained, by 6 documents reserved from the start" in out
    assert "baseline     accuracy 0.500 by always saying neg" in out


def test_inspect_has_the_record_as_json(run, chosen):
    record = run("inspect", chosen[0], "--json").json["record"]
    assert (record["metric"], record["tried"], record["stale"]) == ("accuracy", 2, False)
    assert record["labels"] == {"neg": 15, "pos": 15}


def test_a_model_of_a_named_recipe_tells_nothing(run, model):
    assert run("inspect", model, "--json").json["record"] is None
    assert "estimate" not in run("inspect", model).out


def test_evaluate_tells_the_estimate_beside_the_value(run, chosen):
    model, documents = chosen
    ran = run("evaluate", model, documents)
    lines = [line.split(" (")[0] for line in ran.out.splitlines()]
    first = lines.index("accuracy  1.000")
    assert lines[first + 1 : first + 5] == [
        "          majority baseline 0.500: always giving neg, the most frequent label here",
        "          estimated when trained: 1.000",
        "macro F1  1.000",
        "          estimated when trained: 1.000",
    ]
    found = run("evaluate", model, documents, "--json").json
    assert found["record"]["metric"] == "accuracy"
    assert found["estimated_accuracy"] == found["record"]["estimate"]["measures"]["accuracy"]


def test_what_was_learned_since_is_told(run, chosen):
    model, documents = chosen
    assert run("learn", model, documents).code == 0
    assert "; the model has changed since\n" in run("inspect", model).out
    assert "; the model has changed since.\n" in run("evaluate", model, documents).out


def test_the_report_has_the_record(run, chosen, tmp_path):
    model, documents = chosen
    page = tmp_path / "report.json"
    assert run("evaluate", model, documents, "--report", page).code == 0
    record = json.loads(page.read_text())["record"]
    assert (record["tried"], record["estimate"]["documents"]) == (2, 6)
    assert "labels" not in record


@pytest.mark.parametrize("command", ["tune", "train"])
def test_a_record_is_left_out_where_that_is_asked_for(run, chosen, tmp_path, command):
    _, documents = chosen
    model = tmp_path / "plain.linnet"
    small = ("--small",) if command == "train" else ()
    ran = run(command, documents, "-o", model, "--learner", "svm", *small, "--no-record", "--json")
    assert ran.code == 0
    assert load(model).record is None
    if small:
        assert ran.json["small"]["bytes"] == model.stat().st_size


def test_an_estimate_on_new_documents_is_called_one(run, chosen, tmp_path):
    model, documents = chosen
    more = tmp_path / "more.csv"
    rows = [f"{word} plot {number},{label}" for number in range(5) for word, label in WORDS]
    more.write_text("text,label\n" + "\n".join(rows) + "\n")
    assert run("retrain", model, more, "--training", documents).code == 0
    assert " on 10 new documents when it was retrained\n" in run("inspect", model).out
    out = run("evaluate", model, more).out
    assert "\nEstimated on 10 new documents when it was retrained: accuracy 1.000" in out
    assert "estimated when trained" not in out
    assert run("evaluate", model, more, "--json").json["estimated_accuracy"] is None


def test_calibrating_drops_the_predicted_labels_of_the_model_before(run, chosen):
    model, documents = chosen
    assert run("calibrate", model, documents, "-o", model, "--cutoff", "pos=f1").code == 0
    compared = run("drift", model, documents, "--unlabelled", "--json").json
    assert compared["not_measured"]["predicted_labels"].endswith("no counts of predicted labels")
