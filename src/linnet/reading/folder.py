"""A folder with one sub-folder per label and one document per file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from linnet.errors import InputError, quoted
from linnet.reading.columns import ColumnRoles
from linnet.reading.documents import Batch, Documents
from linnet.reading.faults import Fault, bad_utf8, lone_surrogate, readable_labels
from linnet.reading.lines import text_roles
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect
from linnet.reading.source import FileSource, Source, as_input_errors

_BATCH_FILES = 20_000
_BATCH_BYTES = 16 << 20
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class _File:
    """One document to be read: its path, and its path and label in the folder."""

    path: Path
    id: str
    label: str | None


def read_folder(source: Source, settings: ReadSettings) -> Documents:
    """Return one document per file, its path in the folder as id; hidden files are left out."""
    if source.path is None or not source.path.is_dir():
        raise InputError(f"{source.name}: a folder must be here; got a file. Leave the format out.")
    labelled = settings.labelled
    if labelled is None:
        labelled = bool(_files(source.path, True))
    settings = replace(settings, labelled=labelled)
    roles = replace(text_roles(source.name, settings), id="path")
    files = _files(source.path, labelled)
    if not files:
        raise _no_files(source.name, source.path, labelled=labelled)
    return roles.documents(source.name, lambda: _batches(files, source.name, roles, settings))


def _no_files(name: str, folder: Path, *, labelled: bool) -> InputError:
    wanted = "a sub-folder with files for each label" if labelled else "at least one file"
    got = "none" if any(folder.iterdir()) else "an empty folder"
    return InputError(
        f"{name}: a folder must have {wanted}; got {got}. Name another folder or a file."
    )


def _files(folder: Path, labelled: bool) -> list[_File]:
    """Return the documents of a folder in the order of their paths, the same on every machine."""
    if not labelled:
        return [_File(path, str(path.relative_to(folder)), None) for path in _walk(folder)]
    with as_input_errors(str(folder)):
        label_folders = [path for path in _sorted(folder.iterdir()) if path.is_dir()]
    files = []
    for label_folder in label_folders:
        for path in _walk(label_folder):
            files.append(_File(path, str(path.relative_to(folder)), label_folder.name))
    return files


def _walk(folder: Path) -> Iterator[Path]:
    with as_input_errors(str(folder)):
        inside = _sorted(folder.iterdir())
    for path in inside:
        if path.is_dir():
            if not path.is_symlink():
                yield from _walk(path)
        elif path.is_file():
            yield path


def _sorted(paths: Iterator[Path]) -> list[Path]:
    visible = [path for path in paths if not path.name.startswith(".")]
    return sorted(visible, key=lambda path: os.fsencode(path.name))


def _batches(
    files: Sequence[_File], name: str, roles: ColumnRoles, settings: ReadSettings
) -> Iterator[Batch]:
    rows: list[Row | Fault] = []
    n_bytes = 0
    for number, file in enumerate(files, 1):
        data = _bytes(file.path)
        rows.append(_row(number, file, data))
        n_bytes += len(data)
        if number == len(files) or len(rows) == _BATCH_FILES or n_bytes > _BATCH_BYTES:
            parsed = collect(rows, number + 1, roles, settings)
            yield checked_batch(parsed, name, settings, number / len(files))
            rows = []
            n_bytes = 0


def _bytes(path: Path) -> bytes:
    stream = FileSource(path).open()
    try:
        return stream.rest().removeprefix(_BOM)
    finally:
        stream.close()


def _row(number: int, file: _File, data: bytes) -> Row | Fault:
    labels = readable_labels([file.label])
    if lone_surrogate(number, (file.id,)) is not None:
        rule = "the name of a file must be UTF-8"
        return Fault(number, rule, quoted(file.id), "Rename it", labels=labels)
    try:
        return Row(number, (data.decode(),), file.label, file.id)
    except UnicodeDecodeError:
        rule = f"the text of {quoted(file.id)} must be UTF-8"
        reason = "the text of a file must be UTF-8"
        return replace(bad_utf8(number, data), rule=rule, reason=reason, labels=labels)
