"""Where the cells and records of delimited text end, with quotes taken as RFC 4180 and spreadsheets do.

A quote opens a quoted part only at the start of a cell; inside it two quotes stand for one and a single one
closes it; anywhere else it is a character like others. So a run of quotes changes between inside and outside
only if its length is odd, and when outside only at the start of a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

_QUOTE, _NEWLINE, _RETURN = ord('"'), ord("\n"), ord("\r")
_QUOTED = re.compile(rb'"((?:[^"]|"")*+)"?(.*)', re.DOTALL)


def quote_boundaries(data: np.ndarray, delimiter: int) -> np.ndarray:
    """Return the places of the quotes where inside and outside change, from a start outside."""
    quotes = np.flatnonzero(data == _QUOTE)
    if len(quotes) == 0:
        return quotes
    firsts = np.flatnonzero(np.append(True, np.diff(quotes) != 1))
    lengths = np.diff(np.append(firsts, len(quotes)))
    runs = quotes[firsts[lengths % 2 == 1]]
    before = data[runs - 1]
    starts = (runs == 0) | (before == delimiter) | (before == _NEWLINE) | (before == _RETURN)
    return runs if starts[::2].all() else _followed(runs, starts)


def _followed(runs: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return the runs that change the side, one after the other, where some are ordinary characters."""
    kept, inside = [], False
    for place, start in enumerate(starts.tolist()):
        if inside or start:
            kept.append(place)
            inside = not inside
    return runs[kept]


def last_record_end(data: np.ndarray, delimiter: int) -> int:
    """Return the place after the last newline outside quotes; 0 when there is none."""
    sides, newlines = quote_boundaries(data, delimiter), np.flatnonzero(data == _NEWLINE)
    outside = np.searchsorted(sides, newlines) % 2 == 0
    ends = newlines[outside]
    return int(ends[-1]) + 1 if len(ends) else 0


def open_quote(data: np.ndarray, delimiter: int) -> int | None:
    """Return the place of a quote that is never closed."""
    sides = quote_boundaries(data, delimiter)
    return int(sides[-1]) if len(sides) % 2 else None


def records(data: np.ndarray, delimiter: int) -> Iterator[tuple[list[bytes], int]]:
    """Yield the raw cells of each record that is not blank, and the place after it.

    >>> text = np.frombuffer(b'a,"b,c"', np.uint8)
    >>> list(records(text, ord(",")))
    [([b'a', b'"b,c"'], 7)]
    """
    ends = np.flatnonzero((data == delimiter) | (data == _NEWLINE) | (data == _RETURN))
    ends = ends[np.searchsorted(quote_boundaries(data, delimiter), ends) % 2 == 0]
    whole, start = data.tobytes(), 0
    cells: list[bytes] = []
    for end in ends.tolist():
        cells.append(whole[start:end])
        start = end + 1
        if whole[end] != delimiter:
            if cells != [b""]:
                yield cells, start
            cells = []
    if cells or start < len(whole):
        yield [*cells, whole[start:]], len(whole)


def unquoted(cell: bytes) -> bytes:
    """Return what a raw cell says.

    >>> unquoted(b'"5"" disk"'), unquoted(b'5" disk')
    (b'5" disk', b'5" disk')
    """
    if not cell.startswith(b'"'):
        return cell
    quoted = _QUOTED.match(cell)
    assert quoted is not None
    return quoted[1].replace(b'""', b'"') + quoted[2]
