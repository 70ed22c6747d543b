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
    """Sparse rows: document d has the names `codes[starts[d]:starts[d + 1]]`, with their values.

    >>> named = named_of([(["length", "first"], [7, "a"]), ([], []), (["first"], ["a"])])
    >>> named.names.to_pylist(), named.starts.tolist()
    (['length', 'first=a'], [0, 2, 2, 3])
    >>> named.codes.tolist(), named.values.tolist()
    ([0, 1, 1], [7.0, 1.0, 1.0])
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
        starts = _starts(np.diff(self.starts)[keep])
        inside = keep[self.documents()]
        return self.with_values_kept(inside, starts)

    def with_values_kept(self, keep: np.ndarray, starts: np.ndarray) -> NamedFeatures:
        """Return the values for which `keep` is true, in documents that start at `starts`."""
        kept = replace(self, starts=starts, codes=self.codes[keep], values=self.values[keep])
        return without_unused_names(kept)

    def faulty(self) -> np.ndarray:
        """Return which documents have a value that is not finite, or a name twice."""
        bad = np.zeros(len(self), np.bool_)
        documents = self.documents()
        bad[documents[~np.isfinite(self.values)]] = True
        n_names = max(1, len(self.names))
        pairs = np.sort(documents * n_names + self.codes)
        repeated = pairs[1:][pairs[1:] == pairs[:-1]]
        bad[repeated // n_names] = True
        return bad

    def fault(self, number: int, place: int) -> Fault:
        """Return what is wrong with a faulty document."""
        inside = slice(self.starts[place], self.starts[place + 1])
        names = self.names.take(pa.array(self.codes[inside])).to_pylist()
        for name, value in zip(names, self.values[inside].tolist(), strict=True):
            if not np.isfinite(value):
                return _bad_value(number, name, "must be a finite number", str(value))
        twice = next(name for name, count in Counter(names).items() if count > 1)
        return Fault(number, "a feature must be there once", f"{quoted(twice)} twice")


def _bad_value(number: int, name: str, must: str, got: str) -> Fault:
    rule = f"feature {quoted(name)} {must}"
    return Fault(number, rule, got, reason=f"a feature {must}")


def named_of(documents: Sequence[Named]) -> NamedFeatures:
    """Return named values as features: numbers as they are, others as "name=value" with value 1.

    >>> named = named_of([(["length", "ends", "upper", "stem"], [7, "ing", False, None])])
    >>> named.names.to_pylist(), named.values.tolist()
    (['length', 'ends=ing', 'upper', 'stem=None'], [7.0, 1.0, 0.0, 1.0])
    """
    keys = [str(key) for names, _ in documents for key in names]
    cells = list(chain.from_iterable(values for _, values in documents))
    for place, cell in enumerate(cells):
        if not isinstance(cell, _NUMBERS):
            keys[place] = f"{keys[place]}={cell}"
            cells[place] = 1
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
    """Return the same features with only the names that occur, in order of their first sight."""
    used, firsts = np.unique(named.codes, return_index=True)
    order = used[np.argsort(firsts)]
    new_codes = np.zeros(len(named.names), np.int32)
    new_codes[order] = np.arange(len(order), dtype=np.int32)
    names = named.names.take(pa.array(order))
    return replace(named, names=names, codes=new_codes[named.codes])


def _starts(lengths: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def named_in(number: int, features: Any) -> Named | Fault:
    """Return the names and values of a dict; None has none."""
    if features is None:
        return (), ()
    if not isinstance(features, Mapping):
        return Fault(number, "named features must be an object", kind_of(features))
    kinds = set(map(type, features.values()))
    if not all(issubclass(kind, _VALUES) for kind in kinds):
        return _odd_value(number, features)
    words = [value for value in features.values() if isinstance(value, str)]
    text = "".join([*map(str, features), *words])
    return lone_surrogate(number, [text]) or (features.keys(), features.values())


def _odd_value(number: int, features: Mapping[Any, Any]) -> Fault:
    """Return the fault of the first value that no feature can have."""
    key, value = next(pair for pair in features.items() if not isinstance(pair[1], _VALUES))
    must = "must be a number, a string, true or false"
    return _bad_value(number, str(key), must, kind_of(value))


def kind_of(value: Any) -> str:
    """Return what a value is, in words."""
    kinds = {
        list: "a list",
        dict: "an object",
        str: "a string",
        Numeral: "a number",
        bool: "true or false",
    }
    if value is None:
        return "null"
    return kinds.get(type(value), type(value).__name__)
