"""Which features take part: limits on how many documents must, and may, have them."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError, quoted
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.features.other_documents import block_with_names
from linnet.learning.class_totals import BlockTotals, ClassTotals

Floats = npt.NDArray[np.float64]
# More documents than anybody has: 1 of them is next to nothing, 1.0 of them are all.
LIMITLESS = 2**60


@dataclass(frozen=True)
class Limits:
    """A feature takes part if at least and at most so many documents have it.

    A number, or a share from 0 to 1.

    Of those, only the `most_frequent` by total count stay, where given; equals go by name.
    """

    min_documents: int | float = 1
    max_documents: int | float = 1.0
    most_frequent: int | None = None
    private: int = 0  # whatever the other limits: no feature of fewer documents

    def __post_init__(self) -> None:
        for name, value in (("minimum", self.min_documents), ("maximum", self.max_documents)):
            whole = isinstance(value, int) and not isinstance(value, bool) and value >= 1
            share = isinstance(value, float) and 0.0 <= value <= 1.0
            if not (whole or share):
                raise SettingError(
                    f"the {name} document frequency must be a whole number from 1 or a share from "
                    "0.0 to 1.0; "
                    f"got {quoted(value)}. Write 1 for one document, 1.0 for all of them."
                )
        most = self.most_frequent
        if most is not None and (type(most) is not int or most < 1):
            raise SettingError(
                f"most frequent must be 1 or above; got {quoted(most)}. Leave it out to keep all."
            )

    @property
    def none(self) -> bool:
        """Whether every feature takes part."""
        least, most = self.bounds(LIMITLESS)
        return least <= 1 and most >= LIMITLESS and self.most_frequent is None

    def bounds(self, n_documents: int) -> tuple[float, float]:
        """Return how many of so many documents must, and may, have a feature."""
        least = max(1, self.private, _documents(self.min_documents, n_documents))
        return least, _documents(self.max_documents, n_documents)

    def kept(
        self, frequencies: npt.NDArray[np.int64], counts: Floats, n_documents: int
    ) -> npt.NDArray[np.bool_]:
        """Return which features take part, by the documents that have them and their total counts.

        >>> frequencies, counts = np.array([1, 2, 3]), np.array([9.0, 2.0, 3.0])
        >>> Limits(min_documents=2).kept(frequencies, counts, 10).tolist()
        [False, True, True]
        """
        least, most = self.bounds(n_documents)
        kept: npt.NDArray[np.bool_] = (frequencies >= least) & (frequencies <= most)
        if self.most_frequent is not None and np.count_nonzero(kept) > self.most_frequent:
            # Names are sorted, so a stable order means that equals go by name.
            order = np.argsort(-counts[kept], kind="stable")[: self.most_frequent]
            kept = np.isin(np.arange(len(kept)), np.flatnonzero(kept)[order])
        return kept


def _documents(limit: int | float, n_documents: int) -> float:
    return limit * n_documents if isinstance(limit, float) else limit


def taking_part(totals: ClassTotals, limits: Limits) -> ClassTotals:
    """Return the totals of the features that take part.

    Words within the limits, and all levels but a reference.
    """
    blocks = tuple(_kept(block, limits, totals) for block in totals.blocks)
    if not any(map(len, _of_text(blocks))) and any(map(len, _of_text(totals.blocks))):
        raise SettingError(
            "the frequency limits must leave some features; got none. Loosen the limits."
        )
    return replace(totals, blocks=blocks)


def _of_text(blocks: tuple[BlockTotals, ...]) -> list[BlockTotals]:
    return [block for block in blocks if isinstance(block.settings, BlockSettings)]


def _kept(block: BlockTotals, limits: Limits, totals: ClassTotals) -> BlockTotals:
    if not isinstance(block.settings, BlockSettings):
        names = block_with_names(block.settings, block.names).names
        return block if len(names) == len(block) else block.take(block.names.among(names))
    if block.settings.hash_bits or limits.none:
        return block
    sums = np.where(block.labels == 0, block.sums, 0.0) if totals.multilabel else block.sums
    counts = np.bincount(block.feature_of_pair, sums, minlength=len(block)).astype(np.float64)
    return block.take(limits.kept(block.frequencies, counts, totals.n_documents))


def features_of(totals: ClassTotals, kept: ClassTotals, fields: tuple[str, ...]) -> Features:
    """Return the features that take part, of these totals and those of them that were kept."""
    pairs = zip(totals.blocks, kept.blocks, strict=True)
    return Features(fields, tuple(_block(*pair) for pair in pairs))


def _block(all_of: BlockTotals, kept: BlockTotals) -> Block | ColumnBlock:
    if isinstance(kept.settings, BlockSettings):
        return Block(kept.settings, kept.names)
    whole = block_with_names(kept.settings, all_of.names)
    return replace(whole, frequencies=kept.frequencies)
