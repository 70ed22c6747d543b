"""The rules that labels, weights, numbers and named features must keep; rows that break one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.errors import Advice, quoted
from linnet.reading.arrow_columns import null_for_empty, null_or_empty, nulls
from linnet.reading.decimals import Decimal, is_ambiguous, is_of_other_mark
from linnet.reading.documents import Batch
from linnet.reading.faults import Fault
from linnet.reading.label_lists import flat_labels, is_list, label_documents
from linnet.reading.numbers import parse_numbers, parse_weights
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.settings import ReadSettings
from linnet.reading.skipped import SkippedRows


@dataclass(frozen=True)
class _Rule:
    """Something that must hold: which rows break it, and what is wrong with one of them."""

    broken: np.ndarray
    fault: Callable[[int], Fault]  # of the row at a place


@dataclass(frozen=True)
class _Numbers:
    """Numbers of each row, and which of them are wrong."""

    values: np.ndarray
    wrong: np.ndarray


def checked_batch(
    parsed: ParsedColumns,
    name: str,
    settings: ReadSettings,
    share: float | None,
    place_of: Callable[[int], str] | None = None,
) -> Batch:
    """Return a batch in which every label and number is right; bad rows are refused or skipped.

    `place_of` says where a row is, where the name and the number of the row do not.
    """
    weights = None
    if parsed.weights is not None:
        decimal = settings.decimals.get(settings.weight or "")
        weights = _Numbers(*parse_weights(parsed.weights, decimal))
    numeric = []
    for column_name, column in zip(settings.numeric, parsed.numeric, strict=True):
        decimal = settings.decimals.get(column_name)
        numeric.append(_Numbers(*parse_numbers(column, decimal)))

    rules = _rules(parsed, settings, weights, numeric)
    bad = _breaks_any(rules, len(parsed.rows))
    fault = parsed.fault
    if bad.any() and not settings.skip_bad_rows:
        fault = _first_fault(rules, bad)
    if fault is not None and place_of is not None:
        raise fault.error_at(place_of(fault.number))
    if fault is not None:
        raise fault.error(name)

    keep: slice | np.ndarray = slice(None)  # all of them, without a copy
    if bad.any():
        parsed = _without(parsed, bad, rules)
        keep = ~bad
    return replace(
        _batch(parsed, share),
        weights=None if weights is None else weights.values[keep],
        numeric=tuple(numbers.values[keep] for numbers in numeric),
    )


def _rules(
    parsed: ParsedColumns,
    settings: ReadSettings,
    weights: _Numbers | None,
    numeric: Sequence[_Numbers],
) -> list[_Rule]:
    """Return the rules, with the rows that break them, in the order in which they are told."""
    rules = []
    if parsed.labels is not None:
        rules += _label_rules(parsed.rows, parsed.labels, parsed.written_labels)
    if weights is not None:
        rules.append(_Rule(weights.wrong, partial(_bad_weight, parsed, settings)))
    for name, column, numbers in zip(settings.numeric, parsed.numeric, numeric, strict=True):
        decimal = settings.decimals.get(name)
        bad_number = partial(_bad_number, parsed.rows, name, column, decimal)
        rules.append(_Rule(numbers.wrong, bad_number))
    if parsed.named is not None:
        rules.append(_Rule(parsed.named.faulty(), partial(_bad_feature, parsed)))
    return rules


def _label_rules(rows: np.ndarray, labels: pa.Array, written: pa.Array | None) -> list[_Rule]:
    no_nulls, lacking = _lacks_label(labels)

    def missing(place: int) -> Fault:
        value = None if written is None else written[place].as_py()
        got = "none" if value is None else f"{quoted(value)}, an error value of a spreadsheet"
        return Fault(int(rows[place]), "a label must be there", got, "Drop the row")

    def empty(place: int) -> Fault:
        return Fault(int(rows[place]), "a label must not be empty", "''", "Drop the row")

    return [_Rule(~no_nulls, missing), _Rule(no_nulls & lacking, empty)]


def _lacks_label(labels: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return which rows have no null label, and which lack a label or have an empty one."""
    no_nulls = ~nulls(labels)
    if not is_list(labels.type):
        return no_nulls, null_or_empty(labels)
    lacking = ~no_nulls
    documents = label_documents(labels)
    flat = labels.flatten()
    no_nulls[documents[nulls(flat)]] = False
    lacking[documents[null_or_empty(flat)]] = True
    return no_nulls, lacking


