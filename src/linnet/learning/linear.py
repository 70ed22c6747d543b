"""Linear learners: the weights with the smallest average loss + penalty.

    average loss + strength · (½ Σ w²            l2
                               Σ |w|             l1
                               mixed by l1_share  elastic)

    logistic     softmax over all labels, or (loss "logistic") each label against the rest
    svm          squared hinge or hinge, each label against the rest
    nb-logistic, nb-svm: the same on features scaled by their naive Bayes log-ratio

With two labels one w tells them apart; it is penalised as one, then stored as −w/2 and +w/2.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.features.rows import Rows
from linnet.learning.dense import dense_bytes, joined
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
from linnet.learning.strength_path import Optimum, StrengthPath, warn_unconverged
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
        weight = needed(data.targets).weight
        numbers = [self.with_strength(one).strength_for(weight) for one in strengths]
        order = np.argsort(-np.array(numbers), kind="stable").tolist()

        fitted = self._fit_falling(data, np.array([numbers[place] for place in order]))
        at_place = dict(zip(order, fitted, strict=True))
        return [at_place[place] for place in range(len(numbers))]

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
        from linnet.learning.online import gentle_steps

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

    def loss_for(self, targets: Targets) -> str:
        """Return the loss: softmax is for several labels that exclude each other."""
        alone = targets.n_outputs == 1 or targets.multilabel
        return "logistic" if alone and self.loss == "softmax" else self.loss

    @property
    def _uses_ratios(self) -> bool:
        """Whether features are scaled by their naive Bayes log-ratio."""
        return self.name.startswith("nb-")

    def _fit_falling(self, data: TrainingData, strengths: Floats) -> list[Fitted]:
        """Return the weights for strengths that fall, each found from the one before."""
        targets = needed(data.targets)
        if self._uses_ratios or targets.apart:
            paths = self._solve_one_by_one(data, strengths)
        else:
            paths = [self._solve_together(data, strengths)]

        for path in paths:
            warn_unconverged(path, self.tolerance, has_penalty=self.penalty != "none")
        link = self.link_for(targets)
        return [_fitted(parts, targets, link) for parts in zip(*paths, strict=True)]

    def _solve_together(self, data: TrainingData, strengths: Floats) -> list[Optimum]:
        """Return what is found for each strength, for all labels in one problem."""
        targets = needed(data.targets)
        path = StrengthPath(self._solver_settings(targets, data.threads, data.seed), strengths)
        return path.solve(needed(data.rows), targets, needed(data.features).n_columns)

    def _solve_one_by_one(self, data: TrainingData, strengths: Floats) -> list[list[Optimum]]:
        """Return what is found for each strength, for each label against the rest."""
        rows = needed(data.rows)
        targets = needed(data.targets)
        n_columns = needed(data.features).n_columns
        if self._uses_ratios:
            self._refuse_below_zero(rows.values)
        path = StrengthPath(self._solver_settings(targets, 1, data.seed), strengths)

        def solve(one: Targets) -> list[Optimum]:
            if not self._uses_ratios:
                return path.solve(rows, one, n_columns)
            ratio = log_ratio(rows, one, n_columns, self.smoothing or 1.0)
            scaled = Rows(rows.starts, rows.columns, rows.values * ratio[rows.columns])
            return [optimum.scaled(ratio) for optimum in path.solve(scaled, one, n_columns)]

        with ThreadPoolExecutor(data.threads) as pool:
            return list(pool.map(solve, targets.one_by_one()))

    def _solver_settings(self, targets: Targets, threads: int, seed: int) -> _core.SolverSettings:
        l1, l2 = self._penalty_shares()
        return _core.SolverSettings(
            loss=self.loss_for(targets),
            l1=l1,
            l2=l2,
            offset=self.offset,
            solver=self.solver,
            tolerance=self.tolerance,
            rounds=self.rounds,
            seed=seed,
            threads=threads,
            stop=STOP.get(),
        )

    def _penalty_shares(self) -> tuple[float, float]:
        """Return the shares of the strength that are for l1 and for l2."""
        shares = {
            "l2": (0.0, 1.0),
            "l1": (1.0, 0.0),
            "elastic": (self.l1_share, 1 - self.l1_share),
            "none": (0.0, 0.0),
        }
        return shares[self.penalty]

    def _refuse_below_zero(self, values: npt.NDArray[Any]) -> None:
        """Refuse values whose totals may have no logarithm."""
        least = values.min(initial=0)
        if least < 0:
            raise SettingError(
                f"the {self.name} learner needs features of 0 or above, since the logarithms of "
                f"their totals count; got {least:g}. Take numbers as bins, or use the "
                f"{self.name.removeprefix('nb-')} learner."
            )


def _fitted(parts: Sequence[Optimum], targets: Targets, link: Link) -> Fitted:
    """Return what was found for all labels together, or for each by itself."""
    return Fitted(
        joined(parts, targets),
        link,
        gap=max(part.gap for part in parts),
        converged=all(part.converged for part in parts),
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
