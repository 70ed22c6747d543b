"""Anything → Documents: files, folders, standard input, frames and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from linnet.errors import SettingError
from linnet.reading.documents import Batch, Documents, with_metadata
from linnet.reading.inputs import inputs_of
from linnet.reading.named import NamedFeatures
from linnet.reading.readers import EXTENSIONS, READERS, check_format, format_of, reader_of
from linnet.reading.settings import ReadSettings, names_of, refuse_labels
from linnet.reading.source import is_database, source_of

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
    multilabel: bool | None = None,
    metadata: str | Sequence[str] = (),
    sheet: str | int | None = None,
    sql: str | None = None,
    many_labels: bool = False,
    several_labels: bool | None = None,
    aside: str | Sequence[str] = (),
) -> Documents:
    """Return the documents of a source.

    It is a file, a folder, "-" (standard input), a database ("sqlite:///x.db"), a frame, a list or
    a dict of columns. Several files are a pattern ("parts/*.csv"), a folder of parts, or a list of
    `pathlib.Path`; strings in a list are texts. Columns that are not named are found by obvious
    names; `usual_text` and `usual_label`, the names a model has learned from, are taken first where
    they are there. `labelled=False` is for documents whose labels are not needed, as when
    predicting.

    `categorical`, `numeric` and `features` name columns of strings, of numbers and of objects with
    named features, to be read beside the text; `text=()` reads no text. `metadata` names columns
    that are kept for groups, times and slices. `multilabel` says whether a document may have any
    number of labels; lists of labels say so themselves. `many_labels` says that labels with hardly
    a document each are meant: more than 1,000 with fewer than 4 each are not learned otherwise.
    `sheet` is the name of a spreadsheet's sheet, or its number from 1; `sql` is what is asked of a
    database. `several_labels` and `aside` are earlier names of `multilabel` and `metadata`.

    Nothing but the start of a file is read before `batches()` is called.

    >>> documents = read({"body": ["good film", "dull plot"], "sentiment": ["pos", "neg"]})
    >>> documents.note
    "text column 'body', label column 'sentiment' (found by name)"
    >>> [batch.texts[0].to_pylist() for batch in documents.batches()]
    [['good film', 'dull plot']]
    """
    check_format(format)
    categorical_names = names_of(categorical) or ()
    numeric_names = names_of(numeric) or ()
    metadata_names = _metadata_names(metadata, aside)
    is_multilabel = _is_multilabel(multilabel, several_labels)
    not_learned = tuple(
        name for name in dict.fromkeys(metadata_names) if name not in categorical_names
    )
    settings = ReadSettings(
        text=names_of(text),
        label=label,
        id=id,
        weight=weight,
        format=format,
        labelled=labelled,
        skip_bad_rows=skip_bad_rows,
        usual_text=usual_text,
        usual_label=usual_label,
        categorical=(*categorical_names, *not_learned),
        numeric=numeric_names,
        features=features,
        multilabel=is_multilabel,
    )
    settings = replace(settings, sheet=sheet, sql=sql)
    documents = _read_source(source, settings, labels)
    documents = replace(documents, skip_bad_rows=skip_bad_rows, many_labels=many_labels)
    if not metadata_names:
        return documents
    return with_metadata(documents, categorical_names, metadata_names)


def _metadata_names(metadata: str | Sequence[str], aside: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names of the metadata columns, given by one of the two keywords."""
    names = names_of(metadata) or ()
    earlier_names = names_of(aside) or ()
    if names and earlier_names:
        raise _given_twice("metadata", "aside")
    return names or earlier_names


def _is_multilabel(multilabel: bool | None, several_labels: bool | None) -> bool | None:
    """Return what one of the two keywords says, None where neither does."""
    if multilabel is not None and several_labels is not None:
        raise _given_twice("multilabel", "several_labels")
    return several_labels if multilabel is None else multilabel


def _given_twice(name: str, earlier_name: str) -> SettingError:
    return SettingError(
        f"{name} must be given once; got {earlier_name}, its earlier name, too. Pass {name} only."
    )


def _read_source(source: Any, settings: ReadSettings, labels: Sequence[Any] | None) -> Documents:
    """Return the documents of files, of a database or of a Python object."""
    paths = _paths(source)
    if paths is None:
        from linnet.reading.objects import read_object

        _refuse_sql(settings)
        return read_object(source, settings, labels)
    refuse_labels(labels)
    if isinstance(source, str) and is_database(source):
        from linnet.reading.database import read_database

        return read_database(source, settings)
    _refuse_sql(settings)
    inputs = inputs_of(paths, settings.format)
    if inputs.several:
        from linnet.reading.several import read_several

        return read_several(inputs, settings)
    opened = source_of(inputs.paths[0])
    format_name = format_of(opened, settings)
    _refuse_sheet(format_name, settings, opened.name)
    return reader_of(format_name)(opened, settings)


def _paths(source: Any) -> list[str] | None:
    """Return what names files, None where it is a Python object; strings in a list are texts."""
    if isinstance(source, str | Path):
        return [str(source)]
    if not isinstance(source, list | tuple) or not source:
        return None
    if not all(isinstance(entry, Path) for entry in source):
        return None
    return [str(entry) for entry in source]


def _refuse_sql(settings: ReadSettings) -> None:
    if settings.sql is not None:
        raise SettingError(
            "a query is for a database; got another source. "
            "Name a database, as sqlite:///tickets.db, or leave the query out."
        )


def _refuse_sheet(format_name: str, settings: ReadSettings, name: str) -> None:
    if settings.sheet is not None and format_name != "spreadsheet":
        raise SettingError(
            f"{name}: a sheet is of a spreadsheet; got {format_name}. Leave the sheet out."
        )
