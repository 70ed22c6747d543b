"""linnet evaluate --report."""

import json
from hashlib import sha256

import linnet


def test_a_page_all_numbers_or_a_card(run, model, data, tmp_path):
    for name, start in {
        "r.html": "<!DOCTYPE html>",
        "r.json": "{",
        "r.md": "---\nlibrary_name",
    }.items():
        path = tmp_path / name
        ran = run("evaluate", model, data, "--no-ledger", "--report", path)
        assert (ran.code, ran.out) == (0, run("evaluate", model, data, "--no-ledger").out)
        assert f"report written to {path}" in ran.err
        assert path.read_text(encoding="utf-8").startswith(start)


def test_json_has_the_whole_evaluation_and_says_what_was_read(run, model, data, tmp_path):
    path = tmp_path / "r.json"
    run("evaluate", model, data, "--report", path)
    report = json.loads(path.read_text(encoding="utf-8"))
    expected = linnet.evaluate(linnet.load(model), str(data)).as_json()
    for name in ("on_training_documents", "estimated_accuracy"):  # beside it in the report
        assert report[name] == expected.pop(name)
    assert report["evaluation"] == expected
    digest = sha256(data.read_bytes()).hexdigest()
    assert report["files"]["data"] == {"name": "messages.csv", "sha256": digest}
    assert "micro-f1" not in report["measures"]  # accuracy says the same
    assert report["words"] == "multinomial naive Bayes, smoothing 1, prior learned, on words"


def test_slices_and_the_training_part_are_in_it(run, model, data, tmp_path):
    path = tmp_path / "r.json"
    run("evaluate", model, data, "--report", path, "--slice-length", "--train", data)
    report = json.loads(path.read_text(encoding="utf-8"))
    assert [one["by"] for one in report["slices"]] == ["words"]
    assert report["training"]["accuracy"] == report["measures"]["accuracy"]


def test_what_cannot_be_written_is_refused_before_any_work(run, tmp_path):
    ran = run("evaluate", "no.linnet", "no.csv", "--report", "report.pdf")
    assert ran.code == 2
    assert (
        "report.pdf: a report must end in .html, .json, .md; got .pdf. Name it report.html."
        in ran.err
    )
    ran = run("evaluate", "no.linnet", "no.csv", "--report", tmp_path / "no" / "r.md")
    assert "its folder must be there" in ran.err
    assert (
        "got standard input" in run("evaluate", "no.linnet", "-", "--report", tmp_path / "r.md").err
    )


def test_documents_of_several_labels(run, tmp_path):
    data, model, path = (tmp_path / name for name in ("films.jsonl", "m.linnet", "r.html"))
    films = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])] * 2
    data.write_text(
        "".join(json.dumps({"text": text, "label": labels}) + "\n" for text, labels in films)
    )
    assert run("train", data, "-o", model).code == 0
    assert run("evaluate", model, data, "--report", path).code == 0
    assert "All labels right for " in path.read_text(encoding="utf-8")
