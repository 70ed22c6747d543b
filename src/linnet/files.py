"""Files that are written whole or not at all; nothing stays behind when their writer is killed.

Where the system has files without a name (Linux), the bytes go into one of those: it vanishes with
its process. Elsewhere, and for the instant in which it takes the place of an older file, it has a
name of its own and is locked by its writer. One that nobody has locked was left by a process that
has died: whoever next writes into the folder removes it.
"""

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from linnet.errors import InputError

# Short, so that a long file name still has room for its temporary neighbour.
TEMPORARY = re.compile(r"\.linnet-[0-9a-f]{16}\.part")
UNNAMED = getattr(os, "O_TMPFILE", None)
# What a file system without them answers.
NO_UNNAMED = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT)


class NewFile:
    """A file in a folder, to be written before it takes its name.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with NewFile(folder) as new:
    ...     written = new.file.write(b"all of it")
    ...     new.take(folder / "its name")
    >>> [(path.name, path.read_bytes()) for path in folder.iterdir()]
    [('its name', b'all of it')]
    """

    def __init__(self, folder: Path) -> None:
        remove_left_overs(folder)
        self._folder = folder
        handle = _open_unnamed(folder)
        self._name: Path | None = None
        if handle is None:
            self._name, handle = _open_named(folder)
        self.file: IO[bytes] = os.fdopen(handle, "wb")

    def __enter__(self) -> "NewFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.discard()

    def settle(self) -> None:
        """Make what was written safe on the disk."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def take(self, target: Path) -> None:
        """Let the file take its name; one that it replaces leaves it its permissions."""
        self.settle()
        with suppress(FileNotFoundError):
            mode = target.lstat().st_mode
            if not stat.S_ISREG(mode):
                raise OSError(errno.EINVAL, "a file can only take the place of a file", str(target))
            os.fchmod(self.file.fileno(), stat.S_IMODE(mode))
        if self._name is None and self._linked(target):
            return
        if self._name is None:
            # Known before it is there, so that it is removed whatever comes.
            self._name = _temporary_name(self._folder)
            self._link(self._name)
        self._name.replace(target)
        self._name = None

    def _linked(self, target: Path) -> bool:
        """Return whether the unnamed file got its name at once: it does if the name is free."""
        try:
            self._link(target)
        except FileExistsError:
            return False
        return True

    def _link(self, path: Path) -> None:
        """Give the unnamed file a name that is free."""
        handle = self.file.fileno()
        # The system follows the link in /proc only where a handle is given, whichever it is;
        # else it links the link.
        os.link(f"/proc/self/fd/{handle}", path, src_dir_fd=handle)

    def discard(self) -> None:
        """Close the file, and remove it where it has not taken its name."""
        name = self._name
        self._name = None
        if name is not None:
            name.unlink(missing_ok=True)
        with suppress(OSError):  # bytes that no longer find room are not wanted any more
            self.file.close()


@dataclass(frozen=True)
class FileState:
    """A file as it was when it was read: whoever writes it makes it another.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "model"
    >>> before = FileState.of(path)
    >>> before.is_current()
    True
    >>> _ = path.write_text("by another program")
    >>> before.is_current()
    False
    """

    path: Path
    identity: tuple[int, int] | None  # None: there was none

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> "FileState":
        """Return what a file is now; ask before it is read."""
        target = Path(path)
        return cls(target, _identity(target))

    def is_current(self) -> bool:
        """Return whether nobody has written the file since."""
        return _identity(self.path) == self.identity

    def check(self) -> None:
        """Refuse to go on where somebody has."""
        if not self.is_current():
            raise InputError(
                f"{self.path} must stay as it is meanwhile; got another program that wrote it. "
                "Run the command again; nothing was changed."
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


@contextmanager
def written_whole(target: Path, *, unchanged: FileState | None = None) -> Iterator[IO[bytes]]:
    """Give a file to write that takes its name only when all went well.

    Where a state is given, it does so only if that file is still as it was.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "model"
    >>> with written_whole(path, unchanged=FileState.of(path)) as file:
    ...     written = file.write(b"all of it")
    >>> path.read_bytes()
    b'all of it'
    """
    with NewFile(target.parent) as new:
        yield new.file
        new.settle()
        if unchanged is not None:
            unchanged.check()
        new.take(target)
    sync_folder(target.parent)


@contextmanager
def written_together(paths: Sequence[Path], old: Sequence[Path]) -> Iterator[list[IO[bytes]]]:
    """Give files of one folder to write that take their names together, when all went well.

    Old files go then; old and new ones are never there together.
    """
    folder = paths[0].parent
    with ExitStack() as stack:
        new_files = [stack.enter_context(NewFile(folder)) for _ in paths]
        yield [new.file for new in new_files]
        for new in new_files:
            new.settle()

        for path in old:
            path.unlink(missing_ok=True)
        for new, path in zip(new_files, paths, strict=True):
            new.take(path)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder safe on the disk, where its file system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        # The new file is in place and whole; some file systems and folders cannot be synced.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):
            raise


def remove_left_overs(folder: Path) -> None:
    """Remove the temporary files in a folder whose writers have died."""
    with suppress(OSError), os.scandir(folder) as entries:
        paths = [Path(entry.path) for entry in entries if TEMPORARY.fullmatch(entry.name)]
        for path in paths:
            with suppress(OSError):
                _remove_if_left(path)


def _remove_if_left(path: Path) -> None:
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        status = os.fstat(handle)
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # refused while its writer lives
            if os.path.samestat(status, path.lstat()):
                path.unlink()
    finally:
        os.close(handle)


def _open_unnamed(folder: Path) -> int | None:
    """Return a file without a name, or None where none could get a name later."""
    if UNNAMED is None:
        return None
    try:
        handle = os.open(folder, UNNAMED | os.O_RDWR, 0o666)
    except OSError as error:
        if error.errno in NO_UNNAMED:
            return None
        raise
    if not Path(f"/proc/self/fd/{handle}").exists():
        os.close(handle)
        return None
    _lock(handle)
    return handle


def _open_named(folder: Path) -> tuple[Path, int]:
    """Return a file of a new name that its writer, this process, has locked."""
    while True:
        name = _temporary_name(folder)
        handle = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)
        _lock(handle)
        if os.fstat(handle).st_nlink:
            return name, handle
        os.close(handle)  # taken for a left-over in the instant before it was locked


def _lock(handle: int) -> None:
    # On a file system without locks nobody can lock it, nor take it for a left-over.
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX)


def _temporary_name(folder: Path) -> Path:
    return folder / f".linnet-{os.urandom(8).hex()}.part"
