"""The labels of documents as a learner needs them: codes, weights, one label or several."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet import _core


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
    # Whether a document may have any number of labels: then each is told from the rest.
    multilabel: bool = False
    # Per label, what documents without it and with it count for.
    sides: npt.NDArray[np.float64] | None = None

    @classmethod
    def of(
        cls,
        codes: npt.NDArray[np.int32],
        n_labels: int,
        weights: npt.NDArray[np.float64] | None = None,
    ) -> "Targets":
        """Return the targets of documents with one label each."""
        return cls(np.arange(len(codes) + 1), codes, n_labels, weights)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def n_outputs(self) -> int:
        """How many weight vectors tell the labels apart: one does for two labels."""
        return 1 if self.n_labels == 2 and not self.multilabel else self.n_labels

    @property
    def apart(self) -> bool:
        """Whether each label is learned by itself.

        One that all documents have, or that weighs them its own way.
        """
        if self.sides is not None:
            return True
        if not self.multilabel:
            return False
        counts = np.bincount(self.codes, minlength=self.n_labels)
        return self.n_labels == 2 or bool(np.any(counts == len(self)))

    @property
    def document_of_label(self) -> npt.NDArray[np.int64]:
        """The document that each of the codes belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def weight(self) -> float:
        """The weight of all documents together."""
        return float(len(self) if self.weights is None else self.weights.sum())

    def indicator(self, label: int) -> npt.NDArray[np.bool_]:
        """Return which documents have the label."""
        has_label = np.zeros(len(self), np.bool_)
        has_label[self.document_of_label[self.codes == label]] = True
        return has_label

    def flags(self) -> npt.NDArray[np.bool_]:
        """Return documents × labels: which labels each document has."""
        has_label = np.zeros((len(self), self.n_labels), np.bool_)
        has_label[self.document_of_label, self.codes] = True
        return has_label

    def sets(self) -> npt.NDArray[np.int64]:
        """Return a number for the labels of each document.

        The same for the same ones, in whatever order.
        """
        if not self.multilabel:
            return self.codes.astype(np.int64)
        sums = np.zeros(len(self), np.uint64)
        keys = np.array([_core.hash_text(str(code)) for code in range(self.n_labels)], np.uint64)
        np.add.at(sums, self.document_of_label, keys[self.codes])
        return np.unique(sums, return_inverse=True)[1].astype(np.int64)

    def one_by_one(self) -> Iterator["Targets"]:
        """Yield the targets of each label against the rest.

        Two that exclude each other need only one.
        """
        labels = [1] if self.n_outputs < self.n_labels else range(self.n_labels)
        for label in labels:
            codes = self.indicator(label).astype(np.int32)
            weights = self.weights
            if self.sides is not None:
                weights = self.sides[label][codes] * (1.0 if weights is None else weights)
            yield Targets.of(codes, 2, weights)
