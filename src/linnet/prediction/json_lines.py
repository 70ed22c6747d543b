"""Predictions as JSON, one object per row; `flags` only where there is something to flag.

The lines are put together as text, since a JSON encoder would take longer than the model.
"""

from collections.abc import Iterator
from json.encoder import encode_basestring as quoted
from math import isnan

from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.predictions import Predictions

NULL = "null"


def json_lines(predictions: Predictions, output: OutputColumns) -> list[str]:
    """Return one JSON object per row, without line ends."""
    lines = _starts(predictions)
    for values in _optional_values(predictions, output):
        lines = [line + value for line, value in zip(lines, values, strict=True)]
    for place, flags in predictions.flags.items():
        lines[place] += f', "flags": {_array(map(quoted, flags))}'
    return [line + "}" for line in lines]


def _starts(predictions: Predictions) -> list[str]:
    """Return what each object starts with: row, id, label and probability."""
    if predictions.multilabel:
        labels = _label_lists(predictions)
        probabilities = _value_lists(predictions, predictions.probabilities.tolist())
    else:
        names = [*map(quoted, predictions.labels), NULL]  # the last one is that of NO_LABEL
        labels = [names[place] for place in predictions.best.tolist()]
        probabilities = list(map(_number, predictions.probability))

    columns = (predictions.rows.tolist(), _ids(predictions), labels, probabilities)
    return [
        f'{{"row": {row}, "id": {id}, "label": {label}, "probability": {probability}'
        for row, id, label, probability in zip(*columns, strict=True)  # noqa: A001
    ]


def _ids(predictions: Predictions) -> list[str]:
    if predictions.ids is None:
        return [NULL] * len(predictions)
    return [NULL if name is None else quoted(name) for name in predictions.ids]


def _label_lists(predictions: Predictions) -> list[str]:
    names = list(map(quoted, predictions.labels))
    return [
        NULL if places is None else _array(names[place] for place in places)
        for places in predictions.label_places()
    ]


def _value_lists(predictions: Predictions, table: list[list[float]]) -> list[str]:
    """Return for each row an array of the values of its labels."""
    return [
        NULL if places is None else _array(_number(values[place]) for place in places)
        for places, values in zip(predictions.label_places(), table, strict=True)
    ]


def _optional_values(predictions: Predictions, output: OutputColumns) -> Iterator[list[str]]:
    """Yield what each object has besides, as text that goes on from its start."""
    if output.file:
        yield [f', "file": {_text(file)}' for file in predictions.files or ()]
    if not predictions.has_probabilities:
        yield [f', "margin": {margin}' for margin in _margins(predictions)]
    if output.probabilities:
        objects = _probability_objects(predictions)
        yield [f', "probabilities": {value}' for value in objects]
    if output.top:
        arrays = _top_arrays(predictions, output.top)
        yield [f', "top": {value}' for value in arrays]


def _margins(predictions: Predictions) -> list[str]:
    if predictions.multilabel:
        return _value_lists(predictions, predictions.scores.tolist())
    return list(map(_number, predictions.margin))


def _probability_objects(predictions: Predictions) -> Iterator[str]:
    names = list(map(quoted, predictions.labels))
    for values in predictions.probabilities.tolist():
        if isnan(values[0]):  # a bad row
            yield NULL
        else:
            pairs = zip(names, values, strict=True)
            yield "{" + ", ".join(f"{name}: {value!r}" for name, value in pairs) + "}"


def _top_arrays(predictions: Predictions, k: int) -> Iterator[str]:
    names = list(map(quoted, predictions.labels))
    kind = "probability" if predictions.has_probabilities else "margin"
    places, table = predictions.most_probable(k)
    for row, values in zip(places.tolist(), table.tolist(), strict=True):
        if isnan(values[0]):  # a bad row
            yield NULL
        else:
            pairs = zip(row, values, strict=True)
            yield _array(f'{{"label": {names[at]}, "{kind}": {_number(p)}}}' for at, p in pairs)


def _text(value: str) -> str:
    """Return a JSON string; what UTF-8 cannot hold in the name of a file is escaped."""
    return quoted(value.encode("utf-8", "backslashreplace").decode())


def _array(values: Iterator[str]) -> str:
    return f"[{', '.join(values)}]"


def _number(value: float | None) -> str:
    if value is None or isnan(value):
        return NULL
    return repr(value)
