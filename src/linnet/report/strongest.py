"""Which features speak for a label: those whose weight is highest above the mean of the other labels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.classifier import Classifier
from linnet.features.blocks import Block
from linnet.features.column_blocks import ColumnBlock
from linnet.learning.class_totals import BlockTotals

LEAST_DOCUMENTS = 2

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Strong:
    """A feature, how many documents have it, and its lead: infinite where it vetoes another label."""

    feature: str
    documents: int
    lead: float

    def as_json(self) -> dict[str, Any]:
        """Return the feature for `--json`; an infinite lead is null."""
        lead = None if np.isinf(self.lead) else self.lead
        return {"feature": self.feature, "documents": self.documents, "lead": lead}


def strongest(classifier: Classifier, top: int) -> dict[str, list[Strong]]:
    """Return label → the features that speak for it most, of those that two documents have, if any were learned.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("cheap flight", "spam"), ("my flight", "ham"), ("my lunch", "ham")]
    >>> {label: [one.feature for one in found] for label, found in strongest(train(pairs), 1).items()}
    {'ham': ['my'], 'spam': ['cheap']}
    """
    frequencies, names = _frequencies(classifier), classifier.model.features
    column, labels, leads = _dense_leads(classifier) if len(classifier.model.weights.dense) else _leads(classifier)
    least = LEAST_DOCUMENTS if classifier.documents else 0  # weights by hand know no documents
    chosen: dict[str, list[Strong]] = {}
    for number, label in enumerate(classifier.labels):
        here = (labels == number) & (frequencies[column] >= least) & (leads > 0)
        pairs = np.flatnonzero(here)
        order = np.lexsort((column[pairs], -frequencies[column[pairs]], -leads[pairs]))[:top]
        chosen[label] = [
            Strong(names.name(at), int(frequencies[at]), float(leads[pair]))
            for pair, at in zip(pairs[order].tolist(), column[pairs[order]].tolist(), strict=True)
        ]
    return chosen


def _dense_leads(classifier: Classifier) -> tuple[Ints, Ints, Floats]:
    """Return feature, label and lead of every weight."""
    n = len(classifier.labels)
    own = np.asarray(classifier.model.weights.dense, np.float64).reshape(-1, n)
    leads = own - (own.sum(axis=1, keepdims=True) - own) / (n - 1)
    return np.repeat(np.arange(len(own)), n), np.tile(np.arange(n), len(own)), leads.reshape(-1)


def _leads(classifier: Classifier) -> tuple[Ints, Ints, Floats]:
    """Return feature, label and lead of each stored pair: its weight - the mean of the other labels' weights.

    Only pairs that were seen are stored, and only those can speak for a label. With S the sum of a feature's
    weights over all L labels, the lead is w - (S - w) / (L - 1).
    """
    weights, n = classifier.model.weights, len(classifier.labels)
    column = classifier.model.column_of_pair
    block = np.searchsorted(classifier.model.features.block_ends, column, side="right")
    rest = weights.rest.reshape(-1, n)
    own = rest[block, weights.labels] + weights.weights
    stored = np.bincount(column, weights.weights, minlength=len(weights.starts) - 1)
    total = rest.sum(axis=1)[block] + stored[column]
    if len(weights.shared):
        scale = weights.scale.reshape(-1, n)
        own = own + weights.shared[column] * scale[block, weights.labels]
        total = total + weights.shared[column] * scale.sum(axis=1)[block]
    leads = own - (total - own) / (n - 1)
    if len(weights.rest_vetoes):
        leads = np.where(np.diff(weights.starts)[column] < n, np.inf, leads)
    return column, np.asarray(weights.labels), leads


def _frequencies(classifier: Classifier) -> Ints:
    """Return how many documents have each feature of the model."""
    blocks = classifier.model.features.blocks
    if not classifier.totals.blocks:
        return np.concatenate([np.asarray(block.frequencies, np.int64) for block in blocks])
    pairs = zip(blocks, classifier.totals.blocks, strict=True)
    return np.concatenate([_block_frequencies(block, total) for block, total in pairs])


def _block_frequencies(block: Block | ColumnBlock, total: BlockTotals) -> Ints:
    if block.settings.hash_bits:
        frequencies = np.zeros(block.n_columns, np.int64)
        frequencies[total.columns] = total.frequencies
        return frequencies
    if len(block.names) == len(total.names):
        return total.frequencies
    # Totals may hold features below the limits, too; both lists of names are sorted.
    _, _, places = _core.unite(total.names.bytes, total.names.offsets, block.names.bytes, block.names.offsets)
    return np.asarray(total.frequencies[places])
