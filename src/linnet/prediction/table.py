"""Predictions as a table: the columns of CSV, Parquet, Arrow and frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from linnet.prediction.output_columns import OutputColumns, id_column, own_name
from linnet.prediction.predictions import Predictions, or_none
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_values import arrow_values, csv_cells, spreadsheet_cells

if TYPE_CHECKING:
    import pyarrow as pa

LIST_OF = "list of "
KEPT = "kept"


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    name: str
    kind: str  # int64, float64, string, a list of these, or a kept column
    values: list[Any] | KeptColumn

    def cells(self) -> list[Any]:
        """Return the values for CSV."""
        if isinstance(self.values, KeptColumn):
            return csv_cells(self.values)
        return self.values

    def spreadsheet_cells(self, decimal_mark: str) -> list[Any]:
        """Return the values for CSV that a spreadsheet opens."""
        if isinstance(self.values, KeptColumn):
            return spreadsheet_cells(self.values, decimal_mark)
        return self.values

    def array(self, rows: list[int]) -> pa.Array:
        """Return the values, of rows with these numbers, for a table."""
        if isinstance(self.values, KeptColumn):
            return arrow_values(self.values, rows)
        import pyarrow as pa

        return pa.array(self.values, _arrow_type(self.kind))


def table_columns(predictions: Predictions, output: OutputColumns) -> list[Column]:
    """Return the predictions column by column, those of the input first."""
    kept = [column for column in predictions.kept_columns if not column.is_id]
    taken = {column.name for column in kept}
    columns = [Column(column.name, KEPT, column) for column in kept]
    for column in _own_columns(predictions, output):
        columns.append(replace(column, name=own_name(column.name, taken)))
    return columns


def _own_columns(predictions: Predictions, output: OutputColumns) -> list[Column]:
    columns = [Column("row", "int64", predictions.rows.tolist())]
    if output.file:
        columns.append(Column("file", "string", _files(predictions)))
    columns += _id_column(predictions)
    if predictions.multilabel:
        columns += _label_list_columns(predictions)
    else:
        columns += _label_columns(predictions)
    if output.probabilities:
        columns += _probability_columns(predictions)
    if output.top:
        columns += _top_columns(predictions, output.top)

    flags = [";".join(predictions.flags.get(place, ())) for place in range(len(predictions))]
    return [*columns, Column("flags", "string", flags)]


def _id_column(predictions: Predictions) -> Iterator[Column]:
    ids = id_column(predictions.kept_columns)
    if ids is not None:
        yield Column("id", KEPT, ids)
    elif not predictions.kept_columns:
        yield Column("id", "string", [None] * len(predictions))


def _files(predictions: Predictions) -> list[str]:
    """Return the file of each row; what UTF-8 cannot hold in a name is escaped."""
    files = predictions.files or ()
    return [file.encode("utf-8", "backslashreplace").decode() for file in files]


def _label_columns(predictions: Predictions) -> Iterator[Column]:
    yield Column("label", "string", predictions.label_names())
    yield Column("probability", "float64", predictions.probability)
    if predictions.may_be_unsure:
        yield Column("best_guess", "string", predictions.best_guess)
        yield Column("best_guess_probability", "float64", predictions.best_guess_probability)
    if not predictions.has_probabilities:
        yield Column("margin", "float64", predictions.margin)


def _label_list_columns(predictions: Predictions) -> Iterator[Column]:
    """Yield the columns of multilabel predictions: a list in each cell, None for a bad row."""
    labels: list[list[str] | None] = []
    probabilities: list[list[float | None] | None] = []
    margins: list[list[float] | None] = []
    for row, places in enumerate(predictions.label_places()):
        if places is None:
            labels.append(None)
            probabilities.append(None)
            margins.append(None)
        else:
            labels.append([predictions.labels[place] for place in places])
            probabilities.append(or_none(predictions.probabilities[row, places]))
            margins.append(predictions.scores[row, places].tolist())

    yield Column("label", LIST_OF + "string", labels)
    yield Column("probability", LIST_OF + "float64", probabilities)
    if not predictions.has_probabilities:
        yield Column("margin", LIST_OF + "float64", margins)


def _probability_columns(predictions: Predictions) -> Iterator[Column]:
    for place, label in enumerate(predictions.labels):
        values = or_none(predictions.probabilities[:, place])
        yield Column(f"probability:{label}", "float64", values)


def _top_columns(predictions: Predictions, k: int) -> Iterator[Column]:
    """Yield two columns per rank: the label, and how probable it is."""
    kind = "probability" if predictions.has_probabilities else "margin"
    places, table = predictions.most_probable(k)
    for rank in range(places.shape[1]):
        values = or_none(table[:, rank])
        labels: list[str | None] = [predictions.labels[place] for place in places[:, rank].tolist()]
        for row, value in enumerate(values):
            if value is None:  # a bad row
                labels[row] = None
        yield Column(f"label_{rank + 1}", "string", labels)
        yield Column(f"{kind}_{rank + 1}", "float64", values)


def arrow_table(predictions: Predictions, output: OutputColumns) -> pa.Table:
    """Return the predictions as an Arrow table."""
    import pyarrow as pa

    columns = table_columns(predictions, output)
    rows = predictions.rows.tolist()
    arrays = [column.array(rows) for column in columns]
    return pa.table(arrays, names=[column.name for column in columns])


def _arrow_type(kind: str) -> pa.DataType:
    import pyarrow as pa

    value_type = pa.type_for_alias(kind.removeprefix(LIST_OF))
    if kind.startswith(LIST_OF):
        return pa.list_(value_type)
    return value_type
