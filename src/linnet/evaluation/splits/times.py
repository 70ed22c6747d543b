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

    >>> time_ranks(["2024-03-01", "2023-12-31T23:00", "2024-03-01T00:00Z"], "mail.csv", "date").tolist()
    [1, 0, 1]
    """
    if None in values:
        place = list(values).index(None)
        raise InputError(
            f"{name}, document {place + 1}: column {quoted(column)} must have a time; got none. Drop the row."
        )
    distinct, place_of = np.unique(np.array(values, dtype=object).astype(str), return_inverse=True)
    odd = next((value for value in distinct.tolist() if _moment(value) is None), None)
    if odd is not None:
        raise InputError(
            f"{name}: column {quoted(column)} must hold numbers or dates such as 2024-03-01T12:30; got {quoted(odd)}. "
            "Write them so."
        )
    found = moments(distinct.tolist())
    if found is None:
        raise InputError(
            f"{name}: column {quoted(column)} must hold numbers or dates; got both. Write all the same way."
        )
    ranks = np.unique(found, return_inverse=True)[1]
    return np.asarray(ranks[place_of], np.int64)


def moments(values: Iterable[str]) -> npt.NDArray[np.float64] | None:
    """Return values as numbers where all of them are numbers, or all of them dates; None where they are not.

    >>> moments(["1e3", " 2"]).tolist(), moments(["1970-01-02"]).tolist(), moments(["1", "one"])
    ([1000.0, 2.0], [86400.0], None)
    """
    found = list[tuple[str, float]]()
    for value in values:
        moment = _moment(value)
        if moment is None or moment[0] != (found[0] if found else moment)[0]:
            return None
        found.append(moment)
    return np.array([moment for _, moment in found])


def _moment(value: str) -> tuple[str, float] | None:
    """Return a number, or seconds since 1970; a date without a time zone is in UTC. None for anything else."""
    number = parse_number(value)
    if number is not None and isfinite(number):
        return "number", number
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return "date", (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
