"""The `.linnet` file: safetensors bytes, written in one piece, opened by memory map and checked before use.

This module only writes and opens; it knows arrays and a header, not classifiers. The header holds one
metadata key, `linnet`, with JSON: `format` and `needs` decide who may open the file, `checksum` says whether it is
still as it was written, the rest belongs to the caller.
"""

import json
import math
import mmap
import os
import stat
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from safetensors import TensorSpec, serialize

from linnet.errors import ModelFileError, SettingError, listed, quoted
from linnet.files import FileState, written_whole

Array = npt.NDArray[Any]

FORMAT = 1
HEADER_LIMIT = 100_000_000
# Quotes and backslashes double when JSON is put inside JSON, so this keeps the header below its limit.
METADATA_LIMIT = 40_000_000
DIMENSION_LIMIT = 32
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
CODES = {dtype: code for code, dtype in DTYPES.items()}
# The format puts arrays in the order of their types, the last of these first, and of their names.
WRITTEN = ("BOOL", "U8", "I8", "I16", "U16", "F16", "I32", "U32", "F32", "F64", "I64", "U64")


def write(
    path: str | os.PathLike[str],
    metadata: Mapping[str, object],
    arrays: Mapping[str, Array],
    unchanged: FileState | None = None,
) -> None:
    """Put a model file at `path`, whole or not at all: killed at any moment, the old one is there.

    Where a state is given, it does so only if that file is still as it was.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "tiny.linnet"
    >>> write(path, {"format": 1, "needs": []}, {"weights": np.array([1.0, 2.0])})
    >>> open_file(path, known_needs=()).array("weights").tolist()
    [1.0, 2.0]
    """
    header, kept = _packed(metadata, arrays)
    target = _target(path)
    try:
        with written_whole(target, unchanged=unchanged) as file:
            _put(file, header, kept)
    except OSError as error:
        raise ModelFileError(
            f"{path} must be written whole; got {_reason(error)}. Make room or choose another place."
        ) from error


def encode(metadata: Mapping[str, object], arrays: Mapping[str, Array]) -> bytes:
    """Return the bytes that `write` would put into a file; the same input always gives the same bytes.

    >>> data = encode({"format": 1, "needs": []}, {"weights": np.array([1.0, 2.0])})
    >>> decode(data, known_needs=()).names
    ('weights',)
    """
    header, kept = _packed(metadata, arrays)
    return bytes(serialize(_specs(kept), header))


@dataclass(frozen=True, eq=False)
class _Tensor:
    """Where one array lies in the file."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int
    stop: int


@dataclass(frozen=True, eq=False)
class ModelFile:
    """A checked model file: its metadata, and its arrays as read-only views into the file."""

    where: str
    metadata: dict[str, Any]
    checksum: str | None  # of metadata and arrays; the first files have none
    _tensors: Mapping[str, _Tensor] = field(repr=False)
    _buffer: mmap.mmap | bytes = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, sorted."""
        return tuple(sorted(self._tensors))

    def array(self, name: str) -> Array:
        """Return one array without copying it; it keeps the file's memory alive as long as it lives."""
        if name not in self._tensors:
            raise _damaged(
                self.where,
                f"the array {quoted(name)} must be there; got {listed(self.names) or 'none'}",
            )
        tensor = self._tensors[name]
        return np.ndarray(tensor.shape, tensor.dtype, self._buffer, tensor.start)

    def check_whole(self) -> None:
        """Read every byte and refuse a file that is not as it was written; opening does not, it would take too long."""
        arrays = {name: self.array(name) for name in self.names}
        if self.checksum not in (None, _checksum(self.metadata, arrays)):
            raise _damaged(
                self.where, f"its checksum must be that of its content; got {quoted(self.checksum)}"
            )

    def check_finite(self, names: Iterable[str] | None = None) -> None:
        """Refuse a file with an infinite number or NaN in these arrays, or in any: no model has one."""
        for name in self.names if names is None else names:
            array = self.array(name)
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                raise self.damaged(f"{name} must be finite; got infinity or NaN")

    def damaged(self, why: object) -> ModelFileError:
        """Return the error that says what in it cannot be."""
        if isinstance(why, KeyError):
            why = f"{quoted(why.args[0])} is missing, or is not known"
        return ModelFileError(
            f"{self.where} is a damaged model file: {why}. Train it again or get a fresh copy."
        )


def open_file(path: str | os.PathLike[str], known_needs: Iterable[str]) -> ModelFile:
    """Return the model file at `path`, mapped into memory: its size does not matter, and processes share it.

    The map outlives the name: a file that is replaced (as `write` does) leaves opened arrays as they were.
    """
    try:
        buffer = _map(Path(path))
    except (OSError, ValueError) as error:
        got = "nothing" if isinstance(error, FileNotFoundError) else _reason(error)
        raise ModelFileError(
            f"{path} must be a model file that can be read; got {got}. Check the path."
        ) from error
    return _checked(str(path), buffer, known_needs)


