"""Rows taken one by one, as Python strings, where whole columns might not be read exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault
from linnet.reading.kept_columns import of_rows
from linnet.reading.named import Named, named_of
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.settings import ReadSettings
from linnet.reading.skipped import SkippedRows


@dataclass(frozen=True, slots=True)
class Row:
    """One document."""

    number: int
    texts: tuple[str | None, ...]
    label: str | list[str | None] | None = None
    id: str | None = None
    weight: str | None = None
    categorical: tuple[str | None, ...] = ()
    numeric: tuple[str | None, ...] = ()
    named: Named = ((), ())
    kept: tuple[str | None, ...] | None = None  # for the output


def row_of(number: int, values: Mapping[str, str | None], roles: ColumnRoles) -> Row:
    """Return the row with the columns in their roles."""
    texts = tuple([values[name] for name in roles.fields])
    label = None if roles.label is None else values[roles.label]
    key = None if roles.id is None else values[roles.id]
    weight = None if roles.weight is None else values[roles.weight]
    categorical = tuple([values[name] for name in roles.categorical])
    numeric = tuple([values[name] for name in roles.numeric])
    return Row(number, texts, label, key, weight, categorical, numeric)


def collect(
    rows: Iterable[Row | Fault], next_row: int, roles: ColumnRoles, settings: ReadSettings
) -> ParsedColumns:
    """Return the rows as columns: up to the first fault, or without the faulty when skipping."""
    good: list[Row] = []
    kept: list[tuple[str | None, ...] | None] = []
    skipped: list[int] = []
    faults = SkippedRows()
    fault = None
    for row in rows:
        kept.append(row.kept)
        if isinstance(row, Row):
            good.append(row)
        elif settings.skip_bad_rows:
            skipped.append(row.number)
            # Without a label column a row loses no label.
            labels = () if roles.label is None else row.labels
            faults.add(replace(row, labels=labels))
        else:
            fault = row
            break
    return replace(
        _columns(good, next_row, roles),
        skipped=np.array(skipped, np.int64),
        faults=faults if skipped else None,
        fault=fault,
        kept_columns=of_rows(kept, roles),
    )


def _columns(rows: list[Row], next_row: int, roles: ColumnRoles) -> ParsedColumns:
    """Return good rows as columns."""
    numbers = np.array([row.number for row in rows], np.int64)
    texts = _string_columns([row.texts for row in rows], len(roles.fields))
    categorical = _string_columns([row.categorical for row in rows], len(roles.categorical))
    numeric = _string_columns([row.numeric for row in rows], len(roles.numeric))
    labels = None if roles.label is None else _labels(rows, roles)
    ids = None if roles.id is None else _strings([row.id for row in rows])
    weights = None if roles.weight is None else _strings([row.weight for row in rows])
    named = None if roles.features is None else named_of([row.named for row in rows])
    return ParsedColumns(
        numbers,
        next_row,
        texts,
        labels,
        ids,
        weights,
        categorical=categorical,
        numeric=numeric,
        named=named,
    )


def _labels(rows: list[Row], roles: ColumnRoles) -> pa.Array:
    if not roles.multilabel:
        return _strings([row.label for row in rows])
    lists = [[row.label] if isinstance(row.label, str) else row.label for row in rows]
    return pa.array(lists, pa.large_list(pa.large_string()))


def _string_columns(cells: list[tuple[str | None, ...]], n_columns: int) -> tuple[pa.Array, ...]:
    return tuple(_strings([row[place] for row in cells]) for place in range(n_columns))


def _strings(values: Sequence[str | list[str | None] | None]) -> pa.Array:
    return pa.array(values, pa.large_string())
