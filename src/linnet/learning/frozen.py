"""Features that stay as they are while documents come and go: what they are worth was learned from all documents."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.features.blocks import Block, Features
from linnet.features.column_blocks import NO_NAME, ColumnBlock
from linnet.features.columns import ColumnSettings
from linnet.features.other_documents import is_fixed
from linnet.learning.class_totals import BlockTotals, ClassTotals
from linnet.learning.counting import LabelledRows
from linnet.learning.preparation import Prepared, totals_of
from linnet.model.linear_model import LinearModel


def frozen_totals(
    counted: LabelledRows, model: LinearModel, *, squares: bool, threads: int = 1
) -> ClassTotals:
    """Return the totals of documents over the features of a model; words that are new to it are left out."""
    ready = Prepared(model.features, counted.rows, model.places(counted.features))
    rows = ready.of(counted.rows, counted.columns, threads)
    totals = totals_of(counted, replace(ready, rows=rows), squares=squares).frozen()
    texts = counted.features.of_text
    own = (_with_names(total, block) for total, block in zip(totals.blocks, texts, strict=False))
    return replace(totals, blocks=(*own, *totals.blocks[len(texts) :]))


def _with_names(total: BlockTotals, counted: Block) -> BlockTotals:
    """Return the totals of a block, where it is hashed with the names that these documents have."""
    if counted.name_frequencies is None:
        return total
    return replace(total, names=counted.names, name_frequencies=counted.name_frequencies)


def supported(
    features: Features, totals: ClassTotals, gone: ClassTotals, least: int = 1
) -> tuple[Features, ClassTotals]:
    """Return the features that some document still has, and words that at least so many have, and their totals.

    All else came from documents that are gone, and may say something about these. Hashed columns stay: only their
    names tell anything. So do the features that any documents have (numbers, their bins, lexicons).
    """
    left: list[tuple[Block | ColumnBlock, BlockTotals]] = []
    flags = [np.empty(0, np.bool_)]
    for block, total, lost in zip(features.blocks, totals.blocks, gone.blocks, strict=True):
        if isinstance(block, ColumnBlock):
            there = _there(total, 1)
            left.append((_column_left(block, there, lost, gone.n_documents), total.take(there)))
        elif block.settings.hash_bits:
            there = np.ones(block.n_columns, np.bool_)
            left.append(_hashed_left(block, total, lost))
        else:
            there = _there(total, least)
            left.append((Block(block.settings, block.names.take(there)), total.take(there)))
        flags.append(there)
    taken = features.taken((block for block, _ in left), np.concatenate(flags))
    return taken, replace(totals, blocks=tuple(total for _, total in left))


def _there(total: BlockTotals, least: int) -> npt.NDArray[np.bool_]:
    """Return which features of a block stay: those that enough documents have, and those that are always there."""
    if isinstance(total.settings, ColumnSettings) and is_fixed(total.settings):
        return np.ones(len(total), np.bool_)
    return np.asarray(total.frequencies >= least)


def _column_left(
    block: ColumnBlock, there: npt.NDArray[np.bool_], lost: BlockTotals, n_lost: int
) -> ColumnBlock:
    """Return a column with the levels that are there.

    Nothing says how many documents have the reference level, so its name goes with the first document that may have
    had it: one that had no other level.
    """
    reference = block.reference
    if reference is not None and not is_fixed(block.settings) and lost.frequencies.sum() < n_lost:
        reference = NO_NAME
    return replace(block, names=block.names.take(there), reference=reference)


def _hashed_left(block: Block, total: BlockTotals, lost: BlockTotals) -> tuple[Block, BlockTotals]:
    """Return a hashed block with the names that some document still has, or that no lost one had where none says."""
    counted = len(total.name_frequencies) == len(total.names)
    there = total.name_frequencies > 0 if counted else ~total.names.among(lost.names)
    names = total.names.take(there)
    frequencies = total.name_frequencies[there] if counted else total.name_frequencies
    total = total.take(total.frequencies > 0)
    return replace(block, names=names), replace(total, names=names, name_frequencies=frequencies)


def with_frequencies(features: Features, totals: ClassTotals) -> Features:
    """Return the features, each with the number of documents that have it by now."""
    pairs = zip(features.blocks, totals.blocks, strict=True)
    return replace(
        features,
        blocks=tuple(replace(block, frequencies=_of(block, total)) for block, total in pairs),
    )


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
    found: list[npt.NDArray[Any]] = (
        [] if weighting is None else [weighting.rarity, weighting.mean_lengths]
    )
    for block in features.blocks:
        found += [block.names.bytes, block.names.offsets]
        if isinstance(block, ColumnBlock):
            found += [block.learned, np.array([block.reference or ""])]
    return found
