"""Predictions in a line, and their first rows as a table for a notebook."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linnet.display.html import more, note, result, table
from linnet.display.words import NOTHING, label_counts, label_list, line
from linnet.errors import counted
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.predictions import Predictions
from linnet.prediction.table import KEPT, Column, table_columns
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_values import python_values

FIRST_ROWS = 10
MOST_LABELS_OF_A_ROW = 5
BY_ROW = ("rows", "best", "scores", "probabilities", "chosen")
LEFT_ALIGNED = ("index", "id", "label", "flags")


def predictions_line(predictions: Predictions) -> str:
    """Return how many rows there are, with which labels and which flags."""
    flags = label_counts(predictions.flag_counts())
    return line("Predictions", _about(predictions) + (f"; flags: {flags}" if flags else ""))


def _labels(predictions: Predictions) -> str:
    counts = dict(zip(predictions.labels, predictions.label_counts().tolist(), strict=True))
    given = {label: n for label, n in counts.items() if n}
    return label_counts(given)


def predictions_html(predictions: Predictions) -> str:
    """Return the first rows, and how many have which label and flag."""
    first = first_rows(predictions, FIRST_ROWS)
    columns = [column for column in table_columns(first, OutputColumns()) if _is_there(column)]
    names = [column.name for column in columns]
    cells = [[_cell(value) for value in _values(column)] for column in columns]
    if predictions.frame_index is not None:
        place = next(n for n, column in enumerate(columns) if column.kind != KEPT)  # of the row
        names[place] = "index"
        cells[place] = [str(label) for label in predictions.frame_index.take(first.rows)]
    texts = [place for place, name in enumerate(names) if name in LEFT_ALIGNED]
    rows = list(zip(*cells, strict=True))
    flags = label_counts(predictions.flag_counts())
    return result(
        "Predictions",
        table(names, rows, texts=texts),
        more(len(predictions) - len(first), "row"),
        note(f"flags: {flags}" if flags else ""),
        about=_about(predictions),
    )


def _about(predictions: Predictions) -> str:
    labels = _labels(predictions)
    rows = counted(len(predictions), "row")
    return f"{rows}: {labels}" if labels else rows


def first_rows(predictions: Predictions, n: int) -> Predictions:
    """Return the predictions for the first rows."""
    columns = {name: getattr(predictions, name) for name in BY_ROW}
    first = {name: values[:n] for name, values in columns.items() if values is not None}
    flags = {place: names for place, names in predictions.flags.items() if place < n}
    kept = tuple(
        replace(column, values=column.values.slice(0, n)) for column in predictions.kept_columns
    )
    return replace(predictions, flags=flags, kept_columns=kept, **first)


def _is_there(column: Column) -> bool:
    """Return whether a column has something to show: ids, margins and flags may be none."""
    optional = column.name in ("id", "probability", "flags")
    return not optional or any(map(_has_value, _values(column)))


def _values(column: Column) -> list[Any]:
    if isinstance(column.values, KeptColumn):
        return python_values(column.values)
    return column.values


def _has_value(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return any(one not in (None, "") for one in values)


def _cell(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, list):
        return _list_cell(value)
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _list_cell(values: Sequence[Any]) -> str:
    """Return labels, or their numbers, one after the other."""
    return label_list([_cell(value) for value in values], MOST_LABELS_OF_A_ROW) or NOTHING
