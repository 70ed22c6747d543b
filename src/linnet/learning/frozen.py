"""Features that stay as they are while documents come and go: what they are worth was learned from all documents."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.features.blocks import Block, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.learning.class_totals import BlockTotals, ClassTotals
from linnet.learning.counting import LabelledRows
from linnet.learning.preparation import Prepared, totals_of
from linnet.model.linear_model import LinearModel


def frozen_totals(counted: LabelledRows, model: LinearModel, *, squares: bool, threads: int = 1) -> ClassTotals:
    """Return the totals of documents over the features of a model; words that are new to it are left out."""
    ready = Prepared(model.features, counted.rows, model.places(counted.features))
    rows = ready.of(counted.rows, counted.columns, threads)
    return totals_of(counted, replace(ready, rows=rows), squares=squares).frozen()


def with_frequencies(features: Features, totals: ClassTotals) -> Features:
    """Return the features, each with the number of documents that have it by now."""
    pairs = zip(features.blocks, totals.blocks, strict=True)
    return replace(features, blocks=tuple(replace(block, frequencies=_of(block, total)) for block, total in pairs))


def _of(block: Block | ColumnBlock, total: BlockTotals) -> npt.NDArray[np.int64]:
    if not block.settings.hash_bits:
        return total.frequencies
    frequencies = np.zeros(block.n_columns, np.int64)
    frequencies[total.columns] = total.frequencies
    return frequencies


def check_same(mine: Features, others: Features) -> None:
    """Refuse features that are not the same in all they have learned."""
    if not all(np.array_equal(a, b) for a, b in zip(_learned(mine), _learned(others), strict=True)):
        raise SettingError(
            "two models of features that were learned from their documents (idf, bins, means, selection) can be merged "
            "when these are the same; got different ones. Train on all documents, or let one model learn the others'."
        )


def _learned(features: Features) -> list[npt.NDArray[Any]]:
    weighting = features.weighting
    found: list[npt.NDArray[Any]] = [] if weighting is None else [weighting.rarity, weighting.mean_lengths]
    for block in features.blocks:
        found += [block.names.bytes, block.names.offsets]
        if isinstance(block, ColumnBlock):
            found += [block.learned, np.array([block.reference or ""])]
    return found
