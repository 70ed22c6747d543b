"""Arrow tables of any origin → documents: frames, Parquet files and Arrow files end up here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, runtime_checkable

import numpy as np
import pyarrow as pa

from linnet.errors import LONGEST_VALUE, InputError, bounded, quoted
from linnet.reading.arrow_columns import (
    check_sound,
    is_number,
    is_plain,
    is_text,
    not_utf8,
    readable,
    strings,
    value_type,
)
from linnet.reading.column_contents import ROWS
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Batch, Documents
from linnet.reading.faults import Fault, bad_utf8, multilabel_error, readable_labels
from linnet.reading.kept_columns import in_roles
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
# What the column of a role must hold, where that is not strings.
_WANTED = {"features": "named features", "numeric": "numbers"}
# The pieces of a table from its start; only the columns named need to be in them.
OpenPieces = Callable[[list[str]], Iterable[Piece]]


@runtime_checkable
class Peekable(Protocol):
    """Pieces that come only once, of which the first can be seen before."""

    def first(self, n_rows: int) -> list[pa.RecordBatch]:
        """Return the first pieces with about so many rows, which will still come."""


@dataclass(frozen=True)
class RowNumbers:
    """How the rows of a table are counted, and where one is in words."""

    first_row: int = 1
    # None where the name of the table and the number of the row say it.
    place_of: Callable[[int], str] | None = None


FILE_ROWS = RowNumbers()


def table_documents(
    name: str,
    schema: pa.Schema,
    pieces: OpenPieces,
    settings: ReadSettings,
    numbers: RowNumbers = FILE_ROWS,
) -> Documents:
    """Return the documents of a table that comes in pieces."""
    with as_input_errors(name, "Arrow"):
        objects = [field.name for field in schema if holds_features(field.type)]
        sample = partial(_sample, pieces, schema)
        roles = find_columns(schema.names, settings, name, objects, sample)
        if roles.label is not None:
            label_type = value_type(schema.field(roles.label).type)
            multilabel = _is_multilabel(label_type, roles.label, settings, name)
            roles = replace(roles, multilabel=multilabel)
        for role, column in replace(roles, kept=()).items():
            _check_type(role, column, value_type(schema.field(column).type), name)
        types = {column: schema.field(column).type for column in roles.kept_names()}
    batches = partial(_batches, pieces, roles, settings, name, numbers)
    documents = roles.documents(name, batches)
    return replace(
        documents,
        kept_columns=in_roles(_no_rows(types), roles),
        first_row=numbers.first_row,
        place_of=numbers.place_of,
    )


def _no_rows(types: dict[str, pa.DataType]) -> dict[str, pa.Array]:
    return {name: readable(pa.nulls(0, kind)) for name, kind in types.items()}


def _sample(pieces: OpenPieces, schema: pa.Schema) -> dict[str, list[Any]]:
    """Return the first values of each column that may have a role, where it has a name alone."""
    counts = Counter(schema.names)
    alone = [field for field in schema if counts[field.name] == 1]
    simple = [field.name for field in alone if _may_be_role(value_type(field.type))]
    if isinstance(pieces, Peekable):
        first = pieces.first(ROWS)
    else:
        first = first_batches((piece for piece, _ in pieces(simple)), ROWS)
    columns: dict[str, list[Any]] = {name: [] for name in simple}
    for batch in first:
        for name in simple:
            column = batch.column(batch.schema.get_field_index(name)).slice(0, ROWS)
            check_sound(column)
            columns[name] += _values(column)
    return columns


def first_batches(batches: Iterable[pa.RecordBatch], n_rows: int) -> list[pa.RecordBatch]:
    """Return the first batches, so many that they have at least so many rows."""
    first = list[pa.RecordBatch]()
    iterator = iter(batches)
    while n_rows > 0:
        batch = next(iterator, None)
        if batch is None:
            break
        first.append(batch)
        n_rows -= len(batch)
    return first


def _may_be_role(kind: pa.DataType) -> bool:
    """Return whether a column may hold texts or labels."""
    return is_text(kind) or pa.types.is_integer(kind) or pa.types.is_boolean(kind)


def _values(column: pa.Array) -> list[Any]:
    """Return the values as Python objects; what is not UTF-8 is marked."""
    if not is_text(value_type(column.type)):
        return list(column.to_pylist())
    raw = strings(column).cast(pa.large_binary()).to_pylist()
    return [None if value is None else value.decode(errors="replace") for value in raw]


def _is_multilabel(kind: pa.DataType, column: str, settings: ReadSettings, name: str) -> bool:
    """Return whether the label column holds lists, or may hold several labels anyway."""
    holds_lists = is_list(kind)
    if holds_lists and settings.multilabel is False:
        raise multilabel_error(name, f"lists in column {quoted(column)}")
    return holds_lists or bool(settings.multilabel)


def _check_type(role: str, column: str, kind: pa.DataType, name: str) -> None:
    """Refuse a column that holds nothing that its role needs or that can be written as such."""
    wanted = _WANTED.get(role, "strings")
    odd = _odd_type(role, kind)
    if odd is not None:
        got = bounded(str(odd), LONGEST_VALUE)
        raise InputError(
            f"{name}: column {quoted(column)} must hold {wanted}; got {got}. Name another column."
        )


def _odd_type(role: str, kind: pa.DataType) -> pa.DataType | None:
    """Return the type that does not suit the role, None where it does."""
    if role == "features":
        return odd_feature(kind) if holds_features(kind) else kind
    if role == "numeric":
        is_right = is_number(kind) or is_text(kind) or pa.types.is_null(kind)
        return None if is_right else kind
    inner = value_type(kind.value_type) if role == "label" and is_list(kind) else kind
    return kind if pa.types.is_nested(inner) else None


def _batches(
    pieces: OpenPieces, roles: ColumnRoles, settings: ReadSettings, name: str, numbers: RowNumbers
) -> Iterator[Batch]:
    next_row = numbers.first_row
    for piece, share in _with_input_errors(pieces(roles.names()), name):
        for start in range(0, len(piece), BATCH_ROWS):
            part = piece.slice(start, BATCH_ROWS)
            with as_input_errors(name, "Arrow"):
                parsed = _parse(part, roles, settings)
            parsed = parsed.shifted(next_row)
            yield checked_batch(parsed, name, settings, share, numbers.place_of)
            next_row += len(part)


def _with_input_errors(pieces: Iterable[Piece], name: str) -> Iterator[Piece]:
    """Yield the pieces; what Arrow raises on the way becomes our sentence."""
    iterator = iter(pieces)
    while True:
        with as_input_errors(name, "Arrow"):
            piece = next(iterator, None)
        if piece is None:
            return
        yield piece


def _parse(piece: pa.RecordBatch, roles: ColumnRoles, settings: ReadSettings) -> ParsedColumns:
    """Return the columns that have a role, as strings, rows that are not UTF-8 taken out."""
    columns = {name: piece.column(piece.schema.get_field_index(name)) for name in roles.names()}
    learned = replace(roles, kept=())
    own_names = learned.names()
    texts = {}
    for name, column in columns.items():
        check_sound(column)
        if is_plain(column.type) or (name in own_names and is_text(value_type(column.type))):
            texts[name] = strings(column)

    rows = np.arange(len(piece))
    parsed = assign_roles(columns | texts, learned, rows, len(piece))
    kept = {name: readable(columns[name]) for name in roles.kept_names()}
    parsed = replace(parsed, kept_columns=in_roles(kept, roles))
    if roles.features is not None:
        parsed = replace(parsed, named=named_column(columns[roles.features]))
    bad = sorted({place for column in texts.values() for place in not_utf8(column)})
    if bad:
        return _without(parsed, bad, texts, settings)
    return parsed


def _without(
    parsed: ParsedColumns, bad: list[int], texts: dict[str, pa.Array], settings: ReadSettings
) -> ParsedColumns:
    """Return the rows that are not in `bad`, or those before the first of them and its fault."""
    keep = np.ones(len(parsed.rows), np.bool_)
    if not settings.skip_bad_rows:
        keep[bad[0] :] = False
        return replace(parsed.kept(keep), fault=_bad_utf8(parsed, bad[0], texts))
    keep[bad] = False
    faults = SkippedRows()
    for place in bad:
        faults.add(_bad_utf8(parsed, place, texts))
    return replace(parsed.kept(keep), skipped=parsed.rows[~keep], faults=faults)


def _bad_utf8(parsed: ParsedColumns, place: int, texts: dict[str, pa.Array]) -> Fault:
    """Return the fault of a row whose texts are not all UTF-8, with its labels as far as known."""
    cells = [_bytes(column, place) for column in texts.values()]
    fault = bad_utf8(place, b" ".join(cell for cell in cells if cell))
    return replace(fault, labels=readable_labels(_labels_of(parsed, place)))


def _labels_of(parsed: ParsedColumns, place: int) -> list[bytes | str | None]:
    if parsed.labels is None:
        return []
    if is_list(parsed.labels.type):
        return parsed.labels[place].as_py() or []
    return [_bytes(parsed.labels, place)]


def _bytes(column: pa.Array, place: int) -> bytes | None:
    value = column[place]
    return value.as_buffer().to_pybytes() if value.is_valid else None
