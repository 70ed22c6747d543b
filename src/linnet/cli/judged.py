"""All that `linnet evaluate` found."""

from dataclasses import dataclass
from typing import Any

from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions
from linnet.evaluation.metrics.slices import Slices


@dataclass(frozen=True, eq=False)
class Judged:
    """An evaluation and what else was asked for."""

    answers: AnyPredictions
    evaluation: Evaluation | MultilabelEvaluation
    slices: tuple[Slices, ...]
    spam: dict[str, Measure]  # empty where nobody asked
    training: Evaluation | MultilabelEvaluation | None  # on what was learned

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`; what was not asked for is not there."""
        found = self.evaluation.as_json()
        if self.slices:
            found["slices"] = [slices.as_json() for slices in self.slices]
        if self.spam:
            found["spam"] = {name: measure.as_json() for name, measure in self.spam.items()}
        if self.training is not None:
            measures = {name: measure.as_json() for name, measure in self.training.measures.items()}
            found["training"] = {"documents": self.training.documents, "measures": measures}
        return found
