"""A plan of known work, and how long it takes: measured costs instead of a guess.

A task is so many documents of a kind of work, each about so dear as its weight says. What was
measured of the same kind of work, or else of the work most like it, tells how long the tasks take
that are still to come. So the time left is that of the whole job, however unlike its stages are.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

OVERRUN = 0.1  # of what work has taken already is left of it, where it takes longer than planned


@dataclass(frozen=True)
class Task:
    """Work of one kind. Its kinds: its own, then those whose pace tells most about it."""

    kinds: tuple[str, ...]
    weight: float  # what a document costs, beside one of other work
    documents: float

    @property
    def amount(self) -> float:
        """How much work it is."""
        return self.weight * self.documents


class Costs:
    """Seconds for an amount of each kind of work, as measured."""

    def __init__(self) -> None:
        """Begin with nothing measured."""
        self._amounts: dict[str, float] = {}
        self._seconds: dict[str, float] = {}

    def measure(self, task: Task, seconds: float) -> None:
        """Add what a task took to each of its kinds."""
        for kind in task.kinds:
            self._amounts[kind] = self._amounts.get(kind, 0.0) + task.amount
            self._seconds[kind] = self._seconds.get(kind, 0.0) + seconds

    def seconds(self, task: Task) -> float | None:
        """Return how long a task takes: by its first kind that was measured; None where none was.

        >>> costs = Costs()
        >>> costs.measure(Task(("svm words", "svm"), 2.0, 100), 4.0)
        >>> costs.seconds(Task(("svm chars", "svm"), 6.0, 100))
        12.0
        """
        for kind in task.kinds:
            if self._amounts.get(kind):
                return task.amount * self._seconds[kind] / self._amounts[kind]
        return None


class WorkPlan:
    """What is done now, what is left of this stage, and the stages after it.

    The share done never goes back. The time left is None while nothing was measured.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin now."""
        self.costs = Costs()
        self.doing = ""
        self._clock = clock
        self._start = clock()
        self._now: Sequence[Task] = ()
        self._now_since = self._start
        self._stage: Sequence[Task] = ()
        self._later: Sequence[Task] = ()
        self._stage_ends_at = math.inf
        self._share = 0.0

    def expect(self, stage: Iterable[Task], later: Iterable[Task] | None = None) -> None:
        """Say what is left of this stage after the present work; and what comes after the stage."""
        self._stage = tuple(stage)
        if later is not None:
            self._later = tuple(later)

    def limit(self, seconds: float | None) -> None:
        """Say that this stage ends after so many seconds from now at the latest; None: whenever."""
        self._stage_ends_at = math.inf if seconds is None else self._clock() + seconds

    def begin(self, tasks: Iterable[Task], doing: str = "") -> None:
        """Begin work."""
        self._now = tuple(tasks)
        self._now_since = self._clock()
        self.doing = doing or self.doing

    def end(self, shares: Sequence[float] | None = None) -> None:
        """End the present work: it took the time since it began, each task its share of that."""
        taken = self.seconds_now()
        planned = [task.amount for task in self._now]
        if shares is None or sum(shares) <= 0:
            shares = planned
        for task, share in zip(self._now, shares, strict=True):
            self.costs.measure(task, taken * share / (sum(shares) or 1.0))
        self._now = ()
        self._now_since = self._clock()

    def seconds_now(self) -> float:
        """Return how long the present work has taken so far."""
        return self._clock() - self._now_since

    def seconds_left(self) -> float | None:
        """Return how long all that is left takes."""
        taken = self.seconds_now()
        now = self._seconds_of(self._now)
        stage = self._seconds_of(self._stage)
        later = self._seconds_of(self._later)
        if now is None or stage is None or later is None:
            return None
        if self._now:
            now = max(now - taken, OVERRUN * taken)
        until_end = max(self._stage_ends_at - self._clock(), 0.0)
        return min(now + stage, until_end) + later

    def share(self) -> float:
        """Return the share of the whole job that is done, by time."""
        left = self.seconds_left()
        taken = self._clock() - self._start
        if left is not None and taken > 0:
            self._share = max(self._share, taken / (taken + left))
        return self._share

    def _seconds_of(self, tasks: Sequence[Task]) -> float | None:
        seconds = [self.costs.seconds(task) for task in tasks]
        known = [one for one in seconds if one is not None]
        return float(sum(known)) if len(known) == len(seconds) else None
