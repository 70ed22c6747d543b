"""Times as they stand in a column: numbers, or dates in ISO 8601."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from math import isfinite

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError, quoted
from linnet.reading.numbers import parse_number


def time_ranks(values: Sequence[str | None], name: str, column: str) -> npt.NDArray[np.int64]:
    """Return a number for each time: the same for the same one, higher for a later one.

    >>> times = ["2024-03-01", "2023-12-31T23:00", "2024-03-01T00:00Z"]
    >>> time_ranks(times, "mail.csv", "date").tolist()
    [1, 0, 1]
    """
    if None in values:
        place = list(values).index(None)
        raise InputError(
            f"{name}, document {place + 1}: column {quoted(column)} must have a time; got none. "
            "Drop the row."
        )
    strings = np.array(values, dtype=object).astype(str)
    distinct, place_of = np.unique(strings, return_inverse=True)
    numbers = _checked_numbers(distinct.tolist(), name, column)
    _, ranks = np.unique(numbers, return_inverse=True)
    return np.asarray(ranks[place_of], np.int64)


def _checked_numbers(values: list[str], name: str, column: str) -> npt.NDArray[np.float64]:
    for value in values:
        if _number_of(value) is None:
            raise InputError(
                f"{name}: column {quoted(column)} must hold numbers or dates such as "
                f"2024-03-01T12:30; got {quoted(value)}. Write them so."
            )
    numbers = numbers_of(values)
    if numbers is None:
        raise InputError(
            f"{name}: column {quoted(column)} must hold numbers or dates; got both. "
            "Write all the same way."
        )
    return numbers


def numbers_of(values: Iterable[str]) -> npt.NDArray[np.float64] | None:
    """Return values as numbers where all are numbers, or all dates; None where they are not.

    >>> numbers_of(["1e3", " 2"]).tolist(), numbers_of(["1970-01-02"]).tolist()
    ([1000.0, 2.0], [86400.0])
    >>> numbers_of(["1", "one"])
    """
    kinds = set[str]()
    numbers = list[float]()
    for value in values:
        kind_and_number = _number_of(value)
        if kind_and_number is None:
            return None
        kind, number = kind_and_number
        kinds.add(kind)
        if len(kinds) > 1:
            return None
        numbers.append(number)
    return np.array(numbers)


def _number_of(value: str) -> tuple[str, float] | None:
    """Return "number" and the number, or "date" and its seconds since 1970; None for other text.

    A date without a time zone is in UTC.
    """
    number = parse_number(value)
    if number is not None and isfinite(number):
        return "number", number
    try:
        date = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return "date", date.timestamp()
