"""Where bytes come from: files that can be opened again, streams that cannot, compressed or not."""

from __future__ import annotations

import io
import lzma
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

import pyarrow as pa

from linnet.errors import InputError, LinnetError, quoted
from linnet.reading.expansion import CountedReader, Expansion, held_whole
from linnet.reading.transcoding import Transcoded

COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz", ".zst": "zstd"}

# What the first bytes say counts more than what the name says.
_MAGIC = {
    "gzip": re.compile(rb"\x1f\x8b\x08"),
    "bz2": re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
}
_MAGIC_LENGTH = 10
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")


@dataclass(frozen=True)
class Packed:
    """How a source that is decompressed already was packed, and the bytes that it took then."""

    compression: str
    size: int


class Stream:
    """The decompressed bytes of a source, read once; what was read can be given back."""

    def __init__(
        self, raw: IO[bytes], name: str, size: int | None, packed: Packed | None = None
    ) -> None:
        """Take a buffered binary file; its first bytes decide how it is decompressed."""
        self._raw = raw
        self._name = name
        self._size = size
        self._returned: bytes = b""
        self._decoded: Any = raw
        self._transcoded = False
        self._expansion: Expansion | None = None
        if packed is None:
            self._decompress()
        else:
            self._compression: str | None = packed.compression
            self._expansion = Expansion(name, lambda: packed.size)
        if self._compression is not None:
            self._refuse_more_compression()

    def _decompress(self) -> None:
        """Find how the bytes are compressed, and decompress them from here on."""
        with as_input_errors(self._name):
            start = _peek(self._raw)
        self._compression = _compression(start)
        if self._compression is not None:
            counted = CountedReader(self._raw)
            self._decoded = _decoded(counted, self._compression)
            self._expansion = Expansion(self._name, lambda: counted.count)

    def _refuse_more_compression(self) -> None:
        start = bytearray(_MAGIC_LENGTH)
        count = self.fill(memoryview(start))
        self.unread(bytes(start[:count]))
        inner = _compression(bytes(start))
        if inner is not None:
            raise InputError(
                f"{self._name}: data must be compressed once; got {inner} inside of "
                f"{self._compression}. Decompress it once."
            )

    def transcode(self, encoding: str, *, old_mac: bool = False) -> None:
        """Give UTF-8 from here on, once; with `old_mac` each carriage return ends a line."""
        if not self._transcoded:
            raw = _Rejoined(self._returned, self._decoded)
            self._returned = b""
            self._decoded = Transcoded(raw, encoding, old_mac=old_mac)
            self._transcoded = True

    def fill(self, buffer: memoryview) -> int:
        """Fill the buffer as far as there are bytes; return how many came."""
        filled = min(len(self._returned), len(buffer))
        buffer[:filled] = self._returned[:filled]
        self._returned = self._returned[filled:]
        with as_input_errors(self._name, self._compression):
            while filled < len(buffer):
                count = self._decoded.readinto(buffer[filled:])
                if not count:
                    break
                filled += count
                if self._expansion is not None:
                    self._expansion.add(count)
        return filled

    def unread(self, data: bytes) -> None:
        """Give bytes back, to be read next."""
        self._returned = data + self._returned

    def start(self, size: int) -> bytes:
        """Return the first bytes that are left, without taking them."""
        data = self._read(size)
        self.unread(data)
        return data

    def rest(self) -> bytes:
        """Return all bytes that are left."""
        return held_whole(self._name, self._read)

    def _read(self, size: int) -> bytes:
        buffer = bytearray(size)
        count = self.fill(memoryview(buffer))
        return bytes(buffer[:count])

    @property
    def share(self) -> float | None:
        """How much of the source was read, from 0 to 1; None where its size is unknown."""
        if not self._size:
            return None
        return min(1.0, self._raw.tell() / self._size)

    @property
    def compressed(self) -> bool:
        """Whether the bytes of the source differ from those read here."""
        return self._compression is not None

    def close(self) -> None:
        """Close the source, except for standard input, which belongs to the program."""
        if self._raw is not getattr(sys.stdin, "buffer", None):
            self._raw.close()


@dataclass
class _Rejoined:
    """Bytes that were given back, and the file that they came from."""

    returned: bytes
    raw: Any

    def read(self, size: int) -> bytes:
        """Return the next bytes, b"" at the end."""
        if self.returned:
            data = self.returned
            self.returned = b""
            return data
        rest: bytes = self.raw.read(size)
        return rest


def _peek(raw: Any) -> bytes:
    """Return the first bytes without taking them."""
    start: bytes = raw.peek(_MAGIC_LENGTH)
    return start[:_MAGIC_LENGTH]


