"""Where the cells and records of delimited text end; quotes as RFC 4180 and spreadsheets do.

A quote opens a quoted part only at the start of a cell; inside it two quotes stand for one and a
single one closes it; anywhere else it is a character like others. So a run of quotes changes
between inside and outside only if its length is odd, and when outside only at the start of a cell.
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
    runs: np.ndarray = quotes[firsts[lengths % 2 == 1]]
    before = data[runs - 1]
    starts = (runs == 0) | (before == delimiter) | (before == _NEWLINE) | (before == _RETURN)
    if starts[::2].all():
        return runs
    return runs[_boundaries(starts.tolist())]


def _boundaries(starts_cell: list[bool]) -> list[int]:
    """Return which runs of quotes are boundaries, where some are ordinary characters."""
    boundaries = []
    inside = False
    for place, starts in enumerate(starts_cell):
        if inside or starts:
            boundaries.append(place)
            inside = not inside
    return boundaries


def last_record_end(data: np.ndarray, delimiter: int) -> int:
    """Return the place after the last line end outside quotes; 0 when there is none.

    It is that of a newline, or of a carriage return where there are no newlines.
    """
    newlines = np.flatnonzero(data == _NEWLINE)
    ends = newlines[_outside_quotes(newlines, data, delimiter)]
    if not len(ends):
        # A newline may still follow the last byte.
        returns = np.flatnonzero(data[:-1] == _RETURN)
        ends = returns[_outside_quotes(returns, data, delimiter)]
    return int(ends[-1]) + 1 if len(ends) else 0


def _outside_quotes(places: np.ndarray, data: np.ndarray, delimiter: int) -> np.ndarray:
    """Return which places are outside of quotes."""
    n_before = np.searchsorted(quote_boundaries(data, delimiter), places)
    outside: np.ndarray = n_before % 2 == 0
    return outside


def open_quote(data: np.ndarray, delimiter: int) -> int | None:
    """Return the place of a quote that is never closed."""
    boundaries = quote_boundaries(data, delimiter)
    return int(boundaries[-1]) if len(boundaries) % 2 else None


def records(data: np.ndarray, delimiter: int) -> Iterator[tuple[list[bytes], int]]:
    """Yield the raw cells of each record that is not blank, and the place after it.

    >>> text = np.frombuffer(b'a,"b,c"', np.uint8)
    >>> list(records(text, ord(",")))
    [([b'a', b'"b,c"'], 7)]
    """
    ends = np.flatnonzero((data == delimiter) | (data == _NEWLINE) | (data == _RETURN))
    ends = ends[_outside_quotes(ends, data, delimiter)]
    whole = data.tobytes()
    start = 0
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
