"""Files that a command writes: checked before the work, written whole or not at all."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from linnet import files
from linnet.errors import SettingError


def check_output(path: str, *inputs: str | None) -> None:
    """Refuse, before any work, a file that could not be written or that the command reads."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise SettingError(
            f"{path}: a file must be written; got the name of a folder. Name a file in it."
        )
    if not target.parent.is_dir():
        raise SettingError(
            f"{path}: its folder must be there; got {target.parent}, which is not. Create it first."
        )
    if target.exists() and not target.is_file():
        raise SettingError(
            f"{path}: an ordinary file must be written; got a device or pipe. Name a file."
        )
    writable = target if target.exists() else target.parent
    if not os.access(writable, os.W_OK) or not os.access(target.parent, os.W_OK):
        raise SettingError(
            f"{path}: the file must be writable; got no permission. Choose another place."
        )
    for source in inputs:
        if source not in (None, "-") and Path(os.path.realpath(str(source))) == target:
            raise SettingError(
                f"{path}: the output must not replace what is read; got the same file. "
                "Name another."
            )


@contextmanager
def written_whole(path: str) -> Iterator[IO[bytes]]:
    """Give a file to write that takes its name only when all went well."""
    target = Path(os.path.realpath(path))
    try:
        with files.written_whole(target) as file:
            yield file
    except OSError as error:
        raise SettingError(
            f"{path}: the output must be written whole; got {error.strerror or error}. "
            "Make room or name another place."
        ) from None


@contextmanager
def written_together(paths: Sequence[Path], old: Sequence[Path]) -> Iterator[list[IO[bytes]]]:
    """Give files of one folder to write that take the place of old ones when all went well."""
    folder = paths[0].parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with files.written_together(paths, old) as opened:
            yield opened
    except OSError as error:
        raise SettingError(
            f"{folder}: the parts must be written whole; got {error.strerror or error}. "
            "Make room or name another folder."
        ) from None
