"""Print the shares of lines and branches that tests reach, of Python and of the engine.

python tools/coverage_totals.py build/coverage/python.json build/coverage/engine.json

The first file is what `coverage json` writes, the second what `gcovr --json-summary` writes.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Reached:
    """How many of all lines or branches ran."""

    ran: int
    all: int

    def __str__(self) -> str:
        """Say it as a share and as counts."""
        share = 100 * self.ran / max(self.all, 1)
        return f"{share:.1f} % ({self.ran:,} of {self.all:,})"


def python_totals(report: Path) -> str:
    """Return the line about Python, from the file of `coverage json`."""
    totals = json.loads(report.read_text(encoding="utf-8"))["totals"]
    branches = Reached(totals["covered_branches"], totals["num_branches"])
    lines = Reached(totals["covered_lines"], totals["num_statements"])
    return f"Python: branches {branches}, lines {lines}"


def engine_totals(report: Path) -> str:
    """Return the line about the engine, from the file of `gcovr --json-summary`."""
    totals = json.loads(report.read_text(encoding="utf-8"))
    branches = Reached(totals["branch_covered"], totals["branch_total"])
    lines = Reached(totals["line_covered"], totals["line_total"])
    return f"Engine: branches {branches}, lines {lines}"


if __name__ == "__main__":
    print(python_totals(Path(sys.argv[1])))
    print(engine_totals(Path(sys.argv[2])))
