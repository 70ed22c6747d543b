"""Error values of spreadsheets, such as #N/A: in delimited text a cell that holds one is missing.

A spreadsheet says itself which of its cells are errors; saved as CSV they are words like others.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import byte_offsets, nulls
from linnet.reading.label_lists import is_list, label_lists
from linnet.reading.parsed_columns import ParsedColumns

# As the programs write them, by the language that they speak.
ERROR_VALUES = {
    "English": (
        *("#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"),
        *("#GETTING_DATA", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!", "#ERROR!"),
    ),
    "German": (
        *("#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#ÜBERLAUF!", "#KALK!", "#DATEN_ABRUFEN"),
        *("#FELD!", "#BLOCKIERT!", "#VERBINDEN!", "#UNBEKANNT!"),
    ),
    "French": ("#VALEUR!", "#NOM?", "#NOMBRE!", "#NUL!", "#PROPAGATION!", "#CHAMP!"),
    "Spanish": (
        *("#N/D", "#¡REF!", "#¡VALOR!", "#¡DIV/0!", "#¿NOMBRE?", "#¡NUM!", "#¡NULO!"),
        *("#¡DESBORDAMIENTO!", "#¡CALC!"),
    ),
    "Italian": ("#N/D", "#RIF!", "#VALORE!", "#NOME?", "#NULLO!"),
    "Dutch": ("#N/B", "#VERW!", "#WAARDE!", "#DEEL/0!", "#NAAM?", "#GETAL!", "#LEEG!"),
    "Portuguese": ("#N/D", "#VALOR!", "#NOME?", "#NÚM!", "#NULO!", "#DESPEJAR!"),
    "Polish": ("#N/D!", "#ADR!", "#ARG!", "#DZIEL/0!", "#NAZWA?", "#LICZBA!", "#ZERO!"),
}
_ALL = frozenset(value for values in ERROR_VALUES.values() for value in values)
_MAY_BE_FIRST = np.isin(np.arange(256), list(b"# \t"))  # by the first byte of a cell
_MOST_BYTES = 64  # of a cell that may hold one, spaces included


def is_error_value(cell: str) -> bool:
    """Return whether a cell holds an error value and nothing else but spaces around it.

    >>> is_error_value(" #N/A "), is_error_value("#BEZUG!"), is_error_value("#NAME? I ask")
    (True, True, False)
    """
    return cell.strip() in _ALL


def without_error_values(parsed: ParsedColumns) -> ParsedColumns:
    """Return columns of delimited text in which a text or label that is an error value is null."""
    texts = tuple(map(_nulled, parsed.texts))
    if parsed.labels is None:
        return replace(parsed, texts=texts)
    if not is_list(parsed.labels.type):
        labels = _nulled(parsed.labels)
        return replace(parsed, texts=texts, labels=labels, written_labels=parsed.labels)
    written = parsed.labels.flatten()  # delimited text has one label in each row
    labels = label_lists(_nulled(written))
    return replace(parsed, texts=texts, labels=labels, written_labels=written)


def _nulled(column: pa.Array) -> pa.Array:
    """Return a column of strings with null in the place of each error value."""
    places = _may_be_error(column)
    if not len(places):
        return column
    cells = column.take(pa.array(places)).to_pylist()
    errors = places[[is_error_value(cell or "") for cell in cells]]
    return _with_nulls(column, errors) if len(errors) else column


def _with_nulls(column: pa.Array, places: np.ndarray) -> pa.Array:
    """Return the column with more nulls, its bytes not copied."""
    is_valid = np.ones(column.offset + len(column), np.bool_)
    is_valid[column.offset :] = ~nulls(column)
    is_valid[column.offset + places] = False
    bits = pa.py_buffer(np.packbits(is_valid, bitorder="little"))
    buffers = [bits, *column.buffers()[1:]]
    return pa.Array.from_buffers(column.type, len(column), buffers, offset=column.offset)


def _may_be_error(column: pa.Array) -> np.ndarray:
    """Return the places of the short cells that begin with #, or with spaces before it."""
    data = column.buffers()[2]
    if not len(column) or data is None or not data.size:
        return np.empty(0, np.int64)
    offsets = byte_offsets(column)
    lengths = offsets[1:] - offsets[:-1]
    short = np.flatnonzero((lengths > 0) & (lengths <= _MOST_BYTES))
    first_bytes = np.frombuffer(data, np.uint8)[offsets[short]]
    places: np.ndarray = short[_MAY_BE_FIRST[first_bytes]]
    return places
