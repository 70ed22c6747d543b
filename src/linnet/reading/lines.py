"""One text per line, without labels."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.errors import Advice, SettingError, quoted
from linnet.reading.blocks import TextFile, is_utf8, line_cut, lines_of
from linnet.reading.columns import ColumnRoles
from linnet.reading.documents import Documents
from linnet.reading.faults import Fault, bad_text
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect
from linnet.reading.source import Source
from linnet.reading.text_input import text_input

_NEWLINE = 10


def read_lines(source: Source, settings: ReadSettings) -> Documents:
    """Return one document for each line, blank lines too."""
    if settings.labelled:
        raise _without_labels(source, settings)
    roles = text_roles(source.name, settings)
    text = text_input(source, settings, lines=True)
    file = TextFile(text.source, line_cut, partial(parse_lines, settings=text.settings))
    documents = roles.documents(source.name, lambda: file.batches(text.settings))
    return replace(documents, notes=text.notes, text_file=file)


def _without_labels(source: Source, settings: ReadSettings) -> SettingError:
    """Return the error of texts without labels, which may be a table."""
    from linnet.reading.tabbed_text import has_tabs

    problem = f"{source.name}: documents must have labels here; got one text per line"
    if source.path is not None and has_tabs(source, settings):
        return SettingError(f"{problem}, with tabs.", Advice("name_format", formats="tsv"))
    return SettingError(f"{problem}. Use lines '__label__x text' in the format fasttext, or CSV.")


def refuse_columns(name: str, settings: ReadSettings) -> None:
    """Refuse names of columns that a format without columns cannot have."""
    named = [*(settings.text or ()), settings.label, settings.id, settings.weight]
    columns = [column for column in named if column not in (None, "text", "label")]
    columns += settings.other_columns()
    if columns:
        raise SettingError(
            f"{name}: only a format with columns has column names; got {quoted(columns[0])}. "
            "Leave the name out or name another format."
        )


def text_roles(name: str, settings: ReadSettings) -> ColumnRoles:
    """Return the roles in a format of texts, and maybe labels, without columns."""
    refuse_columns(name, settings)
    if settings.text == ():
        raise SettingError(
            f"{name}: a format without columns must have a text; got none named. "
            "Name another format."
        )
    if not settings.labelled:
        return ColumnRoles(("text",))
    return ColumnRoles(("text",), "label", multilabel=bool(settings.multilabel))


def parse_lines(data: np.ndarray, settings: ReadSettings) -> ParsedColumns:
    """Return each line as a text."""
    if is_utf8(data):
        texts = line_strings(data)
        rows = np.arange(1, len(texts) + 1)
        return ParsedColumns(rows, len(texts) + 1, (texts,))
    lines = lines_of(data)
    documents = (_row(number, line, settings) for number, line in enumerate(lines, 1))
    return collect(documents, len(lines) + 1, ColumnRoles(("text",)), settings)


def line_strings(data: np.ndarray) -> pa.Array:
    """Return the lines of UTF-8 bytes as strings, without a Python object for each."""
    whole = data.tobytes().replace(b"\r\n", b"\n").removesuffix(b"\n")
    newlines = np.flatnonzero(np.frombuffer(whole, np.uint8) == _NEWLINE)
    inner_offsets = newlines - np.arange(len(newlines))
    offsets = np.concatenate([[0], inner_offsets, [len(whole) - len(newlines)]])
    texts = whole.translate(None, delete=b"\n")
    # Made of buffers: Arrow's own ways would import pandas (where it is installed)
    # or a large module first.
    buffers = [None, pa.py_buffer(offsets.astype(np.int64)), pa.py_buffer(texts)]
    return pa.Array.from_buffers(pa.large_string(), len(newlines) + 1, buffers)


def _row(number: int, line: bytes, settings: ReadSettings) -> Row | Fault:
    fault = bad_text(number, line, settings)
    if fault is not None:
        return replace(fault, labels=())
    return Row(number, (line.decode(),))
