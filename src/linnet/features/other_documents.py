"""What of a column's features depends on other documents: their names, their values, or nothing."""

import numpy as np

from linnet.features.column_blocks import ColumnBlock, learn_column, level_block
from linnet.features.columns import Columns, ColumnSettings
from linnet.features.names import Names
from linnet.features.numbers import MOST


def is_fixed(settings: ColumnSettings) -> bool:
    """Return whether a column has the same features for any documents; levels and names differ."""
    return settings.kind not in ("categorical", "cross", "named")


def is_learned(settings: ColumnSettings) -> bool:
    """Return whether values depend on other documents: edges of bins, the mean, the deviation."""
    if settings.kind == "length":
        return settings.scaling != "none"
    return settings.kind in ("bins", "numeric")


def block_with_names(settings: ColumnSettings, names: Names) -> ColumnBlock:
    """Return the block of a column that learns nothing but these names.

    >>> settings = ColumnSettings("categorical", ("who",), "reference")
    >>> block = block_with_names(settings, Names.of(["ann", "bob"]))
    >>> list(block.names), block.reference
    (['bob'], 'ann')
    """
    if is_fixed(settings):
        return learn_column(settings, Columns(0, lengths=np.empty(0, np.int64)))
    if settings.kind == "named":
        return ColumnBlock(settings, names)
    return level_block(settings, [*names], np.empty(0))


def is_whole(block: ColumnBlock) -> bool:
    """Return whether a block, perhaps of a file, has what its kind needs."""
    kind = block.settings.kind
    if block.reference is not None and kind not in ("categorical", "cross", "bins"):
        return False
    if kind in ("numeric", "length", "products") and not _has_scales(block):
        return False
    if kind == "bins" or not is_fixed(block.settings):
        return True
    return list(_without_documents(block.settings).names) == list(block.names)


def _has_scales(block: ColumnBlock) -> bool:
    """Return whether a block has a mean and a deviation for each number."""
    n_numbers = len(block.settings.columns) if block.settings.kind == "products" else 1
    deviations = block.learned[1::2]
    return len(block.learned) == 2 * n_numbers and bool(np.all(deviations >= 1 / MOST))


def _without_documents(settings: ColumnSettings) -> ColumnBlock:
    no_numbers = dict.fromkeys(settings.columns, np.empty(0))
    no_lengths = np.empty(0, np.int64)
    return learn_column(settings, Columns(0, numeric=no_numbers, lengths=no_lengths))
