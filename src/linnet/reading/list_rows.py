"""Python values one by one: texts, labels, numbers and dicts of features of any type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linnet.errors import quoted
from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault, lone_surrogate, multilabel_error, readable_labels
from linnet.reading.named import kind_of, named_in
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row
from linnet.reading.written import is_missing, written

_LISTS = (list, tuple, set, frozenset, np.ndarray)
_LABELS = (str, int, float, np.integer, np.floating, np.bool_)
_NUMBERS = (np.bool_, int, float, np.integer, np.floating)


def is_multilabel(labels: list[Any], settings: ReadSettings) -> bool:
    """Return whether documents have lists of labels, unless they were said to have one each."""
    if settings.multilabel is not None:
        return settings.multilabel
    return any(issubclass(kind, _LISTS) for kind in set(map(type, labels)))


def list_rows(
    columns: Mapping[str, list[Any]], roles: ColumnRoles, first: int, name: str
) -> Iterator[Row | Fault]:
    """Yield each document of some columns; the first has the number `first`."""
    for number, values in enumerate(zip(*columns.values(), strict=True), first):
        cells = dict(zip(columns, values, strict=True))
        cells = {column: None if is_missing(cell) else cell for column, cell in cells.items()}
        label = None if roles.label is None else cells[roles.label]
        row = _row(number, cells, label, roles, name)
        if isinstance(row, Fault):
            row = replace(row, labels=_labels_of_bad_row(label))
        yield row


def _labels_of_bad_row(label: Any) -> tuple[str | bytes, ...]:
    labels = _labels(0, label)
    if isinstance(labels, Fault):
        return ()
    return readable_labels(labels if isinstance(labels, list) else [labels])


def _row(
    number: int, cells: Mapping[str, Any], label: Any, roles: ColumnRoles, name: str
) -> Row | Fault:
    texts = tuple(cells[field] for field in roles.fields)
    for text in texts:
        if text is not None and not isinstance(text, str):
            return Fault(number, "text must be a string", type(text).__name__, "Convert it")
    if isinstance(label, _LISTS) and not roles.multilabel:
        raise multilabel_error(f"{name}, row {number}", f"{len(label)} of them")
    labels = _labels(number, label)
    if isinstance(labels, Fault):
        return labels

    key = None if roles.id is None else written(cells[roles.id])
    weight = None if roles.weight is None else written(cells[roles.weight])
    written_labels = labels if isinstance(labels, list) else [labels]
    fault = lone_surrogate(number, (*texts, *written_labels, key, weight))
    if fault is not None:
        return fault
    return _with_columns(Row(number, texts, labels, key, weight), cells, roles)


def _with_columns(row: Row, cells: Mapping[str, Any], roles: ColumnRoles) -> Row | Fault:
    """Return the row with what stands beside its text."""
    if not (roles.categorical or roles.numeric or roles.features):
        return row
    named = named_in(row.number, None if roles.features is None else cells[roles.features])
    if isinstance(named, Fault):
        return named
    for column in roles.categorical:
        cell = cells[column]
        if isinstance(cell, (*_LISTS, dict)):
            rule = f"column {quoted(column)} must hold strings"
            return Fault(row.number, rule, kind_of(cell))

    categorical = tuple(written(cells[column]) for column in roles.categorical)
    numeric = tuple(_numeral(cells[column]) for column in roles.numeric)
    fault = lone_surrogate(row.number, (*categorical, *numeric))
    if fault is not None:
        return fault
    return replace(row, categorical=categorical, numeric=numeric, named=named)


def _labels(number: int, label: Any) -> str | list[str | None] | Fault | None:
    """Return a label, or a list of labels, as strings."""
    if not isinstance(label, _LISTS):
        return _bad_label(number, label) or written(label)
    # A set has no order of its own that a second run would repeat.
    labels = sorted(label, key=str) if isinstance(label, set | frozenset) else list(label)
    for each in labels:
        fault = _bad_label(number, each)
        if fault is not None:
            return fault
    return [written(each) for each in labels]


def _bad_label(number: int, label: Any) -> Fault | None:
    if is_missing(label) or isinstance(label, _LABELS):
        return None
    rule = "a label must be a string, a number, true or false"
    return Fault(number, rule, type(label).__name__, "Convert it")


def _numeral(value: Any) -> str | None:
    """Return a number as it is written; the check of the column refuses other values."""
    if not isinstance(value, _NUMBERS):
        return written(value)
    try:
        return repr(float(value))
    except OverflowError:
        return "inf"
