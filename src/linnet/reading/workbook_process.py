"""The program that reads a workbook: a process of its own, with a limit of memory.

A few bytes of a spreadsheet can ask for any amount of memory, and the library that reads it cannot
be stopped from inside. So this program reads the workbook from standard input, and writes lines of
JSON: what was found, then each row with its number. It imports nothing of linnet.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from math import isfinite
from typing import Any

HEADER_ROWS = 1_000  # so many rows may stand above the table
EXACT = 2**53  # below this, floats tell whole numbers apart
SECONDS = 600  # of computing
Row = tuple[int, list[Any]]  # its number and its cells, "" where they are empty
Filled = dict[int, Any]  # the cells of a row that are not empty, by their places
_COMPOUND_FILE = b"\xd0\xcf\x11\xe0"
_ODS_DURATION = re.compile(r"(-?)PT([0-9]+)H([0-9]{2})M([0-9]{2})(?:[.,][0-9]+)?S")
_MANIFEST = "META-INF/manifest.xml"
_MOST_MANIFEST = 1 << 20
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
    names = Names(asked.get("wanted", ()), asked.get("usual", ()))
    try:
        for entry in found(sys.stdin.buffer, asked["sheet"], names):
            _write(entry)
    except Refusal as refusal:
        _write(refusal.found)
    except MemoryError:
        _write({"refused": "memory"})
    except BaseException as error:  # a panic of the library is no Exception
        _write({"refused": "unreadable", "why": f"{type(error).__name__}: {error}"})
    sys.stdout.flush()


def _limit(memory: int) -> None:
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: SECONDS,
        resource.RLIMIT_CORE: 0,  # nothing is left on the disk
    }
    for kind, limit in limits.items():
        with suppress(OSError, ValueError):  # where it is lower already, or cannot be set
            resource.setrlimit(kind, (limit, limit))


def _write(entry: Any) -> None:
    line = json.dumps(entry, ensure_ascii=False)
    sys.stdout.buffer.write(line.encode() + b"\n")


@dataclass(frozen=True)
class Names:
    """Names that columns may have."""

    wanted: Sequence[Sequence[str]] = ()  # a header has all of one of these, if any row has
    usual: Collection[str] = ()  # of texts and labels, in lower case


NO_NAMES = Names()


def found(file: Any, sheet: str | int | None, names: Names = NO_NAMES) -> Iterator[Any]:
    """Yield what the table is, then its rows, then how many they were."""
    workbook = _opened(file)
    name = _chosen(workbook, sheet)
    table = workbook.get_sheet_by_name(name)
    header = find_header(lambda: _rows(table), names)
    yield {
        "sheet": name,
        "several": len(workbook.sheet_names) > 1,
        "header_row": header.row,
        "columns": list(header.columns.values()),
        "unnamed": [column_letters(place) for place in header.unnamed],
    }
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
    """Return whether Excel or LibreOffice has encrypted a file, by what they write inside."""
    from zipfile import is_zipfile

    if is_zipfile(file):
        return _has_encryption_data(file)
    file.seek(0)
    before = file.read(len(_COMPOUND_FILE))
    if before != _COMPOUND_FILE:
        return False
    while data := file.read(1 << 20):
        if _ENCRYPTED in before + data:
            return True
        before = data[-len(_ENCRYPTED) :]
    return False


def _has_encryption_data(file: Any) -> bool:
    from zipfile import ZipFile

    with ZipFile(file) as archive:
        if _MANIFEST not in archive.namelist():
            return False
        with archive.open(_MANIFEST) as manifest:
            return b"encryption-data" in manifest.read(_MOST_MANIFEST)


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
        raise Refusal("empty")
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


@dataclass(frozen=True)
class Header:
    """The row that names the columns, these (place → name), and the table's others."""

    row: int
    columns: dict[int, str]
    unnamed: tuple[int, ...] = ()


