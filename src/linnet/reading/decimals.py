"""Numbers as people write them: 3.5 or 3,5 and 1,234.56, 1.234,56 or 1 234,56.

One mark, a point or a comma, is the decimal mark of a column, from the first row to the last. It is
the one that the numbers of the first rows prove: those that make sense with one of the two only,
such as 3,5 or 0,125 or 1.234.567. Where none does, or some prove a point and others a comma, it is
the comma in a file with semicolons between its cells, else the point.

Until a mark is proved, 1,234 may be a thousand or a bit more than one: it is refused, and so is
1.234 in a file with semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

POINT, COMMA = ".", ","
MARKS = (POINT, COMMA)
_SPACES = " \u00a0\u2009\u202f"
_APOSTROPHES = "'’"
_AMBIGUOUS = re.compile(r"[+-]?[1-9][0-9]{0,2}([.,])[0-9]{3}")


@dataclass(frozen=True)
class Decimal:
    """The decimal mark of a column, and whether it is known: named, or proved by its numbers."""

    mark: str = POINT
    known: bool = False

    @property
    def other(self) -> str:
        """The mark that is no decimal mark here, but may stand between thousands."""
        return COMMA if self.mark == POINT else POINT


def decimal_of(values: Iterable[str | None], usual: str) -> Decimal:
    """Return the decimal mark that written numbers prove, the usual one where they do not.

    >>> decimal_of(["1.234", "3,5"], POINT), decimal_of(["1.234", "3"], POINT)
    (Decimal(mark=',', known=True), Decimal(mark='.', known=False))
    """
    proved = set()
    for value in values:
        fitting = [mark for mark in MARKS if value and _written(mark).fullmatch(value.strip())]
        if len(fitting) == 1:
            proved.add(fitting[0])
    if len(proved) == 1:
        return Decimal(proved.pop(), known=True)
    return Decimal(usual)


def parse_written(value: str, decimal: Decimal) -> float | None:
    """Return the number that is written, None where it is none or may be another one as well.

    >>> comma = Decimal(COMMA, known=True)
    >>> parse_written("1.234,5", comma), parse_written("1 234", comma), parse_written("3.5", comma)
    (1234.5, 1234.0, None)
    """
    number = value.strip()
    if is_ambiguous(number, decimal) or not _written(decimal.mark).fullmatch(number):
        return None
    for character in (decimal.other, *_SPACES, *_APOSTROPHES):
        number = number.replace(character, "")
    return float(number.replace(decimal.mark, POINT))


def is_ambiguous(number: str, decimal: Decimal) -> bool:
    """Return whether a number means another one with the other decimal mark, and may be meant so.

    >>> is_ambiguous("1,234", Decimal(POINT)), is_ambiguous("1.234", Decimal(POINT))
    (True, False)
    """
    ambiguous = _AMBIGUOUS.fullmatch(number.strip())
    if decimal.known or ambiguous is None:
        return False
    # A point has always been a decimal mark where commas stand between cells.
    return decimal.mark == COMMA or ambiguous[1] == COMMA


def is_of_other_mark(number: str, decimal: Decimal) -> bool:
    """Return whether a number makes sense only with the other decimal mark."""
    text = number.strip()
    fits_other = _written(decimal.other).fullmatch(text) is not None
    return fits_other and _written(decimal.mark).fullmatch(text) is None


@cache
def _written(mark: str) -> re.Pattern[str]:
    """Return how numbers are written with a decimal mark, thousands in groups or not."""
    other = Decimal(mark).other
    group = f"[{re.escape(other)}{_SPACES}{_APOSTROPHES}]"
    grouped = rf"[1-9][0-9]{{0,2}}({group})[0-9]{{3}}(?:\1[0-9]{{3}})*"
    decimals = rf"{re.escape(mark)}[0-9]*"
    whole = rf"(?:{grouped}|[0-9]+)(?:{decimals})?|{re.escape(mark)}[0-9]+"
    return re.compile(rf"[+-]?(?:{whole})(?:[eE][+-]?[0-9]+)?")
