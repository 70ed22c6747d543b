"""Kept columns as JSON, as cells and as columns of a table."""

import datetime
import json

import pyarrow as pa
import pytest

from linnet.errors import InputError
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_values import (
    arrow_values,
    csv_cells,
    joined_column,
    json_texts,
    no_values,
    python_values,
    spreadsheet_cells,
)

COLUMNS = {  # values → their JSON and their cells
    "integers": (pa.array([2**62, None], pa.int64()), [str(2**62), "null"], [str(2**62), None]),
    "floats": (pa.array([0.1, float("nan")]), ["0.1", "null"], ["0.1", None]),
    "halves": (pa.array([0.5], pa.float16()), ["0.5"], ["0.5"]),
    "booleans": (pa.array([True, False]), ["true", "false"], ["true", "false"]),
    "decimals": (pa.array(["1.50"]).cast(pa.decimal128(5, 2)), ["1.50"], ["1.50"]),
    "strings": (pa.array(['a "b"', ""]), [r'"a \"b\""', '""'], ['a "b"', ""]),
    "categories": (pa.array(["x"]).dictionary_encode(), ['"x"'], ["x"]),
    "numbered": (pa.array([7, 7]).dictionary_encode(), ["7", "7"], ["7", "7"]),
    "dates": (pa.array([datetime.date(2020, 1, 2)]), ['"2020-01-02"'], ["2020-01-02"]),
    "times": (pa.array([1], pa.timestamp("ns")), *[["1970-01-01 00:00:00.000000001"]] * 2),
    "bytes": (pa.array([b"ok", b"\xff"]), ['"ok"', '"/w=="'], ["ok", "/w=="]),
    "nothing": (pa.nulls(1), ["null"], [None]),
    "lists": (pa.array([[1, None], None]), ["[1, null]", "null"], ["[1, null]", None]),
    "objects": (pa.array([{"a": 1.5, "b": "é"}]), *[['{"a": 1.5, "b": "é"}']] * 2),
    "durations": (pa.array([1], pa.duration("s")), None, None),
    "ids": (pa.array([b"0" * 16], pa.binary(16)).cast(pa.uuid()), None, None),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_every_type_has_a_form_in_json_csv_and_tables(name):
    values, texts, cells = COLUMNS[name]
    column = KeptColumn("a", values)
    assert arrow_values(column, range(len(values))) is values
    assert len([json.loads(text) for text in json_texts(column)]) == len(values)
    assert len(csv_cells(column)) == len(values)
    if texts is not None and name != "times":
        assert json_texts(column) == texts
    if name == "times":
        assert json_texts(column) == [f'"{texts[0]}"']
    if cells is not None:
        assert csv_cells(column) == cells


def json_column(texts, declared=None):
    return KeptColumn("a", pa.array(texts, pa.large_string()), is_json=True, declared=declared)


def test_json_stays_json_and_its_strings_are_cells():
    column = json_column(["1.50", '"a\\nb"', "[1]", None])
    assert json_texts(column) == ["1.50", '"a\\nb"', "[1]", "null"]
    assert csv_cells(column) == ["1.50", "a\nb", "[1]", None]
    assert python_values(column) == [1.5, "a\nb", [1], None]


def typed(column):
    """The values of a column in a table, as Python has them."""
    return arrow_values(column, range(1, len(column.values) + 1)).to_pylist()


def test_json_has_the_declared_type_in_a_table():
    assert typed(json_column(["1", None], pa.int64())) == [1, None]
    assert typed(json_column(["1", "1e300", "2.5"], pa.float64())) == [1.0, 1e300, 2.5]
    assert typed(json_column(["true", None], pa.bool_())) == [True, None]
    mixed = json_column(['"a"', "1.50", "[1]", None], pa.string())
    assert typed(mixed) == ["a", "1.50", "[1]", None]
    read_by_arrow = KeptColumn("a", pa.array([1, 2]), declared=pa.string())
    assert typed(read_by_arrow) == ["1", "2"]


@pytest.mark.parametrize("odd", ['"x"', "1.5", str(2**70), "[1]"])
def test_a_value_of_another_type_than_declared_is_refused_with_a_sentence(odd):
    with pytest.raises(InputError, match=r"row 2: column 'a' must hold whole numbers as in"):
        typed(json_column(["1", odd], pa.int64()))


def test_times_finer_than_pythons_inside_of_lists_are_refused_or_written():
    column = KeptColumn("a", pa.array([[1]], pa.list_(pa.timestamp("ns"))))
    try:
        assert "1970" in json_texts(column)[0]  # where pandas is installed
    except InputError as error:
        assert "Write Parquet" in str(error)  # noqa: PT017


def test_batches_of_one_type_are_joined_as_they_are_and_others_as_json():
    numbers = KeptColumn("a", pa.array([1]))
    assert joined_column([numbers, numbers]).values.to_pylist() == [1, 1]
    mixed = joined_column([numbers, json_column(['"x"', None])])
    assert (mixed.is_json, mixed.values.to_pylist()) == (True, ["1", '"x"', None])
    assert no_values(numbers, 2).values.to_pylist() == [None, None]


def test_true_is_no_number_and_a_number_is_not_true():
    for texts, declared in (
        (["1", "true"], pa.int64()),
        (["true", "1"], pa.bool_()),
        (["1" + "0" * 400], pa.float64()),
    ):
        with pytest.raises(InputError, match="as in the first rows"):
            typed(json_column(texts, declared))


def test_strings_of_both_sizes_are_joined_as_strings():
    small = KeptColumn("a", pa.array(["x"]))
    large = KeptColumn("a", pa.array(["y"], pa.large_string()))
    both = joined_column([small, large])
    assert (both.is_json, both.values.to_pylist()) == (False, ["x", "y"])


def test_numbers_that_are_too_long_for_python_are_text():
    long = "9" * 5000
    column = json_column(["7", long], pa.string())
    assert json_texts(column) == csv_cells(column) == ["7", long]
    assert typed(column) == ["7", long]
    assert python_values(column) == [7, long]
    with pytest.raises(InputError, match="must hold whole numbers as in the first rows; got"):
        typed(json_column(["7", long], pa.int64()))


def test_numbers_for_a_spreadsheet_have_its_decimal_mark():
    floats = KeptColumn("a", pa.array([13.1, -0.5, None]))
    assert spreadsheet_cells(floats, ",") == ["13,1", "-0,5", None]
    assert spreadsheet_cells(floats, ".") == csv_cells(floats)
    decimals = KeptColumn("a", pa.array(["1.50"]).cast(pa.decimal128(5, 2)))
    assert spreadsheet_cells(decimals, ",") == ["1,50"]
    json = json_column(["1.50", '"1.50"', "[1.5]", "true", None])
    assert spreadsheet_cells(json, ",") == ["1,50", "1.50", "[1.5]", "true", None]
    assert spreadsheet_cells(KeptColumn("a", pa.array(["1.50"])), ",") == ["1.50"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2025-01-02T08:00:00", "2025-01-02 08:00:00"),
        ("2025-01-02 08:00:00.000000", "2025-01-02 08:00:00"),
        ("2025-01-02T08:00:00.250000", "2025-01-02 08:00:00.25"),
        ("2025-01-02T08:00:00+02:00", "2025-01-02 08:00:00+02:00"),
        ("2025-01-02", "2025-01-02"),
        ("at 2025-01-02T08:00:00", "at 2025-01-02T08:00:00"),
    ],
)
def test_times_for_a_spreadsheet_have_a_space(given, expected):
    assert spreadsheet_cells(KeptColumn("a", pa.array([given])), ",") == [expected]
    written = KeptColumn("a", pa.array([given]), is_written=True)
    assert spreadsheet_cells(written, ",") == [given]


def test_times_of_arrow_lose_a_fraction_of_zero():
    times = pa.array([datetime.datetime(2025, 1, 2, 8)], pa.timestamp("us"))
    assert spreadsheet_cells(KeptColumn("a", times), ",") == ["2025-01-02 08:00:00"]
