"""A folder with one sub-folder per label and one document per file."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from linnet.errors import InputError, quoted
from linnet.reading.columns import ColumnRoles
from linnet.reading.documents import Batch, Documents
from linnet.reading.encoding_choice import own_encoding
from linnet.reading.encodings import UTF8
from linnet.reading.faults import Fault, bad_text, lone_surrogate, readable_labels
from linnet.reading.latin_evidence import may_be_cp1252
from linnet.reading.lines import text_roles
from linnet.reading.other_files import is_other_file
from linnet.reading.row_rules import checked_batch
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect
from linnet.reading.source import FileSource, Source, as_input_errors
from linnet.reading.text_input import MOST_BYTES, EncodingFound, found_encoding
from linnet.reading.transcoding import Transcoded

_BATCH_FILES = 20_000
_BATCH_BYTES = 16 << 20
_FIRST_FILES = 1_000  # so many decide on the encoding
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
    found = _found_encoding(files, source.name, settings)
    decoding = _Decoding(found.settings, named=settings.encoding is not None)
    documents = roles.documents(source.name, lambda: _batches(files, source.name, roles, decoding))
    return replace(documents, notes=found.notes)


def _found_encoding(files: Sequence[_File], name: str, settings: ReadSettings) -> EncodingFound:
    """Return the encoding that is named, else that of the first files that are not UTF-8."""
    others = []
    if settings.encoding is None:
        first = (_bytes(file.path) for file in files[:_FIRST_FILES])
        others = [data for data in first if own_encoding(data) is None]
    found = found_encoding(b"\n".join(others)[:MOST_BYTES], settings, name)
    notes = tuple(f"files that are not UTF-8: {note}" for note in found.notes)
    return replace(found, notes=notes)


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
    named = [path for path in paths if not path.name.startswith(".")]
    visible = [path for path in named if not is_other_file(path.name)]
    return sorted(visible, key=lambda path: os.fsencode(path.name))


@dataclass(frozen=True)
class _Decoding:
    """How the files are decoded."""

    settings: ReadSettings
    named: bool  # whether the encoding was named, and is that of all files

    def encoding_of(self, data: bytes) -> str:
        """Return the encoding of a file: its own, else the one found where it suits the bytes."""
        found = self.settings.encoding or UTF8
        if self.named:
            return found
        own = own_encoding(data)
        if own is not None:
            return own
        return found if found == UTF8 or may_be_cp1252(data) else UTF8


def _batches(
    files: Sequence[_File], name: str, roles: ColumnRoles, decoding: _Decoding
) -> Iterator[Batch]:
    rows: list[Row | Fault] = []
    n_bytes = 0
    for number, file in enumerate(files, 1):
        data = _bytes(file.path)
        rows.append(_row(number, file, data, decoding))
        n_bytes += len(data)
        if number == len(files) or len(rows) == _BATCH_FILES or n_bytes > _BATCH_BYTES:
            parsed = collect(rows, number + 1, roles, decoding.settings)
            yield checked_batch(parsed, name, decoding.settings, number / len(files))
            rows = []
            n_bytes = 0


def _bytes(path: Path) -> bytes:
    stream = FileSource(path).open()
    try:
        return stream.rest()
    finally:
        stream.close()


def _row(number: int, file: _File, data: bytes, decoding: _Decoding) -> Row | Fault:
    labels = readable_labels([file.label])
    if lone_surrogate(number, (file.id,)) is not None:
        rule = "the name of a file must be UTF-8"
        return Fault(number, rule, quoted(file.id), "Rename it", labels=labels, kept=(None,))
    kept = (file.id,)
    encoding = decoding.encoding_of(data)
    if encoding != UTF8:
        data = Transcoded(io.BytesIO(data), encoding).read()
    data = data.removeprefix(_BOM)
    fault = bad_text(number, data, replace(decoding.settings, encoding=encoding))
    if fault is None:
        return Row(number, (data.decode(),), file.label, file.id, kept=kept)
    rule = fault.rule.replace("text", f"the text of {quoted(file.id)}", 1)
    reason = fault.rule.replace("text", "the text of a file", 1)
    return replace(fault, rule=rule, reason=reason, labels=labels, kept=kept)
