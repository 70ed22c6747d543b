"""A model without zero-weight features, of which an l1 penalty leaves many."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.model.linear_model import LinearModel

Flags = npt.NDArray[np.bool_]


def without_zero_weights(model: LinearModel) -> LinearModel:
    """Return the model without zero-weight features; all scores stay exactly the same."""
    used = nonzero_weights(model)
    if used.all():
        return model
    table = model.weights.dense.reshape(len(used), -1)
    weights = replace(model.weights, dense=table[used].reshape(-1))
    return replace(model, features=_taken(model.features, used), weights=weights)


def nonzero_weights(model: LinearModel) -> Flags:
    """Return which features stay: all where words count for the length, and at least one.

    Of others hashed ones, those of columns, and words that some label has a weight for.
    """
    features = model.features
    weighting = features.weighting
    if weighting is not None and (weighting.unit != "none" or weighting.term == "saturating"):
        return np.ones(features.n_columns, np.bool_)

    table = model.weights.dense.reshape(-1, len(model.labels))
    used: Flags = np.any(table != 0, axis=1)
    parts = np.split(used, features.block_ends[:-1])  # views: what is set there is set in `used`
    for block, part in zip(features.blocks, parts, strict=True):
        if not isinstance(block, Block) or block.settings.hash_bits:
            part[:] = True
    if not used.any():
        used[:1] = True
    return used


def _taken(features: Features, used: Flags) -> Features:
    parts = np.split(used, features.block_ends[:-1])
    pairs = zip(features.blocks, parts, strict=True)
    return features.taken((_part(block, part) for block, part in pairs), used)


def _part(block: Block | ColumnBlock, used: Flags) -> Block | ColumnBlock:
    """Return a block with the features that are used, where it is one of words with names."""
    if not isinstance(block, Block) or block.settings.hash_bits or block.frequencies is None:
        return block
    return Block(block.settings, block.names.take(used), block.frequencies[used])
