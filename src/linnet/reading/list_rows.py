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

_LISTS = (list, tuple, set, frozenset, np.ndarray)


def is_multilabel(labels: list[Any], settings: ReadSettings) -> bool:
    """Return whether documents have lists of labels, unless they were said to have one each."""
    if settings.multilabel is not None:
        return settings.multilabel
    return any(issubclass(kind, _LISTS) for kind in set(map(type, labels)))


def list_rows(
    part: Mapping[str, list[Any]], roles: ColumnRoles, first: int, name: str
) -> Iterator[Row | Fault]:
    """Yield each document of some columns."""
    for number, values in enumerate(zip(*part.values(), strict=True), first):
        cells = dict(zip(part, values, strict=True))
        cells = {column: None if is_missing(cell) else cell for column, cell in cells.items()}
        row = _row(number, cells, roles, name)
        if isinstance(row, Fault):
            row = replace(row, labels=_known(None if roles.label is None else cells[roles.label]))
        yield row


def _known(label: Any) -> tuple[str | bytes, ...]:
    """Return the labels of a bad row, as far as they are some."""
    labels = _labels(0, label)
    if isinstance(labels, Fault):
        return ()
    return readable_labels(labels if isinstance(labels, list) else [labels])


def _row(number: int, cells: Mapping[str, Any], roles: ColumnRoles, name: str) -> Row | Fault:
    texts = tuple(cells[field] for field in roles.fields)
    for text in texts:
        if text is not None and not isinstance(text, str):
            return Fault(number, "text must be a string", type(text).__name__, "Convert it")
    label = None if roles.label is None else cells[roles.label]
    if isinstance(label, _LISTS) and not roles.multilabel:
        raise multilabel_error(f"{name}, row {number}", f"{len(label)} of them")
    labels = _labels(number, label)
    if isinstance(labels, Fault):
        return labels
    key, weight = (
        None if role is None else _written(cells[role]) for role in (roles.id, roles.weight)
    )
    row = Row(number, texts, labels, key, weight)
    said = (*(labels if isinstance(labels, list) else [labels]), key, weight)
    return lone_surrogate(number, (*texts, *said)) or _with_columns(row, cells, roles)


def _with_columns(row: Row, cells: Mapping[str, Any], roles: ColumnRoles) -> Row | Fault:
    """Return the row with what stands beside its text."""
    if not (roles.categorical or roles.numeric or roles.features):
        return row
    named = named_in(row.number, None if roles.features is None else cells[roles.features])
    if isinstance(named, Fault):
        return named
    for column in roles.categorical:
        if isinstance(cells[column], (*_LISTS, dict)):
            return Fault(
                row.number, f"column {quoted(column)} must hold strings", kind_of(cells[column])
            )
    categorical = tuple(_written(cells[column]) for column in roles.categorical)
    numeric = tuple(_numeral(cells[column]) for column in roles.numeric)
    row = replace(row, categorical=categorical, numeric=numeric, named=named)
    return lone_surrogate(row.number, (*categorical, *numeric)) or row


def _labels(number: int, label: Any) -> str | list[str | None] | Fault | None:
    """Return a label, or a list of labels, as strings."""
    if isinstance(label, _LISTS):
        # A set has no order of its own that a second run would repeat.
        inside = sorted(label, key=str) if isinstance(label, set | frozenset) else list(label)
    else:
        inside = [label]
    for one in inside:
        if one is not None and not isinstance(one, str | int | np.integer | np.bool_):
            got = type(one).__name__
            return Fault(number, "a label must be a string or whole number", got, "Convert it")
    written = [_written(one) for one in inside]
    return written if isinstance(label, _LISTS) else written[0]


def _written(value: Any) -> str | None:
    return None if value is None else str(value)


def _numeral(value: Any) -> str | None:
    """Return a number as it is written; the check of the column says what is wrong with other values."""
    if not isinstance(value, np.bool_ | int | float | np.integer | np.floating):
        return _written(value)
    try:
        return repr(float(value))
    except OverflowError:
        return "inf"


def is_missing(value: Any) -> bool:
    """Return whether this stands for no value: None, or NaN, NA and NaT as pandas has them."""
    if isinstance(value, float | np.floating):
        return bool(value != value)  # noqa: PLR0124
    return value is None or type(value).__name__ in ("NAType", "NaTType")
