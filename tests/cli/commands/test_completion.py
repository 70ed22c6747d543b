"""linnet completion: the script of a shell."""

import pytest

from linnet.cli.commands.completion import SHELLS


@pytest.mark.parametrize("shell", list(SHELLS))
def test_the_script_is_printed_or_told_as_json(run, shell):
    printed = run("completion", shell)
    assert (printed.code, printed.err) == (0, "")
    assert "linnet" in printed.out
    assert run("completion", shell, "--json").json == {"shell": shell, "script": printed.out}


def test_a_quiet_script_is_still_a_script(run):
    assert run("completion", "bash", "--quiet").out == run("completion", "bash").out


def test_another_shell_is_refused(run):
    ran = run("completion", "tcsh")
    assert (ran.code, ran.out) == (2, "")
    assert "tcsh" in ran.err
    assert "bash" in ran.err
    assert run("completion").code == 2
