"""The columns of one piece of input before they are checked."""

import numpy as np
import pyarrow as pa

from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault
from linnet.reading.parsed_columns import assign_roles
from linnet.reading.skipped import SkippedRows

TABLE = {
    "body": pa.array(["a", "b"]),
    "stars": pa.array([5, 1]),
    "w": pa.array(["1", "2"]),
    "author": pa.array(["eve", None]),
    "age": pa.array([30, 40]),
}
ROLES = ColumnRoles(("body",), "stars", "author", "w", "", ("author",), ("age",))


def parsed_table(**changes):
    return assign_roles(TABLE, ColumnRoles(**{**vars(ROLES), **changes}), np.array([1, 2]), 3)


def test_all_but_numbers_become_strings():
    parsed = parsed_table()
    assert parsed.labels.to_pylist() == ["5", "1"]
    assert parsed.ids.to_pylist() == parsed.categorical[0].to_pylist() == ["eve", None]
    assert parsed.weights.to_pylist() == ["1", "2"]
    assert parsed.numeric[0].to_pylist() == [30, 40]


def test_labels_become_lists_where_there_may_be_several():
    assert parsed_table(multilabel=True).labels.to_pylist() == [["5"], ["1"]]
    assert parsed_table(label=None).labels is None


def test_rows_that_stay_keep_all_that_is_theirs():
    kept = parsed_table().kept(np.array([False, True]))
    assert kept.rows.tolist() == [2]
    columns = [*kept.texts, kept.labels, kept.ids, kept.weights, *kept.categorical, *kept.numeric]
    assert [column.to_pylist() for column in columns] == [["b"], ["1"], [None], ["2"], [None], [40]]


def test_rows_are_counted_from_the_start_of_the_source():
    faults = SkippedRows()
    faults.add(Fault(2, "a rule", "this"))
    parsed = parsed_table()
    parsed = type(parsed)(
        parsed.rows, 3, (), skipped=np.array([2]), faults=faults, fault=Fault(3, "a rule", "that")
    )
    shifted = parsed.shifted(10)
    assert shifted.rows.tolist() == [11, 12]
    assert (shifted.next_row, shifted.skipped.tolist(), shifted.fault.number) == (13, [12], 13)
    assert shifted.faults.reasons["a rule"].first.number == 12
