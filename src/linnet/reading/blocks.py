"""Text files in blocks of whole records, parsed some blocks ahead by threads, kept in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from linnet.errors import InputError
from linnet.reading.documents import Batch
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, Stream

BLOCK_BYTES = 4 << 20
FIRST_BYTES = 1 << 18
LONGEST_ROW = 1 << 30

# Whole records, and the share of the source they end at.
Block = tuple[np.ndarray, float | None]
# Where the last whole record ends in some bytes; 0 when none does.
Cut = Callable[[np.ndarray], int]
# The bytes of whole records to their columns, rows counted from 1.
Parse = Callable[[np.ndarray], ParsedColumns]

_UTF8_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


@dataclass(frozen=True)
class TextFile:
    """A source of text and how its records are found and parsed."""

    source: Source
    cut: Cut
    parse: Parse
    header_bytes: int = 0
    delimiter: str = ""  # between cells, where there are some
    encoding: str = "utf-8"  # of the source, which gives UTF-8 in any case

    def batches(self, settings: ReadSettings) -> Iterator[Batch]:
        """Yield the documents of the source."""
        stream = self.source.open()
        try:
            n_rows = 0
            for parsed, share in _parsed_ahead(self.blocks(stream), self.parse):
                batch = checked_batch(parsed.shifted(n_rows), self.source.name, settings, share)
                n_rows = batch.next_row - 1
                if len(batch) or len(batch.skipped):
                    yield batch
        finally:
            stream.close()

    def blocks(self, stream: Stream) -> Iterator[Block]:
        """Yield whole records, with the share of the source they end at."""
        _skip_bom(stream, self.source.name)
        stream.fill(memoryview(bytearray(self.header_bytes)))
        records = _Records(stream, self.cut, self.source.name)
        while not records.ended:
            block = records.read(BLOCK_BYTES)
            if len(block):
                yield block, stream.share


class _Records:
    """A stream cut into blocks of whole records; the bytes after a block wait for the next."""

    def __init__(self, stream: Stream, cut: Cut, name: str) -> None:
        self._stream = stream
        self._cut = cut
        self._name = name
        self.rest = np.empty(0, np.uint8)
        self.ended = False

    def read(self, size: int) -> np.ndarray:
        """Return the records of the next bytes, at least `size` of them unless the stream ends."""
        data = np.empty(len(self.rest) + size, np.uint8)
        data[: len(self.rest)] = self.rest
        count = len(self.rest) + self._stream.fill(data.data[len(self.rest) :])
        if count < len(data):
            self.rest = np.empty(0, np.uint8)
            self.ended = True
            return data[:count]

        end = self._cut(data)
        self.rest = data[end:]
        if end:
            return data[:end]
        if count >= LONGEST_ROW:
            raise InputError(
                f"{self._name}: a row must be shorter than 1 GB; got a longer one. "
                "Look for a quote that is not closed, or name another format."
            )
        return self.read(count)


def first_bytes(source: Source) -> np.ndarray:
    """Return the first bytes of a source, without a byte order mark; nothing is used up."""
    with source.peek() as stream:
        bom = _skip_bom(stream, source.name)
        data = np.empty(FIRST_BYTES, np.uint8)
        count = stream.fill(data.data)
        stream.unread(bom + data[:count].tobytes())
    return data[:count]


def first_block(source: Source, cut: Cut) -> np.ndarray:
    """Return the first records of a source, without a byte order mark; nothing is used up."""
    with source.peek() as stream:
        bom = _skip_bom(stream, source.name)
        records = _Records(stream, cut, source.name)
        block = records.read(FIRST_BYTES)
        stream.unread(bom + block.tobytes() + records.rest.tobytes())
    return block


def line_cut(data: np.ndarray) -> int:
    """Return where the last whole line ends.

    >>> line_cut(np.frombuffer(b"one" + bytes([10]) + b"tw", np.uint8))
    4
    """
    for stop in range(len(data), 0, -(1 << 16)):
        start = max(0, stop - (1 << 16))
        place = data[start:stop].tobytes().rfind(b"\n")
        if place >= 0:
            return start + place + 1
    return 0


def is_utf8(data: np.ndarray) -> bool:
    """Return whether the bytes are UTF-8 as a whole."""
    offsets = pa.py_buffer(np.array([0, len(data)], np.int64))
    whole = pa.Array.from_buffers(pa.large_string(), 1, [None, offsets, pa.py_buffer(data)])
    try:
        whole.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def lines_of(data: np.ndarray) -> list[bytes]:
    """Return the lines without their ends."""
    lines = data.tobytes().split(b"\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix(b"\r") for line in lines]


def _skip_bom(stream: Stream, name: str) -> bytes:
    """Take a UTF-8 byte order mark off the stream; refuse those of other encodings."""
    start = bytearray(4)
    count = stream.fill(memoryview(start))
    data = bytes(start[:count])
    for bom, encoding in _OTHER_BOMS.items():
        if data.startswith(bom):
            raise InputError(f"{name}: text must be UTF-8; got {encoding}. Save the file as UTF-8.")
    bom = _UTF8_BOM if data.startswith(_UTF8_BOM) else b""
    stream.unread(data[len(bom) :])
    return bom


def _parsed_ahead(
    blocks: Iterator[Block], parse: Parse
) -> Iterator[tuple[ParsedColumns, float | None]]:
    """Yield the columns of each block, in order, while the next blocks are being parsed."""
    workers = min(4, os.cpu_count() or 1)
    waiting: deque[tuple[Future[ParsedColumns], float | None]] = deque()
    failure = None
    with ThreadPoolExecutor(workers, thread_name_prefix="linnet-reading") as pool:
        try:
            while failure is None:
                block, failure = _next_or_failure(blocks)
                if block is None:
                    break
                data, share = block
                waiting.append((pool.submit(parse, data), share))
                if len(waiting) > workers:
                    yield _first_result(waiting)
            while waiting:
                yield _first_result(waiting)
        finally:
            for parsed, _ in waiting:
                parsed.cancel()
    if failure is not None:
        raise failure


def _first_result(
    waiting: deque[tuple[Future[ParsedColumns], float | None]],
) -> tuple[ParsedColumns, float | None]:
    parsed, share = waiting.popleft()
    return parsed.result(), share


def _next_or_failure(blocks: Iterator[Block]) -> tuple[Block | None, InputError | None]:
    """Return the next block, or what stopped it: rows before a damaged place still come."""
    try:
        return next(blocks, None), None
    except InputError as error:
        return None, error
