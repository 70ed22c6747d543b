"""Python lists of texts, of (text, label) pairs and of dicts, and dicts of columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError, quoted, shortened
from linnet.reading.column_contents import ROWS
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Batch, Documents
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_objects import column_of_objects
from linnet.reading.list_rows import is_multilabel, list_rows
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import collect
from linnet.reading.written import written

NAME = "list"
FIRST_ROW = 0  # as Python counts
_BATCH_ROWS = 50_000


def read_list(
    entries: Sequence[Any], labels: Sequence[Any] | None, settings: ReadSettings
) -> Documents:
    """Return the documents of a list.

    Its entries are texts or featuresets, with labels beside them; (text, label) pairs; or dicts
    with the same keys.
    """
    first = entries[0] if len(entries) else None
    if labels is None and isinstance(first, Mapping):
        return read_columns(_columns_of_dicts(entries), settings, NAME)
    if labels is None and _is_pair(first):
        entries, labels = _unzipped(entries)
        first = entries[0]
    if settings.labelled is None:
        settings = replace(settings, labelled=labels is not None)
    if settings.labelled and labels is None and len(entries):
        got = "texts only" if isinstance(first, str) else f"a {type(first).__name__} first"
        raise InputError(
            f"{NAME}: documents must have labels here; got {got}. Pass labels=[…], pairs or dicts."
        )
    roles = _roles_of_entries(first, settings)
    columns = {name: entries for name in (*roles.fields, roles.features) if name is not None}
    if roles.label is not None:
        columns[roles.label] = [] if labels is None else labels
    return _documents(NAME, columns, roles, settings)


def _roles_of_entries(first: Any, settings: ReadSettings) -> ColumnRoles:
    """Return the roles of featuresets or texts and their labels."""
    label = "label" if settings.labelled else None
    other_columns = settings.other_columns()
    if isinstance(first, Mapping):
        other_columns = tuple(name for name in other_columns if name != settings.features)
        _refuse_column_names(other_columns)
        return ColumnRoles((), label, features="features")
    _refuse_column_names(other_columns)
    if settings.text == ():
        raise SettingError(
            f"{NAME}: texts must be asked for; got texts and no name of one. Name them 'text'."
        )
    return ColumnRoles(("text",), label)


def _refuse_column_names(names: Sequence[str]) -> None:
    if names:
        raise SettingError(
            f"{NAME}: only dicts have column names; got {quoted(names[0])}. "
            "Pass dicts or a dict of columns."
        )


def read_columns(
    columns: Mapping[str, Any], settings: ReadSettings, name: str = "dict"
) -> Documents:
    """Return documents of a dict of columns."""
    columns = {str(name): values for name, values in columns.items()}
    for column, values in columns.items():
        if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
            raise InputError(
                f"{name}: column {quoted(column)} must be a list; got {type(values).__name__}. "
                "Pass a list, of one value for a single document."
            )
    features = _as_list(columns.get("features", ()))
    holds_dicts = any(isinstance(value, Mapping) for value in features)
    objects = ["features"] if holds_dicts else []
    roles = find_columns(list(columns), settings, name, objects, lambda: _sample(columns))
    return _documents(name, columns, roles, settings)


def _sample(columns: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {name: _as_list(values)[:ROWS] for name, values in columns.items()}


def _columns_of_dicts(rows: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the columns of dicts; what a dict lacks is missing."""
    _check_same_kind(rows, lambda row: isinstance(row, Mapping), "a dict")
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, tuple | list) and len(entry) == 2


