"""Rows as they are in their files, copied into several files; text becomes UTF-8.

Rows of a spreadsheet or a database cannot stay as they are, nor can rows of files whose columns
differ in order or delimiter. All their columns are written instead, as CSV or JSON lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linnet.errors import InputError
from linnet.reading.column_copies import COLUMNS_AS_CSV, COLUMNS_AS_JSON_LINES
from linnet.reading.copier import Copier, Files, Part
from linnet.reading.documents import Documents
from linnet.reading.inputs import inputs_of
from linnet.reading.readers import EXTENSIONS, extension_of, format_of
from linnet.reading.row_copies import COPIERS
from linnet.reading.settings import ReadSettings
from linnet.reading.source import is_database, source_of

CELLS = {"csv", "tsv", "spreadsheet"}  # formats whose rows can become rows of one CSV file


def copier_of(data: Sequence[str], format: str | None) -> Copier:  # noqa: A002
    """Return how the rows of a database, of a file or of several files are copied.

    >>> copier_of(["sqlite:///tickets.db"], None).extension
    '.jsonl'
    """
    if is_database(data[0]):
        return COLUMNS_AS_JSON_LINES
    paths = inputs_of(data, format).paths
    kinds = {path: _kind(path, format) for path in paths}
    first_kind = kinds[paths[0]]
    if set(kinds.values()) == {first_kind}:
        copier = _with_extension(COPIERS[first_kind], first_kind, paths[0])
        may_differ = len(paths) > 1 and first_kind in CELLS
        return replace(copier, needs_columns=copier.needs_columns or may_differ)
    if set(kinds.values()) <= CELLS:
        return COLUMNS_AS_CSV
    other = next(path for path in paths if kinds[path] != first_kind)
    raise InputError(
        f"{other}: files to copy rows of must have one format; "
        f"got {kinds[other]} here and {first_kind} in {paths[0]}. Split them one by one."
    )


def _kind(path: str, format: str | None) -> str:  # noqa: A002
    """Return the format of a file that can be copied."""
    source = source_of(path)
    if source.path is None:
        raise InputError(
            f"{source.name}: rows to copy must be in a file that can be read twice; "
            "got a stream. Save it."
        )
    kind = format_of(source, ReadSettings(format=format))
    if kind not in COPIERS:
        raise InputError(
            f"{source.name}: rows to copy must be {', '.join(COPIERS)}; got {kind}. "
            "Save it in one of these formats."
        )
    return kind


def _with_extension(copier: Copier, kind: str, path: str) -> Copier:
    """Return a copier whose files have the extension of the source, where it has one of its own."""
    extension = extension_of(source_of(path).name)
    if copier.keeps_format and EXTENSIONS.get(extension) == kind:
        return replace(copier, extension=extension)
    return copier


def copy_rows(
    data: Sequence[str],
    format: str | None,  # noqa: A002
    documents: Documents,
    file_of_row: np.ndarray,
    files: Files,
) -> None:
    """Write each row, of documents that have been read, into its file; -1 is for none."""
    copier = copier_of(data, format)
    paths = data if is_database(data[0]) else inputs_of(data, format).paths
    copier.copy(_parts(paths, documents, file_of_row), files)


def _parts(paths: Sequence[str], documents: Documents, file_of_row: np.ndarray) -> list[Part]:
    """Return the sources that documents were read from, each with the files of its rows."""
    if documents.part_documents is None:
        return [Part(paths[0], documents, file_of_row[1:])]
    opened = documents.part_documents()
    starts = [rows_before for _, rows_before in opened]
    ends = [*starts[1:], len(file_of_row) - 1]
    parts = []
    for path, (part, start), end in zip(paths, opened, ends, strict=True):
        parts.append(Part(path, part, file_of_row[start + 1 : end + 1]))
    with_rows = [part for part in parts if len(part.file_of_row)]  # a file of no bytes has no form
    return with_rows or parts
