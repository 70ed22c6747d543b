"""Naive Bayes by counts with smoothing, over the engine.

What ELEProbDist and LaplaceProbDist give.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from linnet import _core
from linnet.nltk.informative import Informative, table_lines
from linnet.nltk.interface import Featureset, Floats, descending_order
from linnet.nltk.value_counts import ValueCounts


class SmoothedCounts:
    """Counts of values with labels, and how much is added to each of them."""

    def __init__(self, counts: ValueCounts, smoothing: float) -> None:
        self.counts = counts
        self.smoothing = smoothing

    @cached_property
    def labels(self) -> list[Any]:
        """The labels in the order of their first sight."""
        return list(self.counts.table.labels)

    @property
    def n_features(self) -> int:
        return len(self.counts.table.names)

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset)."""
        return np.asarray(self._engine.log_probabilities(featuresets))

    def best(self, featureset: Featureset) -> int:
        """Return the place of the most probable label."""
        return self._engine.best(featureset)

    def strongest(self, n: int) -> list[tuple[Any, Any]]:
        """Return the first n pairs (name, value) by how informative they are."""
        return self._informative.strongest(n)

    def table(self, n: int) -> Iterator[str]:
        """Yield the lines of NLTK's table of them."""
        yield from table_lines(self._informative, n)

    @cached_property
    def _engine(self) -> _core.FeaturesetModel:
        layout = self.counts.layout
        weights = self.counts.weights(self.smoothing)
        label_order = descending_order(self.labels)
        return _core.FeaturesetModel(
            self.counts.table,
            weights.engine(layout.block_ends),
            pair_columns=layout.of_pairs,
            name_columns=layout.of_names,
            label_order=label_order.astype(np.int32),
        )

    @cached_property
    def _informative(self) -> Informative:
        return Informative(self.counts, self.counts.probabilities(self.smoothing))

    def __getstate__(self) -> dict[str, Any]:
        counts = self.counts
        table = counts.table
        arrays = (counts.documents, counts.pairs, counts.labels, counts.counts)
        names = [table.names[name] for name in counts.names.tolist()]
        return {
            "smoothing": self.smoothing,
            "pairs": (names, table.values),
            "labels": table.labels,
            "arrays": arrays,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        table = _core.FeaturesetTable()
        for name, value in zip(*state["pairs"], strict=True):
            table.number(name, value)
        table.add_labelled(({}, label) for label in state["labels"])
        self.counts = ValueCounts(table, *state["arrays"])
        self.smoothing = state["smoothing"]
