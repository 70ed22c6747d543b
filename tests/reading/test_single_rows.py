"""Rows taken one by one, put together as columns."""

from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect, row_of

ROLES = ColumnRoles(("text",), "label")
BAD = Fault(2, "a rule", "this", labels=("x",))
ROWS = [Row(1, ("a",), "x"), BAD, Row(3, (None,), "y")]


def test_columns_of_a_row_by_their_roles():
    roles = ColumnRoles(("t",), "l", "i", "w", "", ("c",), ("n", "t"))
    values = {"t": "1", "l": "2", "i": "3", "w": "4", "c": "5", "n": "6"}
    assert row_of(9, values, roles) == Row(9, ("1",), "2", "3", "4", ("5",), ("6", "1"))


def test_reading_stops_at_the_first_fault():
    parsed = collect(ROWS, 4, ROLES, ReadSettings())
    assert parsed.rows.tolist() == [1]
    assert parsed.fault is BAD
    assert parsed.faults is None


def test_faults_are_skipped_and_their_labels_counted():
    parsed = collect(ROWS, 4, ROLES, ReadSettings(skip_bad_rows=True))
    assert parsed.rows.tolist() == [1, 3]
    assert parsed.texts[0].to_pylist() == ["a", None]
    assert parsed.skipped.tolist() == [2]
    assert parsed.faults.labels == {"x": 1}


def test_no_label_is_lost_where_none_is_read():
    parsed = collect(ROWS, 4, ColumnRoles(("text",)), ReadSettings(skip_bad_rows=True))
    assert parsed.labels is None
    assert parsed.faults.labels == {}


def test_a_single_label_is_a_list_of_one_where_there_may_be_several():
    roles = ColumnRoles(("text",), "label", multilabel=True)
    rows = [Row(1, ("a",), "x"), Row(2, ("b",), ["y", None]), Row(3, ("c",), None)]
    assert collect(rows, 4, roles, ReadSettings()).labels.to_pylist() == [["x"], ["y", None], None]
