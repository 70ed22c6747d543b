"""The rules of labels, weights and numbers, and the rows that break them."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from linnet import InputError
from linnet.reading.faults import Fault
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings

STRICT = ReadSettings(numeric=("age",))
SKIPPING = ReadSettings(numeric=("age",), skip_bad_rows=True)
# Row 2 has no label and a bad weight, row 3 an empty label, row 4 a bad number.
PARSED = ParsedColumns(
    np.array([1, 2, 3, 4, 5]),
    6,
    (pa.array(["a", "b", "c", "d", "e"]),),
    pa.array(["x", None, "", "y", "x"]),
    weights=pa.array(["1", "-1", "1", "1", "2"]),
    numeric=(pa.array(["7", "", "", "old", ""]),),
)


def test_the_first_bad_row_is_told_by_the_first_rule_that_it_breaks():
    with pytest.raises(InputError, match=r"x\.csv, row 2: a label must be there; got none"):
        checked_batch(PARSED, "x.csv", STRICT, None)


def test_bad_rows_are_skipped_and_counted_once():
    batch = checked_batch(PARSED, "x.csv", SKIPPING, 0.5)
    assert batch.rows.tolist() == [1, 5]
    assert batch.skipped.tolist() == [2, 3, 4]
    assert batch.weights.tolist() == [1, 2]
    assert np.array_equal(batch.numeric[0], [7, np.nan], equal_nan=True)
    assert {rule: reason.rows for rule, reason in batch.faults.reasons.items()} == {
        "a label must be there": 1,
        "a label must not be empty": 1,
        "column 'age' must hold numbers": 1,
    }
    assert batch.faults.labels == {"y": 1}


def test_rows_before_a_fault_are_checked_first():
    fault = Fault(6, "a quote must be closed", "the end of the file", skippable=False)
    with pytest.raises(InputError, match="row 2"):
        checked_batch(replace(PARSED, fault=fault), "x.csv", STRICT, None)
    with pytest.raises(InputError, match="row 6: a quote must be closed"):
        checked_batch(replace(PARSED, fault=fault), "x.csv", SKIPPING, None)


def test_one_null_in_a_list_is_a_missing_label():
    parsed = ParsedColumns(np.array([1, 2]), 3, (), pa.array([["a", None], ["", "a"]]))
    batch = checked_batch(parsed, "x", ReadSettings(skip_bad_rows=True), None)
    assert list(batch.faults.reasons) == ["a label must be there", "a label must not be empty"]


def test_empty_levels_are_missing():
    parsed = ParsedColumns(np.array([1, 2]), 3, (), categorical=(pa.array(["", "a"]),))
    batch = checked_batch(parsed, "x", ReadSettings(labelled=False), None)
    assert batch.categorical[0].to_pylist() == [None, "a"]
