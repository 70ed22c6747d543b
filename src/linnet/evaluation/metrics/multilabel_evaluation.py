"""How well sets of labels agree with the truth, where a document may have any number of labels.

Shares of documents have Wilson's interval, means over labels what `label_means` says. The others have the 2.5 and 97.5
percentiles of 1,000 resamples of the documents, or of groups of them; with fewer than 20 documents, or documents of a
label, they have none.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.evaluation import measured_by
from linnet.evaluation.metrics.label_measures import share_measures
from linnet.evaluation.metrics.measures import ENOUGH, Measure
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS, RANKS
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.resampler import Resampler

TOLD = (
    "subset_accuracy",
    "hamming_loss",
    "micro_f1",
    "macro_f1",
    "sample_f1",
)  # beside the measures by name


@dataclass(frozen=True, eq=False)
class MultilabelEvaluation:
    """The measures of one set of documents, over all of them and per label."""

    documents: int
    measures: dict[str, Measure]
    per_label: dict[str, dict[str, Measure]]
    label_documents: dict[str, int]
    groups: int | None = None  # how many, where documents came in groups

    @property
    def subset_accuracy(self) -> Measure:
        """The share of documents with exactly the right labels."""
        return self.measures["subset-accuracy"]

    @property
    def hamming_loss(self) -> Measure:
        """The share of all pairs (document, label) that are wrong."""
        return self.measures["hamming-loss"]

    @property
    def micro_f1(self) -> Measure:
        """2 right / (predicted + true) over all pairs."""
        return self.measures["micro-f1"]

    @property
    def macro_f1(self) -> Measure:
        """The mean of the F1 of all labels that were predicted or true."""
        return self.measures["macro-f1"]

    @property
    def sample_f1(self) -> Measure:
        """The mean of the F1 of the documents."""
        return self.measures["sample-f1"]

    @property
    def precision_at(self) -> dict[int, Measure]:
        """Of the k labels that score highest, the share that documents have; where there are as many labels."""
        found = {k: self.measures[f"precision-at-{k}"] for k in RANKS}
        return {k: measure for k, measure in found.items() if measure.value is not None}

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "documents": self.documents,
            "groups": self.groups,
            **{name: getattr(self, name).as_json() for name in TOLD},
            "precision_at": {str(k): measure.as_json() for k, measure in self.precision_at.items()},
            "measures": {name: measure.as_json() for name, measure in self.measures.items()},
            "labels": {
                label: {name: one.as_json() for name, one in measures.items()}
                | {"documents": self.label_documents[label]}
                for label, measures in self.per_label.items()
            },
        }


def evaluate_multilabel_predictions(
    sets: MultilabelPredictions, threads: int | None = None
) -> MultilabelEvaluation:
    """Return how well predicted sets of labels agree with the true ones.

    >>> predicted, truth = np.array([[1, 0], [1, 1]], bool), np.array([[1, 0], [0, 1]], bool)
    >>> found = evaluate_multilabel_predictions(MultilabelPredictions(("a", "b"), truth, predicted))
    >>> found.subset_accuracy.value, found.hamming_loss.value, found.micro_f1.value
    (0.5, 0.25, 0.8)
    """
    resampler = Resampler.of(sets.groups, len(sets), threads)
    drawn = _drawn(sets, resampler) if resampler.n_units >= ENOUGH else None
    counts, grouped = sets.counts(), sets.groups is not None
    per_label = share_measures(counts, drawn, grouped=grouped, names=("precision", "recall", "f1"))
    return MultilabelEvaluation(
        len(sets),
        measured_by(sets, tuple(MULTILABEL_METRICS.values()), drawn, resampler),
        dict(zip(sets.labels, per_label, strict=True)),
        dict(zip(sets.labels, counts.true.astype(int).tolist(), strict=True)),
        resampler.n_units if grouped else None,
    )


def _drawn(sets: MultilabelPredictions, resampler: Resampler) -> Counts:
    """Return the counts of each label in resamples of the documents."""
    from scipy.sparse import csr_array, hstack

    flags = (sets.predicted & sets.truth, sets.predicted, sets.truth)
    sums = resampler.sums(
        hstack([csr_array(one.astype(np.float64)) for one in flags], format="csr")
    )
    return Counts(*np.split(sums, 3, axis=1))
