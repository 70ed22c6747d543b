"""Linear learners: the weights with the smallest average loss + penalty.

    average loss + strength · (½ Σ w²            l2
                               Σ |w|             l1
                               mixed by l1_share  elastic)

    logistic     softmax over all labels, or (loss "logistic") each label against the rest
    svm          squared hinge or hinge, each label against the rest
    nb-logistic, nb-svm: the same on features scaled by their naive Bayes log-ratio, label against rest

With two labels one w tells them apart; it is penalised as one, then stored as −w/2 and +w/2.
"""

import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import NotConverged, SettingError, quoted
from linnet.features.rows import Rows
from linnet.learning.learner import (
    Ability,
    Fitted,
    Inputs,
    Learner,
    Link,
    Strength,
    TrainingData,
    needed,
)
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights
from linnet.threads import STOP

Floats = npt.NDArray[np.float64]
Found = tuple[Floats, Floats]  # weights, features × labels; offset
LOSSES: Mapping[str, tuple[str, ...]] = {  # of each learner, the default first
    "logistic": ("softmax", "logistic"),
    "svm": ("squared-hinge", "hinge"),
    "nb-logistic": ("logistic",),
    "nb-svm": ("squared-hinge", "hinge"),
}
LEAST_STRENGTH, MOST_STRENGTH = 1e-30, 1e12
PENALTIES = ("l2", "l1", "elastic", "none")
OFFSETS = ("free", "penalised", "none")
SOLVERS = ("auto", "dual", "newton", "lbfgs", "coordinate", "gradient-descent")
LINKS: Mapping[str, Link] = {
    "softmax": "softmax",
    "logistic": "sigmoid",
    "squared-hinge": "margin",
    "hinge": "margin",
}
ROUGH = 1e-2  # the tolerance that is enough to compare recipes, and to calibrate by
WEIGHT_BYTES = 8
SOLVER_TABLES = 2  # what the solver works with, and the copy that the model gets


