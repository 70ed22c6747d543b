"""Which column is the text and which the label, by what is in their first rows.

A text has several words and is mostly different from row to row; of two such columns it is the one
whose mean text is clearly longer. A label is short, one of a few values, nearly all of which come
again. Dates, numbers with a fraction and many different whole numbers are neither.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from math import isnan
from typing import Any

from linnet.errors import quoted
from linnet.reading.dates import NUMBER, form_of
from linnet.reading.similar_labels import fold_key

ROWS = 1000  # of a sample

# The first values of each column by name; called only where names do not settle it.
Sample = Callable[[], Mapping[str, Sequence[Any]]]

_LEAST_WORDS = 3.0
_LEAST_DIFFERENT = 0.5
_LONGER = 1.5  # times the mean text of every other column
_LEAST_FILLED = 0.9  # of a label column
_LEAST_REPEATED = 0.9
_MOST_LABEL_LENGTH = 60
_DOCUMENTS_PER_LABEL = 4
_MOST_NUMBERS = 10
_LEAST_KNOWN = 0.5  # of the values of a label column, where a model knows the labels
_SHOWN_LENGTH = 40
# Thai, Lao, Khmer and East Asian scripts have no spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
)


class ColumnContents:
    """The first values of a column, and what they are like."""

    def __init__(self, values: Sequence[Any]) -> None:
        """Take values of any type."""
        self._n_rows = len(values)
        self._values = [value for value in values if not _is_missing(value)]
        self._strings = [value for value in self._values if isinstance(value, str)]

    @cached_property
    def mean_length(self) -> float:
        """The mean number of characters of its texts."""
        return sum(map(len, self._strings)) / max(1, len(self._strings))

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(self._strings or map(_as_string, self._values))

    def may_be_text(self) -> bool:
        """Return whether it has several words and is mostly different."""
        n_strings = len(self._strings)
        if not n_strings or n_strings < len(self._values) or 2 * n_strings < self._n_rows:
            return False
        if len(self._counts) < _LEAST_DIFFERENT * n_strings:
            return False
        mean_words = sum(map(_word_count, self._strings)) / n_strings
        return mean_words >= _LEAST_WORDS

    def may_be_label(self) -> bool:
        """Return whether it holds one of a few short strings, most of which come again."""
        is_strings = len(self._strings) == len(self._values)
        if not is_strings or not self._has_few_values():
            return False
        forms = [form_of(value) for value in self._counts]
        return None in forms  # or else all are dates and numbers

    def may_be_numbered_label(self) -> bool:
        """Return whether it holds a few whole numbers, or true and false."""
        if not self._has_few_values() or len(self._counts) > _MOST_NUMBERS:
            return False
        return all(_is_whole(value) for value in self._counts)

    def has_known_labels(self, folded: Collection[str]) -> bool:
        """Return whether at least half of its values are known labels, folded by `fold_key`."""
        n_known = sum(count for value, count in self._counts.items() if fold_key(value) in folded)
        return n_known > 0 and n_known >= _LEAST_KNOWN * len(self._values)

    def _has_few_values(self) -> bool:
        n = len(self._values)
        n_different = len(self._counts)
        if n_different < 2 or n < _LEAST_FILLED * self._n_rows:
            return False
        if n_different > max(2, n // _DOCUMENTS_PER_LABEL):
            return False
        repeated = sum(count for count in self._counts.values() if count > 1)
        longest = max(map(len, self._counts))
        return repeated >= _LEAST_REPEATED * n and longest <= _MOST_LABEL_LENGTH

    def examples(self) -> str:
        """Return two of its values in words, the most frequent ones first."""
        shown = [_shortened(value) for value, _ in self._counts.most_common(2)]
        return ", ".join(shown)


def text_by_content(columns: Mapping[str, ColumnContents]) -> list[str]:
    """Return the column of texts: more than one where none is clearly the longest.

    >>> texts = ["my printer is broken", "I cannot log in today", "where is my invoice"]
    >>> columns = {"id": ["T-1", "T-2", "T-3"], "what": texts}
    >>> text_by_content({name: ColumnContents(column) for name, column in columns.items()})
    ['what']
    """
    texts = [name for name, column in columns.items() if column.may_be_text()]
    longest = max((columns[name].mean_length for name in texts), default=0.0)
    return [name for name in texts if columns[name].mean_length * _LONGER > longest]


def label_by_content(
    columns: Mapping[str, ColumnContents], known: Collection[str] = ()
) -> list[str]:
    """Return the columns that may be the label; whole numbers only where no strings may.

    Where labels are known, those of a model, it is the columns that hold them.

    >>> columns = {"id": ["1", "2", "3", "4"], "queue": ["billing", "sales", "sales", "billing"]}
    >>> label_by_content({name: ColumnContents(column) for name, column in columns.items()})
    ['queue']
    """
    if known:
        folded = set(map(fold_key, known))
        return [name for name, column in columns.items() if column.has_known_labels(folded)]
    labels = [name for name, column in columns.items() if column.may_be_label()]
    if labels:
        return labels
    return [name for name, column in columns.items() if column.may_be_numbered_label()]


def _is_missing(value: Any) -> bool:
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, float) and isnan(value))


def _as_string(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _word_count(text: str) -> int:
    return max(len(text.split()), len(_UNSPACED.findall(text)) // 2)


def _is_whole(value: str) -> bool:
    form = form_of(value)
    if form is None or form[0] != NUMBER:
        return value in ("true", "false")
    return value.strip().lstrip("+-").isdecimal()


def _shortened(value: str) -> str:
    value = " ".join(value[: 4 * _SHOWN_LENGTH].split())
    if len(value) > _SHOWN_LENGTH:
        value = f"{value[: _SHOWN_LENGTH - 1]}…"
    return quoted(value)
