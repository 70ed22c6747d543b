"""Arrow columns of structs and maps → named features."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import is_number, is_plain, strings, value_type
from linnet.reading.named import Named, NamedFeatures, named_of, without_unused_names


def holds_features(kind: pa.DataType) -> bool:
    """Return whether columns of the type have named values."""
    return bool(pa.types.is_struct(kind) or pa.types.is_map(kind))


def odd_feature(kind: pa.DataType) -> pa.DataType | None:
    """Return a type inside a struct or map type that is no feature's, None if there is none."""
    for inner in _inner_types(kind):
        if not _is_feature(value_type(inner)):
            return value_type(inner)
    return None


def _inner_types(kind: pa.DataType) -> list[pa.DataType]:
    if pa.types.is_map(kind):
        return [kind.key_type, kind.item_type]
    return [child.type for child in kind]


def _is_feature(kind: pa.DataType) -> bool:
    if is_number(kind) or is_plain(kind):
        return True
    return bool(pa.types.is_string_view(kind) or pa.types.is_null(kind))


def named_column(column: pa.Array) -> NamedFeatures:
    """Return the features of a column; what is null in a struct is not there.

    >>> named = named_column(pa.array([{"a": 1, "b": "x"}, {"a": None, "b": "y"}]))
    >>> named.names.to_pylist(), named.codes.tolist(), named.values.tolist()
    (['a', 'b=x', 'b=y'], [0, 1, 2], [1.0, 1.0, 1.0])
    """
    if pa.types.is_map(column.type):
        documents = column.to_pylist()
        return named_of([_names_and_values(pairs or ()) for pairs in documents])
    keys = [child.name for child in column.type]
    children = [_child(key, child) for key, child in zip(keys, column.flatten(), strict=True)]
    return _merged(children, len(column))


def _names_and_values(pairs: Iterable[tuple[Any, Any]]) -> Named:
    return [name for name, _ in pairs], [value for _, value in pairs]


@dataclass(frozen=True)
class _Child:
    """The features that one key of a struct gives."""

    documents: np.ndarray  # those that have a value
    names: list[str]  # those that occur
    codes: np.ndarray  # the name of each value
    values: np.ndarray


def _child(name: str, column: pa.Array) -> _Child:
    """Return the features that one key of a struct gives."""
    numeric = is_number(column.type)
    cells = column if numeric else strings(column)
    documents = np.flatnonzero(cells.is_valid().to_numpy(zero_copy_only=False))
    cells = cells.drop_null()
    if numeric:
        values = cells.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return _Child(documents, [name], np.zeros(len(documents), np.int64), values)
    encoded = cells.dictionary_encode()
    names = [f"{name}={value}" for value in encoded.dictionary.to_pylist()]
    return _Child(documents, names, encoded.indices.to_numpy(), np.ones(len(documents)))


def _merged(children: list[_Child], count: int) -> NamedFeatures:
    """Return the features of all keys, those of a document in the order of the keys."""
    code_of: dict[str, int] = {}
    codes = [np.empty(0, np.int64)]
    documents = [np.empty(0, np.int64)]
    values = [np.empty(0)]
    for child in children:
        own_codes = [code_of.setdefault(name, len(code_of)) for name in child.names]
        codes.append(np.array(own_codes, np.int64)[child.codes])
        documents.append(child.documents)
        values.append(child.values)

    all_documents = np.concatenate(documents)
    order = np.argsort(all_documents, kind="stable")
    starts = np.searchsorted(all_documents[order], np.arange(count + 1))
    names = pa.array(list(code_of), pa.large_string())
    merged = NamedFeatures(
        starts, names, np.concatenate(codes)[order], np.concatenate(values)[order]
    )
    return without_unused_names(merged)
