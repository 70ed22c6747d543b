"""How far compressed bytes may expand: a small file must not become an endless one.

Beyond 100 MB, decompressed bytes must be at most 1,000 times those they come from. Text compresses
to a fifth or a tenth, a file of equal lines to a five-hundredth by gzip.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import IO, Any

from linnet.errors import InputError

FREE_BYTES = 100_000_000
MOST_TIMES = 1_000
MOST_HELD = 4_000_000_000  # bytes of a source that is held in memory as a whole


class Expansion:
    """The bytes that came out of a compressed source, beside those that went in."""

    def __init__(self, name: str, compressed: Callable[[], int]) -> None:
        """Take the name of the source, and what tells how many compressed bytes were read."""
        self._name = name
        self._compressed = compressed
        self._decompressed = 0

    def add(self, count: int) -> None:
        """Count more decompressed bytes; refuse them where they are too many."""
        self._decompressed += count
        if self._decompressed <= FREE_BYTES:
            return
        if self._decompressed > MOST_TIMES * self._compressed():
            raise InputError(
                f"{self._name}: compressed data must expand to at most {MOST_TIMES:,} times its "
                f"size beyond {FREE_BYTES // 1_000_000} MB; got more: it may be a decompression "
                "bomb. Decompress it yourself if you trust it."
            )


class CountedReader(io.RawIOBase):
    """A binary file that counts the bytes read from it; closing it leaves the file open."""

    def __init__(self, raw: IO[bytes]) -> None:
        """Take a file that is open for reading."""
        super().__init__()
        self._raw: Any = raw
        self.count = 0

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; return how many bytes came."""
        count = self._raw.readinto(buffer) or 0
        self.count += count
        return int(count)


def held_whole(name: str, read: Callable[[int], bytes]) -> bytes:
    """Return all bytes; refuse more than memory should hold."""
    held = io.BytesIO()
    while held.tell() <= MOST_HELD:
        data = read(1 << 20)
        if not data:
            return held.getvalue()
        held.write(data)
    raise InputError(
        f"{name}: what is compressed or comes from a stream must be at most "
        f"{MOST_HELD // 1_000_000_000} GB here, since it is held in memory; got more. "
        "Write it to a file that is not compressed."
    )
