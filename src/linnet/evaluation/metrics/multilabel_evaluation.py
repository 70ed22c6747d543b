"""How well sets of labels agree with the truth, where a document may have any number of labels.

Shares of documents have Wilson's confidence interval, means over labels what `label_means` says.
The others have the 2.5 and 97.5 percentiles of 1,000 resamples of the documents, or of groups of
them; with fewer than 20 documents, or documents of a label, they have none.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.evaluation import measures_by_name
from linnet.evaluation.metrics.label_measures import share_measures
from linnet.evaluation.metrics.measures import ENOUGH, Measure, measures_as_json
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS, RANKS
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.training_facts import TrainingFacts

# Those that also stand at the top of the JSON, beside the measures by name.
MAIN_MEASURES = ("subset_accuracy", "hamming_loss", "micro_f1", "macro_f1", "sample_f1")
LABEL_MEASURES = ("precision", "recall", "f1")


@dataclass(frozen=True, eq=False)
class MultilabelEvaluation:
    """The measures of one set of documents, over all of them and per label."""

    documents: int
    measures: dict[str, Measure]
    per_label: dict[str, dict[str, Measure]]
    label_documents: dict[str, int]
    groups: int | None = None  # how many, where documents came in groups
    training_facts: TrainingFacts | None = None  # of the classifier; None: nobody looked

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
        """Of the k labels that score highest, the share that documents have.

        Only for those k for which there are as many labels.
        """
        by_rank = {k: self.measures[f"precision-at-{k}"] for k in RANKS}
        return {k: measure for k, measure in by_rank.items() if measure.value is not None}

    @property
    def on_training_documents(self) -> bool | None:
        """Whether the classifier has learned just these documents; None where it is not known."""
        return None if self.training_facts is None else self.training_facts.on_training_documents

    def __repr__(self) -> str:
        from linnet.evaluation.metrics.evaluation_display import evaluation_line

        return evaluation_line(self, "subset-accuracy", "micro-f1")

    def _repr_html_(self) -> str:
        from linnet.evaluation.metrics.evaluation_display import evaluation_html

        return evaluation_html(self)

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        main_measures = {name: getattr(self, name).as_json() for name in MAIN_MEASURES}
        precision_at = {str(k): measure.as_json() for k, measure in self.precision_at.items()}
        result = {
            "documents": self.documents,
            "groups": self.groups,
            **main_measures,
            "precision_at": precision_at,
            "measures": measures_as_json(self.measures),
            "labels": {label: self._label_as_json(label) for label in self.per_label},
        }
        if self.training_facts is not None:
            result["on_training_documents"] = self.on_training_documents
        return result

    def _label_as_json(self, label: str) -> dict[str, Any]:
        result = measures_as_json(self.per_label[label])
        result["documents"] = self.label_documents[label]
        return result


def evaluate_multilabel_predictions(
    sets: MultilabelPredictions, threads: int | None = None
) -> MultilabelEvaluation:
    """Return how well predicted sets of labels agree with the true ones.

    >>> truth = np.array([[1, 0], [0, 1]], bool)
    >>> predicted = np.array([[1, 0], [1, 1]], bool)
    >>> sets = MultilabelPredictions(("a", "b"), truth, predicted)
    >>> evaluation = evaluate_multilabel_predictions(sets)
    >>> evaluation.subset_accuracy.value, evaluation.hamming_loss.value, evaluation.micro_f1.value
    (0.5, 0.25, 0.8)
    """
    resampler = Resampler.of(sets.groups, len(sets), threads)
    drawn = _drawn_counts(sets, resampler)
    counts = sets.counts()
    grouped = sets.groups is not None
    metrics = tuple(MULTILABEL_METRICS.values())

    measures = measures_by_name(sets, metrics, drawn, resampler)
    per_label = share_measures(counts, drawn, grouped=grouped, names=LABEL_MEASURES)
    label_documents = counts.true.astype(int).tolist()
    return MultilabelEvaluation(
        documents=len(sets),
        measures=measures,
        per_label=dict(zip(sets.labels, per_label, strict=True)),
        label_documents=dict(zip(sets.labels, label_documents, strict=True)),
        groups=resampler.n_units if grouped else None,
    )


def _drawn_counts(sets: MultilabelPredictions, resampler: Resampler) -> Counts | None:
    """Return the counts of each label in resamples; None where there are too few documents."""
    from scipy.sparse import csr_array, hstack

    if resampler.n_units < ENOUGH:
        return None
    tables = [csr_array(flags.astype(np.float64)) for flags in sets.flags]
    sums = resampler.sums(hstack(tables, format="csr"))
    return Counts(*np.split(sums, 3, axis=1))