def _compression(start: bytes) -> str | None:
    for compression, magic in _MAGIC.items():
        if magic.match(start):
            return compression
    return None


def _decoded(raw: Any, compression: str) -> Any:
    if compression == "xz":
        return lzma.LZMAFile(raw)
    return pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), compression)


class Source(Protocol):
    """Bytes with a name; `path` is None where there is no file to open again."""

    @property
    def name(self) -> str: ...
    @property
    def path(self) -> Path | None: ...

    def open(self) -> Stream:
        """Return the bytes from the start."""

    def peek(self) -> Any:
        """Return a context with a stream whose start may be read if it is then unread."""


class FileSource:
    """A file, opened anew for each reading."""

    def __init__(self, path: Path) -> None:
        """Take the path of a file or folder."""
        self.path = path
        self.name = str(path)

    def open(self) -> Stream:
        """Return the bytes from the start."""
        with as_input_errors(self.name):
            raw = self.path.open("rb")
            try:
                return Stream(raw, self.name, self.path.stat().st_size)
            except BaseException:
                raw.close()
                raise

    @contextmanager
    def peek(self) -> Iterator[Stream]:
        """Open the file for a moment."""
        stream = self.open()
        try:
            yield stream
        finally:
            stream.close()


class StreamSource:
    """Standard input, a pipe or another stream: one reading and no second."""

    path = None

    def __init__(self, raw: IO[bytes], name: str) -> None:
        """Take a buffered binary stream."""
        self.name = name
        self._stream = Stream(raw, name, None)
        self._used = False

    def open(self) -> Stream:
        """Return the bytes, the first time."""
        if self._used:
            raise InputError(
                f"{self.name}: a stream must be read only once; got a second reading. "
                "Save it to a file."
            )
        self._used = True
        return self._stream

    @contextmanager
    def peek(self) -> Iterator[Stream]:
        """Lend the stream."""
        yield self._stream


def _standard_input() -> IO[bytes]:
    """Return standard input as bytes that can be peeked at."""
    if sys.stdin is None:
        raise InputError("standard input: it must be open; got a closed one. Name a file.")
    raw: Any = sys.stdin.buffer
    return raw if hasattr(raw, "peek") else io.BufferedReader(raw)


def source_of(path: str | Path) -> Source:
    """Return the source behind a path; "-" is standard input."""
    if str(path) == "-":
        return StreamSource(_standard_input(), "standard input")
    path = Path(path)
    with as_input_errors(str(path)):
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return FileSource(path)
        if stat.S_ISREG(mode):
            return _file_source(path)
        return _stream_source(path)


def _stream_source(path: Path) -> StreamSource:
    """Return a pipe or a device, closed again where it cannot be read."""
    raw = path.open("rb")
    try:
        return StreamSource(raw, str(path))
    except BaseException:
        raw.close()
        raise


def is_database(name: str) -> bool:
    """Return whether a name is that of a database: a scheme and "://".

    >>> is_database("sqlite:///x.db"), is_database("x.csv")
    (True, False)
    """
    return _SCHEME.match(name) is not None


def starts_as_zip(start: bytes) -> bool:
    """Return whether the first bytes are those of a zip file."""
    return start.startswith(_ZIP_STARTS)


def _file_source(path: Path) -> Source:
    """Return a file, or the one file in it where it is a zip file."""
    with path.open("rb") as file:
        is_zip = starts_as_zip(file.read(4))
    if is_zip:
        from linnet.reading.archive import file_in

        return file_in(path) or FileSource(path)
    return FileSource(path)


@contextmanager
def as_input_errors(name: str, compression: str | None = None) -> Iterator[None]:
    """Turn what the operating system and the decompressors raise into our sentence."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"{name}: a file or folder must be there; got nothing. Check the path."
        ) from None
    except PermissionError:
        raise InputError(
            f"{name}: the file must be readable; got no permission. Change that."
        ) from None
    except IsADirectoryError:
        raise InputError(f"{name}: a file must be here; got a folder. Name a file in it.") from None
    except (OSError, EOFError, lzma.LZMAError, pa.ArrowException, ValueError) as error:
        if isinstance(error, LinnetError):
            raise
        got = quoted(_message(error))
        if compression is None:
            raise InputError(
                f"{name}: the file must be readable; got {got}. Check the path."
            ) from None
        raise InputError(
            f"{name}: {compression} data must be whole; got {got}. "
            "Write or download the file again."
        ) from None


def _message(error: Exception) -> str:
    """Return what an error says, on one line; the name of its type where it says nothing."""
    message = str(getattr(error, "strerror", None) or error)
    return " ".join(message.split()) or type(error).__name__