@dataclass(frozen=True)
class Linear(Learner):
    """How a linear learner learns: loss, penalty, offset, and when it stops."""

    learner: str = "logistic"
    loss: str = "auto"
    penalty: str = "l2"
    strength: Strength = None  # None: 1/n; "0.3/n" is 0.3 over the weight of all documents
    l1_share: float = 0.5
    offset: str = "free"
    smoothing: float | None = None  # of the naive Bayes ratios; 1 by default
    solver: str = "auto"
    tolerance: float = 1e-4
    rounds: int = 1000

    needs = "rows"
    inputs = Inputs(scaling="standard")

    def __post_init__(self) -> None:
        choose("learner", self.learner, tuple(LOSSES))
        if self.loss == "auto":
            # Weights that an l1 penalty makes 0 are found one label at a time.
            apart = self.learner == "logistic" and self.penalty in ("l1", "elastic")
            object.__setattr__(self, "loss", "logistic" if apart else LOSSES[self.learner][0])
        choose(f"loss of the {self.learner} learner", self.loss, LOSSES[self.learner])
        choose("penalty", self.penalty, PENALTIES)
        choose("offset", self.offset, OFFSETS)
        choose("solver", self.solver, SOLVERS)
        if not LEAST_STRENGTH <= self.strength_for(1.0) <= MOST_STRENGTH:
            raise SettingError(
                f"strength must be a number from {LEAST_STRENGTH:g} to {MOST_STRENGTH:g}, or one over n such as 0.3/n; "
                f"got {self.strength}. Leave it out for 1/n, or ask for penalty none."
            )
        if self.penalty != "elastic" and self.l1_share != Linear.l1_share:
            raise SettingError(
                f"an l1 share belongs to the elastic penalty; got it with {self.penalty}. Leave it out."
            )
        if self.loss == "hinge" and self.penalty != "l2":
            raise SettingError(
                f"the hinge loss needs an l2 penalty; got {self.penalty}. Use the squared-hinge loss, or l2."
            )
        if self.solver == "dual" and self.penalty != "l2":
            raise SettingError(
                f"the dual solver needs an l2 penalty; got {self.penalty}. Use the auto solver."
            )
        if not 0 <= self.l1_share <= 1:
            raise SettingError(
                f"the l1 share must be from 0 to 1; got {self.l1_share}. Use 0.5 if unsure."
            )
        self._check_smoothing()
        if not 0 < self.tolerance < 1 or self.rounds < 1:
            raise SettingError(
                f"tolerance must be between 0 and 1 and rounds 1 or above; got {self.tolerance} and {self.rounds}. "
                "Leave them out if unsure."
            )

    def _check_smoothing(self) -> None:
        scaled = self.learner.startswith("nb-")
        if scaled and self.smoothing is None:
            object.__setattr__(self, "smoothing", 1.0)
        if self.smoothing is not None and not scaled:
            raise SettingError(
                f"smoothing belongs to naive Bayes and nb- learners; got it with {self.learner}."
            )
        if self.smoothing is not None and not 0 < self.smoothing < np.inf:
            raise SettingError(
                f"smoothing must be above 0 here; got {self.smoothing}. Use 1.0 if unsure."
            )

    @classmethod
    def settings_of(cls, name: str) -> set[str]:
        """Return all settings, but smoothing only for learners over naive Bayes ratios."""
        names = {field.name for field in fields(cls)}
        return names if name.startswith("nb-") else names - {"smoothing"}

    @property
    def abilities(self) -> frozenset[Ability]:
        """Paths of strengths; probabilities as they should be, unless scores are margins."""
        abilities = {Ability.STRENGTHS, Ability.GOES_ON, Ability.DROPS_ZEROS}
        if LINKS[self.loss] != "margin":
            abilities.add(Ability.CALIBRATED)
        return frozenset(abilities)

    def link_for(self, targets: Targets) -> Link:
        """Return how scores become probabilities."""
        link = LINKS[self.loss]
        if link == "margin":
            return link
        if targets.multilabel:
            return "sigmoid"
        # Two labels that exclude each other share one w, as −w/2 and w/2: a softmax of these.
        return "softmax" if targets.n_labels == 2 else link

    def strength_for(self, weight: float) -> float:
        """Return the strength where documents have this weight in all.

        >>> [Linear(strength=strength).strength_for(100) for strength in (None, "0.5/n", 2.0)]
        [0.01, 0.005, 2.0]
        """
        if isinstance(self.strength, int | float):
            return self.strength
        over = _over_n("1/n" if self.strength is None else self.strength)
        return over / weight

    def fit(self, data: TrainingData) -> Fitted:
        """Return the weights with the smallest average loss + penalty on these documents."""
        return self.fit_path(data, (self.strength,))[0]

    def fit_path(self, data: TrainingData, strengths: Sequence[Strength]) -> list[Fitted]:
        """Return the weights for each strength, each found from the next stronger one."""
        targets = needed(data.targets)
        n_columns = needed(data.features).n_columns
        numbers = [self.with_strength(one).strength_for(targets.weight) for one in strengths]
        order = np.argsort(-np.array(numbers), kind="stable")
        falling = [numbers[place] for place in order.tolist()]
        found = self.weights_path(
            needed(data.rows), targets, n_columns, falling, data.threads, data.seed
        )
        link = self.link_for(targets)
        return [Fitted(found[place], link) for place in np.argsort(order).tolist()]

    def with_strength(self, strength: Strength) -> Self:
        """Return the learner with another strength."""
        return replace(self, strength=strength)

    def check_path(self) -> None:
        """Refuse a path without a penalty."""
        if self.penalty == "none":
            raise SettingError("a path of strengths needs a penalty; got none. Use l2 or l1.")

    def first_strength(self, data: TrainingData) -> float:
        """Return where a path begins: with an l1 penalty above it, logistic weights are all 0."""
        share = self.l1_share if self.penalty == "elastic" else 1.0
        n_columns = needed(data.features).n_columns
        return first_strength(needed(data.rows), needed(data.targets), n_columns, share)

    def go_on(self, weights: Weights, data: TrainingData) -> Weights:
        """Return what becomes of weights by gentle passive-aggressive steps: it has no steps of its own."""
        from linnet.learning.online import gentle_steps

        return gentle_steps(free_offset=self.offset != "none").go_on(weights, data)

    def rough(self) -> Self:
        """Return the learner with a solver that stops sooner."""
        return replace(self, tolerance=max(self.tolerance, ROUGH))

    def regularisation(self, weight: float) -> tuple[float, float]:
        """Return its strength, and the smoothing of naive Bayes ratios."""
        return self.strength_for(weight), self.smoothing or 0.0

    def weights_bytes(self, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
        """Return the bytes of a weight for each feature and label, in the solver and in each model."""
        return dense_bytes(n_columns, n_outputs, n_models)

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return loss, penalty and offset."""
        loss = f"{self.loss} loss"
        if multilabel and self.loss == "softmax":
            loss = "logistic loss for each label"
        return f"{self.learner} with {loss}, {self._penalty_in_words()}, offset {self.offset}"

    def _penalty_in_words(self) -> str:
        if self.penalty == "none":
            return "no penalty"
        strength = self.strength or "1/n"
        if isinstance(strength, float):
            strength = f"{strength:g}"
        share = f" (l1 share {self.l1_share:g})" if self.penalty == "elastic" else ""
        return f"{self.penalty}{share} penalty of strength {strength}"

    def weights(
        self, rows: Rows, targets: Targets, n_columns: int, threads: int = 1, seed: int = 0
    ) -> Weights:
        """Return the weights of its own strength."""
        strength = self.strength_for(targets.weight)
        return self.weights_path(rows, targets, n_columns, (strength,), threads, seed)[0]

    def weights_path(
        self,
        rows: Rows,
        targets: Targets,
        n_columns: int,
        strengths: Sequence[float],
        threads: int = 1,
        seed: int = 0,
    ) -> list[Weights]:
        """Return the weights for each strength; each is found from the one before, so begin with the strongest."""
        share = {"l2": 0.0, "l1": 1.0, "elastic": self.l1_share}.get(self.penalty)
        l1, l2 = (0.0, 0.0) if share is None else (share, 1 - share)
        apart = self.learner.startswith("nb-") or targets.apart
        settings = _core.SolverSettings(
            loss=self.loss_for(targets),
            l1=l1,
            l2=l2,
            offset=self.offset,
            solver=self.solver,
            tolerance=self.tolerance,
            rounds=self.rounds,
            seed=seed,
            threads=1 if apart else threads,
            stop=STOP.get(),
        )
        found: list[list[Found]]  # for each label by itself or for all together, each strength
        if apart:
            fit = self._fit_scaled if self.learner.startswith("nb-") else self._fit
            with ThreadPoolExecutor(threads) as pool:
                ones = targets.one_by_one()
                found = list(
                    pool.map(lambda one: fit(rows, one, n_columns, settings, strengths), ones)
                )
        else:
            found = [self._fit(rows, targets, n_columns, settings, strengths)]
        return [_joined(parts, targets) for parts in zip(*found, strict=True)]

    def loss_for(self, targets: Targets) -> str:
        """Return the loss: softmax is for several labels that exclude each other."""
        alone = targets.n_outputs == 1 or targets.multilabel
        return "logistic" if alone and self.loss == "softmax" else self.loss

    def _fit(
        self,
        rows: Rows,
        targets: Targets,
        n_columns: int,
        settings: _core.SolverSettings,
        strengths: Sequence[float],
    ) -> list[Found]:
        if (
            self.offset == "free"
            and not targets.multilabel
            and not np.diff(targets.codes).any()
            and targets.n_labels <= 2
        ):
            # Documents of one side only: nothing is to be told apart, and an offset could grow for ever.
            far = np.log(2 * len(targets)) * (
                -1 if targets.n_labels == 2 and targets.codes[0] == 0 else 1
            )
            return [(np.zeros((n_columns, 1)), np.array([far]))] * len(strengths)
        try:
            problem = problem_of(rows, targets, n_columns)
            path = _core.fit_path(problem, settings, np.array(strengths, np.float64))
        except _core.Refusal as error:
            raise SettingError(str(error)) from None
        for found in path:
            if not found.converged:
                warnings.warn(_not_converged(found, self), NotConverged, stacklevel=5)
        # Offsets of a softmax that are all a little higher mean the same: those around 0 are the ones.
        drift = settings.loss == "softmax" and self.offset == "free"
        return [(found.weights, found.offset - drift * found.offset.mean()) for found in path]

    def _fit_scaled(
        self,
        rows: Rows,
        target: Targets,
        n_columns: int,
        settings: _core.SolverSettings,
        strengths: Sequence[float],
    ) -> list[Found]:
        self._refuse_below_zero(rows.values)
        ratio = log_ratio(rows, target, n_columns, self.smoothing or 1.0)
        scaled = Rows(rows.starts, rows.columns, rows.values * ratio[rows.columns])
        return [
            (w * ratio[:, None], b)
            for w, b in self._fit(scaled, target, n_columns, settings, strengths)
        ]

    def _refuse_below_zero(self, values: npt.NDArray[Any]) -> None:
        """Refuse values whose totals may have no logarithm."""
        least = values.min(initial=0)
        if least < 0:
            raise SettingError(
                f"the {self.learner} learner needs features of 0 or above, since the logarithms of their totals "
                f"count; got {least:g}. Take numbers as bins, or use the {self.learner.removeprefix('nb-')} learner."
            )


def _over_n(strength: str) -> float:
    """Return the number of a strength such as 0.3/n; 0, which is none, where there is no such number."""
    number, _, over = strength.partition("/")
    try:
        return float(number) if over == "n" else 0.0
    except ValueError:
        return 0.0


def _joined(parts: Sequence[Found], targets: Targets) -> Weights:
    """Return the weights of labels that were found by themselves, side by side."""
    weights, offset = (
        np.concatenate([w for w, _ in parts], axis=1),
        np.concatenate([b for _, b in parts]),
    )
    return dense_weights(weights, offset, targets)


def first_strength(rows: Rows, targets: Targets, n_columns: int, l1_share: float) -> float:
    """Return where a path begins: with an l1 penalty above it, logistic weights are all 0.

    That is the largest slope of the average loss at weights 0 and the best offset, where P(label) is its share.
    """
    documents, slope = np.repeat(np.arange(len(rows)), np.diff(rows.starts)), 0.0
    for one in targets.one_by_one():
        there, weights = (
            one.indicator(1),
            np.ones(len(rows)) if one.weights is None else one.weights,
        )
        pull = weights * (there - np.average(there, weights=weights)) / weights.sum()
        slopes = np.bincount(rows.columns, rows.values * pull[documents], minlength=n_columns)
        slope = max(slope, float(np.abs(slopes).max(initial=0.0)))
    return slope / max(l1_share, 0.001) if slope else 1.0


def log_ratio(rows: Rows, target: Targets, n_columns: int, smoothing: float) -> Floats:
    """Return per feature log(P(feature | label) / P(feature | rest)) of smoothed totals, for targets of two labels."""
    sides = target.indicator(1).astype(np.int32)
    sums = _core.sums_of_rows(
        rows.engine(), sides, weights=target.weights, n_columns=n_columns, n_codes=2
    )
    sums += smoothing
    logs = np.log(sums / sums.sum(axis=0))
    return np.asarray(logs[:, 1] - logs[:, 0])


def dense_bytes(n_columns: int, n_outputs: int, n_models: int = 1) -> int:
    """Return the bytes of a weight for each feature and label: of the solver, of each model and of what it is made of.

    >>> dense_bytes(1_000_000, 100)
    2400000000
    """
    return WEIGHT_BYTES * n_columns * n_outputs * (SOLVER_TABLES + n_models)


def dense_weights(weights: Floats, offset: Floats, targets: Targets) -> Weights:
    """Return weights of every feature and label, as float32; one w for two labels becomes −w/2 and +w/2."""
    n_labels = targets.n_labels
    if targets.n_outputs < n_labels:
        weights, offset = (
            np.hstack([-weights / 2, weights / 2]),
            np.concatenate([-offset / 2, offset / 2]),
        )
    rounded = weights.astype(np.float32)
    return Weights(
        offset,
        np.full(n_labels, -np.log(n_labels)),
        np.empty(0),
        np.empty(0, np.int64),
        np.empty(0, np.int32),
        np.empty(0),
        dense=rounded.reshape(-1),
    )


def _not_converged(found: _core.Solution, learner: Linear) -> str:
    stopped = f"the solver stopped after {found.rounds} rounds"
    if learner.penalty == "none":
        return (
            f"{stopped} and found no best weights: without a penalty they grow without end where features tell the "
            "labels apart. Ask for a penalty."
        )
    return (
        f"{stopped} at a {found.measure} of {found.gap:.2g}, above the tolerance {learner.tolerance:g}: the "
        "weights are not the best there are. Raise the strength, the rounds or the tolerance."
    )


def choose(what: str, got: str, names: tuple[str, ...]) -> None:
    """Refuse what is not one of these names."""
    if got not in names:
        close = get_close_matches(got, names, n=1)
        advice = f"Did you mean {close[0]}?" if close else "Choose one of these."
        raise SettingError(
            f"the {what} must be one of {', '.join(names)}; got {quoted(got)}. {advice}"
        )
