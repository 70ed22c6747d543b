"""Totals as the formulas of naive Bayes need them, and the prior of the labels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError, listed
from linnet.features.columns import ColumnSettings
from linnet.learning.class_totals import BlockTotals, ClassTotals

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Table:
    """Totals of the features that take part, all blocks side by side, as the formulas need them."""

    labels: tuple[str, ...]
    weights: Floats  # of the documents, per label
    n_blocks: int
    n_columns: int
    starts: npt.NDArray[np.int64]
    pair_labels: npt.NDArray[np.int32]
    sums: Floats
    presences: Floats
    kinds: tuple[str, ...] = ()  # of the blocks
    ends: Ints = field(default_factory=lambda: np.empty(0, np.int64))  # of their columns
    # Sums of squares, where a formula needs them.
    squares: Floats = field(default_factory=lambda: np.empty(0))

    @property
    def n_labels(self) -> int:
        return len(self.labels)

    def by_label(self, values: Floats) -> Floats:
        """Return the sum per label of one value per stored pair."""
        return np.bincount(self.pair_labels, values, minlength=self.n_labels).astype(np.float64)

    def by_column(self, values: Floats) -> tuple[Floats, Ints]:
        """Return the sum per column of one value per stored pair, and the column of each pair."""
        column = self.column_of_pair
        sums = np.bincount(column, values, minlength=self.n_columns)
        return sums.astype(np.float64), column

    @property
    def column_of_pair(self) -> Ints:
        """The column of each stored pair."""
        return np.repeat(np.arange(self.n_columns), np.diff(self.starts))

    def times(self, by_label: Floats) -> "Table":
        """Return the table as if each document of a label were so many."""
        of_pair = by_label[self.pair_labels]
        squares = self.squares * of_pair if len(self.squares) else self.squares
        return replace(
            self,
            weights=self.weights * by_label,
            sums=self.sums * of_pair,
            presences=self.presences * of_pair,
            squares=squares,
        )

    def part(self, blocks: range) -> "Table":
        """Return the table of some neighbouring blocks."""
        chosen = slice(blocks.start, blocks.stop)
        first = int(self.ends[blocks.start - 1]) if blocks.start else 0
        end = int(self.ends[blocks.stop - 1])
        starts = self.starts[first : end + 1]
        pairs = slice(int(starts[0]), int(starts[-1]))
        columns = replace(
            self,
            n_blocks=len(blocks),
            n_columns=end - first,
            starts=starts - starts[0],
            kinds=self.kinds[chosen],
            ends=self.ends[chosen] - first,
        )
        return replace(
            columns,
            pair_labels=self.pair_labels[pairs],
            sums=self.sums[pairs],
            presences=self.presences[pairs],
            squares=self.squares[pairs] if len(self.squares) else self.squares,
        )

    def dense(self, values: Floats) -> Floats:
        """Return one value per stored pair as a full table columns × labels."""
        full = np.zeros((self.n_columns, self.n_labels))
        full[self.column_of_pair, self.pair_labels] = values
        return full

    def for_blocks(self, per_label: Floats) -> Floats:
        """Return a value per label once for each block."""
        return np.tile(per_label, self.n_blocks)


def table_of(totals: ClassTotals) -> Table:
    """Return the totals of all blocks side by side; a hashed block has all its columns."""
    blocks = totals.blocks
    starts = [np.zeros(1, np.int64)]
    ends = list[int]()
    n_pairs = 0
    n_columns = 0
    for block in blocks:
        inside = _pair_ends(block)
        starts.append(inside + n_pairs)
        n_pairs += int(block.starts[-1])
        n_columns += len(inside)
        ends.append(n_columns)
    joined_starts = np.concatenate(starts)
    kinds = tuple(block.settings.kind for block in blocks)
    labels = np.concatenate([block.labels for block in blocks])
    sums = np.concatenate([block.sums for block in blocks])
    presences = np.concatenate([block.presences for block in blocks])
    squares = np.concatenate([block.squares for block in blocks])
    return Table(
        labels=totals.labels,
        weights=totals.weights,
        n_blocks=len(blocks),
        n_columns=n_columns,
        starts=joined_starts,
        pair_labels=labels,
        sums=sums,
        presences=presences,
        kinds=kinds,
        ends=np.array(ends, np.int64),
        squares=squares,
    )


def _pair_ends(block: BlockTotals) -> Ints:
    """Return where the pairs of each column end."""
    settings = block.settings
    if isinstance(settings, ColumnSettings) or not settings.hash_bits:
        return block.starts[1:]
    lengths = np.zeros(settings.n_hashed, np.int64)
    lengths[block.columns] = np.diff(block.starts)
    return np.cumsum(lengths)


def log_prior(table: Table, prior: str | Mapping[str, float]) -> Floats:
    """Return log P(label) of the labels of a table."""
    return log_prior_of(table.labels, table.weights, prior)


def log_prior_of(
    labels: tuple[str, ...], weights: Floats, prior: str | Mapping[str, float]
) -> Floats:
    """Return log P(label): learned from the weights of its documents, uniform, or as given."""
    if prior == "uniform":
        return np.full(len(labels), -np.log(len(labels)))
    if isinstance(prior, str):
        return np.asarray(np.log(weights) - np.log(weights.sum()))
    return np.asarray(np.log(given_prior(labels, prior)))


def prior_among(
    prior: str | Mapping[str, float], labels: Sequence[str]
) -> str | Mapping[str, float]:
    """Return a given prior over these labels alone; others stay as they are.

    >>> prior_among({"x": 0.2, "y": 0.3, "z": 0.5}, ["x", "y"])
    {'x': 0.4, 'y': 0.6}
    """
    if isinstance(prior, str):
        return prior
    total = sum(prior[label] for label in labels)
    return {label: prior[label] / total for label in labels}


def given_prior(labels: tuple[str, ...], prior: Mapping[str, float]) -> Floats:
    """Return the probability of each label as given, or say what is wrong with it."""
    if set(prior) != set(labels):
        raise SettingError(
            f"a given prior must name every label ({listed(labels)}); got "
            f"{listed(prior) or 'none'}."
        )
    values = np.array([prior[label] for label in labels], np.float64)
    if not (np.all(values > 0) and abs(values.sum() - 1) < 1e-6):
        raise SettingError(
            f"a given prior must be above 0 and sum to 1; got a sum of {values.sum():g}."
        )
    return np.asarray(values / values.sum())
