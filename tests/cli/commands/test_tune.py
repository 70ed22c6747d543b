"""linnet tune, linnet curve and the suspects of linnet cross-validate."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from linnet import load


def test_training_with_the_saved_recipe_gives_the_same_bytes(run, messages, tmp_path):
    model, recipe, again = (tmp_path / name for name in ("m.linnet", "best.toml", "again.linnet"))
    grid = [
        "--grid",
        "words=1,1-2",
        "--grid",
        "learner=svm,multinomial",
        "--grid",
        "strength=1e-3,1e-2",
    ]
    saved = ["--save-recipe", recipe, "--no-record"]
    ran = run("tune", messages, "-o", model, *grid, *saved, "--budget", "10m")
    assert ran.code == 0
    assert run("train", messages, "-o", again, "--recipe", recipe).code == 0
    assert model.read_bytes() == again.read_bytes()


def test_a_group_column_is_named_in_the_recipe(run, tmp_path):
    rows = [f"w{i % 9} v{i % 4},{'spam' if i % 3 else 'ham'},t{i // 4}" for i in range(80)]
    data, model, recipe, again = (
        tmp_path / name for name in ("d.csv", "m.linnet", "best.toml", "again.linnet")
    )
    data.write_text("\n".join(["text,label,thread", *rows]) + "\n")
    ran = run(
        "tune",
        data,
        "-o",
        model,
        "--grid",
        "smoothing=0.1,1",
        "--group",
        "thread",
        "--save-recipe",
        recipe,
        "--no-record",
    )
    assert ran.code == 0, ran.err
    assert 'group = "thread"\n' in recipe.read_text()
    assert run("train", data, "-o", again, "--recipe", recipe).code == 0
    assert model.read_bytes() == again.read_bytes()
    asked = [
        "--smoothing",
        load(model).recipe.learner.smoothing,
        "--calibration",
        "auto",
        "--group",
        "thread",
        "--no-record",
    ]
    assert run("train", data, "-o", again, *asked).code == 0
    assert model.read_bytes() == again.read_bytes()


def test_the_page_tells_what_was_tried_and_what_to_expect(run, messages, tmp_path):
    ran = run(
        "tune",
        messages,
        "-o",
        tmp_path / "m.linnet",
        "--grid",
        "smoothing=0.1,1,10",
        "--threads",
        "2",
    )
    lines = ran.out.splitlines()
    assert (
        lines[0]
        == "3 recipes tried on documents that their models had not learned, the best first."
    )
    assert lines[1].split() == ["smoothing", "accuracy", "standard", "error", "features"]
    values = [float(line.split()[1]) for line in lines[2:5]]
    assert values == sorted(values, reverse=True)
    assert lines[5] == "No learner is named; tried: multinomial."
    assert lines[6] == f"Chosen, as the best: smoothing {lines[2].split()[0]}."
    assert "optimistic" in lines[7]
    assert lines[8].startswith(
        "Honest estimate, by 160 documents reserved from the start: accuracy 0."
    )
    assert lines[-1].startswith("Wrote ")


def test_outer_folds_halving_and_draws(run, messages, tmp_path):
    how = [
        "--outer-folds",
        "3",
        "--search",
        "halving",
        "--draws",
        "5",
        "--grid",
        "smoothing=0.01..10",
    ]
    result = run(
        "tune", messages, "-o", tmp_path / "m.linnet", *how, "--one-standard-error", "--json"
    ).json
    assert (result["reserved"], result["outer_folds"], len(result["tried"])) == (799, 3, 5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--grid", "smoothing"],
            "--grid smoothing: NAME=VALUE,VALUE or a readable TOML file must come here",
        ),
        (["--grid", "smoothing=a"], "smoothing must be a number; got 'a'"),
        (["--grid", "keep-case=maybe"], "keep_case must be true or false; got 'maybe'"),
        (["--metric", "magic"], "a metric must be one of"),
        (["--budget", "soon"], "argument --budget"),
        (["--budget", "0s"], "a time above 0 such as 60s or 5m must come here"),
        (["--budget", "3x"], "a time above 0 such as 60s or 5m must come here; got '3x'"),
        (["--save-recipe", "/none/r.toml"], "its folder must be there"),
    ],
)
def test_what_cannot_be_is_refused(run, data, tmp_path, words, sentence):
    ran = run("tune", data, "-o", tmp_path / "m.linnet", *words)
    assert ran.code == 2
    assert sentence in ran.err
    assert not (tmp_path / "m.linnet").exists()


def until(terminal, sight):
    """Read a terminal until it shows something; return all that it showed."""
    shown = b""
    while sight not in shown:
        shown += os.read(terminal, 4096)
    return shown


def test_ctrl_c_writes_the_best_so_far(real_data, tmp_path):
    file, model = tmp_path / "news.jsonl", tmp_path / "m.linnet"
    with file.open("w") as lines:
        for text, label in real_data("ag_news", 2000):
            lines.write(json.dumps({"text": text, "label": label}) + "\n")
    strengths = "strength=" + ",".join(f"{10 ** (-9 + i / 100):.3e}" for i in range(200))
    grid = ["--grid", "learner=multinomial,svm", "--grid", "words=1-3", "--grid", strengths]
    command = [sys.executable, "-m", "linnet", "tune", file, "-o", model, *grid, "--threads", "1"]
    ours, theirs = pty.openpty()
    wide = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=wide
    ) as process:
        os.close(theirs)
        until(ours, b"best accuracy")  # the progress bar, once a recipe was scored
        process.send_signal(signal.SIGINT)
        until(ours, b"the best recipe so far is kept")
        out, _ = process.communicate()
    os.close(ours)
    assert process.returncode == 0
    assert "not tried: it was stopped" in out
    assert model.exists()


def test_a_report_of_the_search(run, messages, tmp_path):
    report = tmp_path / "r.json"
    how = ["--grid", "learner=multinomial,svm", "--grid", "words=1", "--report", report]
    assert run("tune", messages, "-o", tmp_path / "m.linnet", *how).code == 0
    found = json.loads(report.read_text(encoding="utf-8"))
    values = [one["value"] for one in found["tuning"]["tried"]]
    assert values == sorted(values, reverse=True)
    assert found["data"]["documents"] == found["tuning"]["reserved"] == 160
    assert [one["along"] for one in found["curves"]][-1] == "documents"
    assert found["suspects"]
    assert found["leaks"]["documents"] == 160
    assert found["looks"] is None


def test_a_report_needs_an_estimate(run, messages, tmp_path):
    how = ["--grid", "smoothing=1", "--reserve", "0", "--report", tmp_path / "r.md"]
    ran = run("tune", messages, "-o", tmp_path / "m.linnet", *how)
    assert (ran.code, ran.err.splitlines()[-1]) == (
        2,
        "linnet: a report shows the honest estimate; got a search without one. "
        "Reserve some documents.",
    )
