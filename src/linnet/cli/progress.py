"""A progress bar on a terminal, after a moment; silence when standard error goes anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli.terminal import say
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.search import Standing

PATIENCE = 0.5


def _silent(share: float | None, documents: int) -> None:
    """Say nothing."""


@contextmanager
def progress(doing: str, *, wanted: bool = True) -> Iterator[Callable[[float | None, int], None]]:
    """Give what is to be told the share done and the documents seen."""
    if not wanted or not sys.stderr.isatty():
        yield _silent
        return
    bar = _Bar(doing, PATIENCE)
    try:
        yield bar.move
    finally:
        bar.stop()


@contextmanager
def search_progress() -> Iterator["Callable[[Standing], None]"]:
    """Give what is to be told how far a search has come; it shows the best so far, and says when it is stopped."""
    bar = _Bar("tuning", patience=0.0) if sys.stderr.isatty() else None

    def told(standing: "Standing") -> None:
        if standing.stopped == "interrupted":
            if bar is not None:
                bar.stop()
            say("stopped: the best recipe so far is kept and learned. Ctrl-C again gives up.")
        elif bar is not None:
            value = None if standing.best is None else standing.best.value
            best = "" if value is None else f", best {standing.metric} {value:.4f}"
            bar.show(
                standing.done / standing.to_do,
                f"{standing.done} of {counted(standing.to_do, 'recipe')}{best}",
            )

    try:
        yield told
    finally:
        if bar is not None:
            bar.stop()


class _Bar:
    """A bar that appears only when the work takes longer than a moment."""

    def __init__(self, doing: str, patience: float) -> None:
        self._doing = doing
        self._from = perf_counter() + patience
        self._drawn: Any = None

    def move(self, share: float | None, documents: int) -> None:
        self.show(share, f"{documents:,} documents")

    def show(self, share: float | None, said: str) -> None:
        if self._drawn is None:
            if perf_counter() < self._from:
                return
            self._drawn = _drawn(self._doing)
        self._drawn.update(
            0, total=None if share is None else 1.0, completed=share or 0.0, said=said
        )

    def stop(self) -> None:
        if self._drawn is not None:
            self._drawn.stop()


def _drawn(doing: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[said]}"))
    bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    bar.add_task(doing, total=1.0, said="")
    bar.start()
    return bar
