"""The decimal mark of each column of numbers in a delimited file, by its first rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from linnet.errors import listed
from linnet.reading.cells import records, unquoted
from linnet.reading.columns import ColumnRoles
from linnet.reading.decimals import COMMA, POINT, Decimal, decimal_of
from linnet.reading.settings import ReadSettings


def number_places(roles: ColumnRoles, places: Mapping[str, int]) -> dict[str, int]:
    """Return the columns of numbers with their places: the numeric ones and the weight."""
    names = [*roles.numeric, *([] if roles.weight is None else [roles.weight])]
    return {name: places[name] for name in names}


def with_decimals(
    settings: ReadSettings, first_rows: np.ndarray, delimiter: str, places: Mapping[str, int]
) -> ReadSettings:
    """Return the settings with the decimal mark of each of these columns."""
    if settings.decimal is not None:
        named = Decimal(settings.decimal, known=True)
        return replace(settings, decimals=dict.fromkeys(places, named))
    if not places:
        return settings
    usual = COMMA if delimiter == ";" else POINT
    rows = [cells for cells, _ in records(first_rows, ord(delimiter))]
    decimals = {name: decimal_of(_cells(rows, place), usual) for name, place in places.items()}
    return replace(settings, decimals=decimals)


def _cells(rows: list[list[bytes]], place: int) -> list[str]:
    cells = [unquoted(row[place]) for row in rows if place < len(row)]
    return [cell.decode(errors="replace") for cell in cells]


def decimal_note(settings: ReadSettings) -> str:
    """Return in words which columns were found to have decimal commas, "" for none.

    >>> decimals = {"price": Decimal(COMMA, known=True), "year": Decimal()}
    >>> decimal_note(ReadSettings(decimals=decimals))
    "decimal comma in column 'price' (found in the first rows)"
    """
    found = [
        name for name, decimal in settings.decimals.items() if decimal == Decimal(COMMA, known=True)
    ]
    if not found or settings.decimal is not None:
        return ""
    columns = "column" if len(found) == 1 else "columns"
    return f"decimal comma in {columns} {listed(found)} (found in the first rows)"
