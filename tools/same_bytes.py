"""Show that models stay the same, byte for byte, and so does what commands print as JSON.

    python tools/same_bytes.py COMMIT
    python tools/same_bytes.py COMMIT --venv FOLDER
    python tools/same_bytes.py COMMIT --except-section record --except-key record --except-key bytes
    python tools/same_bytes.py COMMIT --only 'sms svm' --keep

linnet as it was at COMMIT is installed into a virtual environment of its own, with the versions of
NumPy and others that are here. Then it and the current linnet (that of the Python which runs this)
do the same: they train every learner on three real data sets and a multilabel one with the main
settings, and go through all other settings, solvers, calibrations and commands. sameness/tables.py
and sameness/chains.py list what is run. Both start from the same files: parts of the data sets in
LINNET_DATA, the embedded samples, and small ones made with a fixed seed.

All that a command writes and prints is compared. A model file must have the same bytes. JSON must
have the same keys in the same order and the same numbers, except `seconds`, a measured time.
Sentences for people (standard error) may change. A command that fails, on whichever side, counts
as a difference; a case whose learner COMMIT does not have is skipped.

--except-section NAME leaves a new section out of model files that have it: the key of the header,
its entry in `needs`, the arrays whose names begin with it, and the checksum. --except-key NAME
leaves a key out of all JSON that is printed; a new section changes `bytes` too, the size of a file.
--except-section linnet leaves the version out.

The first run takes a minute or two longer, to build; --venv keeps the installation for the next.
Exit code: 0 where all is the same, 1 where something differs, 2 where nothing can be compared.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sameness import runner
from sameness.cases import Case, all_cases
from sameness.data import write_data
from sameness.difference import Exceptions, case_differences
from sameness.installation import CURRENT, Installation, SetupError, installation_of, sample_of

RUNNER = Path(runner.__file__)


def main() -> int:
    """Compare both sides and return the exit code."""
    arguments = make_parser().parse_args()
    folder = Path(tempfile.mkdtemp(prefix="same-bytes-"))
    try:
        return compare(arguments, folder)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        if arguments.keep:
            print(f"All files are in {folder}.")
        else:
            shutil.rmtree(folder)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    summary = "Show that models stay the same since a commit, byte for byte."
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("commit", metavar="COMMIT", help="the commit to compare with")
    venv = "the folder of the old installation; it is made if it is not there"
    parser.add_argument("--venv", metavar="FOLDER", type=Path, help=venv)
    parser.add_argument("--keep", action="store_true", help="keep all data, models and outputs")
    only = "run only cases with this text in their name"
    parser.add_argument("--only", metavar="TEXT", default="", help=only)

    repeated = partial(parser.add_argument, metavar="NAME", action="append", default=[])
    repeated("--except-section", help="a new section of model files, to leave out; repeat it")
    repeated("--except-key", help="a new key of JSON that is printed, to leave out; repeat it")
    return parser


def compare(arguments: argparse.Namespace, folder: Path) -> int:
    """Run both sides in a folder, print what differs, and return the exit code."""
    source = os.environ.get("LINNET_DATA")
    if not source:
        raise SetupError("LINNET_DATA must name the folder of the data sets; got nothing.")

    venv = arguments.venv or folder / "venv"
    old = installation_of(arguments.commit, venv.resolve())
    print(f"old: {old.where()}\nnew: {CURRENT.where()}", flush=True)

    write_data(folder / "data", Path(source), partial(sample_of, arguments.commit))
    cases = chosen_cases(old, arguments.only)
    run_sides([old, CURRENT], cases, folder)

    exceptions = Exceptions(frozenset(arguments.except_section), frozenset(arguments.except_key))
    n_different = print_differences(cases, folder, exceptions)
    print(f"{len(cases):,} cases: {len(cases) - n_different:,} equal, {n_different:,} different.")
    return 1 if n_different else 0


def chosen_cases(old: Installation, only: str) -> list[Case]:
    """Return the cases that the old linnet can run too; say which it cannot."""
    known = old.learners()
    chosen = list[Case]()
    for case in all_cases(dict.fromkeys([*known, *CURRENT.learners()])):
        unknown = case.learners.difference(known)
        if only not in case.name:
            continue
        if unknown:
            print(f"Skipped, no learner {', '.join(unknown)} in the old linnet: {case.name}")
        else:
            chosen.append(case)
    if not chosen:
        raise SetupError(f"there must be a case to run; got none with {only!r} in its name.")
    return chosen


def run_sides(sides: Sequence[Installation], cases: Sequence[Case], folder: Path) -> None:
    """Run all cases with each installation, side by side; each gets a folder of its name."""
    plan = folder / "plan.json"
    commands = {case.folder: case.commands for case in cases}
    plan.write_text(json.dumps(commands), "utf-8")

    processes = [side.start(RUNNER, plan, folder / side.name) for side in sides]
    all_errors = [process.communicate()[1] for process in processes]
    for side, process, errors in zip(sides, processes, all_errors, strict=True):
        if process.returncode != 0:
            raise SetupError(f"the {side.name} side must run to its end; got:\n{errors}")


def print_differences(cases: Sequence[Case], folder: Path, exceptions: Exceptions) -> int:
    """Print what differs, case by case, and return in how many cases something does."""
    n_different = 0
    for case in cases:
        old = folder / "old" / case.folder
        new = folder / "new" / case.folder
        differences = list(case_differences(old, new, exceptions))
        if differences:
            n_different += 1
            print(f"DIFFERENT: {case.name}")
        for difference in differences:
            print("    " + difference.replace("\n", "\n    "))
    return n_different


if __name__ == "__main__":
    sys.exit(main())
