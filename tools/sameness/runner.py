"""Run commands of the linnet of this Python: `python runner.py PLAN.json FOLDER`.

The plan has the commands of each case by the name of its folder. One process runs them all, since
starting one for each command would take longer than the commands. What each prints goes into a file
beside what it writes; how each ended goes into ended.json.
"""

import json
import os
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from linnet.cli.main import main

ENDED = "ended.json"


def run_case(folder: Path, commands: list[str]) -> None:
    """Run the commands of a case in its folder, up to the first that fails."""
    folder.mkdir(parents=True)
    (folder / "data").symlink_to(Path("../../data"))
    os.chdir(folder)

    ended = list[dict[str, Any]]()
    for number, command in enumerate(commands, start=1):
        words = shlex.split(command)
        name = f"{number}-{words[0]}"
        code = run_command(words, name)
        ended.append({"command": command, "code": code, "error": last_line(f"{name}.err")})
        if code != 0:
            break
    Path(ENDED).write_text(json.dumps(ended), "utf-8")


def run_command(words: list[str], name: str) -> int:
    """Run a command, let it print into files of that name, and return its exit code."""
    with (
        Path(f"{name}.out").open("w", encoding="utf-8") as output,
        Path(f"{name}.err").open("w", encoding="utf-8") as errors,
        redirect_stdout(output),
        redirect_stderr(errors),
    ):
        try:
            return main(words)
        except SystemExit as leaving:
            return int(leaving.code or 0)


def last_line(path: str) -> str:
    """Return the last line of a text file, nothing where there is none."""
    lines = Path(path).read_text("utf-8").splitlines()
    return lines[-1] if lines else ""


def run_plan(plan: Path, folder: Path) -> None:
    """Run every case of a plan; how often test sets were used is noted in the folder too."""
    folder.mkdir()
    os.environ["LINNET_LEDGER"] = str(folder / "ledger.jsonl")
    cases = json.loads(plan.read_text("utf-8"))
    for name, commands in cases.items():
        run_case(folder / name, commands)


if __name__ == "__main__":
    run_plan(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
