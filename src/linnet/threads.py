"""How many threads work, which never changes a result, and when they should stop."""

import os
from collections.abc import Callable
from contextvars import ContextVar

from linnet.errors import SettingError, quoted

MOST_THREADS = 1024
# Asked now and then while this thread learns: yes stops the learner with a KeyboardInterrupt.
STOP: ContextVar[Callable[[], bool] | None] = ContextVar("STOP", default=None)


def threads_of(threads: int | None) -> int:
    """Return how many threads to use: as many as asked for, or as there are cores to use.

    >>> threads_of(3), threads_of(None) >= 1
    (3, True)
    """
    if threads is None:
        return min(_cores(), MOST_THREADS)
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise SettingError(
            f"threads must be a whole number from 1 to {MOST_THREADS}; got {quoted(threads)}. "
            "Leave it out if unsure."
        )
    return threads


def _cores() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
