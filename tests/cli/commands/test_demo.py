"""linnet demo."""

import functools
import shlex
from pathlib import Path

import pytest

from linnet.cli.commands import demo
from linnet.cli.commands.demo import halves

tried_once = functools.cache(demo._try)


@pytest.fixture(autouse=True)
def temporary(monkeypatch, tmp_path):
    """Let the demo write into the folder of the test, and train only once for all tests."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(demo, "_try", tried_once)


def test_holds_the_last_fifth_out():
    learned, held_out = halves("messages.csv")
    assert len(held_out) == pytest.approx((len(learned) + len(held_out)) / 5, abs=1)
    assert not set(learned) & set(held_out)


def test_says_what_it_did_and_every_command_it_names_works(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["here/linnet"])
    monkeypatch.setenv("PATH", "")
    ran = run("demo")
    assert ran.code == 0
    for said in ("made up for this demo", "accuracy", "got right", "got wrong", "Three topics"):
        assert said in ran.out
    commands = [
        shlex.split(line)[1:] for line in ran.out.splitlines() if line.startswith("  here/linnet ")
    ]
    held_out = Path(commands[2][2]).read_text(encoding="utf-8")
    Path("YOUR.csv").write_text("".join(held_out.splitlines(keepends=True)[:40]), encoding="utf-8")
    assert [run(*words).code for words in commands] == [0] * 5


def test_json_agrees_with_evaluate(run):
    result = run("demo", "--json").json
    again = run("evaluate", result["model"], result["data"], "--json").json
    assert result["messages"]["accuracy"] == again["accuracy"]
    assert result["messages"]["confusion"] == again["confusion"]
    right, wrong = result["messages"]["right"], result["messages"]["wrong"]
    assert right["truth"] == right["label"]
    assert wrong["truth"] != wrong["label"]
    assert 0.8 < result["messages"]["accuracy"]["value"] < 1
    assert Path(result["model"]).parent.name.startswith("linnet-demo-")
