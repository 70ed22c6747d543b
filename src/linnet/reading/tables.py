"""Arrow tables of any origin → documents: frames, Parquet files and Arrow files end up here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError
from linnet.reading.arrow_columns import check_sound, not_utf8, strings, value_type
from linnet.reading.columns import Chosen, choose
from linnet.reading.documents import Batch, Documents
from linnet.reading.rows import Found, bad_utf8, checked
from linnet.reading.settings import ReadSettings
from linnet.reading.source import said_plainly

BATCH_ROWS = 50_000

# A piece of a table and the share of the source it ends at.
Piece = tuple[pa.RecordBatch, float | None]
# The pieces of a table from its start; only the columns named need to be in them.
OpenPieces = Callable[[list[str]], Iterable[Piece]]


def table_documents(name: str, schema: pa.Schema, pieces: OpenPieces, settings: ReadSettings) -> Documents:
    """Return the documents of a table that comes in pieces."""
    with said_plainly(name, "Arrow"):
        chosen = choose(schema.names, settings, name)
        _check_types(schema, chosen, name)
    batches = partial(_batches, pieces, chosen, settings, name)
    return Documents(name, chosen.fields, chosen.label, chosen.note, batches)


def _check_types(schema: pa.Schema, chosen: Chosen, name: str) -> None:
    """Refuse columns that hold no strings and nothing that can be written as one."""
    for column in chosen.names():
        kind = value_type(schema.field(column).type)
        if column == chosen.label and _is_list(kind):
            raise SettingError(
                f"{name}: a document must have one label; got lists in column {column!r}. "
                "Several labels per document are not supported yet: keep one of them."
            )
        if pa.types.is_nested(kind):
            raise InputError(f"{name}: column {column!r} must hold strings; got {kind}. Name another column.")


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _batches(pieces: OpenPieces, chosen: Chosen, settings: ReadSettings, name: str) -> Iterator[Batch]:
    n_rows = 0
    for piece, share in _spoken(pieces(chosen.names()), name):
        for start in range(0, len(piece), BATCH_ROWS):
            part = piece.slice(start, BATCH_ROWS)
            with said_plainly(name, "Arrow"):
                found = _found(part, chosen, settings)
            yield checked(found.moved(n_rows), name, settings, share)
            n_rows += len(part)


def _spoken(pieces: Iterable[Piece], name: str) -> Iterator[Piece]:
    """Yield the pieces; what Arrow raises on the way becomes our sentence."""
    iterator = iter(pieces)
    while True:
        with said_plainly(name, "Arrow"):
            piece = next(iterator, None)
        if piece is None:
            return
        yield piece


def _found(piece: pa.RecordBatch, chosen: Chosen, settings: ReadSettings) -> Found:
    """Return the chosen columns as strings, rows that are not UTF-8 taken out."""
    columns = {name: piece.column(piece.schema.get_field_index(name)) for name in chosen.names()}
    for column in columns.values():
        check_sound(column)
    texts = {name: strings(columns[name]) for name in (*chosen.fields, chosen.label, chosen.id) if name}
    found = Found(
        np.arange(1, len(piece) + 1),
        len(piece) + 1,
        tuple(texts[name] for name in chosen.fields),
        None if chosen.label is None else texts[chosen.label],
        None if chosen.id is None else texts[chosen.id],
        None if chosen.weight is None else columns[chosen.weight],
    )
    bad = sorted({place for column in texts.values() for place in not_utf8(column)})
    return _without(found, bad, texts, settings) if bad else found


def _without(found: Found, bad: list[int], texts: dict[str, pa.Array], settings: ReadSettings) -> Found:
    """Return the rows that are not in `bad`, or those before the first of them and its fault."""
    keep = np.ones(len(found.rows), bool)
    if settings.skip_bad_rows:
        keep[bad] = False
        return replace(_filtered(found, keep), skipped=found.rows[~keep])
    keep[bad[0] :] = False
    data = b" ".join(column[bad[0]].as_buffer().to_pybytes() for column in texts.values() if column[bad[0]].is_valid)
    return replace(_filtered(found, keep), fault=bad_utf8(bad[0] + 1, data))


def _filtered(found: Found, keep: np.ndarray) -> Found:
    def kept(column: pa.Array | None) -> pa.Array | None:
        return None if column is None else column.filter(pa.array(keep))

    texts = tuple(text.filter(pa.array(keep)) for text in found.texts)
    return replace(
        found,
        rows=found.rows[keep],
        texts=texts,
        labels=kept(found.labels),
        ids=kept(found.ids),
        weights=kept(found.weights),
    )
