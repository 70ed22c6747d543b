"""Arrow tables of any origin → documents: frames, Parquet files and Arrow files end up here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.errors import LONGEST_VALUE, InputError, bounded, quoted
from linnet.reading.arrow_columns import (
    check_sound,
    is_number,
    is_text,
    not_utf8,
    strings,
    value_type,
)
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Batch, Documents
from linnet.reading.faults import Fault, bad_utf8, multilabel_error, readable_labels
from linnet.reading.label_lists import is_list
from linnet.reading.named_columns import holds_features, named_column, odd_feature
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings
from linnet.reading.skipped import SkippedRows
from linnet.reading.source import as_input_errors

BATCH_ROWS = 50_000

# A piece of a table and the share of the source it ends at.
Piece = tuple[pa.RecordBatch, float | None]
# The pieces of a table from its start; only the columns named need to be in them.
OpenPieces = Callable[[list[str]], Iterable[Piece]]


def table_documents(
    name: str, schema: pa.Schema, pieces: OpenPieces, settings: ReadSettings
) -> Documents:
    """Return the documents of a table that comes in pieces."""
    with as_input_errors(name, "Arrow"):
        objects = [field.name for field in schema if holds_features(field.type)]
        roles = find_columns(schema.names, settings, name, objects)
        lists = roles.label is not None and is_list(value_type(schema.field(roles.label).type))
        if lists and settings.multilabel is False:
            raise multilabel_error(name, f"lists in column {quoted(roles.label)}")
        roles = replace(
            roles, multilabel=roles.label is not None and (lists or bool(settings.multilabel))
        )
        for role, column in roles.items():
            _check_type(role, column, value_type(schema.field(column).type), name)
    return roles.documents(name, partial(_batches, pieces, roles, settings, name))


def _check_type(role: str, column: str, kind: pa.DataType, name: str) -> None:
    """Refuse a column that holds nothing that its role needs or that can be written as such."""
    got = kind
    if role == "features":
        holds, right = "named features", holds_features(kind) and odd_feature(kind) is None
        got = odd_feature(kind) if holds_features(kind) else kind
    elif role == "numeric":
        holds, right = "numbers", is_number(kind) or is_text(kind) or pa.types.is_null(kind)
    else:
        inside = value_type(kind.value_type) if role == "label" and is_list(kind) else kind
        holds, right = "strings", not pa.types.is_nested(inside)
    if not right:
        kind = bounded(str(got), LONGEST_VALUE)
        raise InputError(
            f"{name}: column {quoted(column)} must hold {holds}; got {kind}. Name another column."
        )


def _batches(
    pieces: OpenPieces, roles: ColumnRoles, settings: ReadSettings, name: str
) -> Iterator[Batch]:
    n_rows = 0
    for piece, share in _spoken(pieces(roles.names()), name):
        for start in range(0, len(piece), BATCH_ROWS):
            part = piece.slice(start, BATCH_ROWS)
            with as_input_errors(name, "Arrow"):
                found = _found(part, roles, settings)
            yield checked_batch(found.shifted(n_rows), name, settings, share)
            n_rows += len(part)


def _spoken(pieces: Iterable[Piece], name: str) -> Iterator[Piece]:
    """Yield the pieces; what Arrow raises on the way becomes our sentence."""
    iterator = iter(pieces)
    while True:
        with as_input_errors(name, "Arrow"):
            piece = next(iterator, None)
        if piece is None:
            return
        yield piece


def _found(piece: pa.RecordBatch, roles: ColumnRoles, settings: ReadSettings) -> ParsedColumns:
    """Return the chosen columns as strings, rows that are not UTF-8 taken out."""
    columns = {name: piece.column(piece.schema.get_field_index(name)) for name in roles.names()}
    for column in columns.values():
        check_sound(column)
    texts = {
        name: strings(column)
        for name, column in columns.items()
        if is_text(value_type(column.type))
    }
    found = assign_roles(columns | texts, roles, np.arange(1, len(piece) + 1), len(piece) + 1)
    if roles.features is not None:
        found = replace(found, named=named_column(columns[roles.features]))
    bad = sorted({place for column in texts.values() for place in not_utf8(column)})
    return _without(found, bad, texts, settings) if bad else found


def _without(
    found: ParsedColumns, bad: list[int], texts: dict[str, pa.Array], settings: ReadSettings
) -> ParsedColumns:
    """Return the rows that are not in `bad`, or those before the first of them and its fault."""
    keep = np.ones(len(found.rows), bool)
    if not settings.skip_bad_rows:
        keep[bad[0] :] = False
        return replace(found.kept(keep), fault=_bad_utf8(found, bad[0], texts))
    keep[bad] = False
    faults = SkippedRows()
    for place in bad:
        faults.add(_bad_utf8(found, place, texts))
    return replace(found.kept(keep), skipped=found.rows[~keep], faults=faults)


def _bad_utf8(found: ParsedColumns, place: int, texts: dict[str, pa.Array]) -> Fault:
    """Return the fault of a row whose texts are not all UTF-8, with its labels as far as they are."""
    data = b" ".join(filter(None, (_bytes(column, place) for column in texts.values())))
    labels: list[bytes | str | None] = []
    if found.labels is not None and is_list(found.labels.type):
        labels = found.labels[place].as_py() or []
    elif found.labels is not None:
        labels = [_bytes(found.labels, place)]
    return replace(bad_utf8(place + 1, data), labels=readable_labels(labels))


def _bytes(column: pa.Array, place: int) -> bytes | None:
    value = column[place]
    return value.as_buffer().to_pybytes() if value.is_valid else None
