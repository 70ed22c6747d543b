"""Named features of documents: which names each document has, and their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import quoted
from linnet.reading.faults import Fault, lone_surrogate

# The names of one document, and their values: numbers, strings, true and false, or None.
Named = tuple[Collection[Any], Collection[Any]]


class Numeral(str):
    """A number as it was written."""

    __slots__ = ()


_NUMBERS = (Numeral, float, int, np.bool_, np.integer, np.floating)
_VALUES = (str, type(None), *_NUMBERS)


@dataclass(frozen=True)
class NamedFeatures:
    """Sparse rows: document d has the names `codes[starts[d]:starts[d + 1]]` with the values beside them.

    >>> named = named_of([(["length", "first"], [7, "a"]), ([], []), (["first"], ["a"])])
    >>> named.names.to_pylist(), named.starts.tolist(), named.codes.tolist(), named.values.tolist()
    (['length', 'first=a'], [0, 2, 2, 3], [0, 1, 1], [7.0, 1.0, 1.0])
    """

    starts: np.ndarray  # int64, one more than documents
    names: pa.Array  # large_string, distinct, in the order of their first sight
    codes: np.ndarray  # int32, places in names
    values: np.ndarray  # float64

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.starts) - 1

    def documents(self) -> np.ndarray:
        """Return the document of each value."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def kept(self, keep: np.ndarray) -> NamedFeatures:
        """Return the documents for which `keep` is true."""
        inside = keep[self.documents()]
        starts = _starts(np.diff(self.starts)[keep])
        return without_unused_names(
            replace(self, starts=starts, codes=self.codes[inside], values=self.values[inside])
        )

    def faulty(self) -> np.ndarray:
        """Return which documents have a value that is not finite, or a name twice."""
        bad = np.zeros(len(self), bool)
        documents = self.documents()
        bad[documents[~np.isfinite(self.values)]] = True
        keys = np.sort(documents * len(self.names) + self.codes)
        bad[keys[1:][keys[1:] == keys[:-1]] // max(1, len(self.names))] = True
        return bad

    def fault(self, number: int, place: int) -> Fault:
        """Return what is wrong with a faulty document."""
        inside = slice(self.starts[place], self.starts[place + 1])
        names = self.names.take(pa.array(self.codes[inside])).to_pylist()
        for name, value in zip(names, self.values[inside].tolist(), strict=True):
            if not np.isfinite(value):
                rule = "must be a finite number"
                return Fault(
                    number, f"feature {quoted(name)} {rule}", str(value), reason=f"a feature {rule}"
                )
        twice = next(name for name, count in Counter(names).items() if count > 1)
        return Fault(number, "a feature must be there once", f"{quoted(twice)} twice")


def named_of(documents: Sequence[Named]) -> NamedFeatures:
    """Return named values as features: numbers as they are, strings and None as "name=value" with value 1.

    >>> named = named_of([(["length", "ends", "upper", "stem"], [7, "ing", False, None])])
    >>> named.names.to_pylist(), named.values.tolist()
    (['length', 'ends=ing', 'upper', 'stem=None'], [7.0, 1.0, 0.0, 1.0])
    """
    keys = [str(key) for names, _ in documents for key in names]
    cells = list(chain.from_iterable(values for _, values in documents))
    words = [place for place, cell in enumerate(cells) if not isinstance(cell, _NUMBERS)]
    for place in words:
        keys[place], cells[place] = f"{keys[place]}={cells[place]}", 1
    encoded = pa.array(keys, pa.large_string()).dictionary_encode()
    starts = _starts(np.array([len(names) for names, _ in documents], np.int64))
    return NamedFeatures(starts, encoded.dictionary, encoded.indices.to_numpy(), _floats(cells))


def _floats(cells: list[Any]) -> np.ndarray:
    try:
        return np.array([float(cell) for cell in cells], np.float64)
    except OverflowError:
        return np.array([_float(cell) for cell in cells], np.float64)


def _float(cell: Any) -> float:
    """Return a number as a float; infinity, which no feature may be, for one beyond all floats."""
    try:
        return float(cell)
    except OverflowError:
        return float("inf")


def without_unused_names(named: NamedFeatures) -> NamedFeatures:
    """Return the same features with only the names that occur, in the order of their first sight."""
    used, firsts = np.unique(named.codes, return_index=True)
    order = used[np.argsort(firsts)]
    place = np.zeros(len(named.names), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return replace(named, names=named.names.take(pa.array(order)), codes=place[named.codes])


def _starts(lengths: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def named_in(number: int, features: Any) -> Named | Fault:
    """Return the names and values of a dict; None has none."""
    if features is None:
        return (), ()
    if not isinstance(features, Mapping):
        return Fault(number, "named features must be an object", kind_of(features))
    odd = [kind for kind in set(map(type, features.values())) if not issubclass(kind, _VALUES)]
    if odd:
        key, value = next(
            (key, value) for key, value in features.items() if isinstance(value, odd[0])
        )
        rule = "must be a number, a string, true or false"
        return Fault(
            number, f"feature {quoted(str(key))} {rule}", kind_of(value), reason=f"a feature {rule}"
        )
    written = "".join([*map(str, features), *filter(_is_word, features.values())])
    return lone_surrogate(number, [written]) or (features.keys(), features.values())


def _is_word(value: Any) -> bool:
    return isinstance(value, str)


def kind_of(value: Any) -> str:
    """Return what a value is, in words."""
    kinds = {
        list: "a list",
        dict: "an object",
        str: "a string",
        Numeral: "a number",
        bool: "true or false",
    }
    return kinds.get(type(value), "null" if value is None else type(value).__name__)
