"""Python objects → Documents: frames, lists and dicts of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from linnet.errors import InputError
from linnet.reading.documents import Documents
from linnet.reading.frames import as_column, check_indexes, frame_index, read_frame, supports_arrow
from linnet.reading.lists import read_columns, read_list
from linnet.reading.settings import ReadSettings, refuse_labels


def read_object(source: Any, settings: ReadSettings, labels: Sequence[Any] | None) -> Documents:
    """Return the documents of a Python object; `labels` may go with a list of texts."""
    if isinstance(source, Mapping):
        refuse_labels(labels)
        check_indexes("dict", source)
        return read_columns(source, settings)
    check_indexes("list", {"texts": source, "labels": labels})
    if supports_arrow(source):
        return _read_arrow(source, settings, labels)
    values = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(values, list | tuple):
        documents = read_list(values, labels, settings)
        return replace(documents, frame_index=frame_index(source))
    kind = type(source).__name__
    raise InputError(
        f"a source must be a path, a frame, a list or a dict of columns; got {kind}. "
        "Pass one of these; collect what is lazy first."
    )


def _read_arrow(source: Any, settings: ReadSettings, labels: Sequence[Any] | None) -> Documents:
    """Return the documents of a frame, or of a column of texts."""
    column = as_column(source)
    if column is not None:
        documents = read_list(column.to_pylist(), labels, settings)
    else:
        refuse_labels(labels)
        documents = read_frame(source, settings)
    return replace(documents, frame_index=frame_index(source))
