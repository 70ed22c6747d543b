"""The header of a model file: read, and checked so that nothing leads outside of the file."""

import json
import math
import mmap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.errors import ModelFileError, quoted

FORMAT = 1
HEADER_LIMIT = 100_000_000
LENGTH_BYTES = 8  # of the length of the header, at the start of the file
DIMENSION_LIMIT = 32
SIZE_LIMIT = 2**63 - 1  # bytes of an array
DTYPES = {
    "BOOL": np.dtype("?"),
    "U8": np.dtype("u1"),
    "I8": np.dtype("i1"),
    "U16": np.dtype("<u2"),
    "F16": np.dtype("<f2"),
    "I16": np.dtype("<i2"),
    "U32": np.dtype("<u4"),
    "I32": np.dtype("<i4"),
    "F32": np.dtype("<f4"),
    "U64": np.dtype("<u8"),
    "I64": np.dtype("<i8"),
    "F64": np.dtype("<f8"),
}

Buffer = mmap.mmap | bytes
Json = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Tensor:
    """Where one array lies in the file."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int
    stop: int


def read_header(
    where: str, buffer: Buffer, known_needs: Iterable[str]
) -> tuple[Json, dict[str, Tensor]]:
    """Return the metadata of a file, and where its arrays lie."""
    header, start = _header(where, buffer)
    metadata = _metadata(where, header.pop("__metadata__", None))
    _check_may_open(where, metadata, frozenset(known_needs))
    tensors = {name: _tensor(where, name, entry, start) for name, entry in header.items()}
    _check_cover(where, tensors.values(), start, len(buffer))
    return metadata, tensors


def _header(where: str, buffer: Buffer) -> tuple[Json, int]:
    """Return the header and where the arrays start."""
    length = int.from_bytes(buffer[:LENGTH_BYTES], "little")
    room = min(len(buffer) - LENGTH_BYTES, HEADER_LIMIT)
    if len(buffer) < LENGTH_BYTES or length > room:
        raise damaged(
            where, f"its header must fit into the file; got {length} of {len(buffer)} bytes"
        )
    end = LENGTH_BYTES + length
    raw = buffer[LENGTH_BYTES:end]
    if not raw.startswith(b"{"):
        raise damaged(where, f"its header must be a JSON object; got {quoted(raw[:8])}")
    return _object(where, "header", raw), end


def _object(where: str, what: str, raw: bytes | str) -> Json:
    try:
        text = raw if isinstance(raw, str) else raw.decode()
        value = json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise damaged(where, f"its {what} must be JSON in UTF-8; got: {error}") from error
    if not isinstance(value, dict):
        raise damaged(where, f"its {what} must be a JSON object; got {type(value).__name__}")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> Json:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key that comes twice")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"the number {name}")


def _metadata(where: str, entry: object) -> Json:
    if not isinstance(entry, dict) or not isinstance(entry.get("linnet"), str):
        raise damaged(where, "its metadata must have the key 'linnet'; got none")
    metadata = _object(where, "metadata", entry["linnet"])
    version = metadata.get("format")
    if type(version) is not int or version < 1:
        raise damaged(where, f"its format must be a whole number from 1; got {quoted(version)}")
    return metadata


def _check_may_open(where: str, metadata: Json, known_needs: frozenset[str]) -> None:
    """Refuse what a newer program wrote, before looking at parts that may have changed since."""
    if metadata["format"] > FORMAT:
        raise ModelFileError(
            f"{where} was written by a newer linnet: its format must be at most {FORMAT}; "
            f"got {quoted(metadata['format'])}. Upgrade linnet."
        )
    needs = metadata.get("needs")
    if not isinstance(needs, list) or not are_texts(needs):
        raise damaged(where, f"its needs must be a list of names; got {quoted(needs)}")
    unknown = sorted(set(needs) - known_needs)
    if unknown:
        names = ", ".join(map(repr, unknown))
        raise ModelFileError(
            f"{where} must need only what this linnet can do; got {names}. Upgrade linnet."
        )


def _tensor(where: str, name: str, entry: object, start: int) -> Tensor:
    """Return where an array lies; offsets in the header count from the end of the header."""
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        got = quoted(entry)
        raise damaged(
            where, f"array {quoted(name)} must have dtype, shape and data_offsets; got {got}"
        )
    code, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(code, str) or code not in DTYPES:
        raise damaged(where, f"array {quoted(name)} must have a known type; got {quoted(code)}")
    if not _are_sizes(shape, most=DIMENSION_LIMIT) or not _are_sizes(offsets, 2, most=2):
        raise damaged(
            where, f"array {quoted(name)} must have a shape and two offsets of whole numbers from 0"
        )
    dtype = DTYPES[code]
    begin, end = offsets
    _check_size(where, name, dtype, shape, offsets)
    return Tensor(dtype, tuple(shape), start + begin, start + end)


def _check_size(
    where: str, name: str, dtype: np.dtype[Any], shape: list[int], offsets: list[int]
) -> None:
    # An empty array may still name sizes that no memory could address, so 0 counts as 1 here.
    addressed = math.prod(max(size, 1) for size in shape) * dtype.itemsize
    if addressed > SIZE_LIMIT:
        raise damaged(
            where,
            f"array {quoted(name)} must have a size that fits into 63 bits; "
            f"got shape {quoted(shape)}",
        )
    begin, end = offsets
    if math.prod(shape) * dtype.itemsize != end - begin:
        raise damaged(
            where, f"array {quoted(name)} must fill its offsets; got offsets {quoted(offsets)}"
        )


def _check_cover(where: str, tensors: Iterable[Tensor], start: int, size: int) -> None:
    """Check that arrays follow each other without holes, aligned, up to the end of the file."""
    for tensor in sorted(tensors, key=lambda tensor: (tensor.start, tensor.stop)):
        if tensor.start != start:
            raise damaged(
                where, f"its arrays must follow each other; got byte {tensor.start}, not {start}"
            )
        if tensor.start % tensor.dtype.itemsize:
            raise damaged(
                where, f"an array must start at a multiple of its item size; got {tensor.start}"
            )
        start = tensor.stop
    if start != size:
        raise damaged(where, f"it must have {start} bytes; got {size}")


def _are_sizes(value: object, least: int = 0, *, most: int) -> bool:
    """Return whether these are so many whole numbers from 0."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        return False
    return all(type(size) is int and size >= 0 for size in value)


def are_texts(value: object) -> bool:
    """Return whether this is a list or tuple of texts."""
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


def damaged(where: str, what: str) -> ModelFileError:
    """Return the error for a file that is no model file, or no longer."""
    return ModelFileError(
        f"{where} is not a linnet model file, or is damaged: {what}. "
        "Copy it again or train a new model."
    )
