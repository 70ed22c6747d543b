"""Totals: what naive Bayes was made from, so that it can learn, forget and merge.

Only what the model does not tell already is written: names are shared, presences that equal sums
and frequencies that equal presences are left out, and numbers take the narrowest type that holds
them.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block
from linnet.features.column_blocks import ColumnBlock
from linnet.learning.class_totals import BlockTotals
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section
from linnet.storage.totals import LazyTotals, presences_by_feature
from linnet.storage.whole_numbers import narrow

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Arrays = dict[str, npt.NDArray[Any]]


def _pack(classifier: "Classifier") -> Packed:
    totals = classifier.totals
    header = {
        "fingerprint": "".join(f"{part:016x}" for part in totals.fingerprint),
        "exact": classifier.exact,
    }
    arrays: Arrays = {}
    if totals.blocks:  # which only naive Bayes has
        blocks = classifier.model.features.blocks
        for number, (block, total) in enumerate(zip(blocks, totals.blocks, strict=True)):
            arrays |= _pack_block(f"block{number}.", block, total)
    return Packed(header, arrays)


def _pack_block(prefix: str, block: Block | ColumnBlock, total: BlockTotals) -> Arrays:
    """Return the totals of a block as arrays by name."""
    if block.settings.hash_bits:
        return _pack_hashed(prefix, block, total)
    inside = total.names.among(block.names)
    arrays = _pack_totals(prefix + "totals.", total.take(inside))
    if not np.all(inside):
        outside = total.take(~inside)
        arrays[prefix + "outside.bytes"] = outside.names.bytes
        arrays[prefix + "outside.offsets"] = outside.names.offsets
        arrays |= _pack_totals(prefix + "outside.", outside)
    return arrays


def _pack_hashed(prefix: str, block: Block | ColumnBlock, total: BlockTotals) -> Arrays:
    arrays = _pack_totals(prefix + "totals.", total)
    arrays[prefix + "columns"] = total.columns
    has_frequencies = len(total.name_frequencies) == len(total.names)
    if block.settings.keep_names and has_frequencies:
        arrays[prefix + "name_frequencies"] = narrow(total.name_frequencies)
    return arrays


def _pack_totals(prefix: str, total: BlockTotals) -> Arrays:
    arrays: Arrays = {
        prefix + "sizes": narrow(np.diff(total.starts)),
        prefix + "labels": narrow(total.labels),
        prefix + "sums": narrow(total.sums),
    }
    if not np.array_equal(total.presences, total.sums):
        arrays[prefix + "presences"] = narrow(total.presences)
    if len(total.squares):
        arrays[prefix + "squares"] = total.squares
    if not np.array_equal(total.frequencies, presences_by_feature(total)):
        arrays[prefix + "frequencies"] = narrow(total.frequencies)
    return arrays


def _unpack(file: ModelFile, parts: Parts) -> None:
    parts.totals = LazyTotals(file, parts.labels, parts.features.blocks, parts.recipe)
    parts.exact = bool(file.metadata["exact"])


TOTALS = Section("totals", _pack, _unpack)
