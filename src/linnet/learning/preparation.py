"""Rows of counts made ready for a learner: rare features left out, counts and labels weighed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock, learn_column
from linnet.features.columns import ColumnNames, Columns, ColumnSettings
from linnet.features.rows import Rows, with_columns
from linnet.features.selection import ALL, BY_TABLE, LabelTable, Selection
from linnet.features.weighting import learn_weighting
from linnet.learning.class_totals import NO_COLUMNS, BlockTotals, ClassTotals, without_empty
from linnet.learning.column_totals import learn_all, refuse_below_zero
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress, total
from linnet.learning.targets import Targets
from linnet.learning.vocabulary import Limits
from linnet.reading import Documents

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]
ClassWeights = str | Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Prepared:
    """Training documents ready for a learner, and what other documents need to be like them."""

    features: Features
    rows: Rows
    place: Places | None  # counted column → column of the features, or -1; None: the same

    def of(self, rows: Rows, columns: Columns, threads: int = 1) -> Rows:
        """Return other documents' rows of counts as the learner has seen its own."""
        if self.place is not None:
            rows = rows.renumber(self.place)
        if self.features.weighting is not None:
            rows = self.features.weighting.weigh(rows, threads)
        blocks = self.features.of_columns
        if not blocks:
            return rows
        first = sum(block.n_columns for block in self.features.of_text)
        return with_columns(rows, blocks, columns, first)


@dataclass(frozen=True)
class Preparation:
    """How rows of counts are made ready.

    Limits, selection, then weighting, then the columns beside the text.
    """

    limits: Limits
    weighting: str = "counts"
    unit_length: str | None = None
    columns: tuple[ColumnSettings, ...] = ()
    selection: Selection = ALL

    def learn(self, counted: LabelledRows, threads: int = 1) -> Prepared:
        """Return what these documents, and they alone, teach."""
        features, place = limited(counted.features, counted.rows, self.limits)
        if features.n_columns and not self.selection.none:
            features, place = self._selected(features, place, counted, threads)
        rows = _renumbered(counted.rows, place)
        weighting = learn_weighting(self.weighting, self.unit_length, rows, features.block_ends)
        blocks = tuple(learn_column(one, counted.columns) for one in self.columns)
        features = Features(features.fields, (*features.blocks, *blocks), weighting)
        ready = Prepared(features, rows, None).of(rows, counted.columns, threads)
        return Prepared(_with_frequencies(features, ready), ready, place)

    def _selected(
        self,
        features: Features,
        place: Places | None,
        counted: LabelledRows,
        threads: int,
    ) -> tuple[Features, Places]:
        """Return the features that the selection leaves of those within the limits, and the place
        of each column.
        """
        rows = _renumbered(counted.rows, place)
        scores = self._scores(features, rows, counted, threads)
        frequencies = np.bincount(rows.columns, minlength=features.n_columns)
        kept = self.selection.kept(scores, frequencies)
        selected_place = _places(kept)
        if place is not None:
            selected_place = np.where(place < 0, -1, selected_place[place])
        return _taken(features, kept), selected_place

    def _scores(
        self, features: Features, rows: Rows, counted: LabelledRows, threads: int
    ) -> Floats:
        """Return how much each feature tells about the labels."""
        n = features.n_columns
        if self.selection.by in BY_TABLE:
            entries = counted.entries().of_labels()
            table = LabelTable.of(entries.rows(rows), entries.codes, entries.weights, n)
            return BY_TABLE[self.selection.by](table)
        weighting = learn_weighting(self.weighting, self.unit_length, rows, features.block_ends)
        weighed = rows if weighting is None else weighting.weigh(rows, threads)
        from linnet.learning.learner import TrainingData
        from linnet.learning.linear import Linear

        selecting = Linear("svm", tolerance=1e-2)  # whose weights tell which features matter
        data = TrainingData(
            counted.labels,
            features=features,
            rows=weighed,
            targets=counted.targets(),
            threads=threads,
        )
        weights = selecting.fit(data).weights.dense
        squares = weights.reshape(n, -1).astype(np.float64) ** 2
        return np.asarray(squares.sum(axis=1))


