"""Kinds of values that hold several: ranges, names, numbers by label, lexicons, rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path
from typing import Any, ClassVar

from linnet.errors import SettingError, quoted
from linnet.settings.kinds import Kind, are_numbers, is_number

Range = tuple[int, int]


def parse_range(text: str | int | Sequence[int]) -> Range:
    """Return a range of n-gram lengths.

    >>> parse_range("1-2"), parse_range("3"), parse_range(1), parse_range([3, 5])
    ((1, 2), (3, 3), (1, 1), (3, 5))
    """
    parts: Sequence[str | int]
    if isinstance(text, str):
        parts = text.split("-")
    elif isinstance(text, int):
        parts = [text]
    else:
        parts = text
    try:
        numbers = [int(part) for part in parts if isinstance(part, str) or type(part) is int]
        if len(numbers) == len(parts) <= 2:
            return numbers[0], numbers[-1]
    except (ValueError, IndexError, TypeError):
        pass
    raise SettingError(
        f"a range of n-grams must be N or N-M; got {quoted(text)}. Write 1-2, for example."
    )


class Lengths(Kind):
    """The shortest and longest n-gram, or none: 1-2."""

    expected: ClassVar[str] = "N, N-M or none"

    def value(self, data: Any) -> Range | None:
        """Return the range, None where there are no such n-grams."""
        if data is None or data == "none":
            return None
        return parse_range(data)

    def plain(self, value: Range | None) -> str:
        """Return N-M or none."""
        return "none" if value is None else f"{value[0]}-{value[1]}"


@dataclass(frozen=True)
class Names(Kind):
    """A list of names."""

    what: str = "columns"

    expected: ClassVar[str] = "list of names"

    def value(self, data: Any) -> tuple[str, ...]:
        """Return the names."""
        return tuple(strings(data, self.what))

    def plain(self, value: tuple[str, ...]) -> list[str]:
        """Return a list."""
        return list(value)


@dataclass(frozen=True)
class Words(Names):
    """A set of words: a file of them, or word,word,…"""

    what: str = "stop words"

    expected: ClassVar[str] = "list of words"

    def read(self, option: str, given: Any) -> list[str]:
        """Return the words of a file, or those written here.

        >>> Words().read("--stop-words", "the, of,and")
        ['the', 'of', 'and']
        """
        path = Path(given)
        if given == "english" and not path.exists():
            raise SettingError(
                f"{option} must be a file or word,word; got 'english'. There are no built-in lists."
            )
        looks_like_file = path.exists() or "/" in given or path.suffix
        if "," in given or not given.strip() or not looks_like_file:
            return [word.strip() for word in given.split(",") if word.strip()]
        try:
            return path.read_text(encoding="utf-8-sig").split()
        except (OSError, UnicodeDecodeError) as error:
            why = f"{option} {given}: a file of words in UTF-8 must be readable; got: {error}."
            raise SettingError(f"{why} Check the path, or write word,word.") from None

    def value(self, data: Any) -> tuple[str, ...]:
        """Return the words in order, each once."""
        return tuple(sorted(set(strings(data, self.what))))


@dataclass(frozen=True)
class NamesTogether(Names):
    """Lists of names that count together."""

    what: str = "columns to cross"

    expected: ClassVar[str] = "list of lists of names"

    def parse(self, text: str) -> list[str]:
        """Return the names of one list."""
        return [name.strip() for name in text.split(",")]

    def value(self, data: Any) -> Any:
        """Return the lists of names."""
        if not isinstance(data, list | tuple):
            raise SettingError(f"{self.what} must be a list of lists; got {quoted(data)}.")
        return tuple(tuple(strings(names, self.what)) for names in data)

    def plain(self, value: Any) -> Any:
        """Return a list of lists."""
        return [list(names) for names in value]


@dataclass(frozen=True)
class ByLabel(Kind):
    """A name, or a number for each label."""

    names: tuple[str, ...] = ()
    above: float = -inf
    below: float = inf
    in_order: bool = False  # kept as floats in the order of labels
    other_names: str = ""  # of what stands for all labels in other rows of the same option

    @property
    def description(self) -> str:
        """What values there are."""
        return ", ".join([*self.names, "table of labels and numbers"])

    def read(self, option: str, given: Any) -> Any:
        """Return a name, or a number for each label.

        >>> ByLabel(("uniform",)).read("--prior", "ham=0.9,spam=0.1")
        {'ham': 0.9, 'spam': 0.1}
        """
        if not isinstance(given, str) or "=" not in given:
            return given
        try:
            pairs = [part.rsplit("=", 1) for part in given.split(",")]
            return {label.strip(): float(number) for label, number in pairs}
        except ValueError:
            names = self.other_names or ", ".join(self.names)
            raise SettingError(
                f"{option} must be {names} or LABEL=P,LABEL=P,…; got {quoted(given)}. "
                "Write ham=0.9,spam=0.1."
            ) from None

    def fits(self, value: Any) -> bool:
        """Return whether it is a name, or a table of numbers within the bounds."""
        if isinstance(value, str):
            return value in self.names
        return are_numbers(value) and all(map(self._is_within, value.values()))

    def _is_within(self, number: float) -> bool:
        # A prior may have any number here, even NaN: that it sums to 1 is checked with the labels.
        above = self.above == -inf or number > self.above
        return above and (self.below == inf or abs(number) < self.below)

    def kept(self, value: Any) -> Any:
        """Return it in the order of labels, where it is kept so."""
        if not self.in_order:
            return value
        return {label: float(value[label]) for label in sorted(value)}

    def plain(self, value: Any) -> Any:
        """Return a name or a table."""
        return dict(value) if isinstance(value, Mapping) else value


class Cutoff(Kind):
    """A number, one for each label, or rules to choose it by."""

    @property
    def description(self) -> str:
        """What values there are."""
        return "number, table of labels and numbers, or list of rules"

    def read(self, option: str, given: Any) -> Any:
        """Return a number, one for each label, or rules.

        >>> [Cutoff().read("--cutoff", text) for text in ("0.8", "ham=0.1", "spam=f1,ham=0.2")]
        [0.8, {'ham': 0.1}, ('spam=f1', 'ham=0.2')]
        """
        rules = tuple(part.strip() for part in given.split(","))
        if not all(_is_finite(rule.rpartition("=")[2]) for rule in rules):
            return rules
        numbers = ByLabel(other_names="a number").read(option, given)
        if not isinstance(numbers, str):
            return numbers
        if not _is_finite(numbers):
            raise SettingError(f"{option}: a finite number must come here; got {quoted(numbers)}.")
        return float(numbers)

    def value(self, data: Any) -> Any:
        """Return rules as a tuple."""
        return tuple(strings(data, "cutoff rules")) if isinstance(data, list) else data

    def fits(self, value: Any) -> bool:
        """Return whether these are rules, or finite numbers."""
        if isinstance(value, tuple):
            return bool(value) and all(isinstance(rule, str) for rule in value)
        numbers = list(value.values()) if isinstance(value, Mapping) else [value]
        return all(is_number(number) and abs(number) < 1e100 for number in numbers)

    def plain(self, value: Any) -> Any:
        """Return rules as a list."""
        if isinstance(value, Mapping):
            return dict(value)
        return list(value) if isinstance(value, tuple) else value


class Lexicons(Kind):
    """Words with scores, by the name of the lexicon."""

    expected: ClassVar[str] = "NAME=FILE"

    @property
    def description(self) -> str:
        """What values there are."""
        return "table of names, each with a list of words or a table of words and scores"

    def parse(self, text: str) -> tuple[str, str]:
        """Return the two sides of NAME=FILE.

        >>> Lexicons().parse("good=words.txt")
        ('good', 'words.txt')
        """
        name, _, file = (part.strip() for part in text.partition("="))
        if not name or not file:
            raise ValueError(text)
        return name, file

    def read(self, option: str, given: Any) -> dict[str, str]:  # noqa: ARG002
        """Return the files by the names of their lexicons."""
        return dict(given)

    def plain(self, value: Any) -> Any:
        """Return the words of each lexicon by its name."""
        return {lexicon.name: lexicon.table() for lexicon in value}


def _is_finite(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def strings(data: Any, what: str) -> list[str]:
    """Return a list of strings, or say what must be one."""
    is_list = isinstance(data, list | tuple | set | frozenset)
    if not is_list or not all(isinstance(item, str) for item in data):
        raise SettingError(f"{what} must be a list of words; got {quoted(data)}.")
    return list(data)
