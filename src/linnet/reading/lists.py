"""Python lists of texts, of (text, label) pairs and of dicts, and dicts of columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError
from linnet.reading.columns import Chosen, choose
from linnet.reading.documents import Batch, Documents
from linnet.reading.rows import Fault, Found, Row, checked, collect, lone_surrogate
from linnet.reading.settings import ReadSettings

NAME = "list"
_BATCH_ROWS = 50_000


def read_list(texts: Sequence[Any], labels: Sequence[Any] | None, settings: ReadSettings) -> Documents:
    """Return documents of texts and their labels, of (text, label) pairs, or of dicts with the same keys."""
    first = texts[0] if labels is None and len(texts) else None
    if isinstance(first, Mapping):
        return read_columns(_turned(texts), settings, NAME)
    if _is_pair(first):
        texts, labels = _unzipped(texts)
    if settings.labelled and labels is None and len(texts):
        got = "texts only" if isinstance(first, str) else f"a {type(first).__name__} first"
        raise InputError(f"{NAME}: documents must have labels here; got {got}. Pass labels=[…], pairs or dicts.")
    columns = {"text": texts}
    if settings.labelled:
        columns["label"] = [] if labels is None else labels
    return _documents(NAME, columns, Chosen(("text",), "label" if settings.labelled else None), settings)


def read_columns(columns: Mapping[str, Any], settings: ReadSettings, name: str = "dict") -> Documents:
    """Return documents of a dict of columns."""
    columns = {str(name): values for name, values in columns.items()}
    for column, values in columns.items():
        if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
            raise InputError(
                f"{name}: column {column!r} must be a list; got {type(values).__name__}. "
                "Pass a list, of one value for a single document."
            )
    return _documents(name, columns, choose(list(columns), settings, name), settings)


def _turned(rows: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the columns of dicts; what a dict lacks is missing."""
    _check_alike(rows, lambda row: isinstance(row, Mapping), "a dict")
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, tuple | list) and len(entry) == 2


def _unzipped(entries: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return the texts and the labels of pairs."""
    _check_alike(entries, _is_pair, "a (text, label) pair")
    return [text for text, _ in entries], [label for _, label in entries]


def _check_alike(entries: Sequence[Any], alike: Callable[[Any], bool], what: str) -> None:
    for number, entry in enumerate(entries, 1):
        if not alike(entry):
            raise InputError(
                f"{NAME}, row {number}: each entry must be {what} as the first is; "
                f"got {type(entry).__name__}. Make them all alike."
            )


def _documents(name: str, columns: Mapping[str, Any], chosen: Chosen, settings: ReadSettings) -> Documents:
    values = {column: _as_list(columns[column]) for column in chosen.names()}
    counts = {column: len(cells) for column, cells in values.items()}
    if len(set(counts.values())) > 1:
        said = ", ".join(f"{count} in {column!r}" for column, count in counts.items())
        raise InputError(f"{name}: columns must be equally long; got {said}. Make them match.")
    return Documents(name, chosen.fields, chosen.label, chosen.note, lambda: _batches(name, values, chosen, settings))


def _as_list(values: Any) -> list[Any]:
    """Return the values as Python objects."""
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return list(values.to_pylist())
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _batches(name: str, values: Mapping[str, list[Any]], chosen: Chosen, settings: ReadSettings) -> Iterator[Batch]:
    total = len(values[chosen.fields[0]])
    for start in range(0, total, _BATCH_ROWS):
        stop = min(total, start + _BATCH_ROWS)
        found = _plain(values, chosen, start, stop)
        if found is None:
            rows = _rows(name, values, chosen, start, stop)
            found = collect(rows, stop + 1, len(chosen.fields), settings)
        yield checked(found, name, settings, stop / total)


def _plain(values: Mapping[str, list[Any]], chosen: Chosen, start: int, stop: int) -> Found | None:
    """Return the rows at once where all their values are strings; None where they need a closer look."""
    columns = {}
    for column in chosen.names():
        cells = values[column][start:stop]
        if not all(issubclass(kind, str) for kind in set(map(type, cells))):
            return None
        try:
            columns[column] = pa.array(cells, pa.large_string())
        except (UnicodeEncodeError, pa.ArrowException):
            return None
    label, key, weight = (columns[role] if role else None for role in (chosen.label, chosen.id, chosen.weight))
    texts = tuple(columns[field] for field in chosen.fields)
    none = np.empty(0, np.int64)
    return Found(np.arange(start + 1, stop + 1), stop + 1, texts, label, key, weight, none, None)


def _rows(name: str, values: Mapping[str, list[Any]], chosen: Chosen, start: int, stop: int) -> Iterator[Row | Fault]:
    nothing: Iterable[Any] = [None] * (stop - start)
    roles = [
        values[role][start:stop] if role is not None else nothing for role in (chosen.label, chosen.id, chosen.weight)
    ]
    fields = zip(*(values[field][start:stop] for field in chosen.fields), strict=True)
    for number, (texts, label, key, weight) in enumerate(zip(fields, *roles, strict=True), start + 1):
        yield _row(name, number, texts, (label, key, weight))


def _row(name: str, number: int, texts: tuple[Any, ...], rest: tuple[Any, Any, Any]) -> Row | Fault:
    texts = tuple(None if _is_missing(text) else text for text in texts)
    label, key, weight = (None if _is_missing(value) else value for value in rest)
    for text in texts:
        if text is not None and not isinstance(text, str):
            return Fault(number, f"text must be a string; got {type(text).__name__}", "Convert it")
    if isinstance(label, list | tuple | set | np.ndarray):
        raise SettingError(
            f"{name}, row {number}: a document must have one label; got {len(label)} of them. "
            "Several labels per document are not supported yet: keep one of them."
        )
    if label is not None and not isinstance(label, str | int | np.integer | np.bool_):
        got = type(label).__name__
        return Fault(number, f"a label must be a string or whole number; got {got}", "Convert it")
    said = tuple(None if value is None else str(value) for value in (label, key, weight))
    return lone_surrogate(number, (*texts, *said)) or Row(number, texts, *said)


def _is_missing(value: Any) -> bool:
    """Return whether this stands for no value: None, or NaN as pandas has it."""
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124
