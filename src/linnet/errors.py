"""What can go wrong, in one sentence each: where, what must hold, what came, what to do.

Whatever a sentence quotes, it is one line and short enough to read: `quoted` and `listed` cut the values and the lists
in it, and a LinnetError cuts what is still too long.
"""

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

LONGEST_SENTENCE = 1_000
LONGEST_VALUE = 100  # characters of a value as it is quoted, quotes and escapes included
_START = 60  # characters that are left of a longer one
_MOST = 10  # values of a list
_LIST_ROOM = 300  # characters of a list
_LONGEST_NAME = 60
# Invisible, but part of how words and emoji look.
_JOINERS = "\u200c\u200d"


class LinnetError(Exception):
    """Anything linnet says no to."""

    def __init__(self, sentence: object = "") -> None:
        """Take the sentence; it becomes one line of at most 1,000 characters."""
        super().__init__(one_line(str(sentence)))


class InputError(LinnetError, ValueError):
    """What was read is not what we can read."""


class SettingError(LinnetError, ValueError):
    """A recipe or option asks for what does not exist or does not fit."""


class ModelFileError(LinnetError):
    """A model file is damaged, foreign or too new."""


class NotConverged(UserWarning):
    """A solver stopped before it reached the asked precision."""


def quoted(value: Any) -> str:
    """Return a value as a sentence quotes it: on one line, cut where it would be too long to read.

    >>> quoted("old"), quoted("a" * 5000)[-20:]
    ("'old'", '… (5,002 characters)')
    """
    if isinstance(value, str | bytes | bytearray) and len(value) > LONGEST_VALUE:
        length = len(value) + len(repr(value[:0]))
        said = repr(value[:LONGEST_VALUE])
    else:
        said = repr(value)
        length = len(said)
    return (
        escaped(said)
        if length <= LONGEST_VALUE
        else f"{escaped(said[:_START])}… ({length:,} characters)"
    )


def listed(values: Collection[Any], most: int = _MOST) -> str:
    """Return values as a list to read, cut where it would be too long.

    >>> listed(["id", "body"]), listed(["a", "b", "c", "d"], most=2)
    ("'id', 'body'", "'a', 'b' … and 2 more")
    """
    return shortened((quoted(value) for value in values), len(values), most)


def shortened(parts: Iterable[str], count: int, most: int = _MOST) -> str:
    """Return the first of so many parts with commas between, and how many more there are.

    >>> shortened(["a 1", "b 2", "c 3"], 3, most=2)
    'a 1, b 2 … and 1 more'
    """
    chosen: list[str] = []
    room = _LIST_ROOM
    for part in islice(parts, most):
        room -= len(part) + 2
        if chosen and room < 0:
            break
        chosen.append(part)
    said = ", ".join(chosen)
    more = count - len(chosen)
    return f"{said} … and {more:,} more" if more > 0 else said


def shown(name: str) -> str:
    """Return the name of a label or feature as a person can read it, cut where it is very long.

    >>> shown("prize"), shown(" pr"), shown("")
    ('prize', "' pr'", "''")
    """
    text = escaped(name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…")
    return text if text.strip() == text and text else f"'{text}'"


def one_line(sentence: str) -> str:
    """Return a sentence on one line that is not too long.

    >>> one_line("data.csv: got two\\nlines.")
    'data.csv: got two\\\\nlines.'
    """
    # Cut before and after: escapes of a long text would take long, and make it longer.
    return bounded(escaped(bounded(sentence)))


def bounded(sentence: str, most: int = LONGEST_SENTENCE) -> str:
    """Return a sentence that is not too long: one that is loses its middle, not its start nor what to do at its end.

    >>> bounded("data.csv: got " + "x" * 5000 + ". Check the file.", 60)
    'data.csv: got xxxxxxxxxxxxxxxxxxx … xxxxxxx. Check the file.'
    """
    if len(sentence) <= most:
        return sentence
    end = most * 2 // 5
    start = most - end - 3
    return f"{sentence[:start]} … {sentence[-end:]}"


def escaped(text: str) -> str:
    """Return the text on one line, with an escape for all that is no visible character.

    >>> escaped("a\\nb"), escaped("naïve 👩‍👧")
    ('a\\\\nb', 'naïve 👩\u200d👧')
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()
