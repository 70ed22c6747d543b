"""Text files with a table in them: the "Unicode text" of Excel is a .txt with tabs and a header.

A .txt is one text per line. It is read as tsv where its first line, divided by tabs, names columns:
those that were asked for, the one that a model has learned from, or ones of usual names. The rows
below must have as many cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from linnet.reading.blocks import first_bytes
from linnet.reading.column_names import obvious_labels, obvious_texts
from linnet.reading.delimiters import divided_by
from linnet.reading.readers import EXTENSIONS, extension_of
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source
from linnet.reading.text_input import text_input

TAB = "\t"


def is_table(source: Source, settings: ReadSettings) -> bool:
    """Return whether the first line of a file names columns, and tabs divide its rows alike."""
    if source.path is None or not has_tabs(source, settings):
        return False
    table = divided_by(TAB, first_bytes(text_input(source, settings).source))
    return table.n_rows > 0 and table.divides and _names_columns(table.header, settings)


def has_tabs(source: Source, settings: ReadSettings) -> bool:
    """Return whether the first line of a file has a tab."""
    start = first_bytes(text_input(source, settings).source).tobytes()
    lines = start.splitlines()
    return bool(lines) and TAB.encode() in lines[0]


def _names_columns(header: Sequence[str], settings: ReadSettings) -> bool:
    named = settings.named_columns()
    if named:
        return set(named) <= set(header)
    if settings.usual_text in header:
        return True
    has_label = not settings.labelled or bool(obvious_labels(header))
    return has_label and bool(obvious_texts(header))


def table_note(name: str, settings: ReadSettings) -> str:
    """Return in words that a file of texts is read as tsv, "" for one that is tsv by its name.

    >>> table_note("jan.txt", ReadSettings()), table_note("jan.tsv", ReadSettings())
    ('read as tsv: its first line names columns', '')
    """
    if settings.format is not None or EXTENSIONS.get(extension_of(name)) != "lines":
        return ""
    return "read as tsv: its first line names columns"
