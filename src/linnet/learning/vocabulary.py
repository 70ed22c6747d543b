"""Which features take part: limits on how many documents must, and may, have them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.learning.class_totals import BlockTotals


@dataclass(frozen=True)
class Limits:
    """A feature takes part if at least and at most so many documents have it: a number, or a share from 0 to 1.

    Of those, only the `most_frequent` by total count stay, where given; equals go by name.
    """

    min_documents: int | float = 1
    max_documents: int | float = 1.0
    most_frequent: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("minimum", self.min_documents), ("maximum", self.max_documents)):
            whole = isinstance(value, int) and not isinstance(value, bool) and value >= 1
            share = isinstance(value, float) and 0.0 <= value <= 1.0
            if not (whole or share):
                raise SettingError(
                    f"the {name} document frequency must be a whole number from 1 or a share from 0.0 to 1.0; "
                    f"got {value!r}. Write 1 for one document, 1.0 for all of them."
                )
        if self.most_frequent is not None and self.most_frequent < 1:
            raise SettingError(f"most frequent must be 1 or above; got {self.most_frequent}. Leave it out to keep all.")

    @property
    def none(self) -> bool:
        """Whether every feature takes part."""
        return self.min_documents in (1, 0.0) and self.max_documents == 1.0 and self.most_frequent is None

    def kept(self, block: BlockTotals, n_documents: int) -> npt.NDArray[np.bool_]:
        """Return which features of the block take part, out of so many documents."""
        if block.settings.hash_bits or self.none:
            return np.ones(len(block), np.bool_)
        least = _documents(self.min_documents, n_documents)
        most = _documents(self.max_documents, n_documents)
        kept: npt.NDArray[np.bool_] = (block.frequencies >= least) & (block.frequencies <= most)
        if self.most_frequent is not None:
            kept = _most_frequent(block, kept, self.most_frequent)
        return kept


def _documents(limit: int | float, n_documents: int) -> float:
    return limit * n_documents if isinstance(limit, float) else limit


def _most_frequent(block: BlockTotals, kept: npt.NDArray[np.bool_], n: int) -> npt.NDArray[np.bool_]:
    if np.count_nonzero(kept) <= n:
        return kept
    totals = np.bincount(block.feature_of_pair, block.sums, minlength=len(block))
    order = np.argsort(-totals[kept], kind="stable")  # names are sorted, so stable means equals go by name
    result = np.zeros_like(kept)
    result[np.flatnonzero(kept)[order[:n]]] = True
    return result
