"""Zip files that hold one file, which is read as if it were there by itself.

No name inside of a zip file is ever a place on the disk: bytes are read where they are.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from linnet.errors import InputError, listed, quoted
from linnet.reading.other_files import is_other_file
from linnet.reading.source import FileSource, Packed, Source, Stream, as_input_errors

_ENCRYPTED = 1  # a flag of a file in a zip file
# What is in every workbook, which is a zip file too: of Excel, of LibreOffice.
_WORKBOOKS = ({"[Content_Types].xml"}, {"mimetype", "content.xml"})
_NO_FOLDERS = ("__MACOSX/",)


def file_in(path: Path) -> Source | None:
    """Return the one file of a zip file, None where it is a workbook."""
    with opened_zip(path, str(path)) as archive:
        infos = archive.infolist()
    names = {info.filename for info in infos}
    if any(of_workbook <= names for of_workbook in _WORKBOOKS):
        return None
    files = [info for info in infos if _is_file(info)]
    if len(files) != 1:
        got = listed([info.filename for info in files]) or "none"
        raise InputError(
            f"{path}: a zip file must hold one file; got {got}. "
            "Unpack it and name the files, or the folder that they are in."
        )
    _check_readable(str(path), files[0])
    return ZippedFile(path, files[0])


@contextmanager
def opened_zip(file: Any, name: str) -> Iterator[ZipFile]:
    """Give a zip file; what is wrong with it is one sentence."""
    with as_input_errors(name):
        try:
            with ZipFile(file) as archive:
                yield archive
        except (BadZipFile, NotImplementedError, UnicodeDecodeError) as error:
            raise InputError(
                f"{name}: zip data must be whole; got {quoted(str(error))}. "
                "Write or download the file again."
            ) from None


def _is_file(info: ZipInfo) -> bool:
    if info.is_dir() or info.filename.startswith(_NO_FOLDERS):
        return False
    return not is_other_file(PurePosixPath(info.filename).name)


def _check_readable(name: str, info: ZipInfo) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise InputError(
            f"{name}: a zip file must open without a password; got an encrypted one. "
            "Unpack it and name the file."
        )
    # Others would be decompressed in pieces of any size.
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise InputError(
            f"{name}: a file in a zip file must be stored or deflated; "
            f"got method {info.compress_type}. Unpack it and name the file."
        )


class ZippedFile(FileSource):
    """A file in a zip file, opened anew for each reading."""

    def __init__(self, path: Path, info: ZipInfo) -> None:
        """Take the path of the zip file, and what it says of the file in it."""
        super().__init__(path)
        self.name = f"{path}/{PurePosixPath(info.filename).name}"
        self._info = info

    def open(self) -> Stream:
        """Return the bytes from the start."""
        with opened_zip(self.path, self.name) as archive:
            member = _Member(archive.open(self._info))  # the zip file stays open as long
        packed = Packed("zip", self._info.compress_size)
        try:
            return Stream(io.BufferedReader(member), self.name, self._info.file_size, packed)
        except BaseException:
            member.close()
            raise


class _Member(io.RawIOBase):
    """The bytes of a file in a zip file; what is wrong with them is an OSError."""

    def __init__(self, member: Any) -> None:
        super().__init__()
        self._member = member

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            return int(self._member.readinto(buffer))
        except (BadZipFile, zlib.error) as error:
            raise OSError(str(error)) from None

    def tell(self) -> int:
        return int(self._member.tell())

    def close(self) -> None:
        self._member.close()
        super().close()
