"""Python values one by one: what is taken as a text, a label or a number."""

import numpy as np
import pytest

from linnet import SettingError
from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault
from linnet.reading.list_rows import is_multilabel, list_rows
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row

SEVERAL = ColumnRoles(("text",), "label", multilabel=True)


def rows(columns, roles, first=1):
    return list(list_rows(columns, roles, first, "list"))


def test_lists_among_labels_are_several():
    assert is_multilabel(["a", {"b"}], ReadSettings())
    assert not is_multilabel(["a", 7], ReadSettings())
    assert not is_multilabel([["a"]], ReadSettings(multilabel=False))


def test_labels_are_written_and_sets_sorted():
    columns = {"text": ["a", "b", None], "label": [{"y", "x"}, (7, True), np.array([2])]}
    assert rows(columns, SEVERAL, first=5) == [
        Row(5, ("a",), ["x", "y"]),
        Row(6, ("b",), ["7", "true"]),
        Row(7, (None,), ["2"]),
    ]


def test_what_is_no_label_and_no_text():
    (bad_label,) = rows({"text": ["a"], "label": [["x", b"y"]]}, SEVERAL)
    assert (bad_label.got, bad_label.labels) == ("bytes", ())
    (bad_text,) = rows({"text": [7], "label": [["x"]]}, SEVERAL)
    assert (bad_text.got, bad_text.labels) == ("int", ("x",))


def test_a_list_where_one_label_is_expected():
    with pytest.raises(SettingError, match="list, row 1: a document must have one label; got 2"):
        rows({"text": ["a"], "label": [["x", "y"]]}, ColumnRoles(("text",), "label"))


def test_columns_beside_the_text():
    roles = ColumnRoles((), categorical=("c",), numeric=("n",), features="f")
    columns = {"c": [7, ["x"]], "n": [True, 1], "f": [{"a": 1}, None]}
    good, bad = rows(columns, roles)
    assert (good.categorical, good.numeric) == (("7",), ("1.0",))
    assert [list(part) for part in good.named] == [["a"], [1]]
    assert isinstance(bad, Fault)
    assert (bad.rule, bad.got) == ("column 'c' must hold strings", "a list")


def test_a_number_beyond_all_floats_is_infinite():
    (row,) = rows({"n": [10**400]}, ColumnRoles((), numeric=("n",)))
    assert row.numeric == ("inf",)