def find_header(rows: Callable[[], Iterable[Row]], names: Names = NO_NAMES) -> Header:
    """Return the row that names the columns of the table.

    It is the first row that has all wanted names. Else it is the first row that has a value in
    every column of the table; or where that is data, a row above it that names most of them.

    >>> title = (1, ["Export of 3 April", "", ""])
    >>> rows = [title, (3, ["id", "text", ""]), (4, [1.0, "good film", ""])]
    >>> find_header(lambda: rows)
    Header(row=3, columns={0: 'id', 1: 'text'}, unnamed=())
    """
    columns = _table_columns(rows())
    first = {number: _filled(cells) for number, cells in islice(rows(), HEADER_ROWS)}
    row = _row_with_names(first, names)
    if row is None:
        row = _row_above_data(first, columns, rows, names)
    named = {place: _name(value) for place, value in first[row].items()}
    return Header(row, named, tuple(sorted(columns - named.keys())))


def _filled(cells: Sequence[Any]) -> Filled:
    return {place: value for place, value in enumerate(cells) if value != ""}


def _name(value: Any) -> str:
    return str(plain(value))


def _row_with_names(first: dict[int, Filled], names: Names) -> int | None:
    """Return the first row that has all names of one list, of the first list that any row has."""
    for wanted in names.wanted:
        for number, row in first.items():
            if set(map(_name, row.values())).issuperset(wanted):
                return number
    return None


def _row_above_data(
    first: dict[int, Filled],
    columns: set[int],
    rows: Callable[[], Iterable[Row]],
    names: Names,
) -> int:
    """Return the first row with a value in every column, or the row that names those of its data.

    In front of it, a row that names the columns has texts only, and leaves few of them out.
    """
    whole = next((number for number, row in first.items() if columns <= row.keys()), None)
    if whole is None:
        raise Refusal("header")
    above = [number for number in first if number < whole and _may_name(first[number], columns)]
    if not above:
        return whole
    above.sort(key=lambda number: len(columns - first[number].keys()))
    comes_again = _comes_again(whole, first[whole], rows())
    for number in above:
        if comes_again or _is_data(first[whole], first[number], names.usual):
            return number
    return whole


def _may_name(row: Filled, columns: set[int]) -> bool:
    """Return whether a row may name the columns: all but one, or more than half of them."""
    names = set(row.values())
    are_texts = all(isinstance(value, str) for value in names)
    n_named = len(columns & row.keys())
    names_most = n_named == len(columns) - 1 or 2 * n_named > len(columns)
    return are_texts and len(names) == len(row) and names_most


def _comes_again(number: int, row: Filled, rows: Iterable[Row]) -> bool:
    """Return whether a later row has some values of a row, but not all, in the same columns.

    So it is with labels; the names of columns come again all together, where at all.
    """
    for other, cells in rows:
        n_equal = sum(cells[place] == value for place, value in row.items())
        if other > number and 0 < n_equal < len(row):
            return True
    return False


def _is_data(row: Filled, header: Filled, usual: Collection[str]) -> bool:
    """Return whether a row is data below a header that leaves columns out.

    It has a number or a date in one of these, or no usual name where the header has one.
    """
    beside = [value for place, value in row.items() if place not in header]
    if any(not isinstance(value, str) for value in beside):
        return True
    return _has_usual_name(header, usual) and not _has_usual_name(row, usual)


def _has_usual_name(row: Filled, usual: Collection[str]) -> bool:
    return any(_name(value).strip().lower() in usual for value in row.values())


def column_letters(place: int) -> str:
    """Return what spreadsheet programs call a column.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    number = place + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _table_columns(rows: Iterable[Row]) -> set[int]:
    """Return the columns in which at least half of the rows have a value, titles left out."""
    n_rows: Counter[bool] = Counter()  # with one value, with more
    values: dict[bool, Counter[int]] = {False: Counter(), True: Counter()}
    for _, cells in rows:
        filled = [place for place, value in enumerate(cells) if value != ""]
        is_wide = len(filled) > 1
        n_rows[is_wide] += 1
        values[is_wide].update(filled)
    if not n_rows:
        raise Refusal("empty")
    is_wide = True in n_rows
    return {place for place, count in values[is_wide].items() if 2 * count >= n_rows[is_wide]}


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
    duration = _ODS_DURATION.fullmatch(value) if isinstance(value, str) else None
    if duration is not None:
        sign, hours, minutes, seconds = duration.groups()
        return f"{sign}{int(hours)}:{minutes}:{seconds}"
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
