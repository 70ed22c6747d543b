"""How well sets of labels agree with the truth, where a document may have any number of labels.

    subset accuracy  the share of documents with exactly the right labels
    Hamming loss     the share of all pairs (document, label) that are wrong
    F1               2 right / (predicted + true): micro over all pairs, macro the mean over labels, sample the mean
                     over documents; a document that has no label and gets none is right, its F1 is 1
    precision at k   of the k labels that score highest, the share that the document has

Shares of documents have Wilson's interval. The others have the 2.5 and 97.5 percentiles of 1,000 resamples of the
documents; with fewer than 20 documents, or documents of a label, they have none.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.measures import ENOUGH, Measure, number, percentiles, share
from linnet.evaluation.resampler import Resampler

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
RANKS = (1, 3, 5)


@dataclass(frozen=True, eq=False)
class SeveralEvaluation:
    """The measures of one set of documents, over all of them and per label."""

    documents: int
    subset_accuracy: Measure
    hamming_loss: Measure
    micro_f1: Measure
    macro_f1: Measure
    sample_f1: Measure
    precision_at: dict[int, Measure]
    per_label: dict[str, dict[str, Measure]]
    label_documents: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        names = ("subset_accuracy", "hamming_loss", "micro_f1", "macro_f1", "sample_f1")
        return {
            "documents": self.documents,
            **{name: getattr(self, name).as_json() for name in names},
            "precision_at": {str(k): measure.as_json() for k, measure in self.precision_at.items()},
            "labels": {
                label: {name: one.as_json() for name, one in measures.items()}
                | {"documents": self.label_documents[label]}
                for label, measures in self.per_label.items()
            },
        }


def hits(scores: Floats, truth: Flags) -> Floats:
    """Return documents × RANKS: how many of the k labels that score highest each document has, as a share of k."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, : max(RANKS)]
    found = np.cumsum(np.take_along_axis(truth, order, axis=1), axis=1)
    ranks = [k for k in RANKS if k <= scores.shape[1]]
    return np.asarray(found[:, [k - 1 for k in ranks]] / np.array(ranks))


def evaluate_sets(
    predicted: Flags, truth: Flags, labels: tuple[str, ...], precisions: Floats, threads: int | None = None
) -> SeveralEvaluation:
    """Compare predicted labels with true ones, both documents × labels; `precisions` is what `hits` gave.

    >>> predicted, truth = np.array([[1, 0], [1, 1]], bool), np.array([[1, 0], [0, 1]], bool)
    >>> found = evaluate_sets(predicted, truth, ("a", "b"), hits(np.array([[2.0, 1], [2, 1]]), truth))
    >>> found.subset_accuracy.value, found.hamming_loss.value, found.micro_f1.value
    (0.5, 0.25, 0.8)
    """
    n, right = len(truth), predicted & truth
    exact = int(np.all(predicted == truth, axis=1).sum())
    of_documents = np.column_stack([np.mean(predicted != truth, axis=1), _f1_of(right, predicted, truth), precisions])
    resampler = Resampler.of(None, n, threads)
    drawn = _Resampled.of((right, predicted, truth), of_documents, resampler) if n >= ENOUGH else None
    means = of_documents.mean(axis=0).tolist()
    columns = [None] * len(means) if drawn is None else list(drawn.means.T)
    hamming, sample, *at = (_resampled(mean, column) for mean, column in zip(means, columns, strict=True))
    counts = np.stack([flags.sum(axis=0) for flags in (right, predicted, truth)])
    ranks = [k for k in RANKS if k <= len(labels)][: precisions.shape[1]]
    return SeveralEvaluation(
        n,
        share(exact, n),
        hamming,
        _resampled(number(_f1(counts.sum(axis=1))), None if drawn is None else drawn.micro),
        _resampled(number(_macro(_f1(counts))), None if drawn is None else _macro(drawn.f1)),
        sample,
        dict(zip(ranks, at, strict=True)),
        _per_label(labels, counts, drawn),
        dict(zip(labels, counts[2].tolist(), strict=True)),
    )


def _per_label(labels: tuple[str, ...], counts: Any, drawn: "_Resampled | None") -> dict[str, dict[str, Measure]]:
    found, f1 = {}, _f1(counts)
    for place, label in enumerate(labels):
        right, predicted, true = counts[:, place].tolist()
        enough = true >= ENOUGH and drawn is not None
        found[label] = {
            "precision": share(right, predicted, enough),
            "recall": share(right, true, enough),
            "f1": _resampled(number(f1[place]), drawn.f1[:, place] if enough and drawn else None),
        }
    return found


def _resampled(value: float | None, values: Floats | None) -> Measure:
    return Measure(value, None if values is None else percentiles(values, value))


@dataclass(frozen=True, eq=False)
class _Resampled:
    """What else could have come out: the documents drawn again and again, with replacement."""

    means: Floats  # resamples × measures of documents
    micro: Floats  # resamples
    f1: Floats  # resamples × labels, NaN where a label did not come up

    @classmethod
    def of(cls, sets: tuple[Flags, Flags, Flags], of_documents: Floats, resampler: Resampler) -> "_Resampled":
        """Return the resamples of (right, predicted, true) labels and of values of documents."""
        from scipy.sparse import csr_array, hstack

        n, labels = sets[0].shape
        table = [csr_array(of_documents), *(csr_array(flags.astype(np.float64)) for flags in sets)]
        sums = resampler.sums(hstack(table, format="csr"))
        counts = np.stack(np.split(sums[:, -3 * labels :], 3, axis=1))
        return cls(sums[:, : -3 * labels] / n, _f1(counts.sum(axis=2)), _f1(counts))


def _f1(counts: npt.NDArray[Any]) -> Floats:
    """Return F1 of (right, predicted, true); NaN where there is neither."""
    right, either = counts[0], counts[1] + counts[2]
    return np.asarray(np.divide(2.0 * right, either, out=np.full(np.shape(either), np.nan), where=either > 0))


def _f1_of(right: Flags, predicted: Flags, truth: Flags) -> Floats:
    """Return the F1 of each document; 1 where it has no label and gets none."""
    counts = np.stack([flags.sum(axis=1) for flags in (right, predicted, truth)])
    return np.nan_to_num(_f1(counts), nan=1.0)


def _macro(f1: Floats) -> Floats:
    """Return the mean over the labels that were predicted or true."""
    there = ~np.isnan(f1)
    return np.asarray(np.where(there, f1, 0.0).sum(axis=-1) / np.maximum(1, there.sum(axis=-1)))
