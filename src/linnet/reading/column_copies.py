"""Rows copied as their columns: CSV where every value is a cell, JSON lines where it has a type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from json.encoder import encode_basestring as quoted_text

import numpy as np

from linnet.reading.copier import Copier, Files, Part
from linnet.reading.csv_lines import csv_lines
from linnet.reading.documents import Batch
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_values import csv_cells, json_texts

# Columns of some rows to the bytes of these rows.
Written = Callable[[Sequence[KeptColumn]], bytes]


def copy_as_csv(parts: Sequence[Part], files: Files) -> None:
    """Write all columns as CSV, with the delimiter of the first source where it has one."""
    delimiter = parts[0].documents.delimiter or ","
    names = [column.name for column in parts[0].documents.kept_columns]
    header = csv_lines([names], delimiter).encode()
    for file in files:
        file.write(header)
    _write_columns(parts, files, partial(_csv_rows, delimiter=delimiter))


def copy_as_json_lines(parts: Sequence[Part], files: Files) -> None:
    """Write all columns as JSON lines."""
    _write_columns(parts, files, _json_rows)


def _write_columns(parts: Sequence[Part], files: Files, written: Written) -> None:
    for part in parts:
        for batch in part.documents.open_batches():
            _write_batch(part, batch, files, written)


def _write_batch(part: Part, batch: Batch, files: Files, written: Written) -> None:
    import pyarrow as pa

    rows = np.sort(np.concatenate([batch.rows, batch.skipped])) - 1
    for place, file in enumerate(files):
        mask = pa.array(part.rows_of(rows, place))
        file.write(written([column.filtered(mask) for column in batch.kept_columns]))


def _csv_rows(columns: Sequence[KeptColumn], delimiter: str) -> bytes:
    return csv_lines(zip(*map(csv_cells, columns), strict=True), delimiter).encode()


def _json_rows(columns: Sequence[KeptColumn]) -> bytes:
    keys = [quoted_text(column.name) for column in columns]
    lines = []
    for values in zip(*map(json_texts, columns), strict=True):
        pairs = [f"{key}: {value}" for key, value in zip(keys, values, strict=True)]
        lines.append(f"{{{', '.join(pairs)}}}\n")
    return "".join(lines).encode()


COLUMNS_AS_CSV = Copier(copy_as_csv, ".csv", keeps_format=False, needs_columns=True)
COLUMNS_AS_JSON_LINES = Copier(copy_as_json_lines, ".jsonl", keeps_format=False, needs_columns=True)
