"""Values of a JSON header, each checked to be of its kind."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from linnet.errors import quoted

MOST_COUNT = 2**53  # whole numbers are exact up to here
MOST_NUMBER = 1e300

Value = TypeVar("Value")


class BadValueError(ValueError):
    """Says what a value must be."""


def part(value: Any, key: str) -> Any:
    """Return a part of an object, which must be there."""
    parts = as_object(value)
    if key not in parts:
        raise BadValueError(f"{quoted(key)} must be there")
    return parts[key]


def as_object(value: Any) -> Mapping[str, Any]:
    """Return an object."""
    if not isinstance(value, dict):
        raise BadValueError(f"an object must be there; got {quoted(value)}")
    return value


def as_list(value: Any, most: int) -> list[Any]:
    """Return a list that is not too long."""
    if not isinstance(value, list) or len(value) > most:
        raise BadValueError(f"a list of at most {most} must be there; got {quoted(value)}")
    return value


def as_number(value: Any) -> float:
    """Return a number that can be counted with."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadValueError(f"a number must be there; got {quoted(value)}")
    if not abs(value) < MOST_NUMBER:
        raise BadValueError(f"a number must be below {MOST_NUMBER:g}; got {quoted(value)}")
    return value


def as_count(value: Any) -> int:
    """Return a whole number from 0.

    >>> as_count(3)
    3
    """
    if type(value) is not int or not 0 <= value < MOST_COUNT:
        raise BadValueError(f"a count must be a whole number from 0; got {quoted(value)}")
    return value


def as_text(value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise BadValueError(f"a name must be text; got {quoted(value)}")
    return value


def as_flag(value: Any) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise BadValueError(f"true or false must be there; got {quoted(value)}")
    return value


def optional(value: Any, read: Callable[[Any], Value]) -> Value | None:
    """Return what a function reads of a value, None where there is none.

    >>> optional(None, as_count), optional(2, as_count)
    (None, 2)
    """
    return None if value is None else read(value)


def mapped(value: Any, read: Callable[[Any], Value]) -> dict[str, Value]:
    """Return an object with what a function reads of each of its values.

    >>> mapped({"ham": 2, "spam": 1}, as_count)
    {'ham': 2, 'spam': 1}
    """
    return {key: read(entry) for key, entry in as_object(value).items()}
