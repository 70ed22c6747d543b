"""Rows of counts made ready for a learner: rare features left out, counts weighed, labels weighed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.features.blocks import Block, Features
from linnet.features.columns import ColumnBlock, Columns, ColumnSettings, learn_column
from linnet.features.rows import Rows, with_columns
from linnet.features.weighting import learn_weighting
from linnet.learning.class_totals import NO_COLUMNS, BlockTotals, ClassTotals
from linnet.learning.counting import LabelledRows
from linnet.learning.vocabulary import Limits

Floats = npt.NDArray[np.float64]
ClassWeights = str | Mapping[str, float]


def limited(features: Features, rows: Rows, limits: Limits) -> tuple[Features, Rows]:
    """Return the features that take part, and the rows over them alone."""
    n = features.n_columns
    frequencies = np.bincount(rows.columns, minlength=n).astype(np.int64)
    counts = np.bincount(rows.columns, rows.values, minlength=n).astype(np.float64)
    kept, blocks, first = np.ones(n, np.bool_), [], 0
    for block, end in zip(features.of_text, features.block_ends.tolist(), strict=True):
        here, hashed = slice(first, end), block.settings.hash_bits > 0
        if not hashed:
            kept[here] = limits.kept(frequencies[here], counts[here], len(rows))
        names = block.names if hashed else block.names.take(kept[here])
        blocks.append(Block(block.settings, names, frequencies[here][kept[here]]))
        first = end
    if n and not kept.any():
        raise SettingError("the frequency limits must leave some features; got none. Loosen the limits.")
    if kept.all():
        return Features(features.fields, tuple(blocks)), rows
    place = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    return Features(features.fields, tuple(blocks)), rows.renumber(place)


def weighed(features: Features, rows: Rows, name: str, unit: str | None, threads: int) -> tuple[Features, Rows]:
    """Return the features with the weighting learned on these rows, and the rows weighed by it."""
    weighting = learn_weighting(name, unit, rows, features.block_ends)
    return (
        (features, rows)
        if weighting is None
        else (replace(features, weighting=weighting), weighting.weigh(rows, threads))
    )


def beside(
    features: Features, rows: Rows, settings: Sequence[ColumnSettings], columns: Columns
) -> tuple[Features, Rows]:
    """Return the features and rows of texts with those of the columns beside them."""
    if not settings:
        return features, rows
    blocks = tuple(learn_column(one, columns) for one in settings)
    joined = with_columns(rows, blocks, columns, features.n_columns)
    n = features.n_columns + sum(block.n_columns for block in blocks)
    frequencies, first = np.bincount(joined.columns, minlength=n), features.n_columns
    known = []
    for block in blocks:
        known.append(replace(block, frequencies=frequencies[first : first + block.n_columns]))
        first += block.n_columns
    return replace(features, blocks=(*features.blocks, *known)), joined


def label_totals(counted: LabelledRows) -> ClassTotals:
    """Return how many documents each label has, without any features."""
    n = len(counted.labels)
    documents = np.bincount(counted.codes, minlength=n)
    weights = np.bincount(counted.codes, counted.weights, minlength=n).astype(np.float64)
    return ClassTotals(counted.labels, documents, weights, (), counted.fingerprint).checked()


def totals_of(counted: LabelledRows, features: Features, rows: Rows) -> ClassTotals:
    """Return totals of rows whose values are not counts any more."""
    totals = _core.totals_of_rows(
        rows.starts, rows.columns, rows.values, counted.codes, counted.weights, features.n_columns
    )
    blocks, first = [], 0
    for block, end in zip(features.blocks, features.block_ends.tolist(), strict=True):
        blocks.append(_block_totals(block, totals, first, end))
        first = end
    return replace(label_totals(counted), blocks=tuple(blocks))


def _block_totals(block: Block | ColumnBlock, totals: Any, first: int, end: int) -> BlockTotals:
    frequencies, starts, labels, sums, presences = totals
    pairs = slice(int(starts[first]), int(starts[end]))
    own = np.asarray(starts[first : end + 1] - starts[first], np.int64)
    whole = BlockTotals(
        block.settings,
        block.names,
        NO_COLUMNS,
        frequencies[first:end],
        own,
        labels[pairs],
        sums[pairs],
        presences[pairs],
    )
    if not block.settings.hash_bits:
        return whole
    return replace(whole, columns=np.arange(end - first)).take(whole.frequencies > 0)


def label_weights(labels: tuple[str, ...], weights: Floats, class_weights: ClassWeights) -> Floats | None:
    """Return what documents of each label count for: as given, or so that all labels together weigh the same.

    >>> label_weights(("ham", "spam"), np.array([3.0, 1.0]), "balanced").tolist()
    [0.6666666666666666, 2.0]
    """
    if class_weights == "none":
        return None
    if isinstance(class_weights, str):
        return np.asarray(weights.sum() / (len(weights) * weights))
    unknown = next((label for label in class_weights if label not in labels), None)
    if unknown is not None:
        raise SettingError(f"class weights must name labels that are there ({', '.join(labels)}); got {unknown!r}.")
    return np.array([float(class_weights.get(label, 1.0)) for label in labels])


def document_weights(counted: LabelledRows, class_weights: ClassWeights) -> Floats | None:
    """Return the weight of each document, those of its label included."""
    by_label = label_weights(counted.labels, label_totals(counted).weights, class_weights)
    if by_label is None:
        return counted.weights
    of_label = by_label[counted.codes]
    return np.asarray(of_label if counted.weights is None else of_label * counted.weights)
