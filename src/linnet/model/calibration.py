"""Maps from scores to calibrated probabilities: of documents at 0.8, 80 in 100 have the label.

    temperature  the scores divided by one number; it never changes which label is the most probable
    platt        sigmoid(slope · margin + offset), for each label; with the same numbers for all
                 it keeps their order
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
        """Return a log probability of each label by itself, finite or minus infinity."""

    def fits(self, n_labels: int) -> bool:
        """Return whether it is a map for so many labels."""


@dataclass(frozen=True, eq=False)
class Temperature:
    """Scores divided by a number above 0: above 1 it makes a model that is too sure less sure.

    >>> scores = np.array([[4.0, -2.0]])
    >>> Temperature(np.array([2.0])).log_shares(scores, "softmax", multilabel=False).tolist()
    [[2.0, -1.0]]
    """

    temperature: Floats  # one number
    method: ClassVar[str] = "temperature"
    shared: ClassVar[bool] = True

    def log_shares(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return scores / temperature: log probabilities up to a constant that all labels share."""
        divided = values / self.temperature
        if multilabel or link == "sigmoid":
            return log_sigmoid(divided)
        return divided

    def fits(self, n_labels: int) -> bool:  # noqa: ARG002 (one number fits them all)
        """Return whether it is one number above 0 that scores can be divided by."""
        if self.temperature.shape != (1,):
            return False
        return bool(1 / MOST < self.temperature[0] < MOST)


@dataclass(frozen=True, eq=False)
class Platt:
    """P(label) = sigmoid(slope · margin + offset).

    >>> platt = Platt(slopes=np.array([2.0]), offsets=np.array([0.0]))
    >>> np.exp(platt.log_shares(np.zeros((1, 1)), "margin", multilabel=True)).tolist()
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
        finite = _finite_margins(values, link, multilabel=multilabel)
        return np.asarray(finite * self.slopes + self.offsets)

    @property
    def shared(self) -> bool:
        """Whether all labels have the same map, which does not fall: then it changes no label."""
        one_slope = np.all(self.slopes == self.slopes[:1])
        one_offset = np.all(self.offsets == self.offsets[:1])
        rising = np.all(self.slopes >= 0)
        return bool(one_slope and one_offset and rising)

    def fits(self, n_labels: int) -> bool:
        """Return whether every label has a slope and an offset."""
        if not self.slopes.shape == self.offsets.shape == (n_labels,):
            return False
        numbers = np.concatenate([self.slopes, self.offsets])
        return bool(np.all(np.abs(numbers) < MOST))


@dataclass(frozen=True, eq=False)
class Isotonic:
    """P(label) on a line through knots that never falls; level outside of them."""

    starts: npt.NDArray[np.int64]  # per label, one more at the end
    knots: Floats  # margins, rising for each label
    heights: Floats  # probabilities at the knots, above 0
    method: ClassVar[str] = "isotonic"

    def log_shares(self, values: Floats, link: str, *, multilabel: bool) -> Floats:
        """Return the log of the height of each label's line."""
        probabilities = _finite_margins(values, link, multilabel=multilabel)
        for label, margins_of_label in enumerate(probabilities.T):
            start, end = self.starts[label : label + 2].tolist()
            knots = self.knots[start:end]
            heights = self.heights[start:end]
            probabilities[:, label] = np.interp(margins_of_label, knots, heights)
        return np.log(probabilities)

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
        return self._has_knots(n_labels) and self._has_probabilities() and self._never_falls()

    def _has_knots(self, n_labels: int) -> bool:
        """Return whether every label has at least one knot."""
        starts = self.starts
        if starts.dtype != np.int64 or starts.shape != (n_labels + 1,) or self.knots.ndim != 1:
            return False
        covers_all = starts[0] == 0 and starts[-1] == len(self.knots)
        return bool(covers_all and np.all(np.diff(starts) > 0))

    def _has_probabilities(self) -> bool:
        """Return whether every knot is a number and has a height above 0 and up to 1."""
        if self.knots.shape != self.heights.shape or not np.isfinite(self.knots).all():
            return False
        return bool(np.all((self.heights > 0) & (self.heights <= 1)))

    def _never_falls(self) -> bool:
        """Return whether the knots of each label rise, and their heights do not fall."""
        within_label = np.ones(len(self.knots), np.bool_)
        within_label[self.starts[:-1]] = False  # a step from one label to the next may go anywhere
        steps = within_label[1:]
        knots_rise = np.all(np.diff(self.knots)[steps] > 0)
        heights_hold = np.all(np.diff(self.heights)[steps] >= 0)
        return bool(knots_rise and heights_hold)


METHODS: dict[str, Any] = {method.method: method for method in (Temperature, Platt, Isotonic)}
SHARED = "shared-platt"  # the name of a Platt map with the same slope and offset for all labels


def name_of(calibration: Calibration) -> str:
    """Return what a map is called: its method, or that of one sigmoid for all labels.

    >>> name_of(Platt(np.ones(3), np.zeros(3))), name_of(Platt(np.arange(3.0), np.zeros(3)))
    ('shared-platt', 'platt')
    """
    if calibration.method == Platt.method and calibration.shared:
        return SHARED
    return calibration.method


def arrays_of(calibration: Calibration) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a map, by name."""
    names = [field.name for field in fields(calibration)]  # type: ignore[arg-type]
    return {name: getattr(calibration, name) for name in names}


def margins(values: Floats, link: str, *, multilabel: bool) -> Floats:
    """Return how far each document is on the side of each label; infinite where labels are vetoed.

    Labels that exclude each other are weighed against each other: log(P(label) / P(any other))
    where scores are log probabilities, and of two labels the difference, so that one is the mirror
    of the other.

    >>> margins(np.log([[0.2, 0.6]]), "softmax", multilabel=False).round(3).tolist()
    [[-1.099, 1.099]]
    """
    if multilabel or (link != "softmax" and values.shape[1] != 2):
        return values
    with np.errstate(invalid="ignore"):
        return np.asarray(values - _log_sum_of_others(values))


def _finite_margins(values: Floats, link: str, *, multilabel: bool) -> Floats:
    """Return the margins, 0 where they are infinite: there the scores alone decide."""
    any_margins = margins(values, link, multilabel=multilabel)
    return np.nan_to_num(any_margins, nan=0.0, posinf=0.0, neginf=0.0)


def _log_sum_of_others(values: Floats) -> Floats:
    """Return log Σ exp(score) over all labels but each; the best one has a sum of its own."""
    rows = np.arange(len(values))
    best = values.argmax(axis=1)
    rest = np.array(values)
    rest[rows, best] = -np.inf
    without_best = log_sum(rest)

    with np.errstate(invalid="ignore", divide="ignore"):
        of_all = np.logaddexp(without_best, values[rows, best])[:, None]
        share = np.exp(np.minimum(values - of_all, 0.0))
        others = of_all + np.log1p(-share)
    others[rows, best] = without_best
    return np.asarray(others)


def log_sum(values: Floats) -> Floats:
    """Return log Σ exp(score) over labels; minus infinity where all are."""
    top = values.max(axis=1, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    total = np.exp(values - top[:, None]).sum(axis=1)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(total) + top)


def log_sigmoid(values: Floats) -> Floats:
    """Return log(1 / (1 + exp(-score)))."""
    return np.asarray(-np.logaddexp(0.0, -values))
