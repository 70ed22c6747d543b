"""One document or many, as people hand them to a classifier → what `read` takes."""

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from linnet.errors import DataWarning, InputError, listed, quoted
from linnet.reading.written import is_missing

SCALAR = (str, int, float, Mapping, type(None))  # what one document has in a column


def is_document(data: Any) -> bool:
    """Return whether a dict is one document, and not many of them column by column.

    >>> is_document({"title": "News", "age": 3}), is_document({"title": ["News", "More"]})
    (True, False)
    """
    return isinstance(data, Mapping) and all(isinstance(value, SCALAR) for value in data.values())


def source_of(data: Any, fields: tuple[str, ...]) -> Any:
    """Return data as `read` takes it: texts and tuples of one text per field become columns.

    >>> source_of("good film", ("text",))
    {'text': ['good film']}
    >>> source_of([("Never", "It broke."), ("Fine", None)], ("title", "body"))
    {'title': ['Never', 'Fine'], 'body': ['It broke.', None]}
    """
    if is_document(data):
        return [data]
    if is_missing(data):
        return _columns([(data,) * len(fields)], fields)
    if isinstance(data, str):
        _warn_of_path(data)
        return _columns([(data,)], fields)
    if isinstance(data, tuple):
        return _columns([data], fields)
    if isinstance(data, list) and data and all(isinstance(entry, tuple) for entry in data):
        return _columns(data, fields)
    return data


def _warn_of_path(text: str) -> None:
    """Warn of a text that is the name of a file."""
    if os.path.isfile(text):  # noqa: PTH113 (no error for what can be no path)
        warnings.warn(
            f"{quoted(text)} is taken as a text; pass pathlib.Path({quoted(text)}) for the file.",
            DataWarning,
            stacklevel=4,
        )


def _columns(documents: Sequence[tuple[Any, ...]], fields: tuple[str, ...]) -> dict[str, list[Any]]:
    for document in documents:
        check_field_count(len(document), fields)
    columns = zip(*documents, strict=True)
    return {field: list(values) for field, values in zip(fields, columns, strict=True)}


def by_field(
    documents: Sequence[tuple[Any, ...]], names: tuple[str, ...]
) -> tuple[list[list[str | None]], list[bool]]:
    """Return documents given as tuples field by field, and which of them are missing.

    >>> by_field([("Never", "It broke."), (None, None)], ("title", "body"))
    ([['Never', None], ['It broke.', None]], [False, True])
    """
    for document in documents:
        check_field_count(len(document), names)
    missing = [all(map(is_missing, document)) for document in documents]
    fields = []
    for texts in zip(*documents, strict=True):
        fields.append([None if is_missing(text) else text for text in texts])
    return fields, missing


def check_field_count(count: int, fields: tuple[str, ...]) -> None:
    """Refuse a document that has not one text for each field."""
    if count != len(fields):
        raise InputError(
            f"a document must have one text per field ({listed(fields)}); got {count}. "
            "Pass a str for one field, a tuple of them for several."
        )
