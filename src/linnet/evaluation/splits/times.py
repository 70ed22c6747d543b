"""Times as they stand in a column: numbers, or dates of one form.

A date is in ISO 8601 (2025-04-03), or its year comes last (3.4.2025, 4/3/2025), and a time of day
may follow. Which number of 4/3/2025 is the month is decided once for a column, from all its rows:
by a number above 12, or by a date format.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet.errors import Advice, InputError, quoted
from linnet.reading.dates import (
    MONTHS,
    NUMBER,
    UNDECIDED,
    WrittenDate,
    date_parser,
    form_of,
)

Floats = npt.NDArray[np.float64]
Value = float | WrittenDate


@dataclass(frozen=True, eq=False)
class TimeColumn:
    """The times of documents as they were read."""

    name: str  # of the documents
    column: str
    values: Sequence[str | None]
    rows: Sequence[int]  # the row number of each
    date_format: str | None = None

    def where(self, value: str | None) -> str:
        """Return in words where a value stands first."""
        return f"{self.name}, row {self.row_of(value)}"

    def row_of(self, value: str | None) -> int:
        """Return the first row with a value."""
        return self.rows[list(self.values).index(value)]


def time_ranks(times: TimeColumn) -> npt.NDArray[np.int64]:
    """Return a number for each time: the same for the same one, higher for a later one.

    >>> values = ["2024-03-01", "2023-12-31T23:00", "2024-03-01T00:00Z"]
    >>> time_ranks(TimeColumn("mail.csv", "date", values, [1, 2, 3])).tolist()
    [1, 0, 1]
    """
    if None in times.values:
        raise InputError(
            f"{times.where(None)}: column {quoted(times.column)} must have a time; got none. "
            "Drop the row."
        )
    distinct = list(dict.fromkeys(times.values))
    numbers = _numbers(times, [value for value in distinct if value is not None])
    _, ranks = np.unique(numbers, return_inverse=True)
    rank_of = dict(zip(distinct, ranks.tolist(), strict=True))
    return np.array([rank_of[value] for value in times.values], np.int64)


def _numbers(times: TimeColumn, values: list[str]) -> Floats:
    """Return the numbers of different times, in the order of their first rows."""
    if times.date_format is not None:
        return _formatted(times, values, times.date_format)
    parsed = list[Value]()
    forms = dict[str, str]()  # form → its first value
    for value in values:
        form_and_value = form_of(value)
        if form_and_value is None:
            raise _no_time(times, value)
        form, time = form_and_value
        forms.setdefault(form, value)
        if len(forms) > 1:
            raise _two_forms(times, forms)
        parsed.append(time)

    month_first = False
    if set(forms) & set(UNDECIDED.values()):
        month_first = _month_comes_first(times, values, parsed)
    numbers = [_number(time, month_first=month_first) for time in parsed]
    for value, number in zip(values, numbers, strict=True):
        if number is None:
            raise _no_time(times, value)
    return np.array(numbers, np.float64)


def _formatted(times: TimeColumn, values: list[str], date_format: str) -> Floats:
    parse = date_parser(date_format)
    numbers = list[float]()
    for value in values:
        number = parse(value)
        if number is None:
            raise InputError(
                f"{times.where(value)}: column {quoted(times.column)} must hold dates in the "
                f"format {quoted(date_format)}; got {quoted(value)}. Check both."
            )
        numbers.append(number)
    return np.array(numbers, np.float64)


def _number(time: Value, *, month_first: bool) -> float | None:
    if isinstance(time, WrittenDate):
        return time.seconds(month_first=month_first)
    return time


def _month_comes_first(times: TimeColumn, values: list[str], dates: list[Value]) -> bool:
    """Return whether the column has the month before the day; refuse where no row decides."""
    day_first = _first_above_twelve(values, dates, lambda date: date.first)
    month_first = _first_above_twelve(values, dates, lambda date: date.second)
    impossible = _first_above_twelve(values, dates, lambda date: min(date.first, date.second))
    if impossible is not None:
        raise _no_time(times, impossible)
    column = quoted(times.column)
    if day_first is not None and month_first is not None:
        first, second = sorted((day_first, month_first), key=times.row_of)
        raise InputError(
            f"{times.where(second)}: the dates of column {column} must all have the month in the "
            f"same place; got {quoted(second)}, but {quoted(first)} in row {times.row_of(first)}. "
            "Write all the same way."
        )
    if day_first is None and month_first is None:
        raise InputError(
            f"{times.name}: column {column} must show which number is the month; got dates such "
            f"as {quoted(values[0])}, with no day above {MONTHS}.",
            Advice("name_date_format"),
        )
    return month_first is not None


def _first_above_twelve(
    values: list[str], dates: list[Value], part: Callable[[WrittenDate], int]
) -> str | None:
    """Return the first value of which a part cannot be a month."""
    for value, date in zip(values, dates, strict=True):
        if isinstance(date, WrittenDate) and part(date) > MONTHS:
            return value
    return None


def _no_time(times: TimeColumn, value: str) -> InputError:
    return InputError(
        f"{times.where(value)}: column {quoted(times.column)} must hold numbers or dates such as "
        f"2024-03-01T12:30, 1.3.2024 or 3/31/2024; got {quoted(value)}.",
        Advice("name_date_format"),
    )


def _two_forms(times: TimeColumn, forms: dict[str, str]) -> InputError:
    (first_form, first), (form, value) = forms.items()
    return InputError(
        f"{times.where(value)}: all times of column {quoted(times.column)} must have one form; "
        f"got {quoted(value)} ({form}), but {quoted(first)} ({first_form}) in row "
        f"{times.row_of(first)}. Write all the same way."
    )


def numbers_of(values: Iterable[str]) -> Floats | None:
    """Return values as numbers where all are numbers, or all dates; None where they are not.

    >>> numbers_of(["1e3", " 2"]).tolist(), numbers_of(["1970-01-02"]).tolist()
    ([1000.0, 2.0], [86400.0])
    >>> numbers_of(["1", "one"])
    """
    listed_values = list(values)
    first_form = form_of(listed_values[0]) if listed_values else (NUMBER, 0.0)
    if first_form is None:  # most columns are no times: the first value says so
        return None
    rows = range(1, len(listed_values) + 1)
    try:
        return _numbers(TimeColumn("", "", listed_values, rows), listed_values)
    except InputError:
        return None
