"""fastText lines: `__label__x` and the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.reading.blocks import TextFile, is_utf8, line_cut, lines_of
from linnet.reading.documents import Documents
from linnet.reading.faults import Fault, bad_text, multilabel_error, readable_labels
from linnet.reading.label_lists import label_lists
from linnet.reading.lines import line_strings, text_roles
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect
from linnet.reading.source import Source
from linnet.reading.text_input import text_input
from linnet.reading.transcoding import original_bytes

MARK = "__label__"
_LABEL = re.compile(rb"(?<!\S)__label__(\S*)\s*")


def read_fasttext(source: Source, settings: ReadSettings) -> Documents:
    """Return one document for each line that is not blank."""
    roles = text_roles(source.name, settings)
    text = text_input(source, settings, lines=True)
    parse = partial(parse_fasttext, settings=text.settings, name=source.name)
    file = TextFile(text.source, line_cut, parse, encoding=text.encoding)
    documents = roles.documents(source.name, lambda: file.batches(text.settings))
    return replace(documents, notes=text.notes, text_file=file)


def parse_fasttext(data: np.ndarray, settings: ReadSettings, name: str) -> ParsedColumns:
    """Return the text and label of each line."""
    parsed = parse_fast(data, settings)
    if parsed is None:
        return parse_exactly(data, settings, name)
    return parsed


def parse_fast(data: np.ndarray, settings: ReadSettings) -> ParsedColumns | None:
    """Return the columns where each line starts with its only label; else None."""
    from pyarrow import compute

    if not is_utf8(data):
        return None
    lines = line_strings(data)
    if data.tobytes().count(MARK.encode()) != len(lines):
        return None
    if not compute.all(compute.starts_with(lines, MARK)).as_py():
        return None
    parts = compute.ascii_split_whitespace(lines, max_splits=1)
    texts = compute.ascii_trim_whitespace(_second(parts))
    labels = None
    if settings.labelled:
        labels = compute.utf8_slice_codeunits(compute.list_element(parts, 0), len(MARK))
        labels = label_lists(labels) if settings.multilabel else labels
    rows = np.arange(1, len(lines) + 1)
    return ParsedColumns(rows, len(lines) + 1, (texts,), labels)


def _second(parts: pa.Array) -> pa.Array:
    """Return the second string of each list, "" where there is none."""
    offsets = parts.offsets.to_numpy()
    has_second = np.diff(offsets) > 1
    places = pa.array(offsets[:-1] + 1, mask=~has_second)
    return parts.values.take(places).fill_null("")


def parse_exactly(data: np.ndarray, settings: ReadSettings, name: str) -> ParsedColumns:
    """Return the columns, each line taken by itself."""
    lines = lines_of(data)
    rows = _rows(lines, settings, name)
    return collect(rows, len(lines) + 1, text_roles(name, settings), settings)


def _rows(lines: list[bytes], settings: ReadSettings, name: str) -> Iterator[Row | Fault]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _row(number, line, settings, name)


def _row(number: int, line: bytes, settings: ReadSettings, name: str) -> Row | Fault:
    raw_labels = _LABEL.findall(line)
    fault = bad_text(number, line, settings)
    if fault is not None:
        return replace(fault, labels=readable_labels(map(original_bytes, raw_labels)))
    text = _LABEL.sub(b"", line).strip().decode()
    labels = [label.decode() for label in raw_labels]
    if settings.multilabel:
        return Row(number, (text,), [*labels])
    if len(labels) > 1 and settings.labelled:
        raise multilabel_error(f"{name}, row {number}", str(len(labels)))
    return Row(number, (text,), labels[0] if labels else None)
