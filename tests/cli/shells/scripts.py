"""A command whose words mean something to every shell, and a shell to try scripts in."""

import shutil
import subprocess

import pytest

from linnet.cli.described_command import Argument, DescribedCommand

HELP = 'it\'s 100% "so": [a] `b` $HOME $(c) \\d {e} * ~ # ; & | <f> … ü'
NASTY = DescribedCommand(
    name="sort",
    help_line=HELP,
    usage="MODEL [options]",
    arguments=(
        Argument((), "MODEL", HELP, optional=False),
        Argument((), "WHEN", HELP, values=("now", "later")),
        Argument(("-o", "--output"), "OUT", HELP),
        Argument(("--how",), "HOW:[a]", HELP, values=("plain", "it's", "a b", "$HOME", "c:d")),
        Argument(("--text",), "COLUMN", HELP, repeated=True),
        Argument(("--force",), "", HELP),
    ),
    examples=("linnet sort model", r"linnet sort 'C:\new' --how '$HOME'", ".hidden", "'quoted'"),
)


def shell(name, script, *options):
    """Run a script and return what it prints; skip where the shell is not installed."""
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    command = [program, *options]
    done = subprocess.run(
        command, input=script.encode(), capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode()
