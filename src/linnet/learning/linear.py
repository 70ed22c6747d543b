"""Linear learners: the weights with the smallest average loss + penalty.

    average loss + strength · (½ Σ w²            l2
                               Σ |w|             l1
                               mixed by l1_share  elastic)

    logistic     softmax over all labels, or (loss "logistic") each label against the rest
    svm          squared hinge or hinge, each label against the rest
    nb-logistic, nb-svm: the same on features scaled by their naive Bayes log-ratio

With two labels one w tells them apart; it is penalised as one, then stored as −w/2 and +w/2.
"""

import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import NotConverged, SettingError
from linnet.features.rows import Rows
from linnet.learning.dense import WeightsAndOffset, dense_bytes, joined
from linnet.learning.first_strength import first_strength
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
from linnet.learning.learner_tables import LinearTable
from linnet.learning.online import gentle_steps
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights
from linnet.settings.kinds import over_n
from linnet.threads import STOP

Floats = npt.NDArray[np.float64]
LINKS: Mapping[str, Link] = {
    "softmax": "softmax",
    "logistic": "sigmoid",
    "squared-hinge": "margin",
    "hinge": "margin",
}
ROUGH = 1e-2  # the tolerance that is enough to compare recipes, and to calibrate by


class Linear(LinearTable, Learner):
    """How a linear learner learns: loss, penalty, offset, and when it stops."""

    needs = "rows"
    inputs = Inputs(scaling="standard")

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
        over = over_n("1/n" if self.strength is None else self.strength)
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
        """Return what becomes of weights by gentle passive-aggressive steps."""
        return gentle_steps(free_offset=self.offset != "none").go_on(weights, data)

    def rough(self) -> Self:
        """Return the learner with a solver that stops sooner."""
        return replace(self, tolerance=max(self.tolerance, ROUGH))

    def regularisation(self, weight: float) -> tuple[float, float]:
        """Return its strength, and the smoothing of naive Bayes ratios."""
        return self.strength_for(weight), self.smoothing or 0.0

    def weights_bytes(self, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
        """Return the bytes of a weight for each feature and label, in solver and models."""
        return dense_bytes(n_columns, n_outputs, n_models)

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
        """Return the weights for each strength.

        Each is found from the one before, so begin with the strongest.
        """
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
        found: list[
            list[WeightsAndOffset]
        ]  # for each label by itself or for all together, each strength
        if apart:
            fit = self._fit_scaled if self.learner.startswith("nb-") else self._fit
            with ThreadPoolExecutor(threads) as pool:
                ones = targets.one_by_one()
                found = list(
                    pool.map(lambda one: fit(rows, one, n_columns, settings, strengths), ones)
                )
        else:
            found = [self._fit(rows, targets, n_columns, settings, strengths)]
        return [joined(parts, targets) for parts in zip(*found, strict=True)]

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
    ) -> list[WeightsAndOffset]:
        if (
            self.offset == "free"
            and not targets.multilabel
            and not np.diff(targets.codes).any()
            and targets.n_labels <= 2
        ):
            # Documents of one side only: nothing is to be told apart, and an offset could grow for
            # ever.
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
                warnings.warn(_not_converged(found, self), NotConverged, stacklevel=6)
        # Offsets of a softmax that are all a little higher mean the same: those around 0 are the
        # ones.
        drift = settings.loss == "softmax" and self.offset == "free"
        return [(found.weights, found.offset - drift * found.offset.mean()) for found in path]

    def _fit_scaled(
        self,
        rows: Rows,
        target: Targets,
        n_columns: int,
        settings: _core.SolverSettings,
        strengths: Sequence[float],
    ) -> list[WeightsAndOffset]:
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
                f"the {self.learner} learner needs features of 0 or above, since the logarithms of "
                f"their totals count; got {least:g}. Take numbers as bins, or use the "
                f"{self.learner.removeprefix('nb-')} learner."
            )


def log_ratio(rows: Rows, target: Targets, n_columns: int, smoothing: float) -> Floats:
    """Return log(P(feature | label) / P(feature | rest)) of smoothed totals, for two labels."""
    sides = target.indicator(1).astype(np.int32)
    sums = _core.sums_of_rows(
        rows.engine(), sides, weights=target.weights, n_columns=n_columns, n_codes=2
    )
    smoothed = sums + smoothing
    logs = np.log(smoothed / smoothed.sum(axis=0))
    return np.asarray(logs[:, 1] - logs[:, 0])


def _not_converged(found: _core.Solution, learner: Linear) -> str:
    stopped = f"the solver stopped after {found.rounds} rounds"
    if learner.penalty == "none":
        return (
            f"{stopped} and found no best weights: without a penalty they grow without end where "
            "features tell the labels apart. Ask for a penalty."
        )
    return (
        f"{stopped} at a {found.measure} of {found.gap:.2g}, above the tolerance "
        f"{learner.tolerance:g}: the weights are not the best there are. "
        "Raise the strength, the rounds or the tolerance."
    )