def _renumbered(rows: Rows, place: Places | None) -> Rows:
    return rows if place is None else rows.renumber(place)


def limited(features: Features, rows: Rows, limits: Limits) -> tuple[Features, Places | None]:
    """Return the features that take part, and the place of each column among them.

    None where all do.
    """
    n = features.n_columns
    frequencies = np.bincount(rows.columns, minlength=n).astype(np.int64)
    # What no document of a training part has is not in its vocabulary.
    if not n or (limits.none and frequencies.all()):
        return features, None
    counts = np.empty(n)
    if limits.most_frequent:
        counts = np.bincount(rows.columns, rows.values, minlength=n).astype(np.float64)
    kept = np.ones(n, np.bool_)
    first = 0
    for block, end in zip(features.of_text, features.block_ends.tolist(), strict=True):
        inside = slice(first, end)
        if not block.settings.hash_bits:
            kept[inside] = limits.kept(frequencies[inside], counts[inside], len(rows))
        first = end
    if not kept.any() and not limits.none:
        raise SettingError(
            "the frequency limits must leave some features; got none. Loosen the limits."
        )
    return _taken(features, kept), _places(kept)


def _taken(features: Features, kept: npt.NDArray[np.bool_]) -> Features:
    """Return only the features that are kept; hashed blocks stay whole."""
    parts = np.split(kept, features.block_ends[:-1])
    blocks = []
    for block, part in zip(features.of_text, parts, strict=True):
        is_hashed = block.settings.hash_bits
        blocks.append(block if is_hashed else Block(block.settings, block.names.take(part)))
    return Features(features.fields, tuple(blocks))


def _places(kept: npt.NDArray[np.bool_]) -> Places:
    return np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)


def _with_frequencies(features: Features, rows: Rows) -> Features:
    """Return the features, each with the number of documents that have it.

    From now on they stay as they are.
    """
    frequencies = np.bincount(rows.columns, minlength=features.n_columns)
    parts = np.split(frequencies, features.block_ends[:-1])
    blocks = list[Block | ColumnBlock]()
    for block, part in zip(features.blocks, parts, strict=True):
        if isinstance(block, Block):
            blocks.append(Block(block.settings, block.names, part, block.name_frequencies))
        else:
            blocks.append(replace(block, frequencies=part))
    return replace(features, blocks=tuple(blocks))


def label_totals(counted: LabelledRows) -> ClassTotals:
    """Return how many documents each label has, without any features."""
    entries = counted.entries()
    n = len(entries.labels)
    documents = np.bincount(entries.codes, minlength=n)
    weights = np.bincount(entries.codes, entries.weights, minlength=n).astype(np.float64)
    return ClassTotals(entries.labels, documents, weights, (), counted.fingerprint).checked()


def totals_of(counted: LabelledRows, prepared: Prepared, *, squares: bool = False) -> ClassTotals:
    """Return the totals of rows that are ready, with the sums of squares where asked for."""
    features, rows = prepared.features, prepared.rows
    if not squares:
        refuse_below_zero(rows.values, lambda at: features.name(int(rows.columns[at])))

    entries = counted.entries()
    entering = entries.rows(rows)

    def totals(values: npt.NDArray[Any]) -> _core.Totals:
        return _core.totals_of_rows(
            _core.Rows(entering.starts, entering.columns, values),
            entries.codes,
            weights=entries.weights,
            n_columns=features.n_columns,
        )

    whole = totals(entering.values)
    if counted.multilabel:  # a document enters several totals, and still is one document
        frequencies = np.bincount(rows.columns, minlength=features.n_columns)
        whole = with_frequencies(whole, frequencies)
    of_squares = totals(entering.values.astype(np.float64) ** 2).sums if squares else np.empty(0)
    blocks = list[BlockTotals]()
    first = 0
    for block, end in zip(features.blocks, features.block_ends.tolist(), strict=True):
        blocks.append(_block_totals(block, whole, of_squares, (first, end)))
        first = end
    return replace(label_totals(counted), blocks=tuple(blocks))


