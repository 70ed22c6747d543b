"""Predictions as JSON, one object per row; `flags` only where there is something to flag.

The lines are put together as text, since a JSON encoder would take longer than the model.
"""

from collections.abc import Iterable, Iterator
from json.encoder import encode_basestring as quoted
from math import isnan

from linnet.prediction.output_columns import OutputColumns, id_column, own_name
from linnet.prediction.predictions import Predictions
from linnet.reading.kept_values import NULL, json_texts


def json_lines(predictions: Predictions, output: OutputColumns) -> list[str]:
    """Return one JSON object per row, without line ends."""
    kept = [column for column in predictions.kept_columns if not column.is_id]
    taken = {column.name for column in kept}
    keys = [quoted(column.name) for column in kept]
    columns: list[Iterable[str]] = [json_texts(column) for column in kept]
    for name, values in _own_values(predictions, output):
        keys.append(quoted(own_name(name, taken)))
        columns.append(values)

    # One template for all rows: the keys, and a place for each value.
    template = "{{" + ", ".join(f"{_escaped(key)}: {{}}" for key in keys)
    lines = [template.format(*row) for row in zip(*columns, strict=True)]
    flags_key = quoted(own_name("flags", taken))
    for place, flags in predictions.flags.items():
        lines[place] += f", {flags_key}: {_array(map(quoted, flags))}"
    return [line + "}" for line in lines]


def _escaped(key: str) -> str:
    """Return a key for a template, where braces are doubled."""
    return key.replace("{", "{{").replace("}", "}}")


def _own_values(
    predictions: Predictions, output: OutputColumns
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield what each object has, flags apart: the key and the JSON of each row."""
    yield "row", map(str, predictions.rows.tolist())
    ids = id_column(predictions.kept_columns)
    if ids is not None:
        yield "id", json_texts(ids)
    elif not predictions.kept_columns:
        yield "id", [NULL] * len(predictions)
    yield from _label_values(predictions)
    yield from _optional_values(predictions, output)


def _label_values(predictions: Predictions) -> Iterator[tuple[str, list[str]]]:
    """Yield label and probability."""
    if predictions.multilabel:
        labels = _label_lists(predictions)
        probabilities = _value_lists(predictions, predictions.probabilities.tolist())
    else:
        names = [*map(quoted, predictions.labels), NULL]  # the last one is that of NO_LABEL
        labels = [names[place] for place in predictions.best.tolist()]
        probabilities = list(map(_number, predictions.probability))
    yield "label", labels
    yield "probability", probabilities
    if predictions.may_be_unsure:
        guesses = predictions.best_guess
        yield "best_guess", [NULL if guess is None else quoted(guess) for guess in guesses]
        yield "best_guess_probability", list(map(_number, predictions.best_guess_probability))


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


def _optional_values(
    predictions: Predictions, output: OutputColumns
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield what an object may have besides."""
    if output.file:
        yield "file", map(_text, predictions.files or ())
    if not predictions.has_probabilities:
        yield "margin", _margins(predictions)
    if output.probabilities:
        yield "probabilities", _probability_objects(predictions)
    if output.top:
        yield "top", _top_arrays(predictions, output.top)


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
