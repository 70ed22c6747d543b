"""Anything → Documents: files, folders, standard input, frames and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from linnet.errors import InputError, SettingError
from linnet.reading.documents import Batch, Documents, set_aside
from linnet.reading.frames import as_column, read_frame, speaks_arrow
from linnet.reading.lists import read_columns, read_list
from linnet.reading.named import NamedFeatures
from linnet.reading.readers import EXTENSIONS, READERS, check_format, format_of
from linnet.reading.settings import ReadSettings, names_of
from linnet.reading.source import source_of

__all__ = ["EXTENSIONS", "READERS", "Batch", "Documents", "NamedFeatures", "read"]


def read(  # noqa: PLR0913
    source: Any,
    *,
    text: str | Sequence[str] | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002
    weight: str | None = None,
    format: str | None = None,  # noqa: A002
    labelled: bool = True,
    skip_bad_rows: bool = False,
    labels: Sequence[Any] | None = None,
    usual_text: str | None = None,
    usual_label: str | None = None,
    categorical: str | Sequence[str] = (),
    numeric: str | Sequence[str] = (),
    features: str | None = None,
    several_labels: bool | None = None,
    aside: str | Sequence[str] = (),
    many_labels: bool = False,
) -> Documents:
    """Return the documents of a file, a folder, "-" (standard input), a frame, a list or a dict of columns.

    Columns that are not named are found by obvious names; `usual_text` and `usual_label`, the names a model has
    learned from, are taken first where they are there. `labelled=False` is for documents whose labels are not
    needed, as when predicting. `categorical`, `numeric` and `features` name columns of strings, of numbers and of
    objects with named features, to be read beside the text; `text=()` reads no text. `several_labels` says whether
    a document may have any number of labels; lists of labels say so themselves. `aside` names columns that are kept
    for groups, times and slices. `many_labels` says that labels with hardly a document each are meant: more than 1,000
    with fewer than 4 each are not learned otherwise. Nothing but the start of a file is read before `batches()` is
    called.

    >>> documents = read({"body": ["good film", "dull plot"], "sentiment": ["pos", "neg"]})
    >>> documents.note
    "text column 'body', label column 'sentiment' (found by name)"
    >>> [batch.texts[0].to_pylist() for batch in documents.batches()]
    [['good film', 'dull plot']]
    """
    check_format(format)
    levels, others = names_of(categorical) or (), names_of(aside) or ()
    read_too = tuple(name for name in dict.fromkeys(others) if name not in levels)
    metadata = ((*levels, *read_too), names_of(numeric) or (), features, several_labels)
    settings = ReadSettings(
        names_of(text),
        label,
        id,
        weight,
        format,
        labelled,
        skip_bad_rows,
        usual_text,
        usual_label,
        *metadata,
    )
    documents = _read_source(source, settings, labels)
    documents = replace(documents, skip_bad_rows=skip_bad_rows, many_labels=many_labels)
    return set_aside(documents, levels, others) if others else documents


def _read_source(source: Any, settings: ReadSettings, labels: Sequence[Any] | None) -> Documents:
    """Return the documents of a file or of a Python object."""
    if isinstance(source, str | Path):
        _refuse_labels(labels)
        opened = source_of(source)
        return READERS[format_of(opened, settings)](opened, settings)
    if isinstance(source, Mapping):
        _refuse_labels(labels)
        return read_columns(source, settings)
    if speaks_arrow(source):
        column = as_column(source)
        if column is not None:
            return read_list(column.to_pylist(), labels, settings)
        _refuse_labels(labels)
        return read_frame(source, settings)
    values = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(values, list | tuple):
        return read_list(values, labels, settings)
    raise InputError(
        f"a source must be a path, a frame, a list or a dict of columns; got {type(source).__name__}. "
        "Pass one of these; collect what is lazy first."
    )


def _refuse_labels(labels: Sequence[Any] | None) -> None:
    if labels is not None:
        raise SettingError(
            "labels=… must go with a list of texts; got another source. Name its label column."
        )
