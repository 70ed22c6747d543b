"""Resamples made by the engine: documents, or whole groups, drawn again with replacement."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.evaluation.metrics.bootstrap import RESAMPLES, SEED
from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Floats, Ints, LabelledPredictions
from linnet.threads import threads_of

Bits = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Resampler:
    """Draws units, each with all its documents.

    The draws are the same for every metric, whatever the number of threads.
    """

    units: Ints  # the unit that each document belongs to
    n_units: int
    threads: int

    @classmethod
    def of(cls, groups: Ints | None, documents: int, threads: int | None = None) -> "Resampler":
        """Return what draws groups of documents, or single ones where there are no groups."""
        units = np.arange(documents)
        if groups is not None:
            _, units = np.unique(groups, return_inverse=True)
        n_units = int(units.max(initial=-1)) + 1
        return cls(units.astype(np.int64), n_units, threads_of(threads))

    def sums(self, table: Any) -> Floats:
        """Return resamples × columns: the drawn rows of a table added up.

        The table is dense or sparse, documents × columns.
        """
        from scipy.sparse import csr_array

        table = csr_array(table)
        rows = np.repeat(self.units, np.diff(table.indptr))
        n_columns = table.shape[1]
        cells = (table.data, (rows, table.indices))
        by_unit = csr_array(cells, shape=(self.n_units, n_columns))

        starts = by_unit.indptr.astype(np.int64)
        columns = by_unit.indices.astype(np.int32)
        values = by_unit.data.astype(np.float64)
        entries = _core.Rows(starts, columns, values)
        return _core.bootstrap_sums(entries, n_columns=n_columns, bootstrap=self._bootstrap())

    def means(self, values: Floats) -> Floats:
        """Return resamples × columns: the means of values, documents × columns."""
        ones = np.ones(len(values))
        sums = self.sums(np.column_stack([ones, values]))
        return ratio(sums[:, 1:], sums[:, :1])

    def counts(self, predictions: LabelledPredictions) -> Counts:
        """Return resamples × labels: documents that were right, predicted so, and truly so."""
        truth = predictions.truth
        predicted = predictions.predicted
        right = np.where(predicted == truth, truth, UNSURE)
        table = _indicators((right, predicted, truth), len(predictions.labels))
        return Counts(*np.split(self.sums(table), 3, axis=1))

    def counts_within_labels(self, predictions: LabelledPredictions) -> Counts:
        """Return the same when documents are drawn anew within their labels; see `label_means`."""
        truth = np.ascontiguousarray(predictions.truth)
        predicted = np.ascontiguousarray(predictions.predicted)
        labels = len(predictions.labels)
        counts = _core.bootstrap_within_labels(
            truth, predicted, n_labels=labels, bootstrap=self._bootstrap()
        )
        right = counts.true_positives
        true = np.bincount(truth, minlength=labels).astype(np.float64)
        return Counts(right, counts.predicted, np.broadcast_to(true, right.shape))

    def areas(self, scores: Floats, truth: Ints) -> tuple[Floats, Floats]:
        """Return resamples × labels, twice: ROC areas and average precisions.

        Scores are documents × labels; a true label may be none of these. NaN is where a label did
        not come up.
        """
        table = np.ascontiguousarray(scores.T)
        metrics = _core.bootstrap_metrics(
            table, self._true_labels(truth), bootstrap=self._bootstrap()
        )
        return metrics.roc_auc, metrics.average_precision

    def swapped_areas(
        self, a: Floats, b: Floats, truth: Ints, coins: Bits
    ) -> tuple[Floats, Floats]:
        """Return resamples × labels, twice: areas and precisions of B less those of A.

        Units are swapped where `coins`, resamples × units with 8 in a byte, say so. Scores of A and
        B may be of different kinds: it is their ranks that are swapped.
        """
        metrics = _core.permute_metrics(
            np.ascontiguousarray(a.T),
            np.ascontiguousarray(b.T),
            self._true_labels(truth),
            coin_flips=coins,
            threads=self.threads,
        )
        return metrics.roc_auc, metrics.average_precision

    def _bootstrap(self) -> _core.Bootstrap:
        return _core.Bootstrap(seed=SEED, n_resamples=RESAMPLES, threads=self.threads)

    def _true_labels(self, truth: Ints) -> _core.TrueLabels:
        return _core.TrueLabels(labels=truth, units=self.units, n_units=self.n_units)


def mean_over_labels(*parts: Floats) -> Floats:
    """Return the means of rows over what is defined, given all columns in parts.

    >>> mean_over_labels(np.array([[0.5, np.nan]]), np.array([[1.0]])).tolist()
    [0.75]
    """
    sums = sum(np.nansum(part, axis=1) for part in parts)
    n_defined = sum(np.sum(~np.isnan(part), axis=1) for part in parts)
    return ratio(sums, n_defined)


def _indicators(parts: tuple[Ints, ...], labels: int) -> Any:
    """Return documents × (labels of each part): 1 where a document has the label.

    Nothing for UNSURE.
    """
    from scipy.sparse import coo_array

    codes = np.stack(parts)
    part, document = np.nonzero(codes != UNSURE)
    columns: npt.NDArray[Any] = part * labels + codes[part, document]
    ones = np.ones(len(columns))
    shape = (codes.shape[1], len(parts) * labels)
    return coo_array((ones, (document, columns)), shape=shape)
