"""The file of suspect labels that commands write."""

import csv
import json


def test_suspects(run, messages, tmp_path):
    file = tmp_path / "suspects.csv"
    ran = run(
        "cross-validate", messages, "--folds", "3", "--smoothing", "0.1,1", "--suspects", file
    )
    assert ran.out.splitlines()[-1].endswith(
        "suspect labels, the least plausible by probability first."
    )
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    best = run("cross-validate", messages, "--folds", "3", "--smoothing", "0.1,1", "--json").json[
        "best"
    ]
    assert len(rows) == best["errors"]
    margins = [float(row["margin"]) for row in rows]
    assert margins == sorted(margins)
    assert all(float(row["probability"]) < float(row["likelier_probability"]) for row in rows)
    file = tmp_path / "suspects.jsonl"
    ran = run("cross-validate", messages, "--leave-one-out", "--suspects", file)
    assert list(json.loads(file.read_text().splitlines()[0])) == list(rows[0])
    ran = run("cross-validate", messages, "--folds", "2", "--learner", "svm", "--suspects", file)
    assert "by margin first" in ran.out
    assert json.loads(file.read_text().splitlines()[0])["probability"] is None
    assert run("cross-validate", messages, "--suspects", tmp_path / "s.txt").code == 2


def test_labels_that_no_model_could_learn_are_left_out_of_the_suspects(run, data, tmp_path):
    data.write_text(data.read_text() + "a rare bird,bird\n")
    written = tmp_path / "suspects.csv"
    ran = run("cross-validate", data, "--folds", "3", "--suspects", written)
    assert ran.out.endswith(
        "Left out: 1 label of documents, since no document of another fold has the same.\n"
    )
    assert "bird" not in written.read_text()
