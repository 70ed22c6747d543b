"""Text of any encoding as UTF-8, piece by piece; bytes that are no text stay recognisable.

A byte that the encoding does not have becomes 0xff and two hexadecimal digits. No UTF-8 has 0xff,
so that the row is found to be bad where all other bad rows are.
"""

from __future__ import annotations

import codecs
import re
from typing import Any

_PIECE = 1 << 20
_BAD_BYTES = "linnet.bad_bytes"
_BAD_CHARACTERS = "linnet.bad_characters"
_MARK = "\udcff"
_MARKED = re.compile(rb"\xff([0-9a-f]{2})")


def _mark_bytes(error: UnicodeError) -> tuple[str, int]:
    """Return a mark and the first of the bytes that could not be decoded."""
    assert isinstance(error, UnicodeDecodeError)
    return f"{_MARK}{error.object[error.start]:02x}", error.end


def _mark_characters(error: UnicodeError) -> tuple[bytes, int]:
    """Return the mark for each character that UTF-8 cannot hold: halves of a UTF-16 pair."""
    assert isinstance(error, UnicodeEncodeError)
    return b"\xff" * (error.end - error.start), error.end


codecs.register_error(_BAD_BYTES, _mark_bytes)
codecs.register_error(_BAD_CHARACTERS, _mark_characters)


class Transcoded:
    """The bytes of a file in an encoding, read as UTF-8."""

    def __init__(self, raw: Any, encoding: str, *, old_mac: bool = False) -> None:
        """Take a binary file; with `old_mac` each carriage return ends a line."""
        self._raw = raw
        self._decoder = codecs.getincrementaldecoder(encoding)(_BAD_BYTES)
        self._old_mac = old_mac
        self._after_return = False
        self._pending = memoryview(b"")
        self._ended = False

    def readinto(self, buffer: memoryview) -> int:
        """Fill the buffer from what was decoded; return how many bytes came, 0 at the end."""
        while not len(self._pending) and not self._ended:
            self._pending = memoryview(self._next())
        count = min(len(buffer), len(self._pending))
        buffer[:count] = self._pending[:count]
        self._pending = self._pending[count:]
        return count

    def read(self) -> bytes:
        """Return all that is left."""
        parts = [bytes(self._pending)]
        self._pending = memoryview(b"")
        while not self._ended:
            parts.append(self._next())
        return b"".join(parts)

    def _next(self) -> bytes:
        """Return the next piece as UTF-8, maybe empty."""
        data = self._raw.read(_PIECE)
        self._ended = not data
        text = self._decoder.decode(data, self._ended)
        if self._old_mac:
            text = self._with_newlines(text)
        return text.encode("utf-8", _BAD_CHARACTERS)

    def _with_newlines(self, text: str) -> str:
        """Return the text with a newline for each line end, whatever it was."""
        if self._after_return and text.startswith("\n"):
            text = text[1:]
            self._after_return = False
        if text:
            self._after_return = text.endswith("\r")
        return text.replace("\r\n", "\n").replace("\r", "\n")


def original_bytes(data: bytes) -> bytes:
    """Return transcoded bytes with those that were no text as they came.

    >>> original_bytes(b"caf" + bytes([255]) + b"81")
    b'caf\\x81'
    """
    return _MARKED.sub(lambda mark: bytes.fromhex(mark[1].decode()), data)
