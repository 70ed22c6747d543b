"""Several labels per document from the command line."""

import json
import re

import pytest

import linnet
from tests.films import FILMS


def test_from_the_command_line(tmp_path, run):
    data = tmp_path / "films.jsonl"
    data.write_text(
        "".join(json.dumps({"text": text, "label": labels}) + "\n" for text, labels in FILMS * 4)
    )
    model = str(tmp_path / "films.linnet")
    assert (
        run("train", str(data), "-o", model, "--learner", "logistic", "--json").json["labels"] == 3
    )
    assert run("train", str(data), "-o", model, "--cutoff", "neg=0.4").code == 0
    evaluated = run("evaluate", model, str(data), "--json").json
    assert set(evaluated) >= {
        "subset_accuracy",
        "hamming_loss",
        "micro_f1",
        "macro_f1",
        "sample_f1",
        "precision_at",
    }
    assert "subset accuracy" in run("evaluate", model, str(data)).out
    out = tmp_path / "out.jsonl"
    run("predict", model, str(data), "-o", str(out), "--json")
    first = json.loads(out.read_text().splitlines()[0])
    assert first["label"] == ["funny", "pos"]
    assert len(first["probability"]) == 2
    assert (
        run(
            "train",
            str(out),
            "--label",
            "label",
            "--text",
            "row",
            "--learner",
            "multinomial",
            "-o",
            str(tmp_path / "again.linnet"),
        ).code
        == 0
    )
    for name in ("out.csv", "out.parquet"):
        assert run("predict", model, str(data), "-o", str(tmp_path / name)).code == 0
    assert '"[""funny"", ""pos""]"' in (tmp_path / "out.csv").read_text()
    assert linnet.read(tmp_path / "out.parquet", text="row").multilabel
    assert "Labels: funny, pos." in run("explain", model, "good jokes").out
    assert run("inspect", model, "--json").json["labels"] == {"funny": 12, "neg": 8, "pos": 8}
    assert run("cross-validate", str(data), "--json").json["documents"] == 24
    lines = tmp_path / "x.ft"
    lines.write_text("__label__a __label__b good\n__label__a bad\nnone\n")
    assert run("train", str(lines), "--format", "fasttext", "-o", model).code == 2
    assert (
        run("train", str(lines), "--format", "fasttext", "--several-labels", "-o", model).code == 0
    )
    assert (
        run("evaluate", model, str(lines), "--format", "fasttext", "--json").json["documents"] == 3
    )


@pytest.fixture
def films(tmp_path):
    """A file of 60 films, and some others."""
    data, others = tmp_path / "films.jsonl", tmp_path / "others.jsonl"
    lines = [
        json.dumps({"text": f"{text} {n}", "label": labels}) + "\n"
        for n in range(10)
        for text, labels in FILMS
    ]
    data.write_text("".join(lines))
    others.write_text("".join(lines[:12]) + '{"text": "dull dull jokes", "label": ["pos"]}\n')
    return data, others


def test_tuning_tells_an_honest_estimate_and_writes_what_train_writes(run, films, tmp_path):
    data, _ = films
    model, recipe, again = (tmp_path / name for name in ("m.linnet", "best.toml", "again.linnet"))
    grid = ["--grid", "learner=multinomial,logistic", "--grid", "strength=1e-3", "--several-labels"]
    saved = ["--save-recipe", recipe, "--report", tmp_path / "r.json", "--no-record"]
    ran = run("tune", data, "-o", model, *grid, *saved)
    assert ran.code == 0
    assert "micro-f1" in ran.out.splitlines()[1]
    assert "Honest estimate, by 12 documents reserved from the start: micro-f1 " in ran.out
    assert "subset-accuracy" in ran.out
    assert run("train", data, "-o", again, "--recipe", recipe).code == 0
    assert model.read_bytes() == again.read_bytes()
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["several"]
    assert report["tuning"]["metric"] == report["curves"][0]["metric"] == "micro-f1"
    assert {"thresholds", "mistakes", "suspects", "leaks"} <= report.keys()


def test_a_metric_that_does_not_fit_is_one_sentence(run, films, tmp_path):
    for command in (["tune", films[0], "-o", tmp_path / "m.linnet"], ["curve", films[0]]):
        ran = run(*command, "--metric", "accuracy")
        assert (ran.code, ran.out) == (2, "")
        assert "a metric must be one of subset-accuracy, hamming-loss, micro-f1, " in ran.err
        assert (
            "where documents may have several labels; got 'accuracy'. Choose one of these."
            in ran.err
        )


def test_curves_and_suspects(run, films, tmp_path):
    data, _ = films
    assert run("curve", data, "--values", "0.5,1", "--json").json["metric"] == "micro-f1"
    file = tmp_path / "suspects.csv"
    ran = run("cross-validate", data, "--suspects", file, "--folds", "3", "--smoothing", "100")
    assert "suspect labels, the least plausible by probability first." in ran.out
    assert file.read_text().splitlines()[0] == "row,id,label,status,probability,margin,text"


def test_training_measures_stand_beside_the_others(run, films, tmp_path):
    data, others = films
    model = tmp_path / "m.linnet"
    run("train", data, "-o", model, "--learner", "logistic")
    ran = run("evaluate", model, others, "--train", data, "--report", tmp_path / "r.json")
    assert "measure" in ran.out
    assert ran.out.count("subset-accuracy") == 1
    found = run("evaluate", model, others, "--train", data, "--json").json
    assert found["training"]["documents"] == 60
    assert found["training"]["measures"]["subset-accuracy"]["value"] == 1.0
    assert found["measures"]["subset-accuracy"] == found["subset_accuracy"]
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["training"]["micro-f1"]["value"] == 1.0
    assert report["suspects"] == []
    assert {one["kind"] for one in report["mistakes"]} == {"missing", "wrong"}


def test_groups_and_slices_as_with_one_label(run, films, tmp_path):
    model, metadata = tmp_path / "m.linnet", tmp_path / "beside.jsonl"
    run("train", films[0], "-o", model, "--learner", "logistic")
    lines = films[0].read_text().splitlines()
    rows = [json.loads(line) | {"year": 1990 + number % 2} for number, line in enumerate(lines)]
    metadata.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ran = run(
        "evaluate",
        model,
        metadata,
        "--slice",
        "year",
        "--slice-length",
        "--group",
        "year",
        "--no-ledger",
    )
    assert ran.out.startswith("The model was trained on exactly these documents")
    assert "\n60 documents in 2 groups; " in ran.out
    assert re.search(r"year +documents +subset accuracy +micro F1\n1990 +30 ", ran.out)
    found = run("evaluate", model, metadata, "--slice", "year", "--json", "--no-ledger").json
    assert [(one["name"], one["documents"]) for one in found["slices"][0]["slices"]] == [
        ("1990", 30),
        ("1991", 30),
    ]
    assert found["slices"][0]["slices"][0]["micro_f1"]["value"] == 1.0
    report = tmp_path / "r.json"
    assert (
        run("evaluate", model, metadata, "--slice", "year", "--report", report, "--no-ledger").code
        == 0
    )
    assert json.loads(report.read_text())["slices"][0]["by"] == "year"


def test_costs_and_spam_are_of_one_label_each(run, films, tmp_path):
    model = tmp_path / "m.linnet"
    run("train", films[0], "-o", model, "--learner", "multinomial")
    ran = run("evaluate", model, films[1], "--spam", "pos")
    assert (ran.code, ran.out) == (2, "")
    assert (
        "--spam is for documents of one label each; got a model that gives several. Leave it out."
        in ran.err
    )
