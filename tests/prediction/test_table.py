"""Predictions as columns of a table."""

from dataclasses import replace

import pyarrow as pa

from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.table import Column, arrow_table, table_columns
from linnet.reading.kept_columns import KeptColumn
from tests.prediction.by_hand import both_none_and_bad, margins, one_each

PLAIN = OutputColumns()


def test_one_column_for_each_thing_that_is_known():
    columns = table_columns(one_each(), PLAIN)
    assert [(column.name, column.kind, column.cells()) for column in columns] == [
        ("row", "int64", [1, 2, 3]),
        ("id", "kept", ["a", None, None]),
        ("label", "string", ["spam", "ham", None]),
        ("probability", "float64", [0.75, 0.5, None]),
        ("flags", "string", ["", "no text;unsure", "bad row"]),
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


def test_columns_of_the_input_come_first_and_ours_give_way():
    kept = (
        KeptColumn("label", pa.array([1, 2, None])),
        KeptColumn("linnet_flags", pa.array(["x", "y", "z"])),
        KeptColumn("flags", pa.array([True, None, False])),
    )
    table = arrow_table(one_each(kept_columns=kept), OutputColumns(top=1))
    assert table.column_names == [
        "label",
        "linnet_flags",
        "flags",
        "row",
        "linnet_label",
        "probability",
        "label_1",
        "probability_1",
        "linnet_linnet_flags",
    ]
    assert table.schema.types[:3] == [pa.int64(), pa.string(), pa.bool_()]
    assert table["label"].to_pylist() == [1, 2, None]
    assert table["linnet_label"].to_pylist() == ["spam", "ham", None]


def test_an_id_that_is_kept_as_id_already_is_not_repeated():
    ids = pa.array([1, 2, 3])
    kept = KeptColumn("id", ids)
    both = one_each(kept_columns=(kept, KeptColumn("id", ids, is_id=True)))
    assert arrow_table(both, PLAIN).column_names[:3] == ["id", "row", "label"]
    other = one_each(kept_columns=(kept, KeptColumn("key", ids, is_id=True)))
    assert arrow_table(other, PLAIN).column_names[:3] == ["id", "row", "linnet_id"]


def test_where_rows_may_be_unsure_there_is_a_best_guess():
    table = arrow_table(one_each(may_be_unsure=True), PLAIN)
    assert table["best_guess"].to_pylist() == ["spam", "ham", None]
    assert table["best_guess_probability"].to_pylist() == [0.75, 0.5, None]


def test_ids_keep_their_type():
    table = arrow_table(one_each(ids=[7, None, 8]), PLAIN)
    assert table["id"].type == pa.int64()
