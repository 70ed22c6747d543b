"""A model without its idle words: those that no label has a weight for, as an l1 penalty leaves many."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block, Features
from linnet.model.linear_model import LinearModel

Flags = npt.NDArray[np.bool_]


def without_zero_weights(model: LinearModel) -> LinearModel:
    """Return the model of every pair of feature and label without idle words; all scores stay exactly the same."""
    used = nonzero_weights(model)
    if used.all():
        return model
    dense = model.weights.dense.reshape(len(used), -1)[used].reshape(-1)
    return replace(
        model, features=_taken(model.features, used), weights=replace(model.weights, dense=dense)
    )


def nonzero_weights(model: LinearModel) -> Flags:
    """Return which features stay: all where words count for the length of a document, and at least one.

    Of others hashed ones, those of columns, and words that some label has a weight for.
    """
    features, weighting = model.features, model.features.weighting
    if weighting is not None and (weighting.unit != "none" or weighting.term == "saturating"):
        return np.ones(features.n_columns, np.bool_)
    used: Flags = np.any(model.weights.dense.reshape(-1, len(model.labels)) != 0, axis=1)
    for block, part in zip(features.blocks, np.split(used, features.block_ends[:-1]), strict=True):
        part[:] |= not isinstance(block, Block) or bool(block.settings.hash_bits)
    used[:1] |= not used.any()
    return used


def _taken(features: Features, used: Flags) -> Features:
    parts = np.split(used, features.block_ends[:-1])
    blocks = (
        _part(block, part) if isinstance(block, Block) else block
        for block, part in zip(features.blocks, parts, strict=True)
    )
    return features.taken(blocks, used)


def _part(block: Block, used: Flags) -> Block:
    if block.settings.hash_bits or block.frequencies is None:
        return block
    return Block(block.settings, block.names.take(used), block.frequencies[used])
