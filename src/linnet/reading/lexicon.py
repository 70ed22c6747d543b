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

# By the number of columns.
FORMATS = {
    1: "a word",
    2: "a word and a number",
    4: "a word, a mean, a deviation and ratings",
}


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
                f"lexicon {name}: words must come as a list or a table of scores; "
                f"got {quoted(words)}."
            )
        table = dict(words) if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
        for word, score in table.items():
            _check_entry(name, word, score)
        if not table or not name.strip():
            raise SettingError(
                f"lexicon {quoted(name)}: there must be a name and words; got none. Name some."
            )
        ordered = tuple(sorted(table))
        scores = tuple(float(table[word]) for word in ordered)
        return cls(name, ordered, scores)

    def table(self) -> dict[str, float] | list[str]:
        """Return the words as `of` takes them: a list where each is worth 1."""
        if set(self.scores) == {1.0}:
            return list(self.words)
        return dict(zip(self.words, self.scores, strict=True))


def _check_entry(name: str, word: Any, score: Any) -> None:
    if not (_is_word(word) and _is_score(score)):
        raise SettingError(
            f"lexicon {name}: each word must be text with a finite number; "
            f"got {quoted(word)} with {quoted(score)}."
        )


def _is_word(word: Any) -> bool:
    """Return whether this is a text that is not blank and that UTF-8 can hold."""
    if not isinstance(word, str) or not word.strip():
        return False
    return not any("\ud800" <= character <= "\udfff" for character in word)


def _is_score(score: Any) -> bool:
    if isinstance(score, bool) or not isinstance(score, int | float):
        return False
    return abs(score) < 1e100


def lexicons_of(lexicons: Any) -> tuple[Lexicon, ...]:
    """Return lexicons, sorted by name, from a table of their words, or as they are."""
    table = lexicons
    if isinstance(lexicons, tuple) and all(isinstance(each, Lexicon) for each in lexicons):
        table = {lexicon.name: lexicon for lexicon in lexicons}
    if not isinstance(table, Mapping) or not all(isinstance(name, str) for name in table):
        raise SettingError(f"lexicons must be a table of names and words; got {quoted(lexicons)}.")
    ready = []
    for name, words in table.items():
        ready.append(words if isinstance(words, Lexicon) else Lexicon.of(name, words))
    return tuple(sorted(ready, key=lambda each: each.name.encode("utf-8", "surrogatepass")))


def read_lexicons(lexicons: Any) -> Any:
    """Return what `lexicons_of` takes, with those that are named by a path read from files."""
    if not isinstance(lexicons, Mapping):
        return lexicons
    table = {}
    for name, words in lexicons.items():
        is_path = isinstance(words, str | os.PathLike)
        table[name] = read_lexicon(words, str(name)) if is_path else words
    return table


def read_lexicon(path: str | os.PathLike[str], name: str | None = None) -> Lexicon:
    """Return the lexicon of a file; which of the formats it has is seen by its first line."""
    name = Path(path).stem if name is None else name
    rows = list(_rows(_text(path)))
    if not rows:
        raise InputError(f"{path}: a lexicon must have words; got none. Check the file.")
    first_number, first_cells = rows[0]
    n_columns = len(first_cells)
    if n_columns not in FORMATS:
        formats = " or ".join(FORMATS.values())
        raise InputError(
            f"{path}, row {first_number}: a row must have {formats} with tabs between; "
            f"got {n_columns} columns."
        )
    scores: dict[str, float] = {}
    for number, cells in rows:
        scores[cells[0]] = _score(f"{path}, row {number}", cells, n_columns)
    return Lexicon.of(name, scores)


def _text(path: str | os.PathLike[str]) -> str:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"{path}: a lexicon must be a readable file; got: {reason}. Check the path."
        ) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # as older lists are


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each row and its cells, without empty rows and comments."""
    for number, line in enumerate(text.split("\n"), 1):
        # An emoticon may start with ; too.
        is_comment = line.startswith(";") and "\t" not in line
        if line.strip() and not is_comment:
            yield number, [cell.strip() for cell in line.rstrip("\r").split("\t")]


def _score(where: str, cells: list[str], n_columns: int) -> float:
    if len(cells) != n_columns:
        raise InputError(
            f"{where}: a row must have {FORMATS[n_columns]}, as the first has; "
            f"got {len(cells)} columns. Correct the row."
        )
    if not cells[0]:
        raise InputError(f"{where}: a word must not be empty; got ''. Correct the row.")
    try:
        score = 1.0 if n_columns == 1 else float(cells[1])
    except ValueError:
        score = float("nan")
    if not isfinite(score):
        raise InputError(
            f"{where}: a score must be a finite number; got {quoted(cells[1])}. Correct the row."
        )
    return score
