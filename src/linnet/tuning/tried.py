"""What is known of a recipe that was tried, and of a search while it runs."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.register import Metric
from linnet.recipe.recipe import Recipe
from linnet.tuning.grid import Settings


@dataclass(frozen=True)
class Tried:
    """How good a recipe is on parts that it has not learned.

    There is no value where it could not learn, or was not finished.
    """

    settings: Settings  # those of the grid
    recipe: Recipe
    by_part: tuple[float | None, ...] = ()
    features: int = 0  # how many its models have, on average
    documents: int = 0  # how many it was tried on
    problem: str = ""

    def __repr__(self) -> str:
        from linnet.tuning.results_display import tried_line

        return tried_line(self)

    @property
    def value(self) -> float | None:
        """The mean over the parts where the metric is defined."""
        values = self._defined()
        if not values:
            return None
        return sum(values) / len(values)

    @property
    def standard_error(self) -> float | None:
        """How far the mean may be off: the deviation of the parts over the root of their number."""
        values = self._defined()
        if len(values) < 2:
            return None
        return float(np.std(values, ddof=1)) / math.sqrt(len(values))

    def _defined(self) -> list[float]:
        return [value for value in self.by_part if value is not None]

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "settings": self.settings,
            "value": self.value,
            "standard_error": self.standard_error,
            "by_part": list(self.by_part),
            "features": self.features,
            "documents": self.documents,
            "problem": self.problem or None,
        }


@dataclass(frozen=True)
class SearchProgress:
    """How far a search has come, and with it the whole job.

    `done` and `to_do` are recipes of the search that runs; where folds judge searching itself there
    are several. `share` and `seconds_left` are those of the whole job: all searches, the
    models that are judged, and the classifier in the end.
    """

    done: int
    to_do: int
    best: Tried | None = None
    stopped: str = ""  # "budget" or "interrupted" where it ends before all is done
    metric: str = ""  # what the best is best by
    share: float | None = None  # of the whole job by time, from 0 to 1; it never goes back
    seconds_left: float | None = None  # until the whole job is done; None where nothing is known
    doing: str = ""  # what is done now


ProgressCallback = Callable[[SearchProgress], None]


def ignore_progress(search_progress: SearchProgress) -> None:
    """Say nothing."""


def rank(tried: Tried, metric: Metric) -> tuple[int, float]:
    """Return what sorts recipes, the best first.

    Those tried on most documents come first, by their value; those without a value come last.
    """
    value = tried.value
    if value is None:
        return 0, math.inf
    loss = -value if metric.more_is_better else value
    return -tried.documents, loss
