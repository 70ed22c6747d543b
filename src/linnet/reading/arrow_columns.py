"""Arrow columns of any type as plain string columns, and which of their values are missing."""

from __future__ import annotations

import numpy as np
import pyarrow as pa


def is_plain(kind: pa.DataType) -> bool:
    """Return whether columns of the type are what the engine reads."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def is_number(kind: pa.DataType) -> bool:
    """Return whether columns of the type hold numbers, true and false among them."""
    whole = pa.types.is_integer(kind) or pa.types.is_boolean(kind)
    return bool(whole or pa.types.is_floating(kind) or pa.types.is_decimal(kind))


def is_text(kind: pa.DataType) -> bool:
    """Return whether columns of the type hold strings, or bytes that may be UTF-8."""
    return is_plain(kind) or bool(pa.types.is_string_view(kind)) or _is_binary(kind)


def strings(column: pa.Array) -> pa.Array:
    """Return a column as string or large_string; the bytes of binary columns may not be UTF-8.

    >>> strings(pa.array([1, None])).to_pylist()
    ['1', None]
    >>> strings(pa.array([1.0, 0.5, float("nan")])).to_pylist()
    ['1', '0.5', None]
    >>> strings(pa.array(["a"]).dictionary_encode()).to_pylist()
    ['a']
    """
    kind = column.type
    if is_plain(kind):
        return column
    if kind != value_type(kind):
        return strings(_values(column))
    if pa.types.is_null(kind):
        return pa.nulls(len(column), pa.string())
    if _is_binary(kind):
        return column.cast(pa.large_binary()).view(pa.large_string())
    if pa.types.is_floating(kind):
        column = _null_for_nan(column)
    return column.cast(pa.large_string())


def _null_for_nan(column: pa.Array) -> pa.Array:
    from pyarrow import compute

    return compute.if_else(compute.is_nan(column), pa.scalar(None, column.type), column)


def _values(column: pa.Array) -> pa.Array:
    """Return the values of a column that stores them in another way."""
    if isinstance(column, pa.ExtensionArray):
        return column.storage
    if pa.types.is_dictionary(column.type):
        return strings(column.dictionary).take(column.indices)
    from pyarrow import compute

    return compute.run_end_decode(column)


def _is_binary(kind: pa.DataType) -> bool:
    """Return whether columns of the type hold bytes, which may or may not be UTF-8."""
    plain = pa.types.is_binary(kind) or pa.types.is_large_binary(kind)
    return bool(plain or pa.types.is_binary_view(kind) or pa.types.is_fixed_size_binary(kind))


def value_type(kind: pa.DataType) -> pa.DataType:
    """Return the type of the values, without what says how they are stored."""
    if isinstance(kind, pa.BaseExtensionType):
        return value_type(kind.storage_type)
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return value_type(kind.value_type)
    return kind


def one_chunk(column: pa.ChunkedArray) -> pa.Array:
    """Return a chunked column as one array, copied only where it must be."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return column.combine_chunks()


def nulls(column: pa.Array) -> np.ndarray:
    """Return which values are null.

    Where none is, Arrow's functions are not called: they take long to import.
    """
    if not column.null_count:
        return np.zeros(len(column), np.bool_)
    is_null: np.ndarray = column.is_null().to_numpy(zero_copy_only=False)
    return is_null


def null_or_empty(column: pa.Array) -> np.ndarray:
    """Return which values of a plain column are null or the empty string.

    >>> null_or_empty(pa.array(["", None, "a"])).tolist()
    [True, True, False]
    """
    if len(column) == 0:
        return np.zeros(0, np.bool_)
    offsets = byte_offsets(column)
    empty: np.ndarray = offsets[1:] == offsets[:-1]
    if column.null_count:
        empty = empty | nulls(column)
    return empty


def byte_offsets(column: pa.Array) -> np.ndarray:
    """Return where the bytes of each value of a plain column start, and where the last ones end.

    >>> byte_offsets(pa.array(["ab", "", "c"])).tolist()
    [0, 2, 2, 3]
    """
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    offsets = np.frombuffer(column.buffers()[1], width)
    return offsets[column.offset : column.offset + len(column) + 1]


def null_for_empty(column: pa.Array) -> pa.Array:
    """Return a plain column with null in the place of each empty string."""
    from pyarrow import compute

    missing = null_or_empty(column)
    if missing.sum() == column.null_count:
        return column
    return compute.if_else(pa.array(missing), pa.scalar(None, column.type), column)


def check_sound(column: pa.Array) -> None:
    """Raise pa.ArrowInvalid where a column's offsets or indices lead outside of its buffers."""
    if is_plain(column.type):
        column = _as_bytes(column)
    column.validate(full=True)


def not_utf8(column: pa.Array) -> list[int]:
    """Return the places in a plain column whose bytes are not UTF-8."""
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        values = _as_bytes(column).to_pylist()
        return [place for place, value in enumerate(values) if not _is_utf8(value)]
    return []


def readable(column: pa.Array) -> pa.Array:
    """Return a column of any type but views; of strings, those that are not UTF-8 are null.

    >>> readable(pa.array([b"ham", bytes([255])]).view(pa.string())).to_pylist()
    ['ham', None]
    """
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    if pa.types.is_binary_view(column.type):
        column = column.cast(pa.large_binary())
    if not is_plain(column.type):
        return column
    bad = not_utf8(column)
    if not bad:
        return column
    places = np.arange(len(column))
    return column.take(pa.array(places, mask=np.isin(places, bad)))


def _as_bytes(column: pa.Array) -> pa.Array:
    if pa.types.is_large_string(column.type):
        return column.view(pa.large_binary())
    return column.view(pa.binary())


def _is_utf8(value: bytes | None) -> bool:
    if value is None:
        return True
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True
