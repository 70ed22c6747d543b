"""How far the work is: a bar on a terminal, lines of a log, or silence.

A bar appears after a moment. A log has a line every few seconds. Without either there is nothing.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from linnet.cli.terminal import say, voice
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.tried import SearchProgress

PATIENCE = 0.5  # seconds before a bar appears
LOG_EVERY = 5.0  # seconds between two lines of a log
OVERRUN = 0.1  # of the time since the last promise is shown as left, where that was too short


class Display(Protocol):
    """What shows how far the work is."""

    def show(self, share: float | None, note: str, seconds_left: float | None = None) -> None:
        """Show the share that is done, what is done, and the time left where that is known."""

    def stop(self) -> None:
        """Show no more."""


@contextmanager
def display(doing: str, *, patience: float | None = None, wanted: bool = True) -> Iterator[Display]:
    """Give what shows how far the work is, as the options and the terminal ask for."""
    chosen: Display = Silence()
    if patience is None:
        patience = PATIENCE
    if wanted and not voice().quiet:
        if voice().log_json:
            chosen = Log(doing)
        elif sys.stderr.isatty():
            chosen = Bar(doing, patience)
    try:
        yield chosen
    finally:
        chosen.stop()


@contextmanager
def progress(doing: str, *, wanted: bool = True) -> Iterator[Callable[[float | None, int], None]]:
    """Give a function that shows the share done and the documents seen."""
    with display(doing, wanted=wanted) as shown:

        def show_documents(share: float | None, documents: int) -> None:
            shown.show(share, counted(documents, "document"))

        yield show_documents


@contextmanager
def search_progress() -> Iterator["Callable[[SearchProgress], None]"]:
    """Give a function that shows how far a search is and the best so far, and says if it stops."""
    interrupted = list[bool]()

    with display("tuning", patience=0.0) as shown:

        def show_search(search: "SearchProgress") -> None:
            if search.stopped == "interrupted" and not interrupted:
                interrupted.append(True)
                shown.stop()
                say("stopped: the best recipe so far is kept and learned. Ctrl-C again gives up.")
            elif not interrupted:
                shown.show(search.share, note_of(search), search.seconds_left)

        yield show_search


@contextmanager
def judging_progress() -> Iterator["Callable[[SearchProgress], None]"]:
    """Give a function that shows how many models of a recipe have judged documents."""
    with display("judging") as shown:

        def show_judging(search: "SearchProgress") -> None:
            models = f"{search.done} of {counted(search.to_do, 'model')}"
            shown.show(search.share, models, search.seconds_left)

        yield show_judging


def note_of(search: "SearchProgress") -> str:
    """Return how many recipes were tried and how good the best is; after the search, what is done.

    It leaves room for the bar and the time on a narrow screen.
    """
    if search.doing not in ("", "comparing recipes"):
        return search.doing
    recipes = f"{search.done} of {counted(search.to_do, 'recipe')}"
    if search.best is None or search.best.value is None:
        return recipes
    return f"{recipes}, best {search.metric} {search.best.value:.4f}"


class Silence:
    """Nothing is shown."""

    def show(self, share: float | None, note: str, seconds_left: float | None = None) -> None:
        """Show nothing."""

    def stop(self) -> None:
        """Show no more."""


class Log:
    """Lines of JSON: the first at once, then at most one every few seconds."""

    def __init__(self, doing: str, clock: Callable[[], float] = perf_counter) -> None:
        """Take what is done."""
        self._doing = doing
        self._clock = clock
        self._next = clock()

    def show(self, share: float | None, note: str, seconds_left: float | None = None) -> None:
        """Write a line, unless the last one is new."""
        if self._clock() < self._next:
            return
        self._next = self._clock() + LOG_EVERY
        left = None if seconds_left is None else round(seconds_left, 1)
        rounded = None if share is None else round(share, 4)
        message = f"{self._doing}: {note}"
        voice().say("progress", message, share=rounded, seconds_left=left)

    def stop(self) -> None:
        """Write no more."""


class Promise:
    """The time left: it goes down between two promises, and not to 0 while there is work."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        """Promise nothing yet."""
        self._clock = clock
        self._left: float | None = None
        self._made = clock()

    def renew(self, seconds_left: float | None) -> None:
        """Take the time left from now on."""
        self._left = seconds_left
        self._made = self._clock()

    def seconds_left(self) -> float | None:
        """Return the time left now; None where none is known."""
        if self._left is None:
            return None
        since = self._clock() - self._made
        return max(self._left - since, OVERRUN * since)

    def in_words(self) -> str:
        """Return the time left as it is shown.

        >>> promise = Promise(lambda: 0.0)
        >>> promise.renew(3725.0)
        >>> promise.in_words()
        '1:02:05'
        """
        left = self.seconds_left()
        if left is None:
            return "-:--:--"
        minutes, seconds = divmod(round(left), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class Bar:
    """A bar that appears only when the work takes longer than a moment."""

    def __init__(self, doing: str, patience: float) -> None:
        """Take what is done, and the seconds before the bar appears."""
        self._doing = doing
        self._start = perf_counter()
        self._appears_at = self._start + patience
        self._promise = Promise()
        self._bar: Any = None  # rich.progress.Progress, once it has appeared
        self._stopped = False

    def show(self, share: float | None, note: str, seconds_left: float | None = None) -> None:
        """Show the share that is done; where no time is promised, it is that of what is done."""
        if seconds_left is None and share:
            seconds_left = (perf_counter() - self._start) * (1 - share) / share
        self._promise.renew(seconds_left)
        if self._stopped or perf_counter() < self._appears_at:
            return
        if self._bar is None:
            self._bar = _started_bar(self._doing, self._promise)
        total = None if share is None else 1.0
        self._bar.update(0, total=total, completed=share or 0.0, note=note)

    def stop(self) -> None:
        """Take the bar away."""
        self._stopped = True
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _started_bar(doing: str, promise: Promise) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class TimeLeft(ProgressColumn):
        """The time left as promised, at each moment."""

        def render(self, task: Task) -> Text:  # noqa: ARG002 (its own time is not what is shown)
            return Text(promise.in_words(), style="progress.remaining")

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[note]}"),
        TimeLeft(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(doing, total=1.0, note="")
    bar.start()
    return bar
