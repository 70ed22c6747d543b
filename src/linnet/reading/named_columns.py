"""Arrow columns of structs and maps → named features."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import is_number, is_plain, strings, value_type
from linnet.reading.named import NamedFeatures, named_of, without_unused_names


def holds_features(kind: pa.DataType) -> bool:
    """Return whether columns of the type have named values."""
    return bool(pa.types.is_struct(kind) or pa.types.is_map(kind))


def odd_feature(kind: pa.DataType) -> pa.DataType | None:
    """Return a type inside a struct or map type that is no feature's, None if there is none."""
    inside = (
        [kind.key_type, kind.item_type] if pa.types.is_map(kind) else [child.type for child in kind]
    )
    return next((each for each in map(value_type, inside) if not _is_feature(each)), None)


def _is_feature(kind: pa.DataType) -> bool:
    return (
        is_number(kind)
        or is_plain(kind)
        or bool(pa.types.is_string_view(kind) or pa.types.is_null(kind))
    )


def named_column(column: pa.Array) -> NamedFeatures:
    """Return the features of a column; what is null in a struct is not there.

    >>> named = named_column(pa.array([{"a": 1, "b": "x"}, {"a": None, "b": "y"}]))
    >>> named.names.to_pylist(), named.codes.tolist(), named.values.tolist()
    (['a', 'b=x', 'b=y'], [0, 1, 2], [1.0, 1.0, 1.0])
    """
    if pa.types.is_map(column.type):
        entries = [entry or () for entry in column.to_pylist()]
        return named_of(
            [([key for key, _ in entry], [value for _, value in entry]) for entry in entries]
        )
    children = zip([child.name for child in column.type], column.flatten(), strict=True)
    return _merged([_child(name, child) for name, child in children], len(column))


# The documents that have a value, the names that occur, and for each value its name and itself.
_Child = tuple[np.ndarray, list[str], np.ndarray, np.ndarray]


def _child(name: str, column: pa.Array) -> _Child:
    """Return the features that one key of a struct gives."""
    numeric = is_number(column.type)
    values = column if numeric else strings(column)
    documents = np.flatnonzero(values.is_valid().to_numpy(zero_copy_only=False))
    values = values.drop_null()
    if numeric:
        numbers = values.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return documents, [name], np.zeros(len(documents), np.int64), numbers
    encoded = values.dictionary_encode()
    names = [f"{name}={value}" for value in encoded.dictionary.to_pylist()]
    return documents, names, encoded.indices.to_numpy(), np.ones(len(documents))


def _merged(children: list[_Child], count: int) -> NamedFeatures:
    """Return the features of all keys, those of a document in the order of the keys."""
    names: dict[str, int] = {}
    codes = [
        np.array([names.setdefault(name, len(names)) for name in own], np.int64)[places]
        for _, own, places, _ in children
    ]
    documents = np.concatenate([np.empty(0, np.int64), *(child[0] for child in children)])
    order = np.argsort(documents, kind="stable")
    starts = np.searchsorted(documents[order], np.arange(count + 1))
    flat = np.concatenate([np.empty(0, np.int64), *codes])[order]
    values = np.concatenate([np.empty(0), *(child[3] for child in children)])[order]
    return without_unused_names(
        NamedFeatures(starts, pa.array(list(names), pa.large_string()), flat, values)
    )
