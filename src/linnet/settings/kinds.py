"""Kinds of values: how a setting is read from text, checked, and written as plain data.

text --parse--> plain data, as TOML has it --value--> what a recipe holds --plain--> plain data
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, ClassVar

from linnet.errors import SettingError, quoted


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Any value. Other kinds say what is different.

    Those with fields of their own are dataclasses.
    """

    sentence: str = ""  # of a value that does not fit: {value} or {quoted} is what came
    optional: bool = False  # whether None is a value, too

    types: ClassVar[tuple[type, ...]] = ()  # of plain data; () where `check` decides
    expected: ClassVar[str] = "text"  # what must be written

    @property
    def must_come(self) -> str:
        """What an option must be given."""
        return self.expected

    @property
    def description(self) -> str:
        """What values there are, for the page of settings."""
        return self.expected

    def parse(self, text: str) -> Any:
        """Return plain data from text, or raise ValueError."""
        return text

    def read(self, option: str, given: Any) -> Any:  # noqa: ARG002 (used by other kinds)
        """Return plain data from what an option has parsed; its sentences name the option."""
        return given

    def value(self, data: Any) -> Any:
        """Return what a recipe holds from plain data."""
        return data

    def check_type(self, name: str, data: Any) -> None:
        """Refuse plain data of another type."""
        if not self.types or (self.optional and data is None):
            return
        misfit_bool = isinstance(data, bool) and bool not in self.types
        if misfit_bool or not isinstance(data, self.types):
            wanted = self.types[-1].__name__
            raise SettingError(f"{name} must be a {wanted}; got {quoted(data)}.")

    def check(self, value: Any) -> None:
        """Refuse a value that does not fit."""
        if self.sentence and not (self.optional and value is None) and not self.fits(value):
            raise SettingError(self.sentence.format(value=value, quoted=quoted(value)))

    def fits(self, value: Any) -> bool:  # noqa: ARG002 (used by other kinds)
        """Return whether a value is one of this kind."""
        return True

    def kept(self, value: Any) -> Any:
        """Return a value as it is kept: values that mean the same are written the same."""
        return value

    def plain(self, value: Any) -> Any:
        """Return plain data from what a recipe holds."""
        return value


class Text(Kind):
    """A text, such as the name of a column."""

    types: ClassVar[tuple[type, ...]] = (str,)


class FunctionName(Text):
    """The name of a function: module:function."""

    expected: ClassVar[str] = "module:function"

    def fits(self, value: Any) -> bool:
        """Return whether there is a colon, and nothing that cannot be seen."""
        return ":" in value and value.isprintable()


class Flag(Kind):
    """True or false."""

    types: ClassVar[tuple[type, ...]] = (bool,)
    expected: ClassVar[str] = "true or false"

    def parse(self, text: str) -> bool:
        """Return true or false."""
        if text not in ("true", "false"):
            raise ValueError(text)
        return text == "true"


@dataclass(frozen=True)
class Choice(Kind):
    """One of some names."""

    names: tuple[str, ...]
    what: str = ""  # "the penalty", in a sentence about another name; "": not checked here
    hint: bool = False  # whether the sentence says which name may be meant

    types: ClassVar[tuple[type, ...]] = (str,)

    @property
    def description(self) -> str:
        """The names."""
        return ", ".join(self.names)

    def check(self, value: Any) -> None:
        """Refuse what is none of the names."""
        if self.what and not (self.optional and value is None):
            refuse_unless_named(self.what, value, self.names, hint=self.hint)
        super().check(value)

    def fits(self, value: Any) -> bool:
        """Return whether it is one of the names."""
        return value in self.names


def refuse_unless_named(what: str, got: Any, names: tuple[str, ...], *, hint: bool) -> None:
    """Refuse what is none of these names, and say which one may be meant where a hint is wanted."""
    if got in names:
        return
    from difflib import get_close_matches

    close = get_close_matches(str(got), names, n=1) if hint else []
    advice = f"Did you mean {close[0]}?" if close else "Choose one of these."
    raise SettingError(f"{what} must be one of {', '.join(names)}; got {quoted(got)}. {advice}")


