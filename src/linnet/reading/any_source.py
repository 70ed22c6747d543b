"""What a source is, and who reads it: files, a database or a Python object."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from linnet.errors import SettingError
from linnet.reading.documents import Documents
from linnet.reading.inputs import inputs_of
from linnet.reading.readers import format_of, reader_of
from linnet.reading.settings import ReadSettings, refuse_labels
from linnet.reading.source import is_database, source_of
from linnet.reading.text_settings import check_text_settings


def read_source(source: Any, settings: ReadSettings, labels: Sequence[Any] | None) -> Documents:
    """Return the documents of files, of a database or of a Python object."""
    paths = _paths(source)
    if paths is None:
        from linnet.reading.objects import read_object

        _refuse_sql(settings)
        check_text_settings(settings, None, "linnet.read")
        return read_object(source, settings, labels)
    refuse_labels(labels)
    if isinstance(source, str) and is_database(source):
        from linnet.reading.database import read_database

        check_text_settings(settings, None, "linnet.read")
        return read_database(source, settings)
    _refuse_sql(settings)
    return _read_files(paths, settings)


def _read_files(paths: Sequence[str], settings: ReadSettings) -> Documents:
    inputs = inputs_of(paths, settings.format)
    if inputs.several:
        from linnet.reading.several import read_several

        return read_several(inputs, settings)
    opened = source_of(inputs.paths[0])
    format_name = format_of(opened, settings)
    _refuse_sheet(format_name, settings, opened.name)
    check_text_settings(settings, format_name, opened.name)
    return reader_of(format_name)(opened, settings)


def comes_once(source: Any) -> bool:
    """Return whether a source has its documents only once.

    >>> comes_once("-"), comes_once("parts/*.csv")
    (True, False)
    """
    if isinstance(source, pa.RecordBatchReader):
        return True
    return any(map(_is_stream, _paths(source) or ()))


def _is_stream(path: str) -> bool:
    if path == "-":
        return True
    file = Path(path)
    return file.exists() and not (file.is_file() or file.is_dir())


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
