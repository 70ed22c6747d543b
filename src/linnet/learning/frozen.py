"""Features that stay as they are while documents come and go.

What they are worth was learned from all documents.
"""

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
    """Return the totals of documents over the features of a model.

    Words that are new to it are left out.
    """
    ready = Prepared(model.features, counted.rows, model.places(counted.features))
    rows = ready.of(counted.rows, counted.columns, threads)
    totals = totals_of(counted, replace(ready, rows=rows), squares=squares).frozen()
    texts = counted.features.of_text
    blocks = list(totals.blocks)
    for place, block in enumerate(texts):
        blocks[place] = _with_names(blocks[place], block)
    return replace(totals, blocks=tuple(blocks))


def _with_names(total: BlockTotals, counted: Block) -> BlockTotals:
    """Return the totals of a block, where it is hashed with the names that these documents have."""
    if counted.name_frequencies is None:
        return total
    return replace(total, names=counted.names, name_frequencies=counted.name_frequencies)


def supported(
    features: Features, totals: ClassTotals, gone: ClassTotals, least: int = 1
) -> tuple[Features, ClassTotals]:
    """Return the features that some document still has, and words that at least so many have, and
    their totals.

    All else came from documents that are gone, and may say something about these. Hashed columns
    stay: only their names tell anything. So do the features that any documents have (numbers, their
    bins, lexicons).
    """
    blocks = list[Block | ColumnBlock]()
    left = list[BlockTotals]()
    kept = [np.empty(0, np.bool_)]
    for block, total, lost in zip(features.blocks, totals.blocks, gone.blocks, strict=True):
        if isinstance(block, ColumnBlock):
            stays = _stays(total, 1)
            blocks.append(_column_left(block, stays, lost, gone.n_documents))
            left.append(total.take(stays))
        elif block.settings.hash_bits:
            stays = np.ones(block.n_columns, np.bool_)
            hashed, hashed_total = _hashed_left(block, total, lost)
            blocks.append(hashed)
            left.append(hashed_total)
        else:
            stays = _stays(total, least)
            blocks.append(Block(block.settings, block.names.take(stays)))
            left.append(total.take(stays))
        kept.append(stays)
    taken = features.taken(blocks, np.concatenate(kept))
    return taken, replace(totals, blocks=tuple(left))


def _stays(total: BlockTotals, least: int) -> npt.NDArray[np.bool_]:
    """Return which features of a block stay.

    Those that enough documents have, and those that are always there.
    """
    if isinstance(total.settings, ColumnSettings) and is_fixed(total.settings):
        return np.ones(len(total), np.bool_)
    return np.asarray(total.frequencies >= least)


def _column_left(
    block: ColumnBlock, stays: npt.NDArray[np.bool_], lost: BlockTotals, n_lost: int
) -> ColumnBlock:
    """Return a column with the levels that stay.

    Nothing says how many documents have the reference level, so its name goes with the first
    document that may have had it: one that had no other level.
    """
    reference = block.reference
    may_have_had_it = lost.frequencies.sum() < n_lost
    if reference is not None and not is_fixed(block.settings) and may_have_had_it:
        reference = NO_NAME
    return replace(block, names=block.names.take(stays), reference=reference)


def _hashed_left(block: Block, total: BlockTotals, lost: BlockTotals) -> tuple[Block, BlockTotals]:
    """Return a hashed block with the names that some document still has, or that no lost one had
    where none says.
    """
    frequencies = total.name_frequencies
    if len(frequencies) == len(total.names):
        stays = frequencies > 0
        frequencies = frequencies[stays]
    else:
        stays = ~total.names.among(lost.names)
    names = total.names.take(stays)
    total = total.take(total.frequencies > 0)
    return replace(block, names=names), replace(total, names=names, name_frequencies=frequencies)


def with_frequencies(features: Features, totals: ClassTotals) -> Features:
    """Return the features, each with the number of documents that have it by now."""
    blocks = []
    for block, total in zip(features.blocks, totals.blocks, strict=True):
        blocks.append(replace(block, frequencies=_frequencies(block, total)))
    return replace(features, blocks=tuple(blocks))


def _frequencies(block: Block | ColumnBlock, total: BlockTotals) -> npt.NDArray[np.int64]:
    if not block.settings.hash_bits:
        return total.frequencies
    frequencies = np.zeros(block.n_columns, np.int64)
    frequencies[total.columns] = total.frequencies
    return frequencies


def check_same(mine: Features, others: Features) -> None:
    """Refuse features that are not the same in all they have learned."""
    pairs = zip(_learned(mine), _learned(others), strict=True)
    if not all(np.array_equal(own, other) for own, other in pairs):
        raise SettingError(
            "two models of features that were learned from their documents (idf, bins, means, "
            "selection) can be merged "
            "when these are the same; got different ones. Train on all documents, or let one model "
            "learn the others'."
        )


def _learned(features: Features) -> list[npt.NDArray[Any]]:
    """Return all that features have learned from documents."""
    learned = list[npt.NDArray[Any]]()
    weighting = features.weighting
    if weighting is not None:
        learned += [weighting.rarity, weighting.mean_lengths]
    for block in features.blocks:
        learned += [block.names.bytes, block.names.offsets]
        if isinstance(block, ColumnBlock):
            learned += [block.learned, np.array([block.reference or ""])]
    return learned
