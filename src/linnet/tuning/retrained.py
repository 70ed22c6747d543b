"""What retraining gives: a classifier of old and new documents, beside the one before."""

from dataclasses import dataclass
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.errors import counted
from linnet.evaluation.metrics.difference import Comparison, Difference

NOT_THE_TRAINING = (
    "The old documents are not exactly those that the old model was trained on; new documents that "
    "it has learned already would favour it."
)
LOST_CALIBRATION = (
    "Calibration and cutoffs of the old model are not part of its recipe. Calibrate the new one."
)


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

    @property
    def copies_in_words(self) -> str:
        """How many new documents are copies of old ones, as a sentence; "" for none."""
        if not self.n_copies:
            return ""
        new = counted(self.new_documents, "new document")
        return (
            f"{self.n_copies:,} of {new} are exact or near duplicates of old ones: "
            "they are learned, but not compared."
        )

    @property
    def new_labels_in_words(self) -> str:
        """How many compared documents have new labels, as a sentence; "" for none."""
        if self.comparison is None or not self.n_with_new_labels:
            return ""
        documents = counted(self.n_with_new_labels, "document")
        return f"{documents} among them with new labels, for which the old model must be wrong."

    @property
    def cautions(self) -> list[str]:
        """What a reader must know first, as sentences."""
        sentences = []
        if self.same_training is False:
            sentences.append(NOT_THE_TRAINING)
        if self.loses_calibration:
            sentences.append(LOST_CALIBRATION)
        return sentences

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