def _unzipped(entries: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return the texts and the labels of pairs."""
    _check_same_kind(entries, _is_pair, "a (text, label) pair")
    texts = [text for text, _ in entries]
    labels = [label for _, label in entries]
    return texts, labels


def _check_same_kind(entries: Sequence[Any], fits: Callable[[Any], bool], what: str) -> None:
    for number, entry in enumerate(entries, FIRST_ROW):
        if not fits(entry):
            raise InputError(
                f"{NAME}, row {number}: each entry must be {what} as the first is; "
                f"got {type(entry).__name__}. Make them all alike."
            )


def _documents(
    name: str, columns: Mapping[str, Any], roles: ColumnRoles, settings: ReadSettings
) -> Documents:
    values = {column: _as_list(columns[column]) for column in roles.names()}
    _check_lengths(name, values)
    multilabel = roles.label is not None and is_multilabel(values[roles.label], settings)
    learned = replace(roles, multilabel=multilabel, kept=())
    kept = _kept_columns(values, roles)
    learned_values = {column: values[column] for column in learned.names()}
    documents = learned.documents(
        name, lambda: _with_kept(_batches(name, learned_values, learned, settings), kept)
    )
    return replace(documents, kept_columns=_sliced(kept, 0, 0), first_row=FIRST_ROW)


def _kept_columns(values: Mapping[str, list[Any]], roles: ColumnRoles) -> tuple[KeptColumn, ...]:
    """Return the columns for the output, the one with ids last."""
    kept = [column_of_objects(name, values[name]) for name in roles.kept]
    if roles.id is not None:
        kept.append(column_of_objects(roles.id, values[roles.id], is_id=True))
    return tuple(kept)


def _with_kept(batches: Iterator[Batch], kept: tuple[KeptColumn, ...]) -> Iterator[Batch]:
    """Yield the batches with the columns for the output."""
    start = 0
    for batch in batches:
        stop = batch.next_row - FIRST_ROW
        yield replace(batch, kept_columns=_sliced(kept, start, stop))
        start = stop


def _sliced(kept: tuple[KeptColumn, ...], start: int, stop: int) -> tuple[KeptColumn, ...]:
    return tuple(
        replace(column, values=column.values.slice(start, stop - start)) for column in kept
    )


def _check_lengths(name: str, values: Mapping[str, list[Any]]) -> None:
    lengths = {len(cells) for cells in values.values()}
    if len(lengths) > 1:
        parts = [f"{len(cells)} in {quoted(column)}" for column, cells in values.items()]
        got = shortened(parts, len(parts))
        raise InputError(f"{name}: columns must be equally long; got {got}. Make them match.")


def _as_list(values: Any) -> list[Any]:
    """Return the values as Python objects."""
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return list(values.to_pylist())
    if hasattr(values, "tolist"):
        return list(values.tolist())
    return list(values)


def _batches(
    name: str, values: Mapping[str, list[Any]], roles: ColumnRoles, settings: ReadSettings
) -> Iterator[Batch]:
    total = len(next(iter(values.values())))
    for start in range(0, total, _BATCH_ROWS):
        stop = min(total, start + _BATCH_ROWS)
        part = {column: cells[start:stop] for column, cells in values.items()}
        parsed = _parse_fast(part, roles, np.arange(start, stop) + FIRST_ROW)
        if parsed is None:
            rows = list_rows(part, roles, start + FIRST_ROW, name)
            parsed = collect(rows, stop + FIRST_ROW, roles, settings)
        yield checked_batch(parsed, name, settings, stop / total)


def _parse_fast(
    part: Mapping[str, list[Any]], roles: ColumnRoles, rows: np.ndarray
) -> ParsedColumns | None:
    """Return plain values as columns at once; None where each row must be looked at."""
    if roles.features is not None or roles.multilabel:
        return None
    columns = {}
    for name, cells in part.items():
        column = _column(cells, {role for role, own in roles.items() if own == name})
        if column is None:
            return None
        columns[name] = column
    return assign_roles(columns, roles, rows, int(rows[-1]) + 1)


def _column(cells: list[Any], own_roles: set[str]) -> pa.Array | None:
    """Return cells of plain types as a column, None for others."""
    try:
        return _plain_column(cells, own_roles)
    except (UnicodeEncodeError, OverflowError, pa.ArrowException):
        return None


def _plain_column(cells: list[Any], own_roles: set[str]) -> pa.Array | None:
    kinds = set(map(type, cells))
    if all(issubclass(kind, str) for kind in kinds):
        return pa.array(cells, pa.large_string())
    if own_roles == {"numeric"} and kinds <= {int, float, type(None)}:
        return pa.array(np.array(cells, np.float64))
    if not own_roles & {"text", "numeric"} and kinds <= {int, float, bool, str}:
        return pa.array(list(map(written, cells)), pa.large_string())
    return None
