"""Rows taken one by one, as Python strings, where whole columns might not be read exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault
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


def row_of(number: int, values: Mapping[str, str | None], roles: ColumnRoles) -> Row:
    """Return the row with the chosen columns in their roles."""

    def parts(names: tuple[str, ...]) -> tuple[str | None, ...]:
        return tuple(values[name] for name in names)

    label, key, weight = (
        None if name is None else values[name] for name in (roles.label, roles.id, roles.weight)
    )
    return Row(
        number,
        parts(roles.fields),
        label,
        key,
        weight,
        parts(roles.categorical),
        parts(roles.numeric),
    )


def collect(
    rows: Iterable[Row | Fault], next_row: int, roles: ColumnRoles, settings: ReadSettings
) -> ParsedColumns:
    """Return the rows as columns: up to the first fault, or without all faulty rows when skipping."""
    good: list[Row] = []
    skipped: list[int] = []
    faults = SkippedRows()
    fault = None
    for row in rows:
        if isinstance(row, Row):
            good.append(row)
        elif settings.skip_bad_rows:
            skipped.append(row.number)
            faults.add(row if roles.label is not None else replace(row, labels=()))
        else:
            fault = row
            break
    return ParsedColumns(
        rows=np.array([row.number for row in good], np.int64),
        next_row=next_row,
        texts=tuple(_strings([row.texts[k] for row in good]) for k in range(len(roles.fields))),
        labels=None if roles.label is None else _labels(good, roles),
        ids=None if roles.id is None else _strings([row.id for row in good]),
        weights=None if roles.weight is None else _strings([row.weight for row in good]),
        skipped=np.array(skipped, np.int64),
        faults=faults if skipped else None,
        fault=fault,
        categorical=tuple(
            _strings([row.categorical[k] for row in good]) for k in range(len(roles.categorical))
        ),
        numeric=tuple(
            _strings([row.numeric[k] for row in good]) for k in range(len(roles.numeric))
        ),
        named=None if roles.features is None else named_of([row.named for row in good]),
    )


def _labels(rows: list[Row], roles: ColumnRoles) -> pa.Array:
    if not roles.multilabel:
        return _strings([row.label for row in rows])
    lists = [[row.label] if isinstance(row.label, str) else row.label for row in rows]
    return pa.array(lists, pa.large_list(pa.large_string()))


def _strings(values: list[str | list[str | None] | None]) -> pa.Array:
    return pa.array(values, pa.large_string())
