"""Which labels a document gets: a cutoff for each label, labels under a budget, "unsure"."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError, quoted

UNSURE = -1  # in place of a label

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
BUDGET = "budget:"
GUARANTEED = "guaranteed for this very model on documents it has not seen"
APPROXIMATE = "approximate"


@dataclass(frozen=True, eq=False)
class Decision:
    """A cutoff for each label, on probabilities, or on margins where there are none.

    Where a document may have several labels it gets all that are above their cutoff. Where labels
    exclude each other it gets the most probable one above its cutoff; if there is none, none where
    `unsure`, else the most probable that is under no budget. Above means strictly above.

    >>> decision = Decision(np.array([0.0, 0.9]), ("", "budget:ham:0.001"))
    >>> decision.decide(np.array([[0.3, 0.7], [0.05, 0.95]])).tolist()
    [0, 1]
    """

    cutoffs: Floats  # per label; 0 where none was chosen
    rules: tuple[str, ...]  # per label, how its cutoff was chosen; "" where it was not
    unsure: bool = False
    approximate: bool = False  # whether the budgets hold only about

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    @classmethod
    def plain(cls, cutoffs: Floats) -> "Decision":
        """Return the decision of a recipe, where nothing was chosen on documents."""
        return cls(cutoffs, ("",) * len(cutoffs))

    @property
    def chosen(self) -> bool:
        """Whether it says more than a recipe does."""
        return self.unsure or any(self.rules)

    @property
    def budgets(self) -> Flags:
        """Which labels are never given at or below their cutoff."""
        return np.array([rule.startswith(BUDGET) for rule in self.rules], np.bool_)

    @property
    def guarantee(self) -> str:
        """How far one may rely on the budgets; "" where there are none."""
        if not self.budgets.any():
            return ""
        return APPROXIMATE if self.approximate else GUARANTEED

    def with_cutoff(self, label: int, cutoff: float, rule: str) -> "Decision":
        """Return the decision with another cutoff for a label."""
        cutoffs = np.array(self.cutoffs)
        cutoffs[label] = cutoff
        rules = list(self.rules)
        rules[label] = rule
        return replace(self, cutoffs=cutoffs, rules=tuple(rules))

    @property
    def may_be_unsure(self) -> bool:
        """Whether a document may get no label where labels exclude each other."""
        return self.unsure or bool(self.budgets.all())

    def above(self, probabilities: Floats) -> Flags:
        """Return documents × labels: which are above their cutoff, of probabilities or margins."""
        return np.asarray(probabilities > self.cutoffs)

    def decide(self, probabilities: Floats) -> Ints:
        """Return the place of the one label of each document; UNSURE where it gets none."""
        best = _most_probable(probabilities, self.above(probabilities))
        if self.unsure or UNSURE not in best:
            return best
        without_budget = np.broadcast_to(~self.budgets, probabilities.shape)
        otherwise = _most_probable(probabilities, without_budget)
        return np.where(best == UNSURE, otherwise, best)

    def as_json(self, labels: tuple[str, ...]) -> dict[str, Any]:
        """Return everything for `--json`."""
        cutoffs = dict[str, Any]()
        for label, cutoff, rule in zip(labels, self.cutoffs.tolist(), self.rules, strict=True):
            cutoffs[label] = {"cutoff": cutoff, "rule": rule or None}
        return {
            "cutoffs": cutoffs,
            "unsure": self.unsure,
            "guarantee": self.guarantee or None,
        }


def check_min_probability(min_probability: float) -> None:
    """Refuse what no probability can be compared with."""
    is_number = isinstance(min_probability, int | float)
    if not is_number or not 0 <= min_probability <= 1:
        raise SettingError(
            f"the lowest probability must be a number from 0 to 1; got {quoted(min_probability)}. "
            "Use 0.8, for example."
        )


def unsure_below(labels: Ints, probabilities: Floats, min_probability: float) -> Ints:
    """Return the labels; UNSURE for each whose own probability is below the lowest that will do.

    >>> probabilities = np.array([[0.3, 0.7], [0.2, 0.8]])
    >>> unsure_below(np.array([1, 1]), probabilities, 0.8).tolist()
    [-1, 1]
    """
    of_label = np.take_along_axis(probabilities, labels[:, None], axis=1)[:, 0]
    return np.where(of_label < min_probability, UNSURE, labels)


def _most_probable(probabilities: Floats, allowed: Flags) -> Ints:
    """Return the most probable allowed label, the first of equals; UNSURE where none is allowed."""
    best = np.where(allowed, probabilities, -np.inf).argmax(axis=1)
    return np.where(allowed.any(axis=1), best, UNSURE)
