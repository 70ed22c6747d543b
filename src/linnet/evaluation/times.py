"""Times as they stand in a column: numbers, or dates in ISO 8601."""

from collections.abc import Sequence
from datetime import UTC, datetime
from math import isfinite

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError
from linnet.reading.rows import number_in


def time_ranks(values: Sequence[str | None], name: str, column: str) -> npt.NDArray[np.int64]:
    """Return a number for each time: the same for the same one, higher for a later one.

    >>> time_ranks(["2024-03-01", "2023-12-31T23:00", "2024-03-01T00:00Z"], "mail.csv", "date").tolist()
    [1, 0, 1]
    """
    if None in values:
        place = list(values).index(None)
        raise InputError(f"{name}, document {place + 1}: column {column!r} must have a time; got none. Drop the row.")
    distinct, place_of = np.unique(np.array(values, dtype=object).astype(str), return_inverse=True)
    moments = [_moment(value, name, column) for value in distinct.tolist()]
    kinds = {kind for kind, _ in moments}
    if len(kinds) > 1:
        raise InputError(f"{name}: column {column!r} must hold numbers or dates; got both. Write all the same way.")
    ranks = np.unique([moment for _, moment in moments], return_inverse=True)[1]
    return np.asarray(ranks[place_of], np.int64)


def _moment(value: str, name: str, column: str) -> tuple[str, float]:
    """Return a number, or seconds since 1970; a date without a time zone is in UTC."""
    number = number_in(value)
    if number is not None and isfinite(number):
        return "number", number
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        raise InputError(
            f"{name}: column {column!r} must hold numbers or dates such as 2024-03-01T12:30; got {value!r}. "
            "Write them so."
        ) from None
    return "date", (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