def total_documents(
    documents: Documents,
    blocks: Sequence[BlockSettings],
    threads: int = 1,
    progress: Progress = no_progress,
    columns: Sequence[ColumnSettings] = (),
) -> ClassTotals:
    """Return the totals of all features that documents bring; those of one label each stream by."""
    if not documents.multilabel:
        return total(documents, blocks, threads, progress, columns)
    counted = count_rows(documents, blocks, threads, progress, ColumnNames.of(columns))
    metadata = [learn_all(one, counted.columns) for one in columns]
    features = replace(counted.features, blocks=(*counted.features.blocks, *metadata))
    ready = Prepared(features, counted.rows, None)
    rows = ready.of(counted.rows, counted.columns, threads)
    return without_empty(totals_of(counted, replace(ready, rows=rows)))


def with_frequencies(totals: _core.Totals, frequencies: npt.NDArray[np.int64]) -> _core.Totals:
    """Return the totals with other numbers of documents that have each feature."""
    return _core.Totals(
        frequencies=frequencies,
        starts=totals.starts,
        labels=totals.labels,
        sums=totals.sums,
        presences=totals.presences,
    )


def _block_totals(
    block: Block | ColumnBlock, totals: _core.Totals, squares: Floats, columns: tuple[int, int]
) -> BlockTotals:
    """Return the part of totals that is about the columns of a block."""
    first, end = columns
    starts = totals.starts
    pairs = slice(int(starts[first]), int(starts[end]))
    own_starts = np.asarray(starts[first : end + 1] - starts[first], np.int64)
    own_columns = np.arange(end - first) if block.settings.hash_bits else NO_COLUMNS
    own_frequencies = totals.frequencies[first:end]
    own_squares = squares[pairs] if len(squares) else squares
    part = BlockTotals(
        settings=block.settings,
        names=block.names,
        columns=own_columns,
        frequencies=own_frequencies,
        starts=own_starts,
        labels=totals.labels[pairs],
        sums=totals.sums[pairs],
        presences=totals.presences[pairs],
        squares=own_squares,
    )
    if isinstance(block, Block) and block.name_frequencies is not None:
        part = replace(part, name_frequencies=block.name_frequencies)
    return part.take(part.frequencies > 0) if block.settings.hash_bits else part


def label_weights(
    labels: tuple[str, ...], weights: Floats, class_weights: ClassWeights
) -> Floats | None:
    """Return what documents of each label count for.

    As given, or so that all labels together weigh the same.

    >>> label_weights(("ham", "spam"), np.array([3.0, 1.0]), "balanced").tolist()
    [0.6666666666666666, 2.0]
    """
    if class_weights == "none":
        return None
    if isinstance(class_weights, str):
        return np.asarray(weights.sum() / (len(weights) * weights))
    return np.array([float(class_weights.get(label, 1.0)) for label in labels])


def side_weights(totals: ClassTotals, class_weights: ClassWeights) -> Floats | None:
    """Return, per label, what documents without it and documents with it count for where these may
    have several.
    """
    if class_weights == "none":
        return None
    labels, own = totals.own_labels, totals.weights[1:]
    if class_weights == "balanced":
        whole = totals.weights[0]
        of_rest = weight_over(whole, whole - own)
        return np.stack([of_rest, weight_over(whole, own)], axis=1)
    given = label_weights(labels, own, class_weights)
    return None if given is None else np.stack([np.ones(len(labels)), given], axis=1)


def weight_over(whole: float, side: Floats) -> Floats:
    """Return what makes one of two sides weigh half the whole; 1 where nobody is on it."""
    return np.divide(whole, 2 * side, out=np.ones(len(side)), where=side > 0)


def weighed_targets(
    counted: LabelledRows, class_weights: ClassWeights, totals: ClassTotals | None = None
) -> Targets:
    """Return the labels with the weight of each document, that of its label included, balanced by
    other totals.
    """
    targets = counted.targets()
    totals = totals or label_totals(counted)
    if targets.multilabel:
        return replace(targets, sides=side_weights(totals, class_weights))
    by_label = label_weights(counted.labels, totals.weights, class_weights)
    if by_label is None:
        return targets
    weights = by_label[counted.codes]
    if targets.weights is not None:
        weights = weights * targets.weights
    return replace(targets, weights=weights)
