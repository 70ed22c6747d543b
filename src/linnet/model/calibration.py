"""Maps from scores to probabilities that mean what they say: of documents at 0.8, about 80 in 100 have the label.

    temperature  the scores divided by one number; it never changes which label is the most probable
    platt        sigmoid(slope · margin + offset), for each label; with the same numbers for all it keeps their order
    isotonic     a rising line through knots, for each label

Labels that exclude each other then share what there is: the probabilities of a document sum to 1.
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
MOST = 1e100  # beyond this is no number of a sound map, and scores times it may be no numbers


class Calibration(Protocol):
    """What a map offers; its fields are numbers and arrays, as the model file has them."""

    method: ClassVar[str]

    @property
    def shared(self) -> bool:
        """Whether all labels have the same map, which keeps their order in every document."""

    def log_shares(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return a log probability of each label by itself; finite scores in, finite numbers or minus infinity out."""

    def fits(self, n_labels: int) -> bool:
        """Return whether it is a map for so many labels."""


@dataclass(frozen=True, eq=False)
class Temperature:
    """Scores divided by a number above 0: above 1 it makes a model that is too sure less sure.

    >>> Temperature(np.array([2.0])).log_shares(np.array([[4.0, -2.0]]), "softmax", multilabel=False).tolist()
    [[2.0, -1.0]]
    """

    temperature: Floats  # one number
    method: ClassVar[str] = "temperature"
    shared: ClassVar[bool] = True

    def log_shares(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return the scores divided by the temperature, as log probabilities up to what all labels share."""
        divided = values / self.temperature
        return log_sigmoid(divided) if multilabel or link == "sigmoid" else divided

    def fits(self, n_labels: int) -> bool:  # noqa: ARG002 (one number fits them all)
        """Return whether it is one number above 0 that scores can be divided by."""
        return self.temperature.shape == (1,) and bool(1 / MOST < self.temperature[0] < MOST)


@dataclass(frozen=True, eq=False)
class Platt:
    """P(label) = sigmoid(slope · margin + offset).

    >>> np.exp(Platt(np.array([2.0]), np.array([0.0])).log_shares(np.zeros((1, 1)), "margin", multilabel=True)).tolist()
    [[0.5]]
    """

    slopes: Floats  # per label
    offsets: Floats  # per label
    method: ClassVar[str] = "platt"

    def log_shares(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return the log of the sigmoid of each label."""
        return log_sigmoid(self.linear(values, link, multilabel=multilabel))

    def linear(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return slope · margin + offset of each label."""
        return np.asarray(_finite(values, link, multilabel=multilabel) * self.slopes + self.offsets)

    @property
    def shared(self) -> bool:
        """Whether all labels have the same map, and one that does not fall: then it changes no label."""
        same = np.all(self.slopes == self.slopes[:1]) and np.all(self.offsets == self.offsets[:1])
        return bool(same and np.all(self.slopes >= 0))

    def fits(self, n_labels: int) -> bool:
        """Return whether every label has a slope and an offset."""
        sized = self.slopes.shape == self.offsets.shape == (n_labels,)
        return sized and bool(
            np.all(np.abs(self.slopes) < MOST) and np.all(np.abs(self.offsets) < MOST)
        )


@dataclass(frozen=True, eq=False)
class Isotonic:
    """P(label) on a line through knots that never falls; level outside of them."""

    starts: npt.NDArray[np.int64]  # per label, one more at the end
    knots: Floats  # margins, rising for each label
    heights: Floats  # probabilities at the knots, above 0
    method: ClassVar[str] = "isotonic"

    def log_shares(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return the log of the height of each label's line."""
        found = _finite(values, link, multilabel=multilabel)
        for label, column in enumerate(found.T):
            here = slice(int(self.starts[label]), int(self.starts[label + 1]))
            found[:, label] = np.interp(column, self.knots[here], self.heights[here])
        return np.log(found)

    @property
    def shared(self) -> bool:
        """Whether all labels have the same map: then it changes no label."""
        sizes = np.diff(self.starts)
        if np.any(sizes != sizes[:1]):
            return False
        lines = np.stack([self.knots, self.heights]).reshape(2, len(sizes), -1)
        return bool(np.all(lines == lines[:, :1]))

    def fits(self, n_labels: int) -> bool:
        """Return whether every label has knots and heights that never fall."""
        starts, knots, heights = self.starts, self.knots, self.heights
        if starts.dtype != np.int64 or starts.shape != (n_labels + 1,) or knots.ndim != 1:
            return False
        filled = starts[0] == 0 and starts[-1] == len(knots) and np.all(starts[1:] > starts[:-1])
        if (
            not filled
            or knots.shape != heights.shape
            or not np.isfinite(knots).all()
            or not np.isfinite(heights).all()
        ):
            return False
        inside = np.ones(len(knots), np.bool_)
        inside[starts[:-1]] = False  # a step from one label to the next may go anywhere
        steps = inside[1:]
        rising = np.all(np.diff(knots)[steps] > 0) and np.all(np.diff(heights)[steps] >= 0)
        return bool(rising and np.all((heights > 0) & (heights <= 1)))


METHODS: dict[str, Any] = {one.method: one for one in (Temperature, Platt, Isotonic)}
SHARED = (
    "shared-platt"  # how a Platt map with the same slope and offset for all labels is asked for
)


def name_of(calibration: Calibration) -> str:
    """Return what a map is called: its method, or that of one sigmoid for all labels.

    >>> name_of(Platt(np.ones(3), np.zeros(3))), name_of(Platt(np.arange(3.0), np.zeros(3)))
    ('shared-platt', 'platt')
    """
    return (
        SHARED if calibration.method == Platt.method and calibration.shared else calibration.method
    )


def arrays_of(calibration: Calibration) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a map, by name."""
    return {one.name: getattr(calibration, one.name) for one in fields(calibration)}  # type: ignore[arg-type]


def margins(values: Floats, link: str, *, multilabel: bool) -> Floats:
    """Return how far each document lies on the side of each label; infinite where labels are vetoed.

    Labels that exclude each other are weighed against each other: log(P(label) / P(any other)) where scores are log
    probabilities, and of two labels the difference, so that one is the mirror of the other.

    >>> margins(np.log([[0.2, 0.6]]), "softmax", multilabel=False).round(3).tolist()
    [[-1.099, 1.099]]
    """
    if multilabel or (link != "softmax" and values.shape[1] != 2):
        return values
    with np.errstate(invalid="ignore"):
        return np.asarray(values - _others(values))


def _finite(values: Floats, link: str, *, multilabel: bool) -> Floats:
    """Return the margins, 0 where they are infinite: there the scores alone decide."""
    return np.nan_to_num(
        margins(values, link, multilabel=multilabel), nan=0.0, posinf=0.0, neginf=0.0
    )


def _others(values: Floats) -> Floats:
    """Return log Σ exp(score) over all labels but each: the best one is left out in a sum of its own."""
    rows, best = np.arange(len(values)), values.argmax(axis=1)
    rest = np.array(values)
    rest[rows, best] = -np.inf
    without_best = log_sum(rest)
    with np.errstate(invalid="ignore", divide="ignore"):
        every = np.logaddexp(without_best, values[rows, best])[:, None]
        others = every + np.log1p(-np.exp(np.minimum(values - every, 0.0)))
    others[rows, best] = without_best
    return np.asarray(others)


def log_sum(values: Floats) -> Floats:
    """Return log Σ exp(score) over labels; minus infinity where all are."""
    top = values.max(axis=1, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(np.exp(values - top[:, None]).sum(axis=1)) + top)


def log_sigmoid(values: Floats) -> Floats:
    """Return log(1 / (1 + exp(-score)))."""
    return np.asarray(-np.logaddexp(0.0, -values))
