"""Completion in zsh: a script that zsh can read, with its special characters escaped."""

from linnet.cli.described_command import described_commands
from linnet.cli.main import COMMANDS
from linnet.cli.shells.zsh import zsh_script
from tests.cli.shells.scripts import HELP, NASTY, shell

SCRIPT = zsh_script(described_commands())


def test_zsh_can_read_the_script():
    shell("zsh", SCRIPT, "-n")
    shell("zsh", zsh_script([NASTY]), "-n")


def test_zsh_can_load_the_script():
    start = "autoload -U compinit; compinit -u -D\n"
    assert "_linnet" in shell("zsh", f"{start}{SCRIPT}\nprint $_comps[linnet]\n", "-f")


def test_every_command_has_a_branch():
    assert all(f"        {name})\n" in SCRIPT for name in COMMANDS)


def test_values_files_and_flags():
    assert "--learner=[" in SCRIPT
    assert ":NAME:(multinomial bernoulli complement" in SCRIPT
    assert "'(-o --output)-o[the model file to write]:MODEL:_files'" in SCRIPT
    assert ":SHELL:(bash zsh fish)'" in SCRIPT
    assert " '*:DATA:_files'\n" in SCRIPT


def test_what_means_something_in_a_line_of_options_is_escaped():
    lines = zsh_script([NASTY]).splitlines()
    (text,) = [line for line in lines if "--text=" in line]
    # The quotes of the shell around it, those of _arguments inside.
    assert r"[it'\"'\"'s 100% \"so\"\: \[a\] " in text.replace("'\"'\"'", r"'\"'\"'").replace(
        '"so"', r"\"so\""
    )
    assert r"\\d" in text
    (how,) = [line for line in lines if "--how=" in line]
    assert r"HOW\:[a]:(plain it" in how
    assert r"a\ b \$HOME c\:d)" in how


def test_help_of_a_command_keeps_its_colons():
    described = zsh_script([NASTY]).split("commands=(\n")[1].split("\n    )")[0]
    words = shell("zsh", f"print -r -- {described.strip()}\n", "-f")
    assert words == "sort:" + HELP.replace("\\", "\\\\").replace(":", "\\:") + "\n"
