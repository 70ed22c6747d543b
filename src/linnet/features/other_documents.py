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
    return settings.kind in ("bins", "numeric") or (
        settings.kind == "length" and settings.scaling != "none"
    )


def column_of(settings: ColumnSettings, names: Names) -> ColumnBlock:
    """Return the block of a column that learns nothing but these names.

    >>> settings = ColumnSettings("categorical", ("who",), "reference")
    >>> block = column_of(settings, Names.of(["ann", "bob"]))
    >>> list(block.names), block.reference
    (['bob'], 'ann')
    """
    if is_fixed(settings):
        return learn_column(settings, Columns(0, lengths=np.empty(0, np.int64)))
    return (
        ColumnBlock(settings, names)
        if settings.kind == "named"
        else level_block(settings, [*names], np.empty(0))
    )


def is_whole(block: ColumnBlock) -> bool:
    """Return whether a block, perhaps of a file, has what its kind needs."""
    settings, learned = block.settings, block.learned
    if block.reference is not None and settings.kind not in ("categorical", "cross", "bins"):
        return False
    scaled = {"numeric": 1, "length": 1, "products": len(settings.columns)}.get(settings.kind)
    if scaled is not None and (len(learned) != 2 * scaled or not np.all(learned[1::2] >= 1 / MOST)):
        return False  # a mean and a deviation for each
    if not is_fixed(settings) or settings.kind == "bins":
        return True
    nothing = Columns(
        0, numeric=dict.fromkeys(settings.columns, np.empty(0)), lengths=np.empty(0, np.int64)
    )
    return [*learn_column(settings, nothing).names] == [*block.names]
