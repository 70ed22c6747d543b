"""Files that must be read from several places: opened where they are, or else held in memory."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from linnet.reading.source import Source, as_input_errors

# A new file at its start.
OpenFile = Callable[[], pa.NativeFile]


def open_file(source: Source) -> OpenFile:
    """Return a function that opens the source.

    Compressed files and streams are read into memory once.
    """
    path = source.path
    with source.peek() as stream:
        in_place = path is not None and not stream.compressed
    if in_place:
        return lambda: _os_file(str(path))
    stream = source.open()
    try:
        data = stream.rest()
    finally:
        stream.close()
    return lambda: pa.BufferReader(data)


def _os_file(name: str) -> pa.NativeFile:
    with as_input_errors(name):
        return pa.OSFile(name)
