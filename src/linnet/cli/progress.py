"""A progress bar on a terminal, after a moment; silence when standard error goes anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

PATIENCE = 0.5


def _silent(share: float | None, documents: int) -> None:
    """Say nothing."""


@contextmanager
def progress(doing: str, *, wanted: bool = True) -> Iterator[Callable[[float | None, int], None]]:
    """Give what is to be told the share done and the documents seen."""
    if not wanted or not sys.stderr.isatty():
        yield _silent
        return
    bar = _Bar(doing)
    try:
        yield bar.move
    finally:
        bar.stop()


class _Bar:
    """A bar that appears only when the work takes longer than a moment."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._start = perf_counter()
        self._drawn: Any = None

    def move(self, share: float | None, documents: int) -> None:
        if self._drawn is None:
            if perf_counter() - self._start < PATIENCE:
                return
            self._drawn = _drawn(self._doing)
        total = None if share is None else 1.0
        self._drawn.update(0, total=total, completed=share or 0.0, documents=f"{documents:,}")

    def stop(self) -> None:
        if self._drawn is not None:
            self._drawn.stop()


def _drawn(doing: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[documents]} documents"))
    bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    bar.add_task(doing, total=1.0, documents="0")
    bar.start()
    return bar
