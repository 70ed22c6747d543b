"""One text per line, without labels."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.errors import SettingError, quoted
from linnet.reading.blocks import TextFile, is_utf8, line_cut, lines_of
from linnet.reading.columns import ColumnRoles
from linnet.reading.documents import Documents
from linnet.reading.faults import Fault, bad_utf8
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect
from linnet.reading.source import Source

_NEWLINE = 10


def read_lines(source: Source, settings: ReadSettings) -> Documents:
    """Return one document for each line, blank lines too."""
    if settings.labelled:
        raise SettingError(
            f"{source.name}: documents must have labels here; got one text per line. "
            "Use lines '__label__x text' in the format fasttext, or CSV."
        )
    roles = text_roles(source.name, settings)
    file = TextFile(source, line_cut, partial(parse_lines, settings=settings))
    return roles.documents(source.name, lambda: file.batches(settings))


def refuse_columns(name: str, settings: ReadSettings) -> None:
    """Refuse names of columns that a format without columns cannot have."""
    named = [*(settings.text or ()), settings.label, settings.id, settings.weight]
    other = [column for column in named if column not in (None, "text", "label")] + [
        *settings.other_columns()
    ]
    if other:
        raise SettingError(
            f"{name}: only a format with columns has column names; got {quoted(other[0])}. "
            "Leave the name out or name another format."
        )


def text_roles(name: str, settings: ReadSettings) -> ColumnRoles:
    """Return what a format of texts, and maybe labels, has."""
    refuse_columns(name, settings)
    if settings.text == ():
        raise SettingError(
            f"{name}: a format without columns must have a text; got none named. Name another format."
        )
    multilabel = settings.labelled and bool(settings.multilabel)
    return ColumnRoles(("text",), "label" if settings.labelled else None, multilabel=multilabel)


def parse_lines(data: np.ndarray, settings: ReadSettings) -> ParsedColumns:
    """Return each line as a text."""
    if is_utf8(data):
        texts = line_strings(data)
        return ParsedColumns(np.arange(1, len(texts) + 1), len(texts) + 1, (texts,))
    lines = lines_of(data)
    rows = (_row(number, line) for number, line in enumerate(lines, 1))
    return collect(rows, len(lines) + 1, ColumnRoles(("text",)), settings)


def line_strings(data: np.ndarray) -> pa.Array:
    """Return the lines of UTF-8 bytes as strings, without a Python object for each."""
    whole = data.tobytes().replace(b"\r\n", b"\n").removesuffix(b"\n")
    newlines = np.flatnonzero(np.frombuffer(whole, np.uint8) == _NEWLINE)
    offsets = np.concatenate(
        [[0], newlines - np.arange(len(newlines)), [len(whole) - len(newlines)]]
    )
    texts = whole.translate(None, delete=b"\n")
    # Made of buffers: Arrow's own ways would import pandas (where it is installed) or a large module first.
    return pa.Array.from_buffers(
        pa.large_string(),
        len(newlines) + 1,
        [None, pa.py_buffer(offsets.astype(np.int64)), pa.py_buffer(texts)],
    )


def _row(number: int, line: bytes) -> Row | Fault:
    try:
        return Row(number, (line.decode(),))
    except UnicodeDecodeError:
        return replace(bad_utf8(number, line), labels=())