def decode(data: bytes, known_needs: Iterable[str], where: str = "a model in memory") -> ModelFile:
    """Return the model file whose bytes these are: the twin of `open_file` for pickles and networks."""
    return _checked(where, data, known_needs)


# Writing


def _packed(
    metadata: Mapping[str, object], arrays: Mapping[str, Array]
) -> tuple[dict[str, str], dict[str, Array]]:
    """Return header and arrays as the file holds them."""
    read_again = json.loads(_metadata_json(metadata))
    kept = {name: _plain(name, array) for name, array in arrays.items()}
    return {"linnet": _metadata_json({**read_again, "checksum": _checksum(read_again, kept)})}, kept


def _checksum(metadata: Mapping[str, object], arrays: Mapping[str, Array]) -> str:
    """Return a CRC-32 of all there is: it finds damage, not forgery."""
    crc = zlib.crc32(json.dumps(metadata, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        crc = zlib.crc32(
            f"{name} {array.dtype.str} {array.shape}".encode("utf-8", "surrogatepass"), crc
        )
        crc = zlib.crc32(array.data, crc)
    return f"{crc:08x}"


def _metadata_json(metadata: Mapping[str, object]) -> str:
    if metadata.get("format") != FORMAT or not _is_strings(metadata.get("needs")):
        raise SettingError(
            f"metadata of a model file must have format {FORMAT} and needs, a list of names; "
            f"got format {quoted(metadata.get('format'))} and needs {quoted(metadata.get('needs'))}."
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
            f"metadata of a model file must be at most {METADATA_LIMIT} bytes; got {size}. Use an array."
        )
    return text


def _plain(name: str, array: Array) -> Array:
    """Return the array as the file holds it: little-endian, row by row."""
    if name == "__metadata__":
        raise SettingError(
            "an array of a model file must not be named '__metadata__'. Choose another name."
        )
    dtype = array.dtype.newbyteorder("<")
    if dtype not in DTYPES.values():
        raise SettingError(
            f"array {quoted(name)} of a model file must be one of {', '.join(DTYPES)}; got {array.dtype}."
        )
    return array.astype(dtype, order="C", copy=False)


def _specs(arrays: Mapping[str, Array]) -> dict[str, TensorSpec]:
    """Return addresses of the arrays: the caller keeps the arrays until they are written."""
    return {name: _spec(array) for name, array in arrays.items()}


def _spec(array: Array) -> TensorSpec:
    return TensorSpec(
        dtype=array.dtype.name, shape=array.shape, data_ptr=array.ctypes.data, data_len=array.nbytes
    )


def _put(file: IO[bytes], header: Mapping[str, str], arrays: Mapping[str, Array]) -> None:
    """Write the bytes that `encode` returns, one array after the other: no second copy of them is made."""
    ordered = sorted(arrays, key=lambda name: (-WRITTEN.index(_code(arrays[name])), name))
    entries: dict[str, object] = {"__metadata__": dict(header)}
    start = 0
    for name in ordered:
        array = arrays[name]
        stop = start + array.nbytes
        entries[name] = {
            "dtype": _code(array),
            "shape": list(array.shape),
            "data_offsets": [start, stop],
        }
        start = stop

    text = json.dumps(entries, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    file.write(len(text).to_bytes(8, "little") + text)
    for name in ordered:
        file.write(arrays[name].data)


def _code(array: Array) -> str:
    return CODES[array.dtype]


def _target(path: str | os.PathLike[str]) -> Path:
    """Return the file to replace: links are followed, and what cannot be replaced is refused."""
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(target)
    except (OSError, ValueError) as error:
        raise SettingError(
            f"{path} must be a file name that can be written; got {_reason(error)}."
        ) from error
    if not target.parent.is_dir():
        raise SettingError(
            f"{path} must be in a folder that exists; got {target.parent}. Create it first."
        )
    # Replacing a device or a pipe would take it away from every other program.
    if mode is not None and not stat.S_ISREG(mode):
        raise SettingError(
            f"{path} must be an ordinary file; got {_kind(mode)}. Choose a file name."
        )
    if not os.access(target.parent, os.W_OK | os.X_OK) or (mode and not os.access(target, os.W_OK)):
        raise SettingError(f"{path} must be writable; got no permission. Choose another place.")
    return target


def _mode_of(target: Path) -> int | None:
    try:
        return target.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


# Opening


def _map(path: Path) -> mmap.mmap | bytes:
    # Asked before opening: opening a pipe would wait for ever.
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise ValueError(_kind(mode))
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _checked(where: str, buffer: mmap.mmap | bytes, known_needs: Iterable[str]) -> ModelFile:
    header, start = _header(where, buffer)
    metadata = _metadata(where, header.pop("__metadata__", None))
    _check_may_open(where, metadata, frozenset(known_needs))
    tensors = {name: _tensor(where, name, entry, start) for name, entry in header.items()}
    _check_cover(where, tensors.values(), start, len(buffer))
    return ModelFile(where, metadata, metadata.pop("checksum", None), tensors, buffer)


def _header(where: str, buffer: mmap.mmap | bytes) -> tuple[dict[str, Any], int]:
    """Return the header and where the arrays start."""
    length = int.from_bytes(buffer[:8], "little")
    if len(buffer) < 8 or length > min(len(buffer) - 8, HEADER_LIMIT):
        raise _damaged(
            where, f"its header must fit into the file; got {length} of {len(buffer)} bytes"
        )
    raw = buffer[8 : 8 + length]
    if not raw.startswith(b"{"):
        raise _damaged(where, f"its header must be a JSON object; got {quoted(raw[:8])}")
    return _object(where, "header", raw), 8 + length


def _object(where: str, what: str, raw: bytes | str) -> dict[str, Any]:
    try:
        text = raw if isinstance(raw, str) else raw.decode()
        value = json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise _damaged(where, f"its {what} must be JSON in UTF-8; got: {error}") from error
    if not isinstance(value, dict):
        raise _damaged(where, f"its {what} must be a JSON object; got {type(value).__name__}")
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key that comes twice")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"the number {name}")


def _metadata(where: str, entry: object) -> dict[str, Any]:
    if not isinstance(entry, dict) or not isinstance(entry.get("linnet"), str):
        raise _damaged(where, "its metadata must have the key 'linnet'; got none")
    metadata = _object(where, "metadata", entry["linnet"])
    version = metadata.get("format")
    if type(version) is not int or version < 1:
        raise _damaged(where, f"its format must be a whole number from 1; got {quoted(version)}")
    return metadata


def _check_may_open(where: str, metadata: dict[str, Any], known_needs: frozenset[str]) -> None:
    """Refuse what a newer program wrote, before looking at parts that may have changed since."""
    if metadata["format"] > FORMAT:
        raise ModelFileError(
            f"{where} was written by a newer linnet: its format must be at most {FORMAT}; "
            f"got {quoted(metadata['format'])}. Upgrade linnet."
        )
    needs = metadata.get("needs")
    if not isinstance(needs, list) or not _is_strings(needs):
        raise _damaged(where, f"its needs must be a list of names; got {quoted(needs)}")
    unknown = sorted(set(needs) - known_needs)
    if unknown:
        raise ModelFileError(
            f"{where} must need only what this linnet can do; got {', '.join(map(repr, unknown))}. Upgrade linnet."
        )


def _tensor(where: str, name: str, entry: object, start: int) -> _Tensor:
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        raise _damaged(
            where,
            f"array {quoted(name)} must have dtype, shape and data_offsets; got {quoted(entry)}",
        )
    code, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(code, str) or code not in DTYPES:
        raise _damaged(where, f"array {quoted(name)} must have a known type; got {quoted(code)}")
    if (
        not _is_sizes(shape)
        or len(shape) > DIMENSION_LIMIT
        or not _is_sizes(offsets)
        or len(offsets) != 2
    ):
        raise _damaged(
            where, f"array {quoted(name)} must have a shape and two offsets of whole numbers from 0"
        )
    # An empty array may still name sizes that no memory could address, so 0 counts as 1 here.
    if math.prod(max(size, 1) for size in shape) * DTYPES[code].itemsize > 2**63 - 1:
        raise _damaged(
            where,
            f"array {quoted(name)} must have a size that fits into 63 bits; got shape {quoted(shape)}",
        )
    if math.prod(shape) * DTYPES[code].itemsize != offsets[1] - offsets[0]:
        raise _damaged(
            where, f"array {quoted(name)} must fill its offsets; got offsets {quoted(offsets)}"
        )
    return _Tensor(DTYPES[code], tuple(shape), start + offsets[0], start + offsets[1])


def _check_cover(where: str, tensors: Iterable[_Tensor], start: int, size: int) -> None:
    """Check that the arrays follow each other without holes, aligned, up to the last byte of the file."""
    for tensor in sorted(tensors, key=lambda tensor: (tensor.start, tensor.stop)):
        if tensor.start != start:
            raise _damaged(
                where, f"its arrays must follow each other; got byte {tensor.start}, not {start}"
            )
        if tensor.start % tensor.dtype.itemsize:
            raise _damaged(
                where, f"an array must start at a multiple of its item size; got {tensor.start}"
            )
        start = tensor.stop
    if start != size:
        raise _damaged(where, f"it must have {start} bytes; got {size}")


def _is_sizes(value: object) -> bool:
    return isinstance(value, list) and all(type(size) is int and size >= 0 for size in value)


def _is_strings(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a link to itself" if stat.S_ISLNK(mode) else "a device or pipe"


def _reason(error: Exception) -> str:
    """Return what the system says, without its numbers and paths."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _damaged(where: str, what: str) -> ModelFileError:
    return ModelFileError(
        f"{where} is not a linnet model file, or is damaged: {what}. Copy it again or train a new model."
    )
