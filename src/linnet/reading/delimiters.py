"""What stands between the cells of a file: the delimiter named, written in the file, or found.

Excel writes a first line `sep=;` that names it. Else it is one of , ; tab and | which divides the
header, and nearly all of the first rows into as many cells. Where several do, columns that were
named must be in the header; then the text and label columns must be clear; then the delimiter of
the extension is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from linnet.errors import Advice, InputError, LinnetError, SettingError, quoted
from linnet.reading.blocks import FIRST_BYTES
from linnet.reading.cells import records, unquoted
from linnet.reading.column_names import obvious_texts
from linnet.reading.columns import find_columns
from linnet.reading.settings import ReadSettings

DELIMITERS = (",", "\t", ";", "|")
_NAMES = {"tab": "\t", "\\t": "\t"}
_NEARLY_ALL = 0.9
_FIRST_ROWS = 1_000
_SEPARATOR_LINE = re.compile(rb'"?sep=([\x01-\x09\x0b\x0c\x0e-!#-\x7e])"?(\r\n|\r|\n|\Z)', re.I)


@dataclass(frozen=True)
class Delimiter:
    """The delimiter of a file, the length of a first line that names it, and a note on it."""

    character: str
    n_bytes: int = 0  # of the line `sep=;`
    note: str = ""

    @property
    def code(self) -> int:
        """The byte."""
        return ord(self.character)


def checked_delimiter(name: str) -> str:
    """Return the delimiter that is named, or say what one is.

    >>> checked_delimiter("tab"), checked_delimiter(";")
    ('\\t', ';')
    """
    delimiter = _NAMES.get(str(name).lower(), name)
    is_one = isinstance(delimiter, str) and len(delimiter) == 1 and delimiter.isascii()
    if not is_one or delimiter in '"\r\n\0':
        raise SettingError(
            f"delimiter must be one ASCII character such as ; or | or tab; got {quoted(name)}. "
            "Name what stands between the cells."
        )
    return delimiter


def find_delimiter(block: np.ndarray, usual: str, settings: ReadSettings, name: str) -> Delimiter:
    """Return the delimiter of a file by its first bytes; `usual` is the one of its format."""
    line = _SEPARATOR_LINE.match(block[:16].tobytes())
    n_bytes = 0 if line is None else line.end()
    if settings.delimiter is not None:
        return Delimiter(checked_delimiter(settings.delimiter), n_bytes)
    if line is not None:
        return Delimiter(
            line[1].decode(), n_bytes, _note(line[1].decode(), usual, "its first line")
        )
    best = _best(block, usual, settings, name)
    return Delimiter(best, 0, _note(best, usual, "the first rows"))


def _note(found: str, usual: str, where: str) -> str:
    return "" if found == usual else f"delimiter {in_words(found)} (found in {where})"


def in_words(delimiter: str) -> str:
    """Return a delimiter as a sentence has it.

    >>> in_words(";"), in_words(chr(9))
    ("';'", 'tab')
    """
    return "tab" if delimiter == "\t" else f"'{delimiter}'"


def _best(block: np.ndarray, usual: str, settings: ReadSettings, name: str) -> str:
    """Return the delimiter that divides the first rows best, the usual one in doubt."""
    divided = [divided_by(delimiter, block) for delimiter in _in_header(block, usual)]
    if len(divided) == 1:
        return divided[0].delimiter
    ranks = {one.delimiter: one.rank(usual, settings, name) for one in divided}
    best = max(ranks, key=lambda delimiter: ranks[delimiter])
    names_settle = ranks[best][0] and not ranks[usual][0]
    divides = ranks[best][1]
    return best if names_settle or divides else usual


def _in_header(block: np.ndarray, usual: str) -> list[str]:
    """Return the delimiters that occur in the first row, and the usual one."""
    cells, _ = next(records(block, ord(usual)), ([], 0))
    header = usual.encode().join(cells)
    return [one for one in DELIMITERS if one == usual or one.encode() in header]


@dataclass(frozen=True)
class Divided:
    """The first rows, divided by one delimiter."""

    delimiter: str
    header: list[str]
    n_rows: int  # below the header
    agreeing: float  # the share of them with as many cells as the header

    @property
    def divides(self) -> bool:
        """Whether the header has several cells, and nearly all rows as many."""
        return len(self.header) > 1 and self.agreeing >= _NEARLY_ALL

    def rank(self, usual: str, settings: ReadSettings, name: str) -> tuple[bool, bool, bool, bool]:
        """Return what speaks for the delimiter, the most important first."""
        has_named = set(settings.named_columns()) <= set(self.header)
        is_clear = _columns_are_clear(self.header, settings, name)
        return has_named, self.divides, is_clear, self.delimiter == usual


def divided_by(delimiter: str, block: np.ndarray) -> Divided:
    """Divide the first rows."""
    found = list(islice(records(block, ord(delimiter)), _FIRST_ROWS + 1))
    is_cut = len(block) >= FIRST_BYTES and len(found) > 1 and found[-1][1] == len(block)
    whole = found[:-1] if is_cut else found
    rows = [cells for cells, _ in whole]
    if not rows:
        return Divided(delimiter, [], 0, 0.0)
    header = [unquoted(cell).decode(errors="replace") for cell in rows[0]]
    n_rows = len(rows) - 1
    n_agreeing = sum(len(cells) == len(header) for cells in rows[1:])
    return Divided(delimiter, header, n_rows, n_agreeing / n_rows if n_rows else 1.0)


def _columns_are_clear(header: Sequence[str], settings: ReadSettings, name: str) -> bool:
    try:
        find_columns(header, settings, name)
    except LinnetError:
        return False
    return True


def refuse_undivided(
    header: Sequence[str], delimiter: Delimiter, settings: ReadSettings, name: str
) -> None:
    """Refuse a header of one cell that another delimiter would divide, if it is no known name."""
    if len(header) > 1 or settings.delimiter is not None or delimiter.n_bytes:
        return
    known = (*settings.named_columns(), settings.usual_text, settings.usual_label)
    others = [other for other in DELIMITERS if other in header[0]]
    if others and header[0] not in known:
        raise InputError(
            f"{name}: rows must have as many cells as the header; got {quoted(header[0])} "
            f"and rows that {in_words(others[0])} divides otherwise.",
            Advice("name_delimiter"),
        )


def refuse_title(
    header: Sequence[str],
    rows: np.ndarray,
    delimiter: Delimiter,
    settings: ReadSettings,
    name: str,
) -> None:
    """Refuse a header with one name, that nobody knows, over rows that are a table."""
    names = [column for column in header if column]
    is_padded = len(header) > 2 and header[0] != ""
    if len(names) != 1 or not (len(header) == 1 or is_padded) or _is_known(names[0], settings):
        return
    may_divide = [delimiter.character] if settings.delimiter or is_padded else DELIMITERS
    for table in (divided_by(one, rows) for one in may_divide):
        n_names = sum(bool(column) for column in table.header)
        if n_names > 1 and table.n_rows > 0 and table.divides:
            raise InputError(
                f"{name}: the first line must name the columns; got {quoted(names[0])} over rows "
                f"of {len(table.header)} cells, which seems to be a title. "
                "Remove what stands above the names of the columns."
            )


def _is_known(column: str, settings: ReadSettings) -> bool:
    """Return whether a column was asked for, was learned, or has a usual name of a text."""
    known = (*settings.named_columns(), settings.usual_text, settings.usual_label)
    return column in known or bool(obvious_texts([column]))
