"""Several files, read one after the other as if they were one.

The columns are found in the first file that has columns, and must be in all others. Rows go on
counting from file to file; sentences name the file, and the row in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from linnet.errors import InputError, SettingError, listed, shortened
from linnet.reading.documents import Batch, Documents
from linnet.reading.inputs import Inputs
from linnet.reading.kept_columns import ALL, with_types
from linnet.reading.kept_types import common_type
from linnet.reading.missing_columns import MissingColumnError
from linnet.reading.readers import format_of, reader_of
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, source_of
from linnet.reading.text_settings import check_text_settings

MAY_BE_EMPTY = ("csv", "tsv", "jsonl")  # without a header
WITHOUT_COLUMNS = ("folder", "fasttext", "svmlight", "lines")


@dataclass(frozen=True)
class _File:
    """A file that is yet to be read."""

    source: Source
    format: str

    @property
    def has_columns(self) -> bool:
        return self.format not in WITHOUT_COLUMNS

    def is_empty(self) -> bool:
        """Return whether this is a text file of no bytes, as Spark writes for a part of no rows."""
        if self.format not in MAY_BE_EMPTY:
            return False
        with self.source.peek() as stream:
            byte = bytearray(1)
            count: int = stream.fill(memoryview(byte))
            stream.unread(bytes(byte[:count]))
        return count == 0

    def read(self, settings: ReadSettings) -> Documents:
        if self.format != "spreadsheet":
            settings = replace(settings, sheet=None)
        check_text_settings(settings, self.format, self.source.name)
        return reader_of(self.format)(self.source, settings)


def read_several(inputs: Inputs, settings: ReadSettings) -> Documents:
    """Return the documents of all files."""
    sources = [source_of(path) for path in inputs.paths]
    files = [_File(source, format_of(source, settings)) for source in sources]
    _check_sheet(files, settings, inputs.name)
    empty = {place for place, file in enumerate(files) if file.is_empty()}
    if len(empty) == len(files):
        empty = set()
    leading = _leading(files, empty)
    first = files[leading].read(settings)
    with_rows = [file for place, file in enumerate(files) if place not in empty]
    documents = _read_others(with_rows, with_rows.index(files[leading]), first, settings)
    for place in sorted(empty):
        documents.insert(place, _no_documents(first, files[place].source.name))
    for part in documents:
        _check_shape(part, first)
    types = _common_types(documents)
    documents = [with_types(part, types) for part in documents]
    first = documents[leading]

    parts = _Parts(documents, _sizes(inputs.paths))
    return replace(
        first,
        name=inputs.name,
        notes=_notes(documents),
        open_batches=parts.batches,
        parts=tuple(part.name for part in documents),
        part_documents=parts.with_rows_before,
        place_of=parts.place,
        text_file=None,
    )


def _leading(files: Sequence[_File], empty: set[int]) -> int:
    """Return the place of the first file that has columns, else of the first that is not empty."""
    places = [place for place in range(len(files)) if place not in empty]
    return next((place for place in places if files[place].has_columns), places[0])


def _no_documents(first: Documents, name: str) -> Documents:
    """Return the documents of a file of no bytes beside others."""
    return replace(first, name=name, notes=(), open_batches=lambda: iter(()))


def _check_sheet(files: Sequence[_File], settings: ReadSettings, name: str) -> None:
    if settings.sheet is not None and all(file.format != "spreadsheet" for file in files):
        raise SettingError(
            f"{name}: a sheet is of a spreadsheet; got other files only. Leave the sheet out."
        )


def _read_others(
    files: Sequence[_File], leading: int, first: Documents, settings: ReadSettings
) -> list[Documents]:
    """Return the documents of each file, by the columns of the first; name all that lack one."""
    labelled = first.label is not None
    multilabel = first.multilabel if labelled else settings.multilabel
    settings = replace(settings, labelled=labelled, multilabel=multilabel)
    by_columns = replace(
        settings, text=first.fields, label=first.label, features=first.features, usual_text=None
    )
    kept = tuple(column.name for column in first.kept_columns if not column.is_id)
    by_columns = replace(by_columns, keep=kept)
    without_columns = settings
    if files[leading].has_columns:  # a name of a column is then meant for those that have columns
        without_columns = replace(settings, text=None, label=None)
    documents = []
    missing: list[MissingColumnError] = []
    for place, file in enumerate(files):
        if place == leading:
            documents.append(first)
            continue
        try:
            part = file.read(by_columns if file.has_columns else without_columns)
            documents.append(_with_left_out(part, first, settings))
        except MissingColumnError as error:
            missing.append(error)
    if missing:
        problems = [error.problem.rstrip(".") for error in missing]
        got = "; ".join(problems)
        raise InputError(
            f"every file must have the columns of {first.name}; got {got}. "
            "Rename the columns, or read the files one by one."
        )
    return documents


def _with_left_out(part: Documents, first: Documents, settings: ReadSettings) -> Documents:
    """Return a part that says which columns are not kept, where all of the first are."""
    extra = [name for name in part.columns if name not in first.columns]
    if ALL not in settings.keep or not extra:
        return part
    left_out = f"{listed(extra)} left out: {first.name} has no such column"
    return replace(part, notes=(*part.notes, left_out))


def _check_shape(part: Documents, first: Documents) -> None:
    """Refuse documents that cannot go together, as texts and lists of named features."""
    if _shape(part) != _shape(first):
        raise InputError(
            f"{part.name}: all files must have the same texts, labels and other columns; "
            f"got others than in {first.name}. Read the files one by one."
        )


def _shape(documents: Documents) -> tuple[Any, ...]:
    return (
        len(documents.fields),
        documents.label is None,
        documents.categorical,
        documents.numeric,
        documents.features is None,
        documents.multilabel,
        [column.name for column in documents.kept_columns],
    )


def _common_types(documents: Sequence[Documents]) -> dict[str, pa.DataType]:
    """Return the types of the kept columns whose types differ from file to file."""
    types: dict[str, set[pa.DataType]] = {}
    for part in documents:
        for column in part.kept_columns:
            types.setdefault(column.name, set()).add(column.type)
    common = {name: common_type(kinds) for name, kinds in types.items()}
    return {name: kind for name, kind in common.items() if kind is not None}


def _notes(documents: Sequence[Documents]) -> tuple[str, ...]:
    """Return what was found in the files, each note once, after the names of its files."""
    names_of_note: dict[str, list[str]] = {}
    for part in documents:
        for note in part.notes:
            names_of_note.setdefault(note, []).append(part.name)
    notes = []
    for note, names in names_of_note.items():
        notes.append(f"{shortened(names, len(names), most=3)}: {note}")
    return tuple(notes)


def _sizes(paths: Sequence[str]) -> list[int]:
    """Return how much of all there is in each file; the same for each where that is unknown."""
    files = [Path(path) for path in paths]
    if not all(file.is_file() for file in files):
        return [1] * len(paths)
    return [max(1, file.stat().st_size) for file in files]


class _Parts:
    """Documents one after the other, and where each begins as far as they have been read."""

    def __init__(self, documents: Sequence[Documents], sizes: Sequence[int]) -> None:
        self._documents = documents
        self._sizes = sizes
        self._rows_before: dict[int, int] = {0: 0}  # by the number of the part

    def batches(self) -> Iterator[Batch]:
        rows_before = 0
        for number, part in enumerate(self._documents):
            self._rows_before[number] = rows_before
            move = self._move(number, rows_before)
            for batch in part.open_batches():
                moved = move(batch)
                rows_before = moved.next_row - 1
                yield moved

    def _move(self, number: int, rows_before: int) -> Callable[[Batch], Batch]:
        """Return what gives a batch of a part the numbers that it has among all."""
        name = self._documents[number].name
        total = sum(self._sizes)
        before = sum(self._sizes[:number])

        def moved(batch: Batch) -> Batch:
            share = (before + self._sizes[number] * (batch.share or 0.0)) / total
            faults = None if batch.faults is None else batch.faults.shifted(rows_before)
            return replace(
                batch,
                rows=batch.rows + rows_before,
                next_row=batch.next_row + rows_before,
                skipped=batch.skipped + rows_before,
                faults=faults,
                share=share,
                file=name,
            )

        return moved

    def with_rows_before(self) -> list[tuple[Documents, int]]:
        """Return each part and the number of rows before it; all must have been read."""
        starts = [self._rows_before[number] for number in range(len(self._documents))]
        return list(zip(self._documents, starts, strict=True))

    def place(self, row: int) -> str:
        """Return the file of a row that has been read, and the row in it."""
        starts = self._rows_before
        number = max(number for number, before in starts.items() if before < row)
        return self._documents[number].place(row - starts[number])
