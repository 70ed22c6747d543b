"""Named features of documents: which names each document has, and their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.faults import Fault, lone_surrogate

Pairs = Sequence[tuple[str, float]]


class Numeral(str):
    """A number as it was written."""

    __slots__ = ()


@dataclass(frozen=True)
class NamedFeatures:
    """Sparse rows: document d has the names `codes[starts[d]:starts[d + 1]]` with the values beside them.

    >>> named = named_of([[("length", 7.0), ("first=a", 1.0)], [], [("first=a", 1.0)]])
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
        return renamed(replace(self, starts=starts, codes=self.codes[inside], values=self.values[inside]))

    def faulty(self) -> np.ndarray:
        """Return which documents have a value that is not finite, or a name twice."""
        bad = np.zeros(len(self), bool)
        documents = self.documents()
        bad[documents[~np.isfinite(self.values)]] = True
        keys = np.sort(documents * len(self.names) + self.codes)
        bad[keys[1:][keys[1:] == keys[:-1]] // max(1, len(self.names))] = True
        return bad

    def fault(self, place: int) -> str | None:
        """Return what is wrong with a document, None if nothing is."""
        inside = slice(self.starts[place], self.starts[place + 1])
        seen: set[int] = set()
        for code, value in zip(self.codes[inside].tolist(), self.values[inside].tolist(), strict=True):
            name = self.names[code].as_py()
            if not np.isfinite(value):
                return f"feature {name!r} must be a finite number; got {value}"
            if code in seen:
                return f"a feature must be there once; got {name!r} twice"
            seen.add(code)
        return None


def named_of(documents: Iterable[Pairs]) -> NamedFeatures:
    """Return the features of documents given as (name, value) pairs."""
    codes: dict[str, int] = {}
    flat: list[int] = []
    values: list[float] = []
    lengths = []
    for pairs in documents:
        lengths.append(len(pairs))
        for name, value in pairs:
            flat.append(codes.setdefault(name, len(codes)))
            values.append(value)
    names = pa.array(list(codes), pa.large_string())
    return NamedFeatures(_starts(np.array(lengths, np.int64)), names, np.array(flat, np.int32), np.array(values, float))


def renamed(named: NamedFeatures) -> NamedFeatures:
    """Return the same features with only the names that occur, in the order of their first sight."""
    used, firsts = np.unique(named.codes, return_index=True)
    order = used[np.argsort(firsts)]
    place = np.zeros(len(named.names), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return replace(named, names=named.names.take(pa.array(order)), codes=place[named.codes])


def _starts(lengths: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def pairs_of(number: int, features: Any) -> Pairs | Fault:
    """Return a dict of features as pairs: numbers as they are, strings and None as "key=value" with value 1.

    >>> pairs_of(1, {"length": 7, "ends": "ing", "upper": False, "stem": None})
    [('length', 7.0), ('ends=ing', 1.0), ('upper', 0.0), ('stem=None', 1.0)]
    """
    if features is None:
        return []
    if not isinstance(features, Mapping):
        return Fault(number, f"named features must be an object; got {kind_of(features)}")
    pairs = []
    for key, value in features.items():
        if isinstance(value, bool | np.bool_ | int | float | np.number | Numeral):
            pairs.append((str(key), _float(value)))
        elif value is None or isinstance(value, str):
            pairs.append((f"{key}={value}", 1.0))
        else:
            rule = f"feature {str(key)!r} must be a number, a string, true or false; got {kind_of(value)}"
            return Fault(number, rule)
    return lone_surrogate(number, (name for name, _ in pairs)) or pairs


def kind_of(value: Any) -> str:
    """Return what a value is, in words."""
    kinds = {list: "a list", dict: "an object", str: "a string", Numeral: "a number", bool: "true or false"}
    return kinds.get(type(value), "null" if value is None else type(value).__name__)


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf")
