"""Metadata and arrays as the bytes of a model file: the same input always gives the same bytes."""

import json
import zlib
from collections.abc import Mapping
from typing import IO, Any

import numpy.typing as npt
from safetensors import TensorSpec, serialize

from linnet.errors import SettingError, quoted
from linnet.storage.container_header import DTYPES, FORMAT, LENGTH_BYTES, are_texts

# Quotes and backslashes double when JSON is put inside JSON: the header stays below its limit.
METADATA_LIMIT = 40_000_000
ALIGNMENT = 8
CODES = {dtype: code for code, dtype in DTYPES.items()}
# The format puts arrays in the order of their types, the last of these first, and of their names.
WRITTEN = ("BOOL", "U8", "I8", "I16", "U16", "F16", "I32", "U32", "F32", "F64", "I64", "U64")

Array = npt.NDArray[Any]
Arrays = Mapping[str, Array]
Metadata = Mapping[str, object]


def packed(metadata: Metadata, arrays: Arrays) -> tuple[dict[str, str], dict[str, Array]]:
    """Return header and arrays as the file holds them."""
    plain = {name: _plain(name, array) for name, array in arrays.items()}
    as_read = json.loads(_metadata_json(metadata))
    text = _metadata_json({**as_read, "checksum": checksum(as_read, plain)})
    return {"linnet": text}, plain


def checksum(metadata: Metadata, arrays: Arrays) -> str:
    """Return a CRC-32 of all there is: it finds damage, not forgery."""
    crc = zlib.crc32(json.dumps(metadata, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        title = f"{name} {array.dtype.str} {array.shape}"
        crc = zlib.crc32(title.encode("utf-8", "surrogatepass"), crc)
        crc = zlib.crc32(array.data, crc)
    return f"{crc:08x}"


def to_bytes(header: Mapping[str, str], arrays: Arrays) -> bytes:
    """Return the bytes of a file."""
    # They hold addresses of the arrays, which stay alive until these are written.
    specs = {name: _spec(array) for name, array in arrays.items()}
    return bytes(serialize(specs, dict(header)))


def write_file(file: IO[bytes], header: Mapping[str, str], arrays: Arrays) -> None:
    """Write the bytes of `to_bytes`, one array after the other: no second copy is made."""
    ordered = sorted(arrays, key=lambda name: _place(name, arrays[name]))
    entries: dict[str, object] = {"__metadata__": dict(header)}
    start = 0
    for name in ordered:
        array = arrays[name]
        stop = start + array.nbytes
        entries[name] = {
            "dtype": CODES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [start, stop],
        }
        start = stop

    text = json.dumps(entries, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    file.write(len(text).to_bytes(LENGTH_BYTES, "little") + text)
    for name in ordered:
        file.write(arrays[name].data)


def _place(name: str, array: Array) -> tuple[int, str]:
    code = CODES[array.dtype]
    return -WRITTEN.index(code), name


def _spec(array: Array) -> TensorSpec:
    return TensorSpec(
        dtype=array.dtype.name, shape=array.shape, data_ptr=array.ctypes.data, data_len=array.nbytes
    )


def _metadata_json(metadata: Metadata) -> str:
    version, needs = metadata.get("format"), metadata.get("needs")
    if version != FORMAT or not are_texts(needs):
        raise SettingError(
            f"metadata of a model file must have format {FORMAT} and needs, a list of names; "
            f"got format {quoted(version)} and needs {quoted(needs)}."
        )
    try:
        text = json.dumps(
            dict(metadata),
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
            allow_nan=False,
        )
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise SettingError(
            f"metadata of a model file must be JSON in UTF-8; got: {error}."
        ) from error
    if size > METADATA_LIMIT:
        raise SettingError(
            f"metadata of a model file must be at most {METADATA_LIMIT} bytes; got {size}. "
            "Use an array."
        )
    return text


def _plain(name: str, array: Array) -> Array:
    """Return the array as the file holds it: little-endian, row by row."""
    if name == "__metadata__":
        raise SettingError(
            "an array of a model file must not be named '__metadata__'. Choose another name."
        )
    dtype = array.dtype.newbyteorder("<")
    if dtype not in CODES:
        raise SettingError(
            f"array {quoted(name)} of a model file must be one of {', '.join(DTYPES)}; "
            f"got {array.dtype}."
        )
    return array.astype(dtype, order="C", copy=False)
