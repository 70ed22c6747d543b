"""The README's commands do what the README shows."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def console_blocks() -> list[list[tuple[str, str]]]:
    """Return (command, shown output) pairs, block by block."""
    blocks = CONSOLE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    return [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE) for block in blocks]


def as_pattern(shown: str) -> str:
    """A line `…` stands for any lines, `…` inside a line for anything in it."""
    lines = [r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in shown.splitlines()]
    return "".join(lines)


def test_readme_commands_print_what_the_readme_shows(tmp_path):
    shutil.copytree(ROOT / "src/linnet/sample", tmp_path / "src/linnet/sample")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    blocks = console_blocks()
    assert sum(len(block) for block in blocks) >= 7
    for command, shown in (pair for block in blocks for pair in block):
        if command.startswith("export "):
            continue
        ran = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        assert re.fullmatch(as_pattern(shown), ran.stdout), f"{command}\n{ran.stdout}"


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_every_page_of_docs_is_reached_from_the_readme(page):
    assert f"docs/{page.name}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_python_of_the_docs_runs(page):
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0
