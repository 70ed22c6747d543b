"""Arrow columns of any type as plain string columns."""

from __future__ import annotations

import pyarrow as pa


def is_plain(kind: pa.DataType) -> bool:
    """Return whether columns of the type are what the engine reads."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def is_number(kind: pa.DataType) -> bool:
    """Return whether columns of the type hold numbers, true and false among them."""
    t = pa.types
    return bool(
        t.is_integer(kind) or t.is_floating(kind) or t.is_decimal(kind) or t.is_boolean(kind)
    )


def is_text(kind: pa.DataType) -> bool:
    """Return whether columns of the type hold strings, or bytes that may be UTF-8."""
    return is_plain(kind) or bool(pa.types.is_string_view(kind)) or _is_binary(kind)


def strings(column: pa.Array) -> pa.Array:
    """Return a column as string or large_string; the bytes of binary columns may not be UTF-8.

    >>> strings(pa.array([1, None])).to_pylist(), strings(pa.array(["a"]).dictionary_encode()).to_pylist()
    (['1', None], ['a'])
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
    return column.cast(pa.large_string())


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
    return bool(
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_binary_view(kind)
        or pa.types.is_fixed_size_binary(kind)
    )


def value_type(kind: pa.DataType) -> pa.DataType:
    """Return the type of the values, without what says how they are stored."""
    if isinstance(kind, pa.BaseExtensionType):
        return value_type(kind.storage_type)
    if pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        return value_type(kind.value_type)
    return kind


def one_chunk(column: pa.ChunkedArray) -> pa.Array:
    """Return a chunked column as one array, copied only where it must be."""
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


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
        return [
            place for place, value in enumerate(values) if value is not None and not _is_utf8(value)
        ]
    return []


def _as_bytes(column: pa.Array) -> pa.Array:
    return column.view(pa.large_binary() if pa.types.is_large_string(column.type) else pa.binary())


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True
