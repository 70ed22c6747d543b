"""Which files are meant by names, patterns and folders of parts, always in the same order.

What is named comes in the order in which it is named; the files of a pattern or of a folder come in
the order of the bytes of their paths.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from linnet.errors import Advice, InputError, SettingError, listed
from linnet.reading.other_files import is_lock, is_other_file
from linnet.reading.readers import EXTENSIONS, extension_of
from linnet.reading.source import as_input_errors

_ZIP = ".zip"


@dataclass(frozen=True)
class Inputs:
    """The files to read one after the other, and what they are called together."""

    paths: tuple[str, ...]
    name: str
    several: bool  # whether they are parts, be it only one: by a pattern, a folder, several names


def inputs_of(sources: Sequence[str], format: str | None) -> Inputs:  # noqa: A002
    """Return the files that are meant; each must be meant once."""
    parts = [_files_of(source, format) for source in sources]
    several = len(sources) > 1 or parts[0] is not None
    paths: list[str] = []
    for source, files in zip(sources, parts, strict=True):
        if files is None:
            _refuse_lock(source)
        paths += [source] if files is None else files
    if several:
        _check_several(paths)
    name = sources[0]
    if len(sources) > 1:
        name = f"{paths[0]} and {len(paths) - 1:,} more"
    return Inputs(tuple(paths), name, several)


def _refuse_lock(source: str) -> None:
    """Refuse the small file that Excel writes beside a workbook that is open."""
    path = Path(source)
    if is_lock(path.name) and _kind(path) == "spreadsheet":
        raise InputError(
            f"{source}: a spreadsheet must be a workbook; got a lock file of Excel. "
            "Name the workbook."
        )


def _files_of(source: str, format: str | None) -> list[str] | None:  # noqa: A002
    """Return the files of a pattern or of a folder of parts, None for any other source."""
    path = Path(source)
    with as_input_errors(source):
        is_folder = path.is_dir()
    if is_folder:
        return parts_of(path, format)
    if not glob.has_magic(source) or os.path.lexists(source):
        return None
    found = glob.glob(source, recursive=True)  # noqa: PTH207 (takes absolute patterns, too)
    data = [match for match in found if not is_other_file(Path(match).name)]
    matches = sorted(data, key=os.fsencode)
    if not matches:
        raise InputError(
            f"{source}: a pattern must match at least one file; got none. Check the path."
        )
    files = []
    for match in matches:
        files += _files_of(match, format) or [match]
    return files


def parts_of(folder: Path, format: str | None) -> list[str] | None:  # noqa: A002
    """Return the files of a folder that holds parts of a table, None for a folder of texts."""
    if format == "folder":
        return None
    with as_input_errors(str(folder)):
        inside = sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name))
    named = [path for path in inside if not path.name.startswith((".", "_"))]
    visible = [path for path in named if not is_other_file(path.name)]
    files = [path for path in visible if not path.is_dir()]
    has_folders = len(files) < len(visible)
    if format is None:
        if not any(_kind(path) for path in files):
            return None
        _check_one_format(folder, files, has_folders=has_folders)
    elif has_folders or not files:
        return None
    return [str(path) for path in files]


def _kind(path: Path) -> str | None:
    """Return the format of a table by the name of its file, None for texts and what is unknown."""
    extension = extension_of(path.name)
    if extension == _ZIP:
        return _ZIP
    kind = EXTENSIONS.get(extension)
    return None if kind == "lines" else kind


def _check_one_format(folder: Path, files: Sequence[Path], *, has_folders: bool) -> None:
    rule = "a folder must hold files of one format, or a sub-folder of texts for each label"
    advice = Advice("name_files_or_folder")
    if has_folders:
        raise InputError(f"{folder}: {rule}; got files and sub-folders.", advice)
    kinds = {_kind(path) for path in files}
    if len(kinds) > 1:
        first_of_kind = {_kind(path): path.name for path in reversed(files)}
        names = sorted(first_of_kind.values(), key=os.fsencode)
        raise InputError(f"{folder}: {rule}; got {listed(names)}.", advice)


def _check_several(paths: Sequence[str]) -> None:
    if "-" in paths:
        raise SettingError(
            "standard input must be read alone; got other files beside it. Save it to a file."
        )
    first_name: dict[tuple[int, int] | str, str] = {}
    for path in paths:
        identity = _identity(path)
        if identity in first_name:
            first = first_name[identity]
            other_name = "" if first == path else f", as {first} too"
            raise InputError(
                f"{path}: a file must be named once; got it twice{other_name}. Leave one out."
            )
        first_name[identity] = path


def _identity(path: str) -> tuple[int, int] | str:
    """Return what two names of the same file have in common."""
    try:
        state = Path(path).stat()
    except (OSError, ValueError):
        return path  # whoever reads it will say what is wrong
    return state.st_dev, state.st_ino
