"""Which features speak for a label: their weight is highest above the mean of other labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.classifier.frequencies import Ints, Places, document_frequencies, places_in_totals
from linnet.features.rows import Rows
from linnet.learning.class_totals import BlockTotals
from linnet.model.linear_model import LinearModel

LEAST_DOCUMENTS = 2

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class StrongFeature:
    """A feature, how many documents have it, and its contrast, infinite where it is a veto."""

    feature: str
    documents: int
    contrast: float  # its weight above the mean of the other labels' weights
    of_label: float | None = None  # documents of the label that have it; None where unknown
    odds: float | None = None  # see `odds_of`

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def as_json(self) -> dict[str, Any]:
        """Return the feature as plain data; what is not finite is None."""
        return {
            "feature": self.feature,
            "documents": self.documents,
            "of_label": _finite(self.of_label),
            "lead": _finite(self.contrast),
            "odds": _finite(self.odds),
        }


def _finite(value: float | None) -> float | None:
    if value is None or not np.isfinite(value):
        return None
    return value


def strongest(classifier: Classifier, top: int) -> dict[str, list[StrongFeature]]:
    """Return label → its strongest features, of those that two documents have, if there are any.

    >>> from linnet import train
    >>> spam = [("cheap pills", "spam"), ("cheap flight", "spam")]
    >>> pairs = [*spam, ("my flight", "ham"), ("my lunch", "ham")]
    >>> found = strongest(train(pairs, {}), 1)
    >>> {label: [feature.feature for feature in features] for label, features in found.items()}
    {'ham': ['my'], 'spam': ['cheap']}
    """
    classifier.model.weights.check_sound()
    frequencies = document_frequencies(classifier)
    columns, labels, contrasts = _contrasts(classifier)
    blocks = zip(classifier.model.features.blocks, classifier.totals.blocks, strict=False)
    places = [places_in_totals(block, total) for block, total in blocks]
    least = LEAST_DOCUMENTS if classifier.documents else 0  # weights by hand know no documents
    is_candidate = (frequencies[columns] >= least) & (contrasts > 0)

    chosen: dict[str, list[StrongFeature]] = {}
    for number, label in enumerate(classifier.labels):
        pairs = np.flatnonzero((labels == number) & is_candidate)
        in_pairs = columns[pairs]
        order = np.lexsort((in_pairs, -frequencies[in_pairs], -contrasts[pairs]))[:top]
        chosen[label] = []
        for pair in pairs[order].tolist():
            column = int(columns[pair])
            of_label = _of_label(classifier, places, column, label)
            feature = StrongFeature(
                feature=classifier.model.features.name(column),
                documents=int(frequencies[column]),
                contrast=float(contrasts[pair]),
                of_label=of_label,
                odds=odds_of(classifier.model, column, number),
            )
            chosen[label].append(feature)
    return chosen


def odds_of(model: LinearModel, column: int, label: int) -> float | None:
    """Return the factor of a label's odds against the rest by this feature alone, once in a text.

    odds = e^added[label] / Σ over the others of their share of the prior · e^added[other]

    Where each label is told from the rest, e^added[label]; before any calibration. None where
    scores are margins.
    """
    if model.link == "margin":
        return None
    added = model.added(column, _value_alone(model, column))
    others = np.arange(len(model.labels)) != label
    offset = np.asarray(model.weights.offset)[others]
    rest = 0.0
    with np.errstate(over="ignore", invalid="ignore"):  # vetoes, and scores beyond all floats
        if model.link != "sigmoid":
            rest = _log_sum(offset + added[others]) - _log_sum(offset)
        return float(np.exp(added[label] - rest))


def _log_sum(logs: Floats) -> float:
    return float(np.logaddexp.reduce(logs))


def _value_alone(model: LinearModel, column: int) -> float:
    """Return the value of a feature that is alone, once, in a text; 1 where it is not of a text."""
    weighting = model.features.weighting
    if weighting is None or column >= sum(block.n_columns for block in model.features.of_text):
        return 1.0
    row = Rows(np.array([0, 1]), np.array([column], np.int32), np.ones(1, np.uint32))
    return float(weighting.weigh(row).values[0])


def _of_label(
    classifier: Classifier, places: Sequence[Places | None], column: int, label: str
) -> float | None:
    """Return the number (or weight) of a label's documents with a feature; None if unknown."""
    totals = classifier.totals
    if not totals.blocks:
        return None
    ends = classifier.model.features.block_ends
    number = int(np.searchsorted(ends, column, side="right"))
    start = int(ends[number - 1]) if number else 0
    total = totals.blocks[number]
    place = _place_of(column - start, total, places[number])
    pairs = slice(int(total.starts[place]), int(total.starts[place + 1]))
    has_label = total.labels[pairs] == totals.labels.index(label)
    return float(total.presences[pairs][has_label].sum())


def _place_of(column: int, total: BlockTotals, places: Places | None) -> int:
    """Return where the totals of a column of a block stand."""
    if len(total.columns):  # hashed: only columns that were met have totals
        return int(np.searchsorted(total.columns, column))
    if places is None:
        return column
    return int(places[column])


def _contrasts(classifier: Classifier) -> tuple[Ints, Ints, Floats]:
    """Return feature, label and contrast of each stored weight: weight - mean of other labels'."""
    if len(classifier.model.weights.dense):
        return _dense_contrasts(classifier)
    return _sparse_contrasts(classifier)


def _dense_contrasts(classifier: Classifier) -> tuple[Ints, Ints, Floats]:
    n = len(classifier.labels)
    own = np.asarray(classifier.model.weights.dense, np.float64).reshape(-1, n)
    contrasts = own - (own.sum(axis=1, keepdims=True) - own) / (n - 1)
    columns = np.repeat(np.arange(len(own)), n)
    labels = np.tile(np.arange(n), len(own))
    return columns, labels, contrasts.reshape(-1)


def _sparse_contrasts(classifier: Classifier) -> tuple[Ints, Ints, Floats]:
    """Return the same of each stored pair.

    Only pairs that were seen are stored, and only those can speak for a label. With S the sum of a
    feature's weights over all L labels, the contrast is w - (S - w) / (L - 1).
    """
    weights = classifier.model.weights
    n = len(classifier.labels)
    column = classifier.model.column_of_pair
    block = np.searchsorted(classifier.model.features.block_ends, column, side="right")
    rest = weights.rest.reshape(-1, n)
    own = rest[block, weights.labels] + weights.weights
    stored = np.bincount(column, weights.weights, minlength=len(weights.starts) - 1)
    total = rest.sum(axis=1)[block] + stored[column]
    if len(weights.shared):
        scale = weights.scale.reshape(-1, n)
        shared = weights.shared[column]
        own = own + shared * scale[block, weights.labels]
        total = total + shared * scale.sum(axis=1)[block]
    contrasts = own - (total - own) / (n - 1)
    if len(weights.rest_vetoes):
        is_vetoed_elsewhere = np.diff(weights.starts)[column] < n
        contrasts = np.where(is_vetoed_elsewhere, np.inf, contrasts)
    return column, np.asarray(weights.labels), contrasts
