"""Python lists of texts, of (text, label) pairs and of dicts, and dicts of columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError, quoted, shortened
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Batch, Documents
from linnet.reading.list_rows import is_multilabel, list_rows
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import collect

NAME = "list"
_BATCH_ROWS = 50_000


def read_list(
    entries: Sequence[Any], labels: Sequence[Any] | None, settings: ReadSettings
) -> Documents:
    """Return documents of texts or featuresets and their labels, of such pairs, or of dicts with the same keys."""
    first = entries[0] if len(entries) else None
    if labels is None and isinstance(first, Mapping):
        return read_columns(_turned(entries), settings, NAME)
    if labels is None and _is_pair(first):
        entries, labels = _unzipped(entries)
        first = entries[0]
    if settings.labelled and labels is None and len(entries):
        got = "texts only" if isinstance(first, str) else f"a {type(first).__name__} first"
        raise InputError(
            f"{NAME}: documents must have labels here; got {got}. Pass labels=[…], pairs or dicts."
        )
    content = "features" if isinstance(first, Mapping) else "text"
    _check_content(content, settings)
    columns = {content: entries}
    if settings.labelled:
        columns["label"] = [] if labels is None else labels
    label = "label" if settings.labelled else None
    roles = (
        ColumnRoles(("text",), label)
        if content == "text"
        else ColumnRoles((), label, features=content)
    )
    return _documents(NAME, columns, roles, settings)


def _check_content(content: str, settings: ReadSettings) -> None:
    """Refuse what a list of texts or featuresets does not have."""
    named = [
        column
        for column in settings.other_columns()
        if content == "text" or column != settings.features
    ]
    if named:
        raise SettingError(
            f"{NAME}: only dicts have column names; got {quoted(named[0])}. Pass dicts or a dict of columns."
        )
    if content == "text" and settings.text == ():
        raise SettingError(
            f"{NAME}: texts must be asked for; got texts and no name of one. Name them 'text'."
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
    holds = any(isinstance(value, Mapping) for value in _as_list(columns.get("features", ())))
    roles = find_columns(list(columns), settings, name, ["features"] if holds else [])
    return _documents(name, columns, roles, settings)


def _turned(rows: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the columns of dicts; what a dict lacks is missing."""
    _check_alike(rows, lambda row: isinstance(row, Mapping), "a dict")
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, tuple | list) and len(entry) == 2


def _unzipped(entries: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return the texts and the labels of pairs."""
    _check_alike(entries, _is_pair, "a (text, label) pair")
    return [text for text, _ in entries], [label for _, label in entries]


def _check_alike(entries: Sequence[Any], grouped_by: Callable[[Any], bool], what: str) -> None:
    for number, entry in enumerate(entries, 1):
        if not grouped_by(entry):
            raise InputError(
                f"{NAME}, row {number}: each entry must be {what} as the first is; "
                f"got {type(entry).__name__}. Make them all alike."
            )


def _documents(
    name: str, columns: Mapping[str, Any], roles: ColumnRoles, settings: ReadSettings
) -> Documents:
    values = {column: _as_list(columns[column]) for column in roles.names()}
    counts = {column: len(cells) for column, cells in values.items()}
    if len(set(counts.values())) > 1:
        said = shortened(
            (f"{count} in {quoted(column)}" for column, count in counts.items()), len(counts)
        )
        raise InputError(f"{name}: columns must be equally long; got {said}. Make them match.")
    multilabel = roles.label is not None and is_multilabel(values[roles.label], settings)
    roles = replace(roles, multilabel=multilabel)
    return roles.documents(name, lambda: _batches(name, values, roles, settings))


def _as_list(values: Any) -> list[Any]:
    """Return the values as Python objects."""
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return list(values.to_pylist())
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _batches(
    name: str, values: Mapping[str, list[Any]], roles: ColumnRoles, settings: ReadSettings
) -> Iterator[Batch]:
    total = len(next(iter(values.values())))
    for start in range(0, total, _BATCH_ROWS):
        stop = min(total, start + _BATCH_ROWS)
        part = {column: cells[start:stop] for column, cells in values.items()}
        found = _plain(part, roles, start, stop)
        if found is None:
            found = collect(list_rows(part, roles, start + 1, name), stop + 1, roles, settings)
        yield checked_batch(found, name, settings, stop / total)


def _plain(
    part: Mapping[str, list[Any]], roles: ColumnRoles, start: int, stop: int
) -> ParsedColumns | None:
    """Return the rows at once where their values are strings, or numbers where asked for; None to look closer."""
    if roles.features is not None or roles.multilabel:
        return None
    columns = {}
    for column, cells in part.items():
        try:
            found = _column(cells, {role for role, name in roles.items() if name == column})
        except (UnicodeEncodeError, OverflowError, pa.ArrowException):
            found = None
        if found is None:
            return None
        columns[column] = found
    return assign_roles(columns, roles, np.arange(start + 1, stop + 1), stop + 1)


def _column(cells: list[Any], own_roles: set[str]) -> pa.Array | None:
    """Return cells of plain types as a column, None for others."""
    kinds = set(map(type, cells))
    if all(issubclass(kind, str) for kind in kinds):
        return pa.array(cells, pa.large_string())
    if own_roles == {"numeric"} and kinds <= {int, float, type(None)}:
        return pa.array(np.array(cells, np.float64))
    if not own_roles & {"text", "numeric"} and kinds <= {int, bool, str}:
        return pa.array(list(map(str, cells)), pa.large_string())
    return None
