"""The labels of documents as a learner needs them: codes, weights, one label or several."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Targets:
    """Document i has the labels codes[starts[i] : starts[i + 1]].

    >>> targets = Targets.of(np.array([0, 2, 1], np.int32), 3)
    >>> [one.indicator(1).tolist() for one in targets.one_by_one()]
    [[True, False, False], [False, False, True], [False, True, False]]
    """

    starts: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    n_labels: int
    weights: npt.NDArray[np.float64] | None = None  # per document

    @classmethod
    def of(
        cls, codes: npt.NDArray[np.int32], n_labels: int, weights: npt.NDArray[np.float64] | None = None
    ) -> "Targets":
        """Return the targets of documents with one label each."""
        return cls(np.arange(len(codes) + 1), codes, n_labels, weights)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def n_outputs(self) -> int:
        """How many weight vectors tell the labels apart: one does for two labels."""
        return 1 if self.n_labels == 2 else self.n_labels

    @property
    def weight(self) -> float:
        """The weight of all documents together."""
        return float(len(self) if self.weights is None else self.weights.sum())

    def indicator(self, label: int) -> npt.NDArray[np.bool_]:
        """Return which documents have the label."""
        there = np.zeros(len(self), np.bool_)
        there[np.repeat(np.arange(len(self)), np.diff(self.starts))[self.codes == label]] = True
        return there

    def one_by_one(self) -> Iterator["Targets"]:
        """Yield the targets of each label against the rest; two labels need only one."""
        for label in (1,) if self.n_labels == 2 else range(self.n_labels):
            yield Targets.of(self.indicator(label).astype(np.int32), 2, self.weights)
