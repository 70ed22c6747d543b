"""Resamples made by the engine: documents, or whole groups of them, drawn again and again with replacement."""

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
    """Draws units, each with all its documents; the same draws for every measure, whatever the number of threads."""

    units: Ints  # the unit that each document belongs to
    n_units: int
    threads: int

    @classmethod
    def of(cls, groups: Ints | None, documents: int, threads: int | None = None) -> "Resampler":
        """Return what draws groups of documents, or single ones where there are no groups."""
        units = (
            np.arange(documents) if groups is None else np.unique(groups, return_inverse=True)[1]
        )
        return cls(units.astype(np.int64), int(units.max(initial=-1)) + 1, threads_of(threads))

    def sums(self, table: Any) -> Floats:
        """Return resamples × columns of a table (dense or sparse, documents × columns): its drawn rows added up."""
        from scipy.sparse import csr_array

        table = csr_array(table)
        rows = np.repeat(self.units, np.diff(table.indptr))
        summed = csr_array(
            (table.data, (rows, table.indices)), shape=(self.n_units, table.shape[1])
        )
        entries = _core.Rows(
            summed.indptr.astype(np.int64),
            summed.indices.astype(np.int32),
            summed.data.astype(np.float64),
        )
        return _core.bootstrap_sums(entries, n_columns=table.shape[1], bootstrap=self._bootstrap())

    def means(self, values: Floats) -> Floats:
        """Return resamples × columns: the means of values, documents × columns."""
        sums = self.sums(np.column_stack([np.ones(len(values)), values]))
        return ratio(sums[:, 1:], sums[:, :1])

    def counts(self, predictions: LabelledPredictions) -> Counts:
        """Return resamples × labels: documents that were right, predicted so, and truly so."""
        right = np.where(predictions.predicted == predictions.truth, predictions.truth, UNSURE)
        parts = (right, predictions.predicted, predictions.truth)
        sums = self.sums(_indicators(parts, len(predictions.labels)))
        return Counts(*np.split(sums, 3, axis=1))

    def counts_within_labels(self, predictions: LabelledPredictions) -> Counts:
        """Return the same when documents are drawn anew within their labels; see `label_means`."""
        truth, predicted = (
            np.ascontiguousarray(predictions.truth),
            np.ascontiguousarray(predictions.predicted),
        )
        labels = len(predictions.labels)
        found = _core.bootstrap_within_labels(
            truth, predicted, n_labels=labels, bootstrap=self._bootstrap()
        )
        true = np.bincount(predictions.truth, minlength=labels).astype(np.float64)
        right = found.true_positives
        return Counts(right, found.predicted, np.broadcast_to(true, right.shape))

    def areas(self, scores: Floats, truth: Ints) -> tuple[Floats, Floats]:
        """Return resamples × labels, twice: ROC areas and average precisions; NaN where a label did not come up.

        Scores are documents × labels; a true label may be none of these.
        """
        table = np.ascontiguousarray(scores.T)
        found = _core.bootstrap_metrics(
            table, self._true_labels(truth), bootstrap=self._bootstrap()
        )
        return found.roc_auc, found.average_precision

    def swapped_areas(
        self, a: Floats, b: Floats, truth: Ints, coins: Bits
    ) -> tuple[Floats, Floats]:
        """Return resamples × labels, twice: areas and precisions of B less those of A, after units were swapped.

        Coins, resamples × units with 8 in a byte, say which. Scores of A and B may be of different kinds: it is their
        ranks that are swapped.
        """
        found = _core.permute_metrics(
            np.ascontiguousarray(a.T),
            np.ascontiguousarray(b.T),
            self._true_labels(truth),
            coin_flips=coins,
            threads=self.threads,
        )
        return found.roc_auc, found.average_precision

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
    return ratio(sums, sum(np.sum(~np.isnan(part), axis=1) for part in parts))


def _indicators(parts: tuple[Ints, ...], labels: int) -> Any:
    """Return documents × (labels of each part): 1 where the document has the label; nothing for UNSURE."""
    from scipy.sparse import coo_array

    codes = np.stack(parts)
    part, document = np.nonzero(codes != UNSURE)
    columns: npt.NDArray[Any] = part * labels + codes[part, document]
    shape = (codes.shape[1], len(parts) * labels)
    return coo_array((np.ones(len(columns)), (document, columns)), shape=shape)
