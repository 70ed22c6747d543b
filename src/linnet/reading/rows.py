"""Columns on their way into a batch: what was found in a piece of input, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import quoted
from linnet.reading.arrow_columns import is_number, strings
from linnet.reading.columns import Chosen
from linnet.reading.documents import Batch, no_rows
from linnet.reading.faults import Fault
from linnet.reading.label_lists import flat_labels, is_list, label_documents, label_lists
from linnet.reading.named import NamedFeatures
from linnet.reading.settings import ReadSettings
from linnet.reading.skipped import SkippedRows


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
    faults: SkippedRows | None = None  # what is wrong with the rows in `skipped`
    fault: Fault | None = None  # the row where reading stopped, when bad rows are not skipped
    categorical: tuple[pa.Array, ...] = ()
    numeric: tuple[pa.Array, ...] = ()  # numbers, or strings that should be
    named: NamedFeatures | None = None

    def moved(self, by: int) -> Found:
        """Return the same columns with the rows counted from the start of the source."""
        fault = self.fault and replace(self.fault, number=self.fault.number + by)
        faults = None if self.faults is None else self.faults.moved(by)
        return replace(
            self,
            rows=self.rows + by,
            next_row=self.next_row + by,
            skipped=self.skipped + by,
            faults=faults,
            fault=fault,
        )

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


def found_of(
    columns: Mapping[str, pa.Array], chosen: Chosen, rows: np.ndarray, next_row: int
) -> Found:
    """Return columns in their roles; named features come by themselves."""

    def written(names: tuple[str, ...]) -> tuple[pa.Array, ...]:
        return tuple(strings(columns[name]) for name in names)

    as_labels = label_lists if chosen.multilabel else strings
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


@dataclass(frozen=True)
class _Rule:
    """Something that must hold: which rows break it, and what is wrong with one of them."""

    broken: np.ndarray
    fault: Callable[[int], Fault]  # of the row at a place


def checked(found: Found, name: str, settings: ReadSettings, share: float | None) -> Batch:
    """Return a batch in which every label and number is right; bad rows are refused or skipped."""
    weights = [] if found.weights is None else [numbers(found.weights)]
    numeric = [floats(column) for column in found.numeric]
    rules = _rules(
        found, settings, [wrong for _, wrong in weights], [wrong for _, wrong in numeric]
    )
    bad = np.zeros(len(found.rows), bool)
    for rule in rules:
        bad |= rule.broken
    if bad.any() and not settings.skip_bad_rows:
        place = int(np.argmax(bad))
        raise next(rule.fault(place) for rule in rules if rule.broken[place]).error(name)
    if found.fault is not None:
        raise found.fault.error(name)
    batch = _batch(_without(found, bad, rules) if bad.any() else found, share)
    keep = ~bad if bad.any() else slice(None)
    return replace(
        batch,
        weights=weights[0][0][keep] if weights else None,
        numeric=tuple(values[keep] for values, _ in numeric),
    )


def _rules(
    found: Found,
    settings: ReadSettings,
    weights: Sequence[np.ndarray],
    numeric: Sequence[np.ndarray],
) -> list[_Rule]:
    """Return the rules for labels, weights, numbers and named features, with the rows that break them."""
    rules = [] if found.labels is None else _label_rules(found, found.labels)
    rules += [_Rule(wrong, partial(_bad_weight, found)) for wrong in weights]
    for name, column, wrong in zip(settings.numeric, found.numeric, numeric, strict=True):
        rules.append(_Rule(wrong, partial(_bad_number, found, name, column)))
    if found.named is not None:
        named = found.named
        rules.append(
            _Rule(named.faulty(), lambda place: named.fault(int(found.rows[place]), place))
        )
    return rules


def _label_rules(found: Found, labels: pa.Array) -> list[_Rule]:
    there, lacking = _lacks_label(labels)

    def missing(place: int) -> Fault:
        return Fault(int(found.rows[place]), "a label must be there", "none", "Drop the row")

    def empty(place: int) -> Fault:
        return Fault(int(found.rows[place]), "a label must not be empty", "''", "Drop the row")

    return [_Rule(~there, missing), _Rule(there & lacking, empty)]


def _bad_weight(found: Found, place: int) -> Fault:
    assert found.weights is not None
    got = quoted(found.weights[place].as_py())
    return Fault(int(found.rows[place]), "a weight must be a finite number, 0 or above", got)


def _bad_number(found: Found, name: str, column: pa.Array, place: int) -> Fault:
    return Fault(
        int(found.rows[place]),
        f"column {quoted(name)} must hold numbers",
        quoted(column[place].as_py()),
    )


def _without(found: Found, bad: np.ndarray, rules: Sequence[_Rule]) -> Found:
    """Return the good rows; each bad one counts for the first rule that it breaks."""
    faults = SkippedRows()
    left = bad.copy()
    for rule in rules:
        here = left & rule.broken
        if here.any():
            fault = rule.fault(int(np.argmax(here)))
            faults.add(replace(fault, labels=()), int(here.sum()))
        left &= ~rule.broken
    if found.labels is not None:
        labels = found.labels.filter(pa.array(bad))
        faults.add_labels(labels.flatten() if is_list(labels.type) else labels)
    if found.faults is not None:
        faults.update(found.faults)
    skipped = np.sort(np.concatenate([found.skipped, found.rows[bad]]))
    return replace(found.kept(~bad), skipped=skipped, faults=faults)


def _batch(found: Found, share: float | None) -> Batch:
    """Return what was found, with weights and numbers still to come."""
    labels, starts = found.labels, None
    if labels is not None and is_list(labels.type):
        labels, starts = flat_labels(labels)
    categorical = tuple(_null_for_empty(column) for column in found.categorical)
    return Batch(
        found.rows, found.next_row, found.texts, labels, found.ids, None, share, found.skipped, starts, categorical,
        named=found.named, faults=found.faults,
    )  # fmt: skip


def _lacks_label(labels: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return which rows have labels none of which is null, and which lack one or have an empty one."""
    there = ~_nulls(labels)
    if not is_list(labels.type):
        return there, absent(labels)
    lacking = ~there
    documents, inside = label_documents(labels), labels.flatten()
    there[documents[_nulls(inside)]] = False
    lacking[documents[absent(inside)]] = True
    return there, lacking


def _nulls(column: pa.Array) -> np.ndarray:
    """Return which values are null; where none is, without Arrow's functions, which take long to import."""
    if not column.null_count:
        return np.zeros(len(column), bool)
    nulls: np.ndarray = column.is_null().to_numpy(zero_copy_only=False)
    return nulls


def absent(column: pa.Array) -> np.ndarray:
    """Return which texts or labels are null or empty."""
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    if len(column) == 0:
        return np.zeros(0, bool)
    offsets = np.frombuffer(column.buffers()[1], width)[
        column.offset : column.offset + len(column) + 1
    ]
    empty: np.ndarray = offsets[1:] == offsets[:-1]
    if column.null_count:
        empty = empty | _nulls(column)
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
