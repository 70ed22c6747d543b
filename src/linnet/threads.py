"""How many threads work, which never changes a result, and when those that work long should stop."""

import os
from collections.abc import Callable
from contextvars import ContextVar

from linnet.errors import SettingError, quoted

MOST_THREADS = 1024
# Asked now and then while this thread learns: where it says yes, the learner stops with a KeyboardInterrupt.
STOP: ContextVar[Callable[[], bool] | None] = ContextVar("STOP", default=None)


def threads_of(threads: int | None) -> int:
    """Return how many threads to use: those asked for, or one for each processor core this process may use.

    >>> threads_of(3), threads_of(None) >= 1
    (3, True)
    """
    if threads is None:
        threads = (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
        return min(threads, MOST_THREADS)
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise SettingError(
            f"threads must be a whole number from 1 to {MOST_THREADS}; got {quoted(threads)}. Leave it out if unsure."
        )
    return threads
