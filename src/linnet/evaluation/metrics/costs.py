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

    CSV: the first line names the predicted labels, each further line a true label and its costs. JSON: an object
    {"true label": {"predicted label": cost}}. The right label costs 0 where the file does not say.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = json.loads(text) if path.suffix == ".json" else _of_csv(text)
        return {
            true: {predicted: _cost(cost) for predicted, cost in row.items()}
            for true, row in table.items()
        }
    except (OSError, ValueError, TypeError, AttributeError, csv.Error) as error:
        raise InputError(
            f"{path}: costs must be a table of true × predicted labels with a finite number in each cell; "
            f"got: {error}. See docs/evaluation.md."
        ) from None


def cost_table(costs: Costs, labels: tuple[str, ...], *, unsure: bool = False) -> Floats:
    """Return labels × labels, true × predicted; with `unsure`, one more column for no label at all.

    >>> cost_table({"ham": {"spam": 10}, "spam": {"ham": 1}}, ("ham", "spam")).tolist()
    [[0.0, 10.0], [1.0, 0.0]]
    """
    columns = (*labels, UNSURE_ROW) if unsure else labels
    table = np.zeros((len(labels), len(columns)))
    for (row, true), (column, predicted) in (
        (a, b) for a in enumerate(labels) for b in enumerate(columns)
    ):
        cost = costs.get(true, {}).get(
            predicted, 0.0 if true == predicted and true in costs else None
        )
        if cost is None:
            raise SettingError(
                f"costs must have a number for every true and predicted label; got none for {quoted(true)} "
                f"predicted as {quoted(predicted)}. Add it."
            )
        table[row, column] = cost
    return table


def cost_metric(costs: Costs) -> Metric:
    """Return the measure: what a document costs on average."""

    def values(answers: LabelledPredictions) -> Floats:
        # The column of no label is the last one, which UNSURE points at.
        unsure = bool(np.any(answers.predicted == UNSURE))
        return np.asarray(
            cost_table(costs, answers.labels, unsure=unsure)[answers.truth, answers.predicted]
        )

    return averaged("cost", False, values)


def _of_csv(text: str) -> Costs:
    header, *rows = [row for row in csv.reader(text.splitlines()) if row]
    return {row[0]: dict(zip(header[1:], row[1:], strict=True)) for row in rows}  # type: ignore[arg-type]


def _cost(value: object) -> float:
    cost = float(value)  # type: ignore[arg-type]
    if not math.isfinite(cost):
        raise ValueError(f"the cost {value!r}")
    return cost
