"""What retraining gives: a classifier of old and new documents, beside the one before."""

from dataclasses import dataclass
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.difference import Comparison, Difference


@dataclass(frozen=True, eq=False)
class Retrained:
    """A classifier of old and new documents, and how it compares with the one before."""

    classifier: Classifier
    before: Classifier
    metric: str  # what both are compared by
    new_documents: int
    n_copies: int  # new documents that are copies of old ones, and so were not compared
    folds: int  # that the new documents were compared in; 0: none
    same_training: bool | None  # whether the old documents are those it was trained on, if known
    comparison: Comparison | None = None  # A is the one before; None: nothing could be compared
    n_with_new_labels: int = 0  # compared documents with a label that the one before does not know

    @property
    def difference(self) -> Difference | None:
        """What can be said of both; B is the new one."""
        return None if self.comparison is None else self.comparison.differences[self.metric]

    @property
    def worse(self) -> bool:
        """Whether the new one is worse, by more than chance explains."""
        return self.difference is not None and self.difference.better == "A"

    @property
    def loses_calibration(self) -> bool:
        """Whether a calibration or cutoffs are gone, since the recipe has none."""
        return self.before.model.tuned and not self.classifier.model.tuned

    def __repr__(self) -> str:
        from linnet.tuning.results_display import retrained_line

        return retrained_line(self)

    def _repr_html_(self) -> str:
        from linnet.tuning.results_display import retrained_html

        return retrained_html(self)

    def as_json(self) -> dict[str, Any]:
        """Return the comparison for `--json`."""
        comparison = None if self.comparison is None else self.comparison.as_json()
        return {
            "new_documents": self.new_documents,
            "copies": self.n_copies,
            "with_new_labels": self.n_with_new_labels,
            "folds": self.folds,
            "metric": self.metric,
            "comparison": comparison,
            "worse": self.worse,
            "same_training": self.same_training,
        }
