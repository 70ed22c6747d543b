"""JSON lines one by one, as Python's json reads them, every literal as it is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from linnet.errors import quoted
from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault, bad_utf8, lone_surrogate, multilabel_error, readable_labels
from linnet.reading.kept_columns import json_text
from linnet.reading.named import Numeral, kind_of, named_in
from linnet.reading.single_rows import Row, row_of
from linnet.reading.written import written

_BLANK = b" \t\r"
_RULE = "a line must be a JSON object"
_NESTED = "too deeply nested"

_WHOLE = re.compile(r"-?\d+")

# Numbers stay as they are written: 1.50 is "1.50".
_EXACT = json.JSONDecoder(parse_int=Numeral, parse_float=Numeral, parse_constant=Numeral)


@dataclass(frozen=True)
class _Columns:
    """The columns by their roles, and those that hold no objects."""

    roles: ColumnRoles
    plain: list[str]


def json_rows(lines: list[bytes], roles: ColumnRoles, name: str) -> Iterator[Row | Fault]:
    """Yield the document of each line that is not blank."""
    named = replace(roles, kept=()).names()
    plain = [column for column in named if column != roles.features]
    columns = _Columns(roles, plain)
    for number, line in enumerate(lines, 1):
        if not line.strip(_BLANK):
            continue
        row = _row(number, line, columns, name)
        if isinstance(row, Fault):
            row = replace(row, labels=_labels_of_bad_line(line, roles))
        yield _with_kept(row, line, roles)


def _with_kept(row: Row | Fault, line: bytes, roles: ColumnRoles) -> Row | Fault:
    """Return the row with what is kept of it for the output, as JSON."""
    names = roles.kept_names()
    value = decoded(line) if names else None
    if not isinstance(value, dict):
        return row
    try:
        kept = [json_text(value.get(name)) for name in names]
    except RecursionError:
        return Fault(row.number, _RULE, f"broken JSON ({_NESTED})", seen=quoted(line))
    bad = [lone_surrogate(row.number, (text,)) for text in kept]
    readable = [text if fault is None else None for text, fault in zip(kept, bad, strict=True)]
    first_bad = next((fault for fault in bad if fault is not None), None)
    if first_bad is not None and isinstance(row, Row):
        row = replace(first_bad, labels=_labels_of_bad_line(line, roles))
    return replace(row, kept=tuple(readable))


def _labels_of_bad_line(line: bytes, roles: ColumnRoles) -> tuple[str | bytes, ...] | None:
    """Return the labels of a bad line, None where it has none that can be found."""
    try:
        # Bytes that are not UTF-8 become surrogates, which `readable_labels` makes bytes again.
        text = line.decode("utf-8", "surrogateescape")
        value = _EXACT.decode(text.strip(" \t\r"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    label = value.get(str(roles.label))
    labels = label if isinstance(label, list) else [label]
    return readable_labels(_label(each) for each in labels if not isinstance(each, list | dict))


def decoded(line: bytes) -> Any:
    """Return the value of a line, or the exception that says why there is none."""
    try:
        return _EXACT.decode(line.decode().strip(" \t\r"))
    except (ValueError, RecursionError) as error:
        return error


def _row(number: int, line: bytes, columns: _Columns, name: str) -> Row | Fault:
    value = decoded(line)
    if isinstance(value, UnicodeDecodeError):
        return bad_utf8(number, line)
    if isinstance(value, Exception):
        return Fault(number, _RULE, f"broken JSON ({_reason(value)})", seen=quoted(line))
    if not isinstance(value, dict):
        return Fault(number, _RULE, _kind(value), "Write one object per line")
    roles = columns.roles
    label = value.get(str(roles.label))
    if roles.label is None or not isinstance(label, list):
        return _document(number, value, columns)
    if not roles.multilabel:
        raise multilabel_error(f"{name}, row {number}", f"a list of {len(label)}")
    row = _document(number, value | {roles.label: None}, columns)
    if isinstance(row, Fault):
        return row
    return _with_labels(row, label)


def _document(number: int, value: dict[str, Any], columns: _Columns) -> Row | Fault:
    """Return the row of an object whose label is no list."""
    for column in columns.plain:
        cell = value.get(column)
        if isinstance(cell, list | dict):
            return Fault(number, f"{quoted(column)} must be a string", _kind(cell))
    literals = {column: _literal(value.get(column)) for column in columns.plain}
    roles = columns.roles
    if roles.label is not None:
        literals[roles.label] = _label(value.get(roles.label))
    row = row_of(number, literals, roles)
    if roles.numeric or roles.features is not None:
        numeric = tuple(_numeral(value.get(column)) for column in roles.numeric)
        named = named_in(number, None if roles.features is None else value.get(roles.features))
        if isinstance(named, Fault):
            return named
        row = replace(row, numeric=numeric, named=named)
    return lone_surrogate(number, literals.values()) or row


def _with_labels(row: Row, labels: list[Any]) -> Row | Fault:
    for label in labels:
        if isinstance(label, list | dict):
            return Fault(row.number, "a label must be a string", f"{_kind(label)} in a list")
    literals = [_label(label) for label in labels]
    return lone_surrogate(row.number, literals) or replace(row, label=literals)


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, character {error.pos + 1}"
    return _NESTED


def _literal(value: Any) -> str | None:
    """Return a text or id; NaN, which Python writes for a missing value, is missing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    is_nan = isinstance(value, Numeral) and value == "NaN"
    return None if value is None or is_nan else str(value)


def _label(value: Any) -> str | None:
    """Return a label; fractions and exponents are written as in all other containers."""
    if isinstance(value, Numeral) and not _WHOLE.fullmatch(value):
        return written(float(value))
    return _literal(value)


def _numeral(value: Any) -> str | None:
    if isinstance(value, bool):
        return str(int(value))
    return None if value is None else str(value)


def _kind(value: Any) -> str:
    return "a string or number" if isinstance(value, str) else kind_of(value)