@dataclass(frozen=True)
class Int(Kind):
    """A whole number."""

    least: int = 0
    most: float = inf

    types: ClassVar[tuple[type, ...]] = (int,)

    @property
    def expected(self) -> str:  # type: ignore[override]
        """What must be written."""
        return "a whole number or none" if self.optional else "a whole number"

    @property
    def must_come(self) -> str:
        """What an option must be given."""
        return f"a whole number, {self.least} or above,"

    @property
    def description(self) -> str:
        """The numbers that there are."""
        bounds = f"{self.least} or above" if self.most == inf else f"{self.least} to {self.most}"
        return f"whole number, {bounds}"

    def check_type(self, name: str, data: Any) -> None:
        """Refuse other types; where none is a value, too, the reader of the setting does."""
        if not self.optional:
            super().check_type(name, data)

    def parse(self, text: str) -> int | None:
        """Return a whole number that is not too small."""
        if self.optional and text == "none":
            return None
        if not (text.isascii() and text.isdecimal()) or int(text) < self.least:
            raise ValueError(text)
        return int(text)

    def fits(self, value: Any) -> bool:
        """Return whether it is large enough and not too large."""
        return bool(self.least <= value <= self.most)


@dataclass(frozen=True, kw_only=True)
class Number(Kind):
    """A finite number."""

    least: float = -inf
    above: float = -inf
    most: float = inf
    below: float = inf
    as_float: bool = False  # kept as a float, so that 1 and 1.0 give the same file

    types: ClassVar[tuple[type, ...]] = (int, float)
    expected: ClassVar[str] = "a number"

    @property
    def must_come(self) -> str:
        """What an option must be given."""
        return "a finite number"

    @property
    def description(self) -> str:
        """The numbers that there are."""
        bounds = ["number"]
        if isfinite(self.least):
            bounds.append(f"{self.least:g} or above")
        if isfinite(self.above):
            bounds.append(f"above {self.above:g}")
        if isfinite(self.most):
            bounds.append(f"up to {self.most:g}")
        if isfinite(self.below):
            bounds.append(f"below {self.below:g}")
        return ", ".join(bounds)

    def parse(self, text: str) -> float:
        """Return a finite number."""
        number = float(text)
        if not isfinite(number):
            raise ValueError(text)
        return number

    def fits(self, value: Any) -> bool:
        """Return whether it is within the bounds; NaN never is."""
        large_enough = value >= self.least and (self.above == -inf or value > self.above)
        return bool(large_enough and value <= self.most and value < self.below)

    def kept(self, value: Any) -> Any:
        """Return it as a float, where it is kept as one."""
        return float(value) if self.as_float else value


class Amount(Kind):
    """A number of documents where it is written as a whole number, else a share of them."""

    expected: ClassVar[str] = "a number"

    @property
    def must_come(self) -> str:
        """What an option must be given."""
        return "a finite number"

    @property
    def description(self) -> str:
        """The numbers that there are."""
        return "whole number, or a share from 0.0 to 1.0"

    def parse(self, text: str) -> int | float:
        """Return a whole number or a share.

        >>> Amount().parse("2"), Amount().parse("0.5"), Amount().parse("1.0")
        (2, 0.5, 1.0)
        """
        return int(text) if text.strip().isdecimal() else Number().parse(text)


@dataclass(frozen=True, kw_only=True)
class Strength(Kind):
    """A number, or one over the weight n of all documents: 0.3/n."""

    least: float
    most: float

    expected: ClassVar[str] = "a number, or one over n such as 0.3/n"

    @property
    def must_come(self) -> str:
        """What an option must be given."""
        return "a finite number"

    def parse(self, text: str) -> float | str:
        """Return a number, or the text of one over n.

        >>> Strength(least=0, most=1).parse("1e-5"), Strength(least=0, most=1).parse("0.3/n")
        (1e-05, '0.3/n')
        """
        return text if text.endswith("/n") else Number().parse(text)

    def fits(self, value: Any) -> bool:
        """Return whether it is within the bounds."""
        number = over_n(value) if isinstance(value, str) else value
        return isinstance(number, int | float) and self.least <= number <= self.most


def over_n(strength: str) -> float:
    """Return the number of a strength such as 0.3/n; 0, which is none, where there is no number.

    >>> over_n("0.3/n"), over_n("0.3")
    (0.3, 0.0)
    """
    number, _, over = strength.partition("/")
    try:
        return float(number) if over == "n" else 0.0
    except ValueError:
        return 0.0


def is_number(value: object) -> bool:
    """Return whether this is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def are_numbers(value: object) -> bool:
    """Return whether this is a table of labels and numbers."""
    if not isinstance(value, Mapping):
        return False
    return all(isinstance(label, str) and is_number(item) for label, item in value.items())
