"""What is wrong with one row, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from linnet.errors import InputError, SettingError


@dataclass(frozen=True, slots=True)
class Fault:
    """One row that is not a document: the rule, what came, and what to do besides skipping it."""

    number: int
    rule: str
    advice: str = "Correct the row"
    skippable: bool = True

    def error(self, name: str) -> InputError:
        """Return the sentence for the user."""
        skip = " or skip bad rows" if self.skippable else ""
        return InputError(f"{name}, row {self.number}: {self.rule}. {self.advice}{skip}.")


def bad_utf8(number: int, data: bytes) -> Fault:
    """Return the fault of a row whose bytes are not UTF-8.

    >>> print(bad_utf8(812, bytes([65, 255])).error("reviews.csv"))
    reviews.csv, row 812: text must be UTF-8; got byte 0xff. Save the file as UTF-8 or skip bad rows.
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        got = f"byte {data[error.start]:#04x}"
        return Fault(number, f"text must be UTF-8; got {got}", "Save the file as UTF-8")
    raise AssertionError("these bytes are UTF-8")


def lone_surrogate(number: int, values: Iterable[str | None]) -> Fault | None:
    """Return the fault of a row with half a UTF-16 pair, which UTF-8 cannot hold."""
    for value in values:
        try:
            if value is not None:
                value.encode()
        except UnicodeEncodeError as error:
            half = f"U+{ord(value[error.start]):04X}" if value else ""
            return Fault(number, f"text must be Unicode; got the lone surrogate {half}")
    return None


def shown(value: object) -> str:
    """Return what came, cut where it would be too long to read.

    >>> shown("old"), shown("a" * 5000)[-20:]
    ("'old'", '… (5,002 characters)')
    """
    said = repr(value)
    return said if len(said) <= 100 else f"{said[:60]}… ({len(said):,} characters)"


def several_labels(where: str, got: str) -> SettingError:
    """Return what is said where several labels come but one per document was expected."""
    return SettingError(
        f"{where}: a document must have one label; got {got}. "
        "Ask for several labels (--several-labels, several_labels=True) or keep one of them."
    )
