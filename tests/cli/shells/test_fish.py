"""Completion in fish, tried in fish."""

import pytest

from linnet.cli.described_command import described_commands
from linnet.cli.main import COMMANDS
from linnet.cli.shells.fish import fish_script
from linnet.learning.learners import learner_names
from tests.cli.shells.scripts import HELP, NASTY, shell

SCRIPT = fish_script(described_commands())


def completed(line, script=SCRIPT):
    """Return what is offered at the end of a line, with its help."""
    quoted = line.replace("\\", "\\\\").replace("'", "\\'")
    printed = shell("fish", f"{script}\ncomplete -C '{quoted}'\n", "--no-config")
    pairs = [entry.partition("\t") for entry in printed.splitlines()]
    return {word: help_text for word, _, help_text in pairs}


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    """A folder of its own for what fish writes, and with one file to complete."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mail.csv").write_text("")


def test_fish_can_read_the_script():
    shell("fish", SCRIPT, "--no-config", "-n")
    shell("fish", fish_script([NASTY]), "--no-config", "-n")


def test_commands_come_with_their_help():
    assert completed("linnet ") == COMMANDS
    assert list(completed("linnet tr")) == ["train"]


def test_options_and_values():
    assert completed("linnet train --lear")["--learner"].startswith("multinomial, bernoulli")
    assert completed("linnet train --learner ") == dict.fromkeys(learner_names(), "")
    assert list(completed("linnet train --learner=sv")) == ["--learner=svm"]
    assert list(completed("linnet completion z")) == ["zsh"]


def test_an_argument_that_is_named_like_a_command_is_no_command():
    assert "--learner" not in completed("linnet predict train --l")


def test_files_where_they_may_be_meant():
    assert list(completed("linnet train ma")) == ["mail.csv"]
    assert list(completed("linnet train -o ma")) == ["mail.csv"]
    assert "mail.csv" not in completed("linnet train --threads ")


def test_words_that_mean_something_to_the_shell_come_as_they_are():
    script = fish_script([NASTY])
    assert completed("linnet ", script) == {"sort": HELP}
    assert completed("linnet sort --fo", script) == {"--force": HELP}
    offered = completed("linnet sort --how ", script)
    assert sorted(offered) == sorted(["plain", "it's", "a b", "$HOME", "c:d"])
