"""Weights that another program has found: nothing is left to learn."""

from typing import NoReturn

from linnet.errors import SettingError
from linnet.learning.by_hand import ByHand
from linnet.learning.learner import Ability, Inputs, TrainingData
from linnet.learning.learner_tables import ConvertedTable


class Converted(ConvertedTable, ByHand):
    """A model that was converted, and the name of what it was before."""

    inputs = Inputs(foreign=True)
    abilities = frozenset[Ability]()

    def fit(self, data: TrainingData) -> NoReturn:
        """Say that there is nothing to learn."""
        raise SettingError(
            "a converted model has the weights it came with, and its recipe cannot be trained; got "
            "documents. "
            "Choose another learner."
        )
