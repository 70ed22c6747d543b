"""The formats linnet reads. A new one is a file with a function and a line in each table."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath

from linnet.errors import Advice, InputError, SettingError, quoted
from linnet.reading.documents import Documents
from linnet.reading.settings import ReadSettings
from linnet.reading.source import COMPRESSIONS, Source, starts_as_zip

Reader = Callable[[Source, ReadSettings], Documents]

READERS = {  # name → module:function; imported when such a file is read
    "csv": "linnet.reading.delimited:read_csv",
    "tsv": "linnet.reading.delimited:read_tsv",
    "jsonl": "linnet.reading.json_lines:read_json_lines",
    "parquet": "linnet.reading.parquet:read_parquet",
    "arrow": "linnet.reading.arrow_file:read_arrow",
    "spreadsheet": "linnet.reading.spreadsheet:read_spreadsheet",
    "folder": "linnet.reading.folder:read_folder",
    "fasttext": "linnet.reading.fasttext:read_fasttext",
    "svmlight": "linnet.reading.svmlight:read_svmlight",
    "lines": "linnet.reading.lines:read_lines",
}

EXTENSIONS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".xlsx": "spreadsheet",
    ".xlsm": "spreadsheet",
    ".xlsb": "spreadsheet",
    ".xls": "spreadsheet",
    ".ods": "spreadsheet",
    ".ft": "fasttext",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".txt": "lines",
}

# First bytes that leave no doubt, whatever the name says.
_STARTS = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xd0\xcf\x11\xe0": "spreadsheet"}
# Those that no text has, whatever format is named.
_BINARY_STARTS = {
    b"\xd0\xcf\x11\xe0": "spreadsheet",
    b"PK\x03\x04": "spreadsheet",
    b"PK\x05\x06": "spreadsheet",
}
_TEXT_FORMATS = ("csv", "tsv", "jsonl", "fasttext", "svmlight", "lines")
_SQLITE_START = b"SQLite format 3\0"
_FASTTEXT_MARK = b"__label__"  # that of linnet.reading.fasttext, which most files do not need
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def reader_of(name: str) -> Reader:
    """Return the function that reads a format."""
    module, _, function = READERS[name].partition(":")
    reader: Reader = getattr(import_module(module), function)
    return reader


def check_format(name: str | None) -> None:
    """Refuse a format that is not in the table."""
    if name is not None and name not in READERS:
        from difflib import get_close_matches

        close = get_close_matches(name, READERS, n=1)
        advice = f"Did you mean {close[0]}?" if close else "Choose one of them."
        formats = ", ".join(READERS)
        raise SettingError(f"format must be one of {formats}; got {quoted(name)}. {advice}")


def format_of(source: Source, settings: ReadSettings) -> str:
    """Return the format that was asked for, else the one of the first bytes or of the name."""
    is_folder = source.path is not None and source.path.is_dir()
    if is_folder and settings.format not in (None, "folder"):
        raise InputError(
            f"{source.name}: a file must be here; got a folder. "
            "Name a file or leave the format out."
        )
    if is_folder:
        return "folder"
    if settings.format == "folder":
        return settings.format
    start = _start(source)
    if start.startswith(_SQLITE_START):
        raise _is_sqlite(source)
    if settings.format is not None:
        _check_named_format(settings.format, start, source.name)
        return settings.format
    if starts_as_zip(start):
        return _zip_format(source)
    for magic, kind in _STARTS.items():
        if start.startswith(magic):
            return kind
    return _format_by_name(source, _without_marks(start), settings)


def _is_sqlite(source: Source) -> InputError:
    """Return the error of a database that is named as a file."""
    problem = f"{source.name}: a database must be named by its URL; got a SQLite file."
    if _in_place(source):
        return InputError(problem, Advice("name_database", url=f"sqlite:///{source.name}"))
    return InputError(f"{problem} Unpack it first.")


def _check_named_format(name: str, start: bytes, source_name: str) -> None:
    """Refuse a spreadsheet where a format of text is named."""
    if name not in _TEXT_FORMATS:
        return
    for magic, kind in _BINARY_STARTS.items():
        if start.startswith(magic):
            problem = f"{source_name}: {name} must be text; got the first bytes of a {kind}."
            raise InputError(problem, Advice("name_format", formats=kind))


def _in_place(source: Source) -> bool:
    """Return whether the bytes are those of a file on the disk."""
    with source.peek() as stream:
        return source.path is not None and not stream.compressed


def _without_marks(start: bytes) -> bytes:
    """Return the first bytes as they are in ASCII, without what UTF-8 and UTF-16 add to them."""
    for mark in _BOMS:
        start = start.removeprefix(mark)
    return start.replace(b"\0", b"")


def _start(source: Source) -> bytes:
    with source.peek() as stream:
        start: bytes = stream.start(32)
    return start


def _zip_format(source: Source) -> str:
    """Return the format of what is a zip file still: a spreadsheet, or too much packing."""
    kind = EXTENSIONS.get(extension_of(source.name))
    if _in_place(source) or kind == "spreadsheet":
        return "spreadsheet"
    if source.path is None:
        raise InputError(
            f"{source.name}: a zip file must be a file on the disk; got a stream. Save it.",
        )
    raise InputError(
        f"{source.name}: data must be compressed once; got a zip file inside. Unpack it once."
    )


def _format_by_name(source: Source, start: bytes, settings: ReadSettings) -> str:
    """Return the format by the extension, for standard input by the task."""
    extension = extension_of(source.name)
    if source.path is None and extension not in EXTENSIONS:
        return "jsonl" if settings.labelled else "lines"
    if extension not in EXTENSIONS:
        got = f"extension {quoted(extension)}" if extension else "no extension"
        problem = f"{source.name}: the format must be clear from the name; got {got}."
        raise InputError(problem, Advice("name_format", formats="|".join(READERS)))
    kind = EXTENSIONS[extension]
    if kind == "lines" and start.startswith(_FASTTEXT_MARK):
        return "fasttext"
    if kind == "lines" and _is_table(source, settings):
        return "tsv"
    return kind


def _is_table(source: Source, settings: ReadSettings) -> bool:
    from linnet.reading.tabbed_text import is_table

    return is_table(source, settings)


def extension_of(name: str) -> str:
    """Return the extension that tells the format.

    >>> extension_of("mail/Reviews.CSV.gz"), extension_of("README")
    ('.csv', '')
    """
    path = PurePath(name.lower())
    if path.suffix in COMPRESSIONS:
        path = PurePath(path.stem)
    return path.suffix
