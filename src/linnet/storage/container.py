"""The `.linnet` file: safetensors bytes, written in one piece, opened by memory map and checked.

This module only writes and opens; it knows arrays and a header, not classifiers. The header holds
one metadata key, `linnet`, with JSON: `format` and `needs` decide who may open the file, `checksum`
says whether it is still as it was written, the rest belongs to the caller.
"""

import mmap
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import ModelFileError, SettingError, listed, quoted
from linnet.files import FileState, written_whole
from linnet.storage.container_bytes import checksum, packed, to_bytes, write_file
from linnet.storage.container_header import DTYPES, FORMAT, Buffer, Tensor, damaged, read_header

Array = npt.NDArray[Any]
StrPath = str | os.PathLike[str]


def write(
    path: StrPath,
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
    header, plain = packed(metadata, arrays)
    target = _target(path)
    try:
        with written_whole(target, unchanged=unchanged) as file:
            write_file(file, header, plain)
    except OSError as error:
        raise ModelFileError(
            f"{path} must be written whole; got {_reason(error)}. "
            "Make room or choose another place."
        ) from error


def encode(metadata: Mapping[str, object], arrays: Mapping[str, Array]) -> bytes:
    """Return the bytes that `write` would put into a file.

    >>> data = encode({"format": 1, "needs": []}, {"weights": np.array([1.0, 2.0])})
    >>> decode(data, known_needs=()).names
    ('weights',)
    """
    header, plain = packed(metadata, arrays)
    return to_bytes(header, plain)


@dataclass(frozen=True, eq=False)
class ModelFile:
    """A checked model file: its metadata, and its arrays as read-only views into the file."""

    where: str
    metadata: dict[str, Any]
    checksum: str | None  # of metadata and arrays; the first files have none
    _tensors: Mapping[str, Tensor] = field(repr=False)
    _buffer: Buffer = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, sorted."""
        return tuple(sorted(self._tensors))

    def array(self, name: str) -> Array:
        """Return one array without copying it; it keeps the file's memory alive as it lives."""
        if name not in self._tensors:
            got = listed(self.names) or "none"
            raise damaged(self.where, f"the array {quoted(name)} must be there; got {got}")
        tensor = self._tensors[name]
        return np.ndarray(tensor.shape, tensor.dtype, self._buffer, tensor.start)

    def check_whole(self) -> None:
        """Read every byte and refuse a file that is not as it was written.

        Opening does not: it would take too long.
        """
        arrays = {name: self.array(name) for name in self.names}
        if self.checksum not in (None, checksum(self.metadata, arrays)):
            got = quoted(self.checksum)
            raise damaged(self.where, f"its checksum must be that of its content; got {got}")

    def check_finite(self, names: Iterable[str] | None = None) -> None:
        """Refuse a file with infinity or NaN in these arrays, or in any: no model has one."""
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


def open_file(path: StrPath, known_needs: Iterable[str]) -> ModelFile:
    """Return the model file at `path`, mapped into memory: processes share it, whatever its size.

    The map outlives the name: a file that is replaced (as `write` does) leaves opened arrays as
    they were.
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
    """Return the model file whose bytes these are: `open_file` for pickles and networks."""
    return _checked(where, data, known_needs)


def _checked(where: str, buffer: Buffer, known_needs: Iterable[str]) -> ModelFile:
    metadata, tensors = read_header(where, buffer, known_needs)
    own_checksum = metadata.pop("checksum", None)
    return ModelFile(where, metadata, own_checksum, tensors, buffer)


def _map(path: Path) -> Buffer:
    # Asked before opening: opening a pipe would wait for ever.
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise ValueError(_kind(mode))
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _target(path: StrPath) -> Path:
    """Return the file to replace: links are followed, and what cannot be replaced is refused."""
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(target)
    except (OSError, ValueError) as error:
        raise SettingError(
            f"{path} must be a file name that can be written; got {_reason(error)}."
        ) from error
    folder = target.parent
    if not folder.is_dir():
        raise SettingError(
            f"{path} must be in a folder that exists; got {folder}. Create it first."
        )
    # Replacing a device or a pipe would take it away from every other program.
    if mode is not None and not stat.S_ISREG(mode):
        raise SettingError(
            f"{path} must be an ordinary file; got {_kind(mode)}. Choose a file name."
        )
    file_is_open = mode is None or os.access(target, os.W_OK)
    if not file_is_open or not os.access(folder, os.W_OK | os.X_OK):
        raise SettingError(f"{path} must be writable; got no permission. Choose another place.")
    return target


def _mode_of(target: Path) -> int | None:
    try:
        return target.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISLNK(mode):
        return "a link to itself"
    return "a device or pipe"


def _reason(error: Exception) -> str:
    """Return what the system says, without its numbers and paths."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


__all__ = ["DTYPES", "FORMAT", "ModelFile", "decode", "encode", "open_file", "write"]
