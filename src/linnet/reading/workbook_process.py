"""The program that reads a workbook: a process of its own, with a limit of memory.

A few bytes of a spreadsheet can ask for any amount of memory, and the library that reads it cannot
be stopped from inside. So this program reads the workbook from standard input, and writes lines of
JSON: what was found, then each row with its number. It imports nothing of linnet.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from math import isfinite
from typing import Any

HEADER_ROWS = 1_000  # so many rows may stand above the table
EXACT = 2**53  # below this, floats tell whole numbers apart
SECONDS = 600  # of computing
Row = tuple[int, list[Any]]  # its number and its cells, "" where they are empty
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


class Refusal(Exception):  # noqa: N818
    """What is wrong with a workbook: the name of a sentence, and what goes into it."""

    def __init__(self, name: str, **values: Any) -> None:
        """Take what the parent makes a sentence of."""
        super().__init__(name)
        self.found = {"refused": name, **values}


def main() -> None:
    """Read the workbook as the first argument asks for; write what is in it."""
    asked = json.loads(sys.argv[1])
    _limit(asked["memory"])
    try:
        for entry in found(sys.stdin.buffer, asked["sheet"]):
            _write(entry)
    except Refusal as refusal:
        _write(refusal.found)
    except MemoryError:
        _write({"refused": "memory"})
    except BaseException as error:  # a panic of the library is no Exception
        _write({"refused": "unreadable", "why": f"{type(error).__name__}: {error}"})
    sys.stdout.flush()


def _limit(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _write(entry: Any) -> None:
    line = json.dumps(entry, ensure_ascii=False)
    sys.stdout.buffer.write(line.encode() + b"\n")


def found(file: Any, sheet: str | int | None) -> Iterator[Any]:
    """Yield what the table is, then its rows, then how many they were."""
    workbook = _opened(file)
    name = _chosen(workbook, sheet)
    table = workbook.get_sheet_by_name(name)
    header = find_header(list(islice(_rows(table), HEADER_ROWS)), _last_rows(table))
    several = len(workbook.sheet_names) > 1
    names = list(header.columns.values())
    yield {"sheet": name, "several": several, "header_row": header.row, "columns": names}
    count = 0
    for number, cells in _rows(table):
        values = [plain(cells[place]) for place in header.columns]
        if number > header.row and any(value is not None for value in values):
            yield [number, *values]
            count += 1
    yield {"rows": count}


def _opened(file: Any) -> Any:
    import python_calamine as calamine

    try:
        return calamine.load_workbook(file)
    except calamine.PasswordError:
        raise Refusal("password") from None
    except calamine.CalamineError as error:
        if _is_encrypted(file):
            raise Refusal("password") from None
        raise Refusal("unreadable", why=str(error)) from None


def _is_encrypted(file: Any) -> bool:
    """Return whether a file is one that Excel has encrypted, by a name inside of it."""
    file.seek(0)
    before = file.read(len(_COMPOUND_FILE))
    if before != _COMPOUND_FILE:
        return False
    while data := file.read(1 << 20):
        if _ENCRYPTED in before + data:
            return True
        before = data[-len(_ENCRYPTED) :]
    return False


def _chosen(workbook: Any, sheet: str | int | None) -> str:
    """Return the name of the sheet that is asked for, or of the only one that has data."""
    names = list(workbook.sheet_names)
    if sheet is not None:
        return _named(names, sheet)
    visible = [one.name for one in workbook.sheets_metadata if _is_visible(one)]
    filled = [name for name in visible if workbook.get_sheet_by_name(name).start is not None]
    if len(filled) == 1:
        return str(filled[0])
    if not filled:
        raise Refusal("empty", names=names)
    raise Refusal("several", names=filled)


def _is_visible(sheet: Any) -> bool:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    is_table = sheet.typ == SheetTypeEnum.WorkSheet
    return bool(is_table and sheet.visible == SheetVisibleEnum.Visible)


def _named(names: Sequence[str], sheet: str | int) -> str:
    """Return the sheet of a name, or of a number from 1."""
    if sheet in names:
        return str(sheet)
    number = int(sheet) if str(sheet).isascii() and str(sheet).isdigit() else 0
    if 1 <= number <= len(names):
        return names[number - 1]
    raise Refusal("no_sheet", names=list(names))


def _rows(table: Any) -> Iterator[Row]:
    """Yield the rows that are not empty, with the numbers that a spreadsheet program shows."""
    if table.start is None:
        return
    cells: Iterable[list[Any]] = table.iter_rows()
    for number, row in enumerate(cells, 1):
        if any(value != "" for value in row):
            yield number, row


def _last_rows(table: Any) -> dict[int, int]:
    """Return the number of the last row with a value, for each column that has one."""
    last_rows: dict[int, int] = {}
    for number, cells in _rows(table):
        for place, value in enumerate(cells):
            if value != "":
                last_rows[place] = number
    return last_rows


@dataclass(frozen=True)
class Header:
    """The row that names the columns, and these: place → name."""

    row: int
    columns: dict[int, str]


def find_header(rows: Sequence[Row], last_rows: dict[int, int]) -> Header:
    """Return the first row that has a value in every column that has values further down.

    >>> title = (1, ["Export of 3 April", "", ""])
    >>> rows = [title, (3, ["id", "text", ""]), (4, [1.0, "good film", ""])]
    >>> find_header(rows, {0: 4, 1: 4})
    Header(row=3, columns={0: 'id', 1: 'text'})
    """
    if not rows:
        raise Refusal("empty", names=[])
    end = max(last_rows.values())
    for number, cells in rows:
        named = {place: str(plain(value)) for place, value in enumerate(cells) if value != ""}
        needed = {place for place, last in last_rows.items() if last > number}
        is_end = number == end and len(rows) > 2  # a row of values, after a header that lacks names
        if needed.issubset(named) and not is_end:
            return Header(number, named)
    raise _no_header(rows, last_rows)


def _no_header(rows: Sequence[Row], last_rows: dict[int, int]) -> Refusal:
    """Return which column lacks a name in the row that names most columns."""
    end = max(last_rows.values())
    widths = [sum(value != "" for value in cells) for number, cells in rows if number < end]
    number, cells = rows[widths.index(max(widths))]
    unnamed = {place for place, last in last_rows.items() if last > number and cells[place] == ""}
    first = min(unnamed)
    return Refusal("header", row=number, column=letters(first), value_row=last_rows[first])


def letters(column: int) -> str:
    """Return what a spreadsheet program calls a column.

    >>> letters(0), letters(27)
    ('A', 'AB')
    """
    name = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def plain(value: Any) -> Any:
    """Return a cell as JSON has it: whole numbers without a point, dates as ISO 8601 writes them.

    >>> plain(1.0), plain(2.5), plain(""), plain(True), plain(date(2025, 4, 3))
    (1, 2.5, None, True, '2025-04-03')
    """
    if value == "" or value is None:
        return None
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return _duration(value)
    return value


def _number(value: float) -> int | float | str:
    if not isfinite(value):
        return str(value)
    return int(value) if value.is_integer() and abs(value) < EXACT else value


def _duration(value: timedelta) -> str:
    """Return hours, minutes and seconds."""
    seconds = round(value.total_seconds())
    sign = "-" if seconds < 0 else ""
    minutes, seconds = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}"


if __name__ == "__main__":
    main()
