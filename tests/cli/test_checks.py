"""What a reader must know of an evaluation: leaks, looks, training documents."""

import json

import pytest


def test_an_evaluation_on_the_training_documents_begins_with_saying_so(run, model, data, tmp_path):
    said = "The model was trained on exactly these documents: on new ones expect lower scores."
    assert run("evaluate", model, data).out.startswith(said)
    report = tmp_path / "report.json"
    assert run("evaluate", model, data, "--report", report, "--no-ledger").code == 0
    assert json.loads(report.read_text(encoding="utf-8"))["cautions"][0] == said

    data.write_text(data.read_text().replace("noon", "night"))
    assert said not in run("evaluate", model, data).out
    assert run("evaluate", model, data, "--json").json["on_training_documents"] is False


def test_leaks_from_training_are_told_and_scored_without(run, model, data, tmp_path):
    # Two of the training documents in other clothes, rightly told; one new document, wrongly told.
    held = tmp_path / "held.csv"
    held.write_text("text,label\nWIN a prize: now!,spam\nsee you at lunch!,ham\nprize prize,ham\n")
    result = run("evaluate", model, held, "--train", data, "--json").json
    assert (result["leaks"]["leaking"], result["leaks"]["exact"]["same_label"]) == (2, 2)
    assert (result["accuracy"]["value"], result["without_leaks"]["accuracy"]["value"]) == (2 / 3, 0)
    assert result["without_leaks"]["documents"] == 1
    out = run("evaluate", model, held, "--train", data).out
    assert "Leak check: 2 of 3 held-out documents in training too." in out
    assert "Without them: accuracy 0.000" in out


def test_looks_are_counted_by_documents_and_model(run, model, data, tmp_path, own_ledger):
    before = model.read_bytes()
    again = tmp_path / "turned.csv"
    header, *rows = data.read_text().splitlines()
    again.write_text("\n".join([header, *rows[::-1]]) + "\n")
    other = tmp_path / "other.linnet"
    run("train", data, "-o", other, "--smoothing", "2")
    assert (
        "This test set has been looked at 1 time with 1 model." in run("evaluate", model, data).out
    )
    assert run("evaluate", model, again, "--json").json["looks"] == {"times": 2, "models": 1}
    assert run("evaluate", other, data, "--json").json["looks"] == {"times": 3, "models": 2}
    assert run("evaluate", other, data, "--json", "--no-ledger").json["looks"] is None
    assert "looked at" not in run("evaluate", other, data, "--no-ledger").out
    assert len(own_ledger.read_text().splitlines()) == 3
    assert "prize" not in own_ledger.read_text()
    assert model.read_bytes() == before


@pytest.mark.filterwarnings("default")
def test_a_ledger_that_cannot_be_written_is_only_a_note(run, model, data, monkeypatch):
    monkeypatch.setenv("LINNET_LEDGER", str(data / "looks.jsonl"))
    ran = run("evaluate", model, data)
    assert ran.code == 0
    assert "the ledger of test-set uses should be writable" in ran.err