def _bad_weight(parsed: ParsedColumns, settings: ReadSettings, place: int) -> Fault:
    assert parsed.weights is not None
    rule = "a weight must be a finite number, 0 or above"
    value = parsed.weights[place].as_py()
    fault = Fault(int(parsed.rows[place]), rule, quoted(value))
    name = settings.weight or ""
    return _with_decimal(fault, name, value, settings.decimals.get(name))


def _bad_number(
    rows: np.ndarray, name: str, column: pa.Array, decimal: Decimal | None, place: int
) -> Fault:
    rule = f"column {quoted(name)} must hold numbers"
    value = column[place].as_py()
    return _with_decimal(Fault(int(rows[place]), rule, quoted(value)), name, value, decimal)


def _with_decimal(fault: Fault, name: str, value: object, decimal: Decimal | None) -> Fault:
    """Return the fault of a number; it says so if the decimal mark is what is wrong with it."""
    if decimal is None or not isinstance(value, str):
        return fault
    if is_ambiguous(value, decimal):
        rule = f"the decimal mark of column {quoted(name)} must be clear"
    elif is_of_other_mark(value, decimal):
        rule = f"column {quoted(name)} must have the decimal mark {quoted(decimal.mark)}"
    else:
        return fault
    return replace(fault, rule=rule, advice=Advice("name_decimal_or_skip"))


def _bad_feature(parsed: ParsedColumns, place: int) -> Fault:
    assert parsed.named is not None
    return parsed.named.fault(int(parsed.rows[place]), place)


def _breaks_any(rules: Sequence[_Rule], n_rows: int) -> np.ndarray:
    bad = np.zeros(n_rows, np.bool_)
    for rule in rules:
        bad |= rule.broken
    return bad


def _first_fault(rules: Sequence[_Rule], bad: np.ndarray) -> Fault:
    """Return what is wrong with the first bad row, by the first rule that it breaks."""
    place = int(np.argmax(bad))
    return next(rule.fault(place) for rule in rules if rule.broken[place])


def _without(parsed: ParsedColumns, bad: np.ndarray, rules: Sequence[_Rule]) -> ParsedColumns:
    """Return the good rows; each bad one counts for the first rule that it breaks."""
    faults = SkippedRows()
    uncounted = bad.copy()
    for rule in rules:
        broken = uncounted & rule.broken
        if broken.any():
            first = rule.fault(int(np.argmax(broken)))
            faults.add(replace(first, labels=()), int(broken.sum()))
        uncounted &= ~rule.broken

    if parsed.labels is not None:
        labels = parsed.labels.filter(pa.array(bad))
        faults.add_labels(labels.flatten() if is_list(labels.type) else labels)
    if parsed.faults is not None:
        faults.update(parsed.faults)
    skipped = np.sort(np.concatenate([parsed.skipped, parsed.rows[bad]]))
    return replace(parsed.kept(~bad), skipped=skipped, faults=faults)


def _batch(parsed: ParsedColumns, share: float | None) -> Batch:
    """Return the columns as a batch, weights and numbers still to come."""
    labels = parsed.labels
    label_starts = None
    categorical = tuple(null_for_empty(column) for column in parsed.categorical)
    if labels is not None and is_list(labels.type):
        labels, label_starts = flat_labels(labels)
    return Batch(
        parsed.rows,
        parsed.next_row,
        parsed.texts,
        labels,
        parsed.ids,
        weights=None,
        share=share,
        skipped=parsed.skipped,
        label_starts=label_starts,
        categorical=categorical,
        named=parsed.named,
        kept_columns=parsed.kept_columns,
        faults=parsed.faults,
    )
