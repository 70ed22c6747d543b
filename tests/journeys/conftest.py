"""The console blocks of a page, run one command after the other in a folder of their own."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from linnet.cli.main import main

CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands_of(page: Path) -> list[tuple[str, str]]:
    """Return (command, shown output) pairs."""
    blocks = CONSOLE.findall(page.read_text(encoding="utf-8"))
    return [
        pair
        for block in blocks
        for pair in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


def as_pattern(shown: str) -> str:
    """A line `…` stands for any lines, `…` inside a line for anything in it."""
    lines = [
        r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in shown.splitlines()
    ]
    return "".join(lines)


def in_bash(command: str, given: str | None = None) -> str:
    """Return what a command prints."""
    ran = subprocess.run(
        ["bash", "-c", command], input=given, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"{command}\n{ran.stderr}"
    return ran.stdout


@pytest.fixture
def run_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], int]:
    """Run the commands of a page, check that each prints what the page shows, and return how many
    there were.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

    def run(page: Path, bash: Callable[[str], str] = in_bash) -> int:
        commands = [pair for pair in commands_of(page) if not pair[0].startswith("export ")]
        for command, shown in commands:
            printed = bash(command)
            assert re.fullmatch(as_pattern(shown), printed), f"{command}\n{printed}"
        return len(commands)

    return run


@pytest.fixture
def in_process(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """Run `linnet …` in this process, which saves its start, and what it is piped into, or anything
    else, in bash.
    """

    def run(command: str) -> str:
        first, _, rest = command.partition(" | ")
        if not first.startswith("linnet ") or set(first) & set(";&<>$"):
            return in_bash(command)
        capsys.readouterr()
        assert main(shlex.split(first)[1:]) == 0, f"{command}\n{capsys.readouterr().err}"
        printed = capsys.readouterr().out
        return in_bash(rest, printed) if rest else printed

    return run
