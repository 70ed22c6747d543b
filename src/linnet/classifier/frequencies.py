"""How many training documents have each feature of a model."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block
from linnet.features.column_blocks import ColumnBlock
from linnet.learning.class_totals import BlockTotals

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Ints = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]


def document_frequencies(classifier: "Classifier") -> Ints:
    """Return how many documents have each feature of the model."""
    numbers = range(len(classifier.model.features.blocks))
    return np.concatenate([block_frequencies(classifier, number) for number in numbers])


def block_frequencies(classifier: "Classifier", number: int) -> Ints:
    """Return how many documents have each feature of a block."""
    block = classifier.model.features.blocks[number]
    if not classifier.totals.blocks:
        return np.asarray(block.frequencies, np.int64)
    total = classifier.totals.blocks[number]
    if block.settings.hash_bits:
        frequencies = np.zeros(block.n_columns, np.int64)
        frequencies[total.columns] = total.frequencies
        return frequencies
    places = places_in_totals(block, total)
    return total.frequencies if places is None else np.asarray(total.frequencies[places])


def places_in_totals(block: Block | ColumnBlock, total: BlockTotals) -> Places | None:
    """Return the place of each feature in the totals; None where it is that of the columns."""
    if block.settings.hash_bits or len(block.names) == len(total.names):
        return None
    # Totals may hold features below the limits, too; both lists of names are sorted.
    return total.names.united(block.names).from_b
