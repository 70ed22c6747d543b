"""How much memory is free, so that what cannot fit is refused before it starts."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from linnet.errors import Advice, SettingError

SYSTEM = Path("/")


def check_memory(needed: int, what: str, advice: Advice | str) -> None:
    """Refuse what needs more bytes than there are."""
    free = available_memory()
    if free is not None and needed > free:
        got = f"about {needed / 1e9:.3g} GB needed and {free / 1e9:.3g} GB free"
        raise SettingError(f"{what} must fit in memory; got {got}.", advice)


def available_memory(system: Path = SYSTEM) -> int | None:
    """Return how many bytes this process may still take, None where the system does not say."""
    return min(_limits(system), default=None)


def _limits(system: Path) -> Iterator[int]:
    """Yield what the machine has free, and what is left of the limits of this process."""
    with suppress(OSError, ValueError, IndexError):
        lines = (system / "proc/meminfo").read_text().splitlines()
        for line in lines:
            if line.startswith("MemAvailable:"):
                yield int(line.split()[1]) * 1024
    yield from _group_limits(system)
    with suppress(OSError, ValueError, ImportError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        pages = int((system / "proc/self/statm").read_text().split()[0])
        if limit != resource.RLIM_INFINITY:
            yield max(0, limit - pages * resource.getpagesize())
    with suppress(OSError, ValueError, AttributeError):
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _group_limits(system: Path) -> Iterator[int]:
    """Yield what is left of the limits of the control groups that this process is in."""
    with suppress(OSError, ValueError, IndexError):
        groups = (system / "proc/self/cgroup").read_text().splitlines()
        for group in groups:
            _, kinds, inside = group.split(":", 2)
            if kinds == "":
                yield from _left(system / "sys/fs/cgroup", inside, ("memory.max", "memory.current"))
            elif "memory" in kinds.split(","):
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes")
                yield from _left(system / "sys/fs/cgroup/memory", inside, names)


def _left(root: Path, inside: str, names: tuple[str, str]) -> Iterator[int]:
    """Yield what is left of the limits of a group and those around it; cached files give way."""
    folder = root / inside.strip("/")
    limit_name, usage_name = names
    for group in (folder, *folder.parents):
        with suppress(OSError, ValueError):
            limit = int((group / limit_name).read_text())  # "max" is no number, and no limit
            used = int((group / usage_name).read_text())
            yield max(0, limit - used + _cached(group))
        if group == root:
            break


def _cached(folder: Path) -> int:
    """Return the bytes of files that are only held in memory as long as nobody needs it."""
    with suppress(OSError, ValueError):
        for line in (folder / "memory.stat").read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "inactive_file":
                return int(number)
    return 0
