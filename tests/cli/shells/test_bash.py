"""Completion in bash, tried in bash."""

from shlex import quote

import pytest

from linnet.cli.described_command import described_commands
from linnet.cli.main import COMMANDS
from linnet.cli.shells.bash import bash_script
from linnet.learning.learners import learner_names
from tests.cli.shells.scripts import NASTY, shell

SCRIPT = bash_script(described_commands())


def completed(*words, script=SCRIPT):
    """Return what is offered for the last of some words."""
    line = " ".join(quote(word) for word in words)
    asked = f"""{script}
set -u
COMP_WORDS=({line})
COMP_CWORD={len(words) - 1}
_linnet
printf '%s\\n' ${{COMPREPLY[@]+"${{COMPREPLY[@]}}"}}
"""
    return [word for word in shell("bash", asked).split("\n") if word]


def test_commands_come_first():
    assert completed("linnet", "") == [*COMMANDS, "--help", "--version"]
    assert completed("linnet", "tr") == ["train"]
    assert completed("linnet", "zebra") == []


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_offers_its_options(name):
    offered = completed("linnet", name, "--")
    assert {"--json", "--quiet", "--log-json", "--help"} <= set(offered)
    assert all(word.startswith("--") for word in offered)


def test_values_of_an_option_are_offered_in_both_ways_of_writing():
    assert completed("linnet", "train", "x.csv", "--learner", "") == learner_names()
    assert completed("linnet", "train", "--learner", "sv") == ["svm"]
    # bash divides --learner=sv at the sign
    assert completed("linnet", "train", "--learner", "=", "sv") == ["svm"]
    assert completed("linnet", "train", "--learner", "=") == learner_names()
    assert "macro-f1" in completed("linnet", "tune", "--metric", "m")
    assert completed("linnet", "predict", "m", "--format", "j") == ["jsonl"]


def test_an_option_that_is_another_in_another_command_has_its_own_values():
    assert completed("linnet", "inspect", "--recipe", "--j") == ["--json"]
    assert completed("linnet", "curve", "--along", "smo") == ["smoothing"]


def test_words_with_known_values_are_offered_by_their_place():
    assert completed("linnet", "completion", "") == ["bash", "zsh", "fish"]
    assert completed("linnet", "man", "cross") == ["cross-validate"]


@pytest.mark.parametrize(
    "words",
    [
        ("train", ""),
        ("train", "-o", "mod"),
        ("train", "--report", ""),
        ("predict", "m.linnet", "ne"),
        ("no-such-command", "x"),
    ],
)
def test_files_are_left_to_the_shell(words):
    assert completed("linnet", *words) == []
    assert "complete -o bashdefault -o default -F _linnet linnet\n" in SCRIPT


def test_words_that_mean_something_to_the_shell_come_as_they_are():
    script = bash_script([NASTY])
    offered = completed("linnet", "sort", "--how", "", script=script)
    assert offered == ["plain", "it's", "a b", "$HOME", "c:d"]
    assert completed("linnet", "sort", "n", script=script) == ["now"]


def test_nothing_is_run_while_it_completes():
    assert "$(" not in SCRIPT
    assert "`" not in SCRIPT
