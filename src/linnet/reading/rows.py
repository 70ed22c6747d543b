"""Columns on their way into a batch: what was found in a piece of input, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import is_number, strings
from linnet.reading.columns import Chosen
from linnet.reading.documents import Batch, no_rows
from linnet.reading.faults import Fault, shown
from linnet.reading.label_lists import flat_labels, is_list, label_documents, label_lists
from linnet.reading.named import NamedFeatures
from linnet.reading.settings import ReadSettings


@dataclass(frozen=True)
class Found:
    """The columns of one piece of input, labels and numbers not yet checked; rows count from 1."""

    rows: np.ndarray
    next_row: int
    texts: tuple[pa.Array, ...]
    labels: pa.Array | None = None  # strings, or lists of strings
    ids: pa.Array | None = None
    weights: pa.Array | None = None
    skipped: np.ndarray = field(default_factory=no_rows)
    fault: Fault | None = None  # the row where reading stopped, when bad rows are not skipped
    categorical: tuple[pa.Array, ...] = ()
    numeric: tuple[pa.Array, ...] = ()  # numbers, or strings that should be
    named: NamedFeatures | None = None

    def moved(self, by: int) -> Found:
        """Return the same columns with the rows counted from the start of the source."""
        fault = self.fault and replace(self.fault, number=self.fault.number + by)
        return replace(self, rows=self.rows + by, next_row=self.next_row + by, skipped=self.skipped + by, fault=fault)

    def kept(self, keep: np.ndarray) -> Found:
        """Return the rows for which `keep` is true."""
        mask = pa.array(keep)

        def columns(found: tuple[pa.Array, ...]) -> tuple[pa.Array, ...]:
            return tuple(column.filter(mask) for column in found)

        def one(column: pa.Array | None) -> pa.Array | None:
            return None if column is None else column.filter(mask)

        return replace(
            self,
            rows=self.rows[keep],
            texts=columns(self.texts),
            labels=one(self.labels),
            ids=one(self.ids),
            weights=one(self.weights),
            categorical=columns(self.categorical),
            numeric=columns(self.numeric),
            named=None if self.named is None else self.named.kept(keep),
        )


def found_of(columns: Mapping[str, pa.Array], chosen: Chosen, rows: np.ndarray, next_row: int) -> Found:
    """Return columns in their roles; named features come by themselves."""

    def written(names: tuple[str, ...]) -> tuple[pa.Array, ...]:
        return tuple(strings(columns[name]) for name in names)

    as_labels = label_lists if chosen.several else strings
    return Found(
        rows,
        next_row,
        written(chosen.fields),
        None if chosen.label is None else as_labels(columns[chosen.label]),
        None if chosen.id is None else strings(columns[chosen.id]),
        None if chosen.weight is None else columns[chosen.weight],
        categorical=written(chosen.categorical),
        numeric=tuple(columns[name] for name in chosen.numeric),
    )


def checked(found: Found, name: str, settings: ReadSettings, share: float | None) -> Batch:
    """Return a batch in which every label and number is right; bad rows are refused or skipped."""
    weights = [] if found.weights is None else [numbers(found.weights)]
    numeric = [floats(column) for column in found.numeric]
    bad = np.zeros(len(found.rows), bool)
    if found.labels is not None:
        bad |= _lacks_label(found.labels)
    for _, wrong in (*weights, *numeric):
        bad |= wrong
    if found.named is not None:
        bad |= found.named.faulty()
    if bad.any() and not settings.skip_bad_rows:
        raise _fault(found, int(np.argmax(bad)), settings).error(name)
    if found.fault is not None:
        raise found.fault.error(name)
    batch = _batch(_without(found, bad) if bad.any() else found, share)
    keep = ~bad if bad.any() else slice(None)
    return replace(
        batch,
        weights=weights[0][0][keep] if weights else None,
        numeric=tuple(values[keep] for values, _ in numeric),
    )


def _without(found: Found, bad: np.ndarray) -> Found:
    return replace(found.kept(~bad), skipped=np.sort(np.concatenate([found.skipped, found.rows[bad]])))


def _batch(found: Found, share: float | None) -> Batch:
    """Return what was found, with weights and numbers still to come."""
    labels, starts = found.labels, None
    if labels is not None and is_list(labels.type):
        labels, starts = flat_labels(labels)
    categorical = tuple(_null_for_empty(column) for column in found.categorical)
    return Batch(
        found.rows, found.next_row, found.texts, labels, found.ids, None, share, found.skipped, starts, categorical,
        named=found.named,
    )  # fmt: skip


def _lacks_label(labels: pa.Array) -> np.ndarray:
    """Return which rows have no label, or one that is null or empty."""
    if not is_list(labels.type):
        return absent(labels)
    bad: np.ndarray = labels.is_null().to_numpy(zero_copy_only=False).copy()
    bad[label_documents(labels)[absent(labels.flatten())]] = True
    return bad


def _fault(found: Found, place: int, settings: ReadSettings) -> Fault:
    """Return the first rule that a row breaks."""
    number = int(found.rows[place])
    label = "there" if found.labels is None else found.labels[place].as_py()
    label = next((one for one in label if not one), "there") if isinstance(label, list) else label
    if not label:
        rule = "a label must be there; got none" if label is None else "a label must not be empty; got ''"
        return Fault(number, rule, "Drop the row")
    if found.weights is not None and numbers(found.weights[place : place + 1])[1].any():
        weight = found.weights[place].as_py()
        return Fault(number, f"a weight must be a finite number, 0 or above; got {shown(weight)}")
    for name, column in zip(settings.numeric, found.numeric, strict=True):
        if floats(column[place : place + 1])[1].any():
            return Fault(number, f"column {name!r} must hold numbers; got {shown(column[place].as_py())}")
    assert found.named is not None
    return Fault(number, found.named.fault(place))


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


def _null_for_empty(column: pa.Array) -> pa.Array:
    """Return a column of strings in which what is empty is missing."""
    from pyarrow import compute

    empty = absent(column)
    if empty.sum() == column.null_count:
        return column
    return compute.if_else(pa.array(empty), pa.scalar(None, column.type), column)


def numbers(column: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64 and which of its values are no finite number, 0 or above.

    >>> values, bad = numbers(pa.array(["1.5", "-1", "x"]))
    >>> values.tolist(), bad.tolist()
    ([1.5, -1.0, nan], [False, True, True])
    """
    values = _as_floats(column)
    with np.errstate(invalid="ignore"):
        return values, ~(np.isfinite(values) & (values >= 0))


def floats(column: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64, NaN for what is missing, and which of its values are no finite number.

    >>> values, bad = floats(pa.array(["1.5", "", "old", "nan"]))
    >>> values.tolist(), bad.tolist()
    ([1.5, nan, nan, nan], [False, False, True, True])
    """
    if is_number(column.type):
        values: np.ndarray = column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        return values, np.isinf(values)
    texts = _null_for_empty(strings(column))
    values = _as_floats(texts)
    return values, ~np.isfinite(values) & texts.is_valid().to_numpy(zero_copy_only=False)


def _as_floats(column: pa.Array) -> np.ndarray:
    try:
        cast = column.cast(pa.float64())
    except pa.ArrowException:
        cast = pa.array([number_in(value) for value in column.to_pylist()], pa.float64())
    values: np.ndarray = cast.to_numpy(zero_copy_only=False)
    return values


def number_in(value: Any) -> float | None:
    """Return the number that is written, None where there is none."""
    try:
        return None if "_" in str(value) else float(value)
    except (TypeError, ValueError):
        return None
