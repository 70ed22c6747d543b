"""What mistakes cost: a table of true × predicted labels, read from a file."""

import csv
import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from linnet.errors import InputError, SettingError, quoted
from linnet.evaluation.metrics.confusion import UNSURE_ROW
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Floats, LabelledPredictions
from linnet.evaluation.metrics.register import Metric, averaged

Costs = Mapping[str, Mapping[str, float]]


def read_costs(path: str | Path) -> Costs:
    """Return the cost of each true and predicted label, from CSV or JSON.

    CSV: the first line names the predicted labels, each further line a true label and its costs.
    JSON: an object {"true label": {"predicted label": cost}}. The right label costs 0 where the
    file does not say.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = json.loads(text) if path.suffix == ".json" else _parse_csv(text)
        return {true: _finite_costs(row) for true, row in table.items()}
    except (OSError, ValueError, TypeError, AttributeError, csv.Error) as error:
        raise InputError(
            f"{path}: costs must be a table of true × predicted labels with a finite number in "
            f"each cell; got: {error}. See docs/evaluation.md."
        ) from None


def cost_table(costs: Costs, labels: tuple[str, ...], *, unsure: bool = False) -> Floats:
    """Return labels × labels, true × predicted; with `unsure`, one more column for no label at all.

    >>> cost_table({"ham": {"spam": 10}, "spam": {"ham": 1}}, ("ham", "spam")).tolist()
    [[0.0, 10.0], [1.0, 0.0]]
    """
    columns = (*labels, UNSURE_ROW) if unsure else labels
    table = np.zeros((len(labels), len(columns)))
    for row, true in enumerate(labels):
        for column, predicted in enumerate(columns):
            table[row, column] = _cost_of(costs, true, predicted)
    return table


def _cost_of(costs: Costs, true: str, predicted: str) -> float:
    row = costs.get(true, {})
    if predicted in row:
        return row[predicted]
    if true == predicted and true in costs:
        return 0.0
    raise SettingError(
        "costs must have a number for every true and predicted label; got none for "
        f"{quoted(true)} predicted as {quoted(predicted)}. Add it."
    )


def cost_metric(costs: Costs) -> Metric:
    """Return the metric: what a document costs on average."""

    def values(predictions: LabelledPredictions) -> Floats:
        # The column of no label is the last one, which UNSURE points at.
        unsure = bool(np.any(predictions.predicted == UNSURE))
        table = cost_table(costs, predictions.labels, unsure=unsure)
        return np.asarray(table[predictions.truth, predictions.predicted])

    return averaged("cost", False, values)


def _parse_csv(text: str) -> dict[str, dict[str, str]]:
    header, *rows = [row for row in csv.reader(text.splitlines()) if row]
    predicted_labels = header[1:]
    return {row[0]: dict(zip(predicted_labels, row[1:], strict=True)) for row in rows}


def _finite_costs(row: Mapping[str, str | float]) -> dict[str, float]:
    return {predicted: _finite_cost(cost) for predicted, cost in row.items()}


def _finite_cost(value: str | float) -> float:
    cost = float(value)
    if not math.isfinite(cost):
        raise ValueError(f"the cost {value!r}")
    return cost
