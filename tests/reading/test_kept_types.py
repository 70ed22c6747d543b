"""The type of a column of JSON values in a table."""

import pyarrow as pa
import pytest

from linnet.reading.kept_types import common_type, kept_type, kind_of_value
from linnet.reading.named import Numeral


@pytest.mark.parametrize(
    ("text", "kind"),
    [("7", int), ("-7", int), ("7.0", float), ("1e3", float), ("NaN", float), ("9" * 19, str)],
)
def test_numbers_as_they_were_written(text, kind):
    assert kind_of_value(Numeral(text)) is kind


def test_other_values_have_their_own_type():
    assert [kind_of_value(value) for value in ("7", True, None, [])] == [
        str,
        bool,
        type(None),
        list,
    ]


@pytest.mark.parametrize(
    ("kinds", "type_"),
    [
        ({int}, pa.int64()),
        ({int, type(None)}, pa.int64()),
        ({int, float}, pa.float64()),
        ({bool}, pa.bool_()),
        ({bool, int}, pa.string()),
        ({str}, pa.string()),
        ({list}, pa.string()),
        (set(), pa.string()),
    ],
)
def test_values_of_one_type_make_a_column_of_it(kinds, type_):
    assert kept_type(kinds) == type_


@pytest.mark.parametrize(
    ("types", "common"),
    [
        ([pa.int64(), pa.int64()], None),
        ([pa.string(), pa.large_string()], None),
        ([pa.int64(), pa.float64()], pa.float64()),
        ([pa.int8(), pa.int32()], pa.int64()),
        ([pa.null(), pa.date32()], pa.date32()),
        ([pa.bool_(), pa.int64()], pa.string()),
        ([pa.string(), pa.int64()], pa.string()),
    ],
)
def test_the_type_of_a_column_of_several_files(types, common):
    assert common_type(types) == common
