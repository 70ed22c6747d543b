"""An evaluation, and what else can be said of the same predictions.

That is slices, the measures of a spam filter, and the measures on training documents.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from linnet.errors import SettingError
from linnet.evaluation.metrics.costs import Costs, cost_metric
from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.slices import Slices, length_quarters, slices_of
from linnet.evaluation.metrics.spam import spam_measures
from linnet.validation.evaluate import evaluate_any_predictions
from linnet.validation.metadata import Metadata


@dataclass(frozen=True)
class Details:
    """What is wanted besides the measures of all documents."""

    group: str | None = None  # column: documents with the same value belong together
    slices: Sequence[str] = ()  # columns
    by_length: bool = False
    costs: Costs | None = None
    spam: str | None = None  # the label of spam
    hierarchy: str | None = None  # what stands between the parts of labels that are paths

    @property
    def metrics(self) -> list[Metric]:
        """The metrics besides the usual ones."""
        return [] if self.costs is None else [cost_metric(self.costs)]


@dataclass(frozen=True, eq=False)
class DetailedEvaluation:
    """An evaluation, the predictions it judges, and what else was asked for."""

    predictions: AnyPredictions
    evaluation: Evaluation | MultilabelEvaluation
    slices: tuple[Slices, ...] = ()
    spam: dict[str, Measure] | None = None
    training: Evaluation | MultilabelEvaluation | None = None  # on what was learned

    def __repr__(self) -> str:
        from linnet.validation.results_display import detailed_line

        return detailed_line(self)

    def _repr_html_(self) -> str:
        from linnet.validation.results_display import detailed_html

        return detailed_html(self)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data; what was not asked for is not there."""
        result = self.evaluation.as_json()
        if self.slices:
            result["slices"] = [slices.as_json() for slices in self.slices]
        if self.spam:
            result["spam"] = _measures_json(self.spam)
        if self.training is not None:
            measures = _measures_json(self.training.measures)
            result["training"] = {"documents": self.training.documents, "measures": measures}
        return result


def _measures_json(measures: dict[str, Measure]) -> dict[str, Any]:
    return {name: measure.as_json() for name, measure in measures.items()}


def evaluate_in_detail(
    predictions: AnyPredictions,
    metadata: Metadata,
    details: Details,
    *,
    threads: int | None = None,
) -> DetailedEvaluation:
    """Return how good predictions are, with all the details that are wanted."""
    if details.group:
        predictions = replace(predictions, groups=metadata.groups(details.group))
    evaluation = evaluate_any_predictions(
        predictions, details.metrics, hierarchy=details.hierarchy, threads=threads
    )
    slices = [slices_of(predictions, column, *metadata.slices(column)) for column in details.slices]
    if details.by_length:
        slices.append(slices_of(predictions, "words", *length_quarters(metadata.words)))
    result = DetailedEvaluation(predictions, evaluation, tuple(slices))
    if details.spam is None:
        return result
    return replace(result, spam=_spam(evaluation, predictions, details.spam))


def _spam(
    evaluation: Evaluation | MultilabelEvaluation, predictions: AnyPredictions, label: str
) -> dict[str, Measure]:
    if isinstance(evaluation, Evaluation) and isinstance(predictions, LabelledPredictions):
        return spam_measures(evaluation, predictions, label)
    raise SettingError(
        "measures of a spam filter are for documents of one label each; "
        "got a model that gives several. Leave them out."
    )
