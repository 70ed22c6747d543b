"""Lexicons: words with scores, from the files that they come in.

word list    one word per line, each worth 1; lines that start with ; are comments (Hu & Liu)
scores       word TAB number (AFINN)
ratings      word TAB mean TAB deviation TAB ratings (VADER)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from linnet.errors import InputError, SettingError, quoted

FORMATS = {
    1: "a word",
    2: "a word and a number",
    4: "a word, a mean, a deviation and ratings",
}  # by columns


@dataclass(frozen=True)
class Lexicon:
    """Words, or phrases of several, in order, and what each is worth.

    >>> Lexicon.of("nice", {"good": 2, "not bad": 1})
    Lexicon(name='nice', words=('good', 'not bad'), scores=(2.0, 1.0))
    """

    name: str
    words: tuple[str, ...]
    scores: tuple[float, ...]

    @classmethod
    def of(cls, name: str, words: Mapping[str, float] | Iterable[str]) -> Lexicon:
        """Return a lexicon from words, each worth 1, or from words with their scores."""
        if isinstance(words, str | bytes) or not isinstance(words, Iterable):
            raise SettingError(
                f"lexicon {name}: words must come as a list or a table of scores; got {quoted(words)}."
            )
        table = dict(words) if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
        for word, score in table.items():
            _check_entry(name, word, score)
        if not table or not name.strip():
            raise SettingError(
                f"lexicon {quoted(name)}: there must be a name and words; got none. Name some."
            )
        ordered = sorted(table)
        return cls(name, tuple(ordered), tuple(float(table[word]) for word in ordered))

    def table(self) -> dict[str, float] | list[str]:
        """Return the words as `of` takes them: a list where each is worth 1."""
        return (
            list(self.words)
            if set(self.scores) == {1.0}
            else dict(zip(self.words, self.scores, strict=True))
        )


def _check_entry(name: str, word: Any, score: Any) -> None:
    number = isinstance(score, int | float) and not isinstance(score, bool) and abs(score) < 1e100
    whole = (
        isinstance(word, str) and word.strip() and not any("\ud800" <= c <= "\udfff" for c in word)
    )
    if not number or not whole:
        raise SettingError(
            f"lexicon {name}: each word must be text with a finite number; got {quoted(word)} with {quoted(score)}."
        )


def lexicons_of(given: Any) -> tuple[Lexicon, ...]:
    """Return lexicons, sorted by name, from a table of their words, or as they are."""
    if isinstance(given, tuple) and all(isinstance(one, Lexicon) for one in given):
        given = {one.name: one for one in given}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise SettingError(f"lexicons must be a table of names and words; got {quoted(given)}.")
    found = (
        one if isinstance(one, Lexicon) else Lexicon.of(name, one) for name, one in given.items()
    )
    return tuple(sorted(found, key=lambda one: one.name.encode("utf-8", "surrogatepass")))


def read_lexicons(given: Any) -> Any:
    """Return what `lexicons_of` takes, with those that are named by a path read from their files."""
    if not isinstance(given, Mapping):
        return given
    return {
        name: read_lexicon(one, str(name)) if isinstance(one, str | os.PathLike) else one
        for name, one in given.items()
    }


def read_lexicon(path: str | os.PathLike[str], name: str | None = None) -> Lexicon:
    """Return the lexicon of a file; which of the formats it has is seen by its first line."""
    name = Path(path).stem if name is None else name
    rows = list(_rows(_text(path)))
    if not rows:
        raise InputError(f"{path}: a lexicon must have words; got none. Check the file.")
    columns = len(rows[0][1])
    if columns not in FORMATS:
        said = " or ".join(FORMATS.values())
        raise InputError(
            f"{path}, row {rows[0][0]}: a row must have {said} with tabs between; got {columns} columns."
        )
    scores: dict[str, float] = {}
    for number, cells in rows:
        scores[cells[0]] = _score(f"{path}, row {number}", cells, columns)
    return Lexicon.of(name, scores)


def _text(path: str | os.PathLike[str]) -> str:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(
            f"{path}: a lexicon must be a readable file; got: {why}. Check the path."
        ) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # as older lists are


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the row, cells); without empty rows and comments. An emoticon may start with ; too."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and ("\t" in line or not line.startswith(";")):
            yield number, [cell.strip() for cell in line.rstrip("\r").split("\t")]


def _score(where: str, cells: list[str], columns: int) -> float:
    if len(cells) != columns:
        raise InputError(
            f"{where}: a row must have {FORMATS[columns]}, as the first has; got {len(cells)} columns. Correct the row."
        )
    if not cells[0]:
        raise InputError(f"{where}: a word must not be empty; got ''. Correct the row.")
    try:
        score = 1.0 if columns == 1 else float(cells[1])
    except ValueError:
        score = float("nan")
    if not isfinite(score):
        raise InputError(
            f"{where}: a score must be a finite number; got {quoted(cells[1])}. Correct the row."
        )
    return score
