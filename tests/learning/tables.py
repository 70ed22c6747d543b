"""Totals as tables that are written by hand, and what weights say of documents."""

import numpy as np

from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.features.rows import Rows
from linnet.learning.table import Table
from linnet.model.linear_model import LinearModel


def rows_of(documents, dtype=np.float64):
    """Documents × features, as rows."""
    dense = np.array(documents, dtype)
    sizes = np.count_nonzero(dense, axis=1)
    document, column = np.nonzero(dense)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return Rows(starts, column.astype(np.int32), dense[document, column])


def words(*sizes):
    """Features of blocks that have so many words each."""
    blocks = []
    for size in sizes:
        names = Names.of(chr(ord("a") + number) for number in range(size))
        blocks.append(Block(BlockSettings(), names))
    return Features(("text",), tuple(blocks))


def table(blocks, weights, presences=None, squares=None, labels=("x", "y")):
    """The table of labels whose blocks (kind → features × labels) have these sums.

    Presences are the sums unless they are given.
    """
    sums = np.concatenate(list(blocks.values())).astype(np.float64)
    presences = sums if presences is None else np.array(presences, np.float64)
    seen = sums != 0
    if squares is not None:
        squares = np.array(squares, np.float64)
        seen |= squares != 0
    column, label = np.nonzero(seen)
    sizes = [len(block) for block in blocks.values()]
    return Table(
        labels=labels,
        weights=np.array(weights, np.float64),
        n_blocks=len(blocks),
        n_columns=len(sums),
        starts=np.searchsorted(column, np.arange(len(sums) + 1)),
        pair_labels=label.astype(np.int32),
        sums=sums[seen],
        presences=presences[seen],
        kinds=tuple(blocks),
        ends=np.cumsum(sizes),
        squares=np.empty(0) if squares is None else squares[seen],
    )


def scores(weights, documents, *sizes):
    """Documents × labels: what weights of blocks of these sizes say of documents."""
    labels = tuple("xyz"[: len(weights.offset)])
    model = LinearModel(words(*sizes), labels, weights)
    return model.score(rows_of(documents)).values
