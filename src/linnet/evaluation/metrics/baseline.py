"""The majority baseline: what always giving the most frequent label comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class MajorityBaseline:
    """The most frequent label of some documents, and the share of them that have it.

    It is the label of the documents that are judged, and not of those that were learned: no single
    label can do better on them, so a model that is no better has learned nothing of use here.
    """

    label: str
    accuracy: float

    @classmethod
    def of(
        cls, labels: Sequence[str], documents: npt.NDArray[np.integer[Any]]
    ) -> "MajorityBaseline | None":
        """Return the baseline of documents per label, of equal labels the first; None without any.

        >>> MajorityBaseline.of(["ham", "spam"], np.array([1, 3]))
        MajorityBaseline(label='spam', accuracy=0.75)
        """
        total = int(documents.sum())
        if not total:
            return None
        place = int(documents.argmax())
        return cls(labels[place], int(documents[place]) / total)

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return {"label": self.label, "accuracy": self.accuracy}
