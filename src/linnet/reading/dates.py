"""Dates as people write them: the form of one, and its place in time."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import isfinite

from linnet.errors import SettingError, quoted
from linnet.reading.numbers import parse_number

NUMBER = "number"
ISO = "year-month-day"
DOTTED = "day.month.year"
# The order of the first two numbers is seen only where one of them is above 12.
UNDECIDED = {"/": "month/day/year or day/month/year", "-": "month-day-year or day-month-year"}
MONTHS = 12
_NOON = 12

_DATE = re.compile(
    r"(?P<first>\d{1,4})(?P<mark>[./-])(?P<second>\d{1,2})(?P=mark)(?P<third>\d{4}|\d{1,2})"
    r"(?:(?:T|,?\s+)(?P<time>\S.*))?",
    re.ASCII,
)
_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?P<rest>:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?P<half>[AaPp]\.?[Mm]\.?)?"
    r"\s*(?P<zone>Z|[+-]\d{2}(?::?\d{2})?)?",
    re.ASCII,
)


@dataclass(frozen=True)
class WrittenDate:
    """A date of three numbers, whose form says which of them is what, and a time of day."""

    form: str
    first: int
    second: int
    third: int
    clock: str = ""  # as ISO 8601 writes it, with the zone

    def seconds(self, *, month_first: bool) -> float | None:
        """Return the seconds since 1970; None where the calendar has no such date."""
        numbers = {
            ISO: (self.first, self.second, self.third),
            DOTTED: (self.third, self.second, self.first),
        }
        undecided = (self.third, self.second, self.first)
        if month_first:
            undecided = (self.third, self.first, self.second)
        year, month, day = numbers.get(self.form, undecided)
        return iso_seconds(f"{year:04}-{month:02}-{day:02}{self.clock}")


def form_of(value: str) -> tuple[str, float | WrittenDate] | None:
    """Return the form of a time and the number, the seconds since 1970, or the written date.

    >>> form_of("1e3"), form_of("1970-01-02")
    (('number', 1000.0), ('year-month-day', 86400.0))
    >>> form_of("3.4.2025")
    ('day.month.year', WrittenDate(form='day.month.year', first=3, second=4, third=2025, clock=''))
    >>> form_of("yesterday"), form_of("3.4.25")
    (None, None)
    """
    value = value.strip()
    number = parse_number(value)
    if number is not None and isfinite(number):
        return NUMBER, number
    seconds = iso_seconds(value)
    if seconds is not None:
        return ISO, seconds
    written = _written_date(value)
    return None if written is None else (written.form, written)


def _written_date(value: str) -> WrittenDate | None:
    """Return a date of three numbers; years have four digits."""
    match = _DATE.fullmatch(value)
    if match is None:
        return None
    form = _form(match)
    clock = _clock(match["time"])
    if form is None or clock is None:
        return None
    return WrittenDate(form, int(match["first"]), int(match["second"]), int(match["third"]), clock)


def _form(match: re.Match[str]) -> str | None:
    n_digits = [len(match[part]) for part in ("first", "third")]
    mark = match["mark"]
    if n_digits[0] == 4 and n_digits[1] <= 2:
        return ISO
    if n_digits[0] <= 2 and n_digits[1] == 4:
        return UNDECIDED.get(mark, DOTTED)
    return None


def _clock(time: str | None) -> str | None:
    """Return a time of day as ISO 8601 writes it, "" for none; None for what is no time.

    >>> _clock("2:05 PM"), _clock("9:05:07.25+02:00"), _clock("noon")
    ('T14:05', 'T09:05:07.25+02:00', None)
    """
    if time is None:
        return ""
    match = _TIME.fullmatch(time.rstrip())
    if match is None:
        return None
    hour = int(match["hour"])
    half = (match["half"] or "")[:1].lower()
    if half and not 1 <= hour <= _NOON:
        return None
    if half:
        hour = hour % _NOON + _NOON * (half == "p")
    return f"T{hour:02}{match['rest']}{match['zone'] or ''}"


def iso_seconds(value: str) -> float | None:
    """Return the seconds since 1970 of a date in ISO 8601, in UTC without a zone; None for others.

    >>> iso_seconds("1970-01-01T01:00+01:00"), iso_seconds("today")
    (0.0, None)
    """
    try:
        return _seconds(datetime.fromisoformat(value))
    except ValueError:
        return None


def _seconds(date: datetime) -> float:
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    return (date - epoch) / timedelta(seconds=1)


def date_parser(date_format: str) -> Callable[[str], float | None]:
    """Return what gives the seconds since 1970 of a date in this format; None for other text.

    >>> date_parser("%d/%m/%Y")("02/01/1970"), date_parser("%d/%m/%Y")("1/13/1970")
    (86400.0, None)
    """
    _check_format(date_format)

    def parse(value: str) -> float | None:
        try:
            return _seconds(datetime.strptime(value.strip(), date_format))
        except ValueError:
            return None

    return parse


def _check_format(date_format: str) -> None:
    """Refuse what no date with a year can be read by."""
    known_day = datetime(2003, 11, 27, tzinfo=UTC)
    codes = re.findall(r"%(.)", date_format, re.DOTALL)
    try:
        if not {"Y", "y", "G"} & set(codes):
            raise ValueError
        datetime.strptime(known_day.strftime(date_format), date_format)
    except (ValueError, re.error):
        raise SettingError(
            "the date format must have a year and codes such as those in '%d/%m/%Y' or "
            f"'%m/%d/%y %H:%M', each once; got {quoted(date_format)}. Write it so."
        ) from None
