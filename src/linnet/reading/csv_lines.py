"""Rows as lines of CSV that every reader divides into the same rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any


def csv_lines(rows: Iterable[Iterable[Any]], delimiter: str = ",", line_end: str = "\n") -> str:
    """Return a line for each row; None is an empty cell.

    >>> csv_lines([["a,b", None, 1]])
    '"a,b",,1\\n'
    """
    text = io.StringIO(newline="")
    plain = csv.writer(text, delimiter=delimiter, lineterminator=line_end)
    quoted = csv.writer(text, delimiter=delimiter, lineterminator=line_end, quoting=csv.QUOTE_ALL)
    for row in rows:
        cells = list(row)
        # Python's csv leaves a lone carriage return bare, and readers take it for the end of a row.
        writer = quoted if _has_return(cells) else plain
        writer.writerow(cells)
    return text.getvalue()


def _has_return(cells: list[Any]) -> bool:
    return any("\r" in cell for cell in cells if isinstance(cell, str))
