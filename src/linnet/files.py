"""Files that are written whole or not at all, and of which nothing stays behind when their writer is killed.

Where the system has files without a name (Linux), the bytes go into one of those: it vanishes with its process.
Elsewhere, and for the instant in which it takes the place of an older file, it has a name of its own and is locked by
its writer. One that nobody has locked was left by a process that has died: whoever next writes into the folder removes
it.
"""

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO

# Short, so that a long file name still has room for its temporary neighbour.
TEMPORARY = re.compile(r"\.linnet-[0-9a-f]{16}\.part")
UNNAMED = getattr(os, "O_TMPFILE", None)
NO_UNNAMED = (
    errno.EOPNOTSUPP,
    errno.EISDIR,
    errno.EINVAL,
    errno.ENOENT,
)  # what a file system without them answers


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
        """Let the file take its name; an older one of that name is replaced, and its permissions are kept."""
        self.settle()
        with suppress(FileNotFoundError):
            mode = target.lstat().st_mode
            if not stat.S_ISREG(mode):
                raise OSError(errno.EINVAL, "a file can only take the place of a file", str(target))
            os.fchmod(self.file.fileno(), stat.S_IMODE(mode))
        if self._name is None and self._linked(target):
            return
        if self._name is None:
            self._name = _temporary_name(
                self._folder
            )  # known before it is there, so that it is removed whatever comes
            self._link(self._name)
        self._name.replace(target)
        self._name = None

    def _linked(self, target: Path) -> bool:
        """Return whether the unnamed file got its name at once, which only a name that is free allows."""
        try:
            self._link(target)
        except FileExistsError:
            return False
        return True

    def _link(self, path: Path) -> None:
        """Give the unnamed file a name that is free."""
        handle = self.file.fileno()
        # The system follows the link in /proc only where a handle is given, whichever it is; else it links the link.
        os.link(f"/proc/self/fd/{handle}", path, src_dir_fd=handle)

    def discard(self) -> None:
        """Close the file, and remove it where it has not taken its name."""
        name = self._name
        self._name = None
        if name is not None:
            name.unlink(missing_ok=True)
        with suppress(OSError):  # bytes that no longer find room are not wanted any more
            self.file.close()


@contextmanager
def written_whole(target: Path) -> Iterator[IO[bytes]]:
    """Give a file to write that takes its name only when all went well."""
    with NewFile(target.parent) as new:
        yield new.file
        new.take(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder safe on the disk, where its file system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        # The new file is in place and whole; some file systems and unreadable folders cannot be synced.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):
            raise


def remove_left_overs(folder: Path) -> None:
    """Remove the temporary files in a folder whose writers have died."""
    with suppress(OSError), os.scandir(folder) as entries:
        found = [Path(entry.path) for entry in entries if TEMPORARY.fullmatch(entry.name)]
        for path in found:
            with suppress(OSError):
                _remove_if_left(path)


def _remove_if_left(path: Path) -> None:
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        found = os.fstat(handle)
        if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # refused while its writer lives
            if os.path.samestat(found, path.lstat()):
                path.unlink()
    finally:
        os.close(handle)


def _open_unnamed(folder: Path) -> int | None:
    """Return a file without a name, or None where there are none, or none that could get a name later."""
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
    with suppress(
        OSError
    ):  # a file system without locks: then nobody can lock it, nor take it for a left-over
        fcntl.flock(handle, fcntl.LOCK_EX)


def _temporary_name(folder: Path) -> Path:
    return folder / f".linnet-{os.urandom(8).hex()}.part"
