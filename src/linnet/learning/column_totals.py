"""Columns beside the text to totals: every level and name that documents bring is a feature."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.features.column_blocks import ColumnBlock, learn_column
from linnet.features.columns import ColumnNames, Columns, ColumnSettings, joined
from linnet.features.rows import no_features, with_columns
from linnet.learning.class_totals import NO_COLUMNS, BlockTotals
from linnet.reading.documents import Batch


@dataclass(frozen=True)
class ColumnTally:
    """Columns, labels and weights of documents while their batches stream by."""

    settings: Sequence[ColumnSettings]
    columns: list[Columns] = field(default_factory=list)
    labels: list[npt.NDArray[np.int32]] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)

    def add(self, batch: Batch, texts: Sequence[Any], labels: npt.NDArray[np.int32]) -> list[Any]:
        """Take the columns of a batch, and return them as texts: what tells documents apart."""
        if not self.settings:
            return []
        self.columns.append(ColumnNames.of(self.settings).of_batch(batch, texts))
        self.labels.append(labels)
        self.weights.append(batch.weights)
        return self.columns[-1].texts()

    def totals(self, place: npt.NDArray[np.int32]) -> tuple[BlockTotals, ...]:
        """Return the totals of each block, the labels renumbered by their places."""
        if not self.settings:
            return ()
        codes, columns = place[np.concatenate(self.labels)], joined(self.columns)
        weights = None if self.weights[0] is None else np.concatenate(self.weights)
        return tuple(_totals(one, columns, codes, weights) for one in self.settings)


def learn_all(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    """Return the block with all levels of a column: which of them is the reference may change."""
    return replace(learn_column(replace(settings, coding="one-hot"), columns), settings=settings)


def _totals(settings: ColumnSettings, columns: Columns, codes: Any, weights: Any) -> BlockTotals:
    block = learn_all(settings, columns)
    rows = with_columns(no_features(columns.n_documents), [block], columns, 0)
    refuse_below_zero(
        rows.values, lambda at: f"{settings.title}:{block.name(int(rows.columns[at]))}"
    )
    found = _core.totals_of_rows(rows.engine(), codes, weights=weights, n_columns=block.n_columns)
    totals = BlockTotals.of_engine(settings, block.names, NO_COLUMNS, found)
    return totals if totals.fixed else totals.take(totals.frequencies > 0)


def refuse_below_zero(values: npt.NDArray[Any], name: Callable[[int], str]) -> None:
    """Refuse numbers below 0, which formulas over counts cannot take.

    The name is that of the feature there.
    """
    if len(below := np.flatnonzero(values < 0)):
        at = int(below[0])
        raise SettingError(
            f"this naive Bayes learner needs features of 0 or above; got {values[at]:g} for "
            f"{name(at)}. "
            "Use the mixed learner."
        )
