"""A toy learner, to show what one takes: this file and one line in the register.

A document gets the label whose mean document is nearest: −½ |x − m|² = m · x − ½ |m|² + what all
labels share.
"""

from dataclasses import dataclass

import numpy as np

from linnet.learning.learner import Ability, Fitted, Learner, TrainingData, needed
from linnet.model.linear_model import Weights
from linnet.settings.kinds import Text
from linnet.settings.setting import Settings, setting

LINE = {"nearest-mean": "tests.learning.nearest_mean:NearestMean"}  # the one line


@dataclass(frozen=True)
class NearestMean(Settings, Learner):
    """The nearest class mean, from totals."""

    learner: str = setting(Text(), "nearest-mean", "")

    needs = "totals"
    abilities = frozenset({Ability.EXACT})

    def fit(self, data: TrainingData) -> Fitted:
        """Return the means as weights, and minus half of their squared lengths as offsets."""
        table = needed(data.totals)
        means = table.dense(table.sums) / table.weights
        offset = -0.5 * np.sum(means**2, axis=0)
        uniform = np.full(table.n_labels, -np.log(table.n_labels))
        return Fitted(Weights.full(means, uniform, table.n_blocks, offset), "margin")

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return what it is."""
        return "nearest class mean"
