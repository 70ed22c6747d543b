"""Arrow files and streams: .arrow, .feather, .ipc."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from linnet.reading.documents import Documents
from linnet.reading.seekable import OpenFile, open_file
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, as_input_errors
from linnet.reading.tables import Piece, table_documents

_FILE_MAGIC = b"ARROW1"


def read_arrow(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of an Arrow file, of the file or the stream format."""
    open_source = open_file(source)
    with as_input_errors(source.name, "Arrow"), open_source() as file:
        schema = opened(file).schema
    return table_documents(source.name, schema, lambda _: pieces(open_source), settings)


def opened(file: pa.NativeFile) -> Any:
    """Return a reader of record batches."""
    from pyarrow import ipc

    is_file = file.read(len(_FILE_MAGIC)) == _FILE_MAGIC
    file.seek(0)
    return ipc.open_file(file) if is_file else ipc.open_stream(file)


def pieces(open_source: OpenFile) -> Iterator[Piece]:
    """Yield the record batches, with the share of the file they end at."""
    with open_source() as file:
        reader = opened(file)
        if hasattr(reader, "num_record_batches"):
            count = reader.num_record_batches
            for place in range(count):
                yield reader.get_batch(place), (place + 1) / count
        else:
            size = file.size()
            for batch in reader:
                yield batch, file.tell() / size
