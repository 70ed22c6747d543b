"""Predictions as columns of a table."""

from dataclasses import replace

import pyarrow as pa

from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.table import Column, arrow_table, table_columns
from tests.prediction.by_hand import both_none_and_bad, margins, one_each

PLAIN = OutputColumns()


def test_one_column_for_each_thing_that_is_known():
    assert table_columns(one_each(), PLAIN) == [
        Column("row", "int64", [1, 2, 3]),
        Column("id", "string", ["a", None, None]),
        Column("label", "string", ["spam", "ham", None]),
        Column("probability", "float64", [0.75, 0.5, None]),
        Column("flags", "string", ["", "no text;unsure", "bad row"]),
    ]


def test_the_file_of_each_row_stands_beside_its_number():
    predictions = replace(one_each(), files=["a.csv", "a.csv", "b\udcff.csv"])
    columns = table_columns(predictions, OutputColumns(file=True))
    assert [column.name for column in columns[:3]] == ["row", "file", "id"]
    assert columns[1].values == ["a.csv", "a.csv", "b\\udcff.csv"]
    assert "file" in predictions.to_arrow().column_names
    assert "file" not in one_each().to_arrow().column_names


def test_every_probability_and_the_labels_by_rank():
    columns = table_columns(one_each(), OutputColumns(probabilities=True, top=2))
    assert columns[4:-1] == [
        Column("probability:ham", "float64", [0.25, 0.5, None]),
        Column("probability:spam", "float64", [0.75, 0.5, None]),
        Column("label_1", "string", ["spam", "ham", None]),
        Column("probability_1", "float64", [0.75, 0.5, None]),
        Column("label_2", "string", ["ham", "spam", None]),
        Column("probability_2", "float64", [0.25, 0.5, None]),
    ]


def test_margins_have_a_column_of_their_own():
    columns = table_columns(margins(), OutputColumns(top=1))
    found = {column.name: column.values for column in columns}
    assert found["probability"] == [None, None, None]
    assert found["margin"] == [2.0, 0.5, None]
    assert (found["label_1"], found["margin_1"]) == (["spam", "ham", None], [2.0, 0.5, None])


def test_several_labels_are_a_list_in_each_cell():
    columns = table_columns(both_none_and_bad(ids=None), PLAIN)
    assert columns[1:-1] == [
        Column("id", "string", [None, None, None]),
        Column("label", "list of string", [["ham", "spam"], [], None]),
        Column("probability", "list of float64", [[None, None], [], None]),
        Column("margin", "list of float64", [[-1.5, 2.0], [], None]),
    ]


def test_types_do_not_depend_on_what_is_in_the_cells():
    nothing = both_none_and_bad(ids=None, flags={})
    assert arrow_table(nothing, PLAIN).schema == pa.schema(
        {
            "row": pa.int64(),
            "id": pa.string(),
            "label": pa.list_(pa.string()),
            "probability": pa.list_(pa.float64()),
            "margin": pa.list_(pa.float64()),
            "flags": pa.string(),
        }
    )
    table = arrow_table(one_each(), PLAIN)
    assert table.column("probability").to_pylist() == [0.75, 0.5, None]
