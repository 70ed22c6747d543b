"""Rows on their way into a batch: what was found in a piece of input, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import InputError
from linnet.reading.columns import Chosen
from linnet.reading.documents import Batch, no_rows
from linnet.reading.settings import ReadSettings


@dataclass(frozen=True, slots=True)
class Row:
    """One document as Python strings."""

    number: int
    texts: tuple[str | None, ...]
    label: str | None = None
    id: str | None = None
    weight: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One row that is not a document: the rule, what came, and what to do besides skipping it."""

    number: int
    rule: str
    advice: str = "Correct the row"
    skippable: bool = True

    def error(self, name: str) -> InputError:
        """Return the sentence for the user."""
        skip = " or skip bad rows" if self.skippable else ""
        return InputError(f"{name}, row {self.number}: {self.rule}. {self.advice}{skip}.")


@dataclass(frozen=True)
class Found:
    """The columns of one piece of input, labels and weights not yet checked; rows count from 1."""

    rows: np.ndarray
    next_row: int
    texts: tuple[pa.Array, ...]
    labels: pa.Array | None = None
    ids: pa.Array | None = None
    weights: pa.Array | None = None
    skipped: np.ndarray = field(default_factory=no_rows)
    fault: Fault | None = None  # the row where reading stopped, when bad rows are not skipped

    def moved(self, by: int) -> Found:
        """Return the same columns with the rows counted from the start of the source."""
        fault = self.fault and replace(self.fault, number=self.fault.number + by)
        return replace(self, rows=self.rows + by, next_row=self.next_row + by, skipped=self.skipped + by, fault=fault)


def bad_utf8(number: int, data: bytes) -> Fault:
    """Return the fault of a row whose bytes are not UTF-8.

    >>> print(bad_utf8(812, bytes([65, 255])).error("reviews.csv"))
    reviews.csv, row 812: text must be UTF-8; got byte 0xff. Save the file as UTF-8 or skip bad rows.
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        got = f"byte {data[error.start]:#04x}"
        return Fault(number, f"text must be UTF-8; got {got}", "Save the file as UTF-8")
    raise AssertionError("these bytes are UTF-8")


def lone_surrogate(number: int, values: Iterable[str | None]) -> Fault | None:
    """Return the fault of a row with half a UTF-16 pair, which UTF-8 cannot hold."""
    for value in values:
        try:
            if value is not None:
                value.encode()
        except UnicodeEncodeError as error:
            half = f"U+{ord(value[error.start]):04X}" if value else ""
            return Fault(number, f"text must be Unicode; got the lone surrogate {half}")
    return None


def row_of(number: int, values: Mapping[str, str | None], chosen: Chosen) -> Row:
    """Return the row with the chosen columns in their roles."""
    rest = (None if name is None else values[name] for name in (chosen.label, chosen.id, chosen.weight))
    return Row(number, tuple(values[name] for name in chosen.fields), *rest)


def collect(rows: Iterable[Row | Fault], next_row: int, n_fields: int, settings: ReadSettings) -> Found:
    """Return the rows as columns: up to the first fault, or without all faulty rows when skipping."""
    good: list[Row] = []
    skipped: list[int] = []
    fault = None
    for row in rows:
        if isinstance(row, Row):
            good.append(row)
        elif settings.skip_bad_rows:
            skipped.append(row.number)
        else:
            fault = row
            break
    return Found(
        rows=np.array([row.number for row in good], np.int64),
        next_row=next_row,
        texts=tuple(_strings([row.texts[k] for row in good]) for k in range(n_fields)),
        labels=_strings([row.label for row in good]) if settings.labelled else None,
        ids=_strings([row.id for row in good]) if settings.id is not None else None,
        weights=_strings([row.weight for row in good]) if settings.weight is not None else None,
        skipped=np.array(skipped, np.int64),
        fault=fault,
    )


def _strings(values: list[str | None]) -> pa.Array:
    return pa.array(values, pa.large_string())


def checked(found: Found, name: str, settings: ReadSettings, share: float | None) -> Batch:
    """Return a batch in which every label and weight is right; bad rows are refused or skipped."""
    weights, bad = None, np.zeros(len(found.rows), bool)
    if found.labels is not None:
        bad |= absent(found.labels)
    if found.weights is not None:
        weights, bad_weights = numbers(found.weights)
        bad |= bad_weights
    if bad.any() and not settings.skip_bad_rows:
        raise _fault(found, int(np.argmax(bad))).error(name)
    if found.fault is not None:
        raise found.fault.error(name)
    batch = Batch(found.rows, found.next_row, found.texts, found.labels, found.ids, weights, share, found.skipped)
    return _without(batch, bad) if bad.any() else batch


def _fault(found: Found, place: int) -> Fault:
    number = int(found.rows[place])
    label = "there" if found.labels is None else found.labels[place].as_py()
    if not label:
        rule = "a label must be there; got none" if label is None else "a label must not be empty; got ''"
        return Fault(number, rule, "Drop the row")
    weight = None if found.weights is None else found.weights[place].as_py()
    return Fault(number, f"a weight must be a finite number, 0 or above; got {weight!r}")


def _without(batch: Batch, bad: np.ndarray) -> Batch:
    keep = pa.array(~bad)
    return replace(
        batch,
        rows=batch.rows[~bad],
        texts=tuple(text.filter(keep) for text in batch.texts),
        labels=None if batch.labels is None else batch.labels.filter(keep),
        ids=None if batch.ids is None else batch.ids.filter(keep),
        weights=None if batch.weights is None else batch.weights[~bad],
        skipped=np.sort(np.concatenate([batch.skipped, batch.rows[bad]])),
    )


def absent(column: pa.Array) -> np.ndarray:
    """Return which texts or labels are null or empty."""
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    if len(column) == 0:
        return np.zeros(0, bool)
    offsets = np.frombuffer(column.buffers()[1], width)[column.offset : column.offset + len(column) + 1]
    empty: np.ndarray = offsets[1:] == offsets[:-1]
    if column.null_count:
        empty = empty | column.is_null().to_numpy(zero_copy_only=False)
    return empty


def numbers(column: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64 and which of its values are no finite number, 0 or above.

    >>> values, bad = numbers(pa.array(["1.5", "-1", "x"]))
    >>> values.tolist(), bad.tolist()
    ([1.5, -1.0, nan], [False, True, True])
    """
    try:
        floats = column.cast(pa.float64())
    except pa.ArrowException:
        floats = pa.array([_number(value) for value in column.to_pylist()], pa.float64())
    values: np.ndarray = floats.to_numpy(zero_copy_only=False)
    with np.errstate(invalid="ignore"):
        return values, ~(np.isfinite(values) & (values >= 0))


def _number(value: Any) -> float | None:
    try:
        return None if "_" in str(value) else float(value)
    except (TypeError, ValueError):
        return None
