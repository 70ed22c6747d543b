"""A progress bar on a terminal, after a moment; silence when standard error goes anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli.terminal import say
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.tried import SearchProgress

PATIENCE = 0.5  # seconds before a bar appears


def _show_nothing(share: float | None, documents: int) -> None:
    """Show nothing."""


@contextmanager
def progress(doing: str, *, wanted: bool = True) -> Iterator[Callable[[float | None, int], None]]:
    """Give a function that shows the share done and the documents seen."""
    if not wanted or not sys.stderr.isatty():
        yield _show_nothing
        return
    bar = _Bar(doing, PATIENCE)
    try:
        yield bar.show_documents
    finally:
        bar.stop()


@contextmanager
def search_progress() -> Iterator["Callable[[SearchProgress], None]"]:
    """Give a function that shows how far a search is and the best so far, and says if it stops."""
    bar = _Bar("tuning", patience=0.0) if sys.stderr.isatty() else None

    def show_search(search: "SearchProgress") -> None:
        if search.stopped == "interrupted":
            if bar is not None:
                bar.stop()
            say("stopped: the best recipe so far is kept and learned. Ctrl-C again gives up.")
        elif bar is not None:
            bar.show(search.done / search.to_do, _recipes(search))

    try:
        yield show_search
    finally:
        if bar is not None:
            bar.stop()


def _recipes(search: "SearchProgress") -> str:
    """Return how many recipes were tried, and how good the best is."""
    recipes = f"{search.done} of {counted(search.to_do, 'recipe')}"
    if search.best is None or search.best.value is None:
        return recipes
    return f"{recipes}, best {search.metric} {search.best.value:.4f}"


class _Bar:
    """A bar that appears only when the work takes longer than a moment."""

    def __init__(self, doing: str, patience: float) -> None:
        self._doing = doing
        self._appears_at = perf_counter() + patience
        self._bar: Any = None  # rich.progress.Progress, once it has appeared

    def show_documents(self, share: float | None, documents: int) -> None:
        self.show(share, f"{documents:,} documents")

    def show(self, share: float | None, note: str) -> None:
        if self._bar is None:
            if perf_counter() < self._appears_at:
                return
            self._bar = _started_bar(self._doing)
        total = None if share is None else 1.0
        self._bar.update(0, total=total, completed=share or 0.0, note=note)

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _started_bar(doing: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(doing, total=1.0, note="")
    bar.start()
    return bar
