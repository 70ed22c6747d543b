"""Naive Bayes as formulas over totals: multinomial, Bernoulli and complement.

With c the total of a feature for a label, a the smoothing, V the number of features and N the documents of the label:

    multinomial   log P(feature | label) = log((c + a) / (sum of c + V a))
    Bernoulli     t = (documents that have it + a) / (N + 2 a); absent features count too, with log(1 - t)
    complement    weight = -log((rest + a) / (sum of rest + V a)), rest = the feature's total over the other labels

Most pairs (feature, label) were never seen, and all of those of one label have the same weight: its `rest`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.learning.class_totals import ClassTotals
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
LEAST_SMOOTHING, MOST_SMOOTHING = 1e-300, 1e100  # what logs and sums can hold


@dataclass(frozen=True)
class NaiveBayes:
    """How naive Bayes learns: which distribution, how much smoothing, which prior."""

    learner: str = "multinomial"
    smoothing: float = 1.0
    prior: str | Mapping[str, float] = "learned"
    norm: bool = False

    def __post_init__(self) -> None:
        if self.learner not in FORMULAS:
            raise SettingError(
                f"a learner must be one of {', '.join(FORMULAS)}; got {self.learner!r}. Choose one of these."
            )
        if not 0 <= self.smoothing < np.inf:
            raise SettingError(f"smoothing must be 0 or above; got {self.smoothing}. Use 1.0 if unsure.")
        if self.smoothing and not LEAST_SMOOTHING <= self.smoothing <= MOST_SMOOTHING:
            raise SettingError(
                f"smoothing must be 0, or from {LEAST_SMOOTHING} to {MOST_SMOOTHING}; got {self.smoothing}. "
                "Use 1.0 if unsure."
            )
        if self.learner == "complement" and self.smoothing == 0:
            raise SettingError("the complement learner needs smoothing above 0; got 0. Use 1.0 if unsure.")
        if self.learner == "complement" and self.prior != "learned":
            raise SettingError("the complement learner has no prior; got one. Leave it out.")
        if self.norm and self.learner != "complement":
            raise SettingError(f"norm belongs to the complement learner; got it with {self.learner}. Leave it out.")
        if self.prior not in ("learned", "uniform") and not _is_given(self.prior):
            raise SettingError(f"a prior must be learned, uniform or LABEL=P,…; got {self.prior!r}.")
        object.__setattr__(self, "smoothing", float(self.smoothing))  # so that 1 and 1.0 give the same file

    @property
    def presence(self) -> bool:
        """Whether a feature can only be there or not, however often."""
        return self.learner == "bernoulli"

    def weights(self, table: "Table") -> Weights:
        """Return the weights that the formula gives for these totals."""
        return FORMULAS[self.learner](table, self)


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

    @property
    def n_labels(self) -> int:
        return len(self.labels)

    def by_label(self, values: Floats) -> Floats:
        """Return the sum per label of one value per stored pair."""
        return np.bincount(self.pair_labels, values, minlength=self.n_labels).astype(np.float64)

    def by_column(self, values: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
        """Return the sum per column of one value per stored pair, and the column of each pair."""
        column = np.repeat(np.arange(self.n_columns), np.diff(self.starts))
        return np.bincount(column, values, minlength=self.n_columns).astype(np.float64), column

    def times(self, by_label: Floats) -> "Table":
        """Return the table as if each document of a label were so many."""
        of_pair = by_label[self.pair_labels]
        return replace(
            self, weights=self.weights * by_label, sums=self.sums * of_pair, presences=self.presences * of_pair
        )

    def for_blocks(self, per_label: Floats) -> Floats:
        """Return a value per label once for each block."""
        return np.tile(per_label, self.n_blocks)


def table_of(totals: ClassTotals) -> Table:
    """Return the totals of all blocks side by side; a hashed block has all its columns."""
    starts, first = [np.zeros(1, np.int64)], 0
    for block in totals.blocks:
        inside = block.starts[1:]
        if block.settings.hash_bits:
            lengths = np.zeros(2**block.settings.hash_bits, np.int64)
            lengths[block.columns] = np.diff(block.starts)
            inside = np.cumsum(lengths)
        starts.append(inside + first)
        first += int(block.starts[-1])
    joined = np.concatenate(starts)
    return Table(
        totals.labels,
        totals.weights,
        len(totals.blocks),
        len(joined) - 1,
        joined,
        np.concatenate([block.labels for block in totals.blocks]),
        np.concatenate([block.sums for block in totals.blocks]),
        np.concatenate([block.presences for block in totals.blocks]),
    )


def log_prior(table: Table, prior: str | Mapping[str, float]) -> Floats:
    """Return log P(label): learned from the documents, uniform, or as given."""
    if prior == "uniform":
        return np.full(table.n_labels, -np.log(table.n_labels))
    if isinstance(prior, str):
        return np.asarray(np.log(table.weights) - np.log(table.weights.sum()))
    return np.asarray(np.log(given_prior(table.labels, prior)))


def _is_given(prior: object) -> bool:
    """Return whether this is a table of labels and numbers."""
    return isinstance(prior, Mapping) and all(
        isinstance(label, str) and isinstance(value, int | float) and not isinstance(value, bool)
        for label, value in prior.items()
    )


def given_prior(labels: tuple[str, ...], prior: Mapping[str, float]) -> Floats:
    """Return the probability of each label as given, or say what is wrong with it."""
    if set(prior) != set(labels):
        raise SettingError(
            f"a given prior must name every label ({', '.join(labels)}); got {', '.join(prior) or 'none'}."
        )
    values = np.array([prior[label] for label in labels], np.float64)
    if not (np.all(values > 0) and abs(values.sum() - 1) < 1e-6):
        raise SettingError(f"a given prior must be above 0 and sum to 1; got a sum of {values.sum():g}.")
    return np.asarray(values / values.sum())


def multinomial(table: Table, settings: NaiveBayes) -> Weights:
    """Return weights log((c + a) / (total + V a)); with a = 0 what was never seen vetoes."""
    a, prior = settings.smoothing, log_prior(table, settings.prior)
    below = _log(table.by_label(table.sums) + table.n_columns * a)
    rest = np.log(a) - below if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.sums + a) - below[table.pair_labels] - rest[table.pair_labels]
    return Weights(prior, prior, table.for_blocks(rest), table.starts, table.pair_labels, weights, **_unseen(table, a))


def bernoulli(table: Table, settings: NaiveBayes) -> Weights:
    """Return weights log(t / (1 - t)) and offsets with the log(1 - t) of all features."""
    a, prior, n = settings.smoothing, log_prior(table, settings.prior), table.weights
    of_pair, below = n[table.pair_labels], np.log(n + 2 * a)
    # Sums of fractions may miss the whole by a hair.
    always = np.zeros(len(of_pair), np.bool_) if a > 0 else table.presences >= of_pair * (1 - 1e-12)
    absent = _log((np.maximum(of_pair - table.presences, 0) + a) / (of_pair + 2 * a), unless=always)
    rest = np.log(a) - np.log(n + a) if a > 0 else np.zeros(table.n_labels)
    weights = np.log(table.presences + a) - below[table.pair_labels] - absent - rest[table.pair_labels]
    never = table.n_columns - np.bincount(table.pair_labels, minlength=table.n_labels)
    offset = prior + never * np.log((n + a) / (n + 2 * a)) + table.by_label(absent)
    vetoes = _unseen(table, a)
    if a == 0:
        # A feature that every document of a label has vetoes where it is absent, and takes that back where it is there.
        vetoes["offset_vetoes"] = table.by_label(always.astype(np.float64)).astype(np.int32)
        vetoes["vetoes"] = (-1 - always).astype(np.int32)
    return Weights(offset, prior, table.for_blocks(rest), table.starts, table.pair_labels, weights, **vetoes)


def complement(table: Table, settings: NaiveBayes) -> Weights:
    """Return weights -log((rest + a) / (sum of rest + V a)); there is no prior."""
    a, uniform = settings.smoothing, np.full(table.n_labels, -np.log(table.n_labels))
    by_column, column = table.by_column(table.sums)
    rest = _log(np.maximum(by_column.sum() - table.by_label(table.sums), 0) + table.n_columns * a)
    shared = -np.log(by_column + a)
    weights = -np.log(np.maximum(by_column[column] - table.sums, 0) + a) - shared[column]
    scale = np.ones(table.n_labels)
    if settings.norm and table.n_columns > 1:  # the weight of an only feature is 0, and stays so
        scale = 1 / (shared.sum() + table.n_columns * rest + table.by_label(weights))
        rest, weights = rest * scale, weights * scale[table.pair_labels]
    return Weights(
        np.zeros(table.n_labels),
        uniform,
        table.for_blocks(rest),
        table.starts,
        table.pair_labels,
        weights,
        shared,
        table.for_blocks(scale),
    )


def _log(values: Floats, unless: npt.NDArray[np.bool_] | None = None) -> Floats:
    """Return logs, with 0 where there is nothing to take the log of: such terms are counted as vetoes."""
    there = values > 0 if unless is None else ~unless
    return np.log(values, out=np.zeros(len(values)), where=there)


def _unseen(table: Table, smoothing: float) -> dict[str, Any]:
    """Return the vetoes of pairs never seen: none with smoothing, else one for each but the stored."""
    if smoothing > 0:
        return {}
    return {
        "offset_vetoes": np.zeros(table.n_labels, np.int32),
        "rest_vetoes": np.ones(table.n_blocks * table.n_labels, np.int32),
        "vetoes": np.full(len(table.pair_labels), -1, np.int32),
    }


FORMULAS: dict[str, Callable[[Table, NaiveBayes], Weights]] = {
    "multinomial": multinomial,
    "bernoulli": bernoulli,
    "complement": complement,
}
