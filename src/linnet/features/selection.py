"""Which features tell most about the labels: a score for each, and the best of them.

    chi2                Σ over labels of (o − e)² / e: o the feature's count with the label,
                        e = its count · P(label),
                        as scikit-learn's chi2
    mutual-information  Σ over labels and presence of
                        P(presence, label) ln(P(presence, label) / P(presence) P(label))
    weights             Σ over labels of w²: w the weights of a linear SVM of all features

Document weights count: a document of weight 2 is two documents.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError, quoted

if TYPE_CHECKING:
    from linnet.features.rows import Rows

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelTable:
    """Features against labels, sparse: only pairs that were seen are stored."""

    n_columns: int
    column: Ints  # of each stored pair
    label: npt.NDArray[np.int32]
    sums: Floats  # of the feature's values with the label
    presences: Floats  # weight of the label's documents that have the feature
    label_weights: Floats  # weight of the label's documents

    @classmethod
    def of(
        cls, rows: "Rows", codes: npt.NDArray[np.int32], weights: Floats | None, n_columns: int
    ) -> "LabelTable":
        """Return the table of documents, each with the code of its label."""
        totals = _core.totals_of_rows(rows.engine(), codes, weights=weights, n_columns=n_columns)
        column = np.repeat(np.arange(n_columns), np.diff(totals.starts))
        label_weights = np.bincount(codes, weights).astype(np.float64)
        return cls(n_columns, column, totals.labels, totals.sums, totals.presences, label_weights)

    @property
    def share(self) -> Floats:
        """P(label)."""
        return np.asarray(self.label_weights / self.label_weights.sum())

    def by_column(self, values: Floats) -> Floats:
        """Return the sum per feature of one value per stored pair."""
        return np.bincount(self.column, values, minlength=self.n_columns).astype(np.float64)

    def never_share(self) -> Floats:
        """Return, per feature, the share of the labels that it was never seen with."""
        n_labels_with = np.bincount(self.column, minlength=self.n_columns)
        with_all = n_labels_with == np.count_nonzero(self.share)
        share_with = self.by_column(self.share[self.label])
        return np.where(with_all, 0.0, 1 - share_with)


def chi_square(table: LabelTable) -> Floats:
    """Return how far each feature's counts are from those of a feature that knows no labels."""
    count = table.by_column(table.sums)
    expected = count[table.column] * table.share[table.label]
    distance = (table.sums - expected) ** 2 / expected
    return table.by_column(distance) + count * table.never_share()


def mutual_information(table: LabelTable) -> Floats:
    """Return how much the presence of each feature tells about the label, in nats."""
    total = table.label_weights.sum()
    label_share = table.share[table.label]
    p_present = table.by_column(table.presences) / total
    p_absent = np.maximum(1 - p_present, 0)

    absences = np.maximum(table.label_weights[table.label] - table.presences, 0)
    by_presence = _times_log(table.presences / total, label_share * p_present[table.column])
    by_absence = _times_log(absences / total, label_share * p_absent[table.column])
    never = table.never_share()
    return table.by_column(by_presence + by_absence) + _times_log(never, never * p_absent)


def _times_log(p: Floats, independent: Floats) -> Floats:
    """Return p ln(p / independent), and 0 where p is 0."""
    both = (p > 0) & (independent > 0)
    ratio = np.divide(p, independent, out=np.ones_like(p), where=both)
    return p * np.log(ratio)


BY_TABLE: dict[str, Callable[[LabelTable], Floats]] = {
    "chi2": chi_square,
    "mutual-information": mutual_information,
}
SELECTIONS = (*BY_TABLE, "weights")


@dataclass(frozen=True)
class Selection:
    """Keep the `top` features with the highest score; equals go by column."""

    by: str = "none"
    top: int | None = None

    def __post_init__(self) -> None:
        if self.by not in ("none", *SELECTIONS):
            raise SettingError(
                f"features must be selected by one of none, {', '.join(SELECTIONS)}; "
                f"got {quoted(self.by)}. Choose one of these."
            )
        if self.top is not None and (type(self.top) is not int or self.top < 1):
            raise SettingError(
                f"select top must be 1 or above; got {quoted(self.top)}. Write 10000, for example."
            )
        if self.none != (self.top is None):
            top = "none" if self.top is None else self.top
            raise SettingError(
                f"a selection must say by what and how many; got select {self.by} "
                f"and select top {top}. Give both or leave both out."
            )

    @property
    def none(self) -> bool:
        """Whether all features stay."""
        return self.by == "none"

    def kept(self, scores: Floats, frequencies: Ints) -> npt.NDArray[np.bool_]:
        """Return which features stay; what no document has never does.

        >>> scores = np.array([0.1, 0.9, 0.3, 0.8])
        >>> Selection("chi2", 2).kept(scores, np.array([4, 2, 1, 0])).tolist()
        [False, True, True, False]
        """
        seen = frequencies > 0
        seen_scores = np.where(seen, scores, -1.0)
        best = np.argsort(-seen_scores, kind="stable")[: self.top]
        return np.isin(np.arange(len(scores)), best) & seen


ALL = Selection()
