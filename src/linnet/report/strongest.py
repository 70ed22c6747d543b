"""Which features speak for a label: those whose weight is highest above the mean of the other labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.features.blocks import Block
from linnet.features.column_blocks import ColumnBlock
from linnet.features.rows import Rows
from linnet.learning.class_totals import BlockTotals
from linnet.model.linear_model import LinearModel

LEAST_DOCUMENTS = 2

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Strong:
    """A feature, how many documents have it, and its lead: infinite where it vetoes another label."""

    feature: str
    documents: int
    contrast: float
    of_label: float | None = (
        None  # documents of the label that have it; None where totals do not tell
    )
    odds: float | None = None  # see `odds_of`

    def as_json(self) -> dict[str, Any]:
        """Return the feature for `--json`; what is not finite is null."""
        numbers = {
            "documents": self.documents,
            "of_label": self.of_label,
            "lead": self.contrast,
            "odds": self.odds,
        }
        return {"feature": self.feature} | {
            name: None if value is None or not np.isfinite(value) else value
            for name, value in numbers.items()
        }


def strongest(classifier: Classifier, top: int) -> dict[str, list[Strong]]:
    """Return label → the features that speak for it most, of those that two documents have, if any were learned.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("cheap flight", "spam"), ("my flight", "ham"), ("my lunch", "ham")]
    >>> {label: [one.feature for one in found] for label, found in strongest(train(pairs, {}), 1).items()}
    {'ham': ['my'], 'spam': ['cheap']}
    """
    classifier.model.weights.check_sound()
    frequencies, names = _frequencies(classifier), classifier.model.features
    column, labels, leads = (
        _dense_leads(classifier) if len(classifier.model.weights.dense) else _leads(classifier)
    )
    places = [_places(*pair) for pair in zip(names.blocks, classifier.totals.blocks, strict=False)]
    least = LEAST_DOCUMENTS if classifier.documents else 0  # weights by hand know no documents
    chosen: dict[str, list[Strong]] = {}
    for number, label in enumerate(classifier.labels):
        here = (labels == number) & (frequencies[column] >= least) & (leads > 0)
        pairs = np.flatnonzero(here)
        order = np.lexsort((column[pairs], -frequencies[column[pairs]], -leads[pairs]))[:top]
        chosen[label] = [
            Strong(
                names.name(at),
                int(frequencies[at]),
                float(leads[pair]),
                _of_label(classifier, places, at, label),
                odds_of(classifier.model, at, number),
            )
            for pair, at in zip(pairs[order].tolist(), column[pairs[order]].tolist(), strict=True)
        ]
    return chosen


def odds_of(model: LinearModel, column: int, label: int) -> float | None:
    """Return what a text of this feature alone, once, multiplies the odds of a label against the rest by.

    odds = e^added[label] / Σ over the others of their share of the prior · e^added[other]

    Where each label is told from the rest, e^added[label]; before any calibration. None where scores are margins.
    """
    if model.link == "margin":
        return None
    added, others = (
        model.added(column, _alone(model, column)),
        np.arange(len(model.labels)) != label,
    )
    start = np.asarray(model.weights.offset)[others]
    with np.errstate(over="ignore", invalid="ignore"):  # vetoes, and scores beyond all floats
        rest = 0.0 if model.link == "sigmoid" else _log_sum(start + added[others]) - _log_sum(start)
        return float(np.exp(added[label] - rest))


def _log_sum(logs: Floats) -> float:
    return float(np.logaddexp.reduce(logs))


def _alone(model: LinearModel, column: int) -> float:
    """Return what a feature is worth that stands once in a text of nothing else; 1 where it is not of a text."""
    weighting = model.features.weighting
    if weighting is None or column >= sum(block.n_columns for block in model.features.of_text):
        return 1.0
    row = Rows(np.array([0, 1]), np.array([column], np.int32), np.ones(1, np.uint32))
    return float(weighting.weigh(row).values[0])


def _of_label(
    classifier: Classifier, places: Sequence[Places | None], column: int, label: str
) -> float | None:
    """Return how many documents of a label have a feature, or what they weigh; None where totals do not tell."""
    totals, features = classifier.totals, classifier.model.features
    if not totals.blocks:
        return None
    number = int(np.searchsorted(features.block_ends, column, side="right"))
    total, placed = totals.blocks[number], places[number]
    place = column - (int(features.block_ends[number - 1]) if number else 0)
    if len(total.columns):  # hashed: only columns that were met have totals
        place = int(np.searchsorted(total.columns, place))
    elif placed is not None:
        place = int(placed[place])
    pairs = slice(int(total.starts[place]), int(total.starts[place + 1]))
    return float(total.presences[pairs][total.labels[pairs] == totals.labels.index(label)].sum())


def _places(block: Block | ColumnBlock, total: BlockTotals) -> Places | None:
    """Return where the totals of each feature stand; None where they are in the order of columns."""
    if block.settings.hash_bits or len(block.names) == len(total.names):
        return None
    # Totals may hold features below the limits, too; both lists of names are sorted.
    return total.names.united(block.names).from_b


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
    places = _places(block, total)
    return total.frequencies if places is None else np.asarray(total.frequencies[places])
