"""Small classifiers: the features that tell most about the labels, and what is lost by the others.

The features are halved again and again, as long as at most half a point, or a standard error, is
lost in cross-validation, by the documents that the recipe itself was tried on. What is lost in the
end is measured on documents that played no part in this. The file is compact.
"""

from dataclasses import dataclass, replace
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.comparison import compare_predictions
from linnet.evaluation.metrics.difference import Difference
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.tuning.fewer import Fewer
from linnet.tuning.grid import Candidate
from linnet.tuning.search import search
from linnet.tuning.search_plan import Search
from linnet.tuning.tried import Tried, ignore_progress

LEAST = 1 / 32  # of the features stay
LOSS = 0.005  # half a point of accuracy, or as much of another metric


@dataclass(frozen=True)
class Small:
    """A small classifier beside the one of all features."""

    features: int
    of_features: int
    size: int  # bytes of its file
    of_size: int
    loss: Difference | None = None  # B is the small one; None where it could not be measured
    documents: int = 0  # that it was measured on

    @classmethod
    def of(
        cls,
        small: Classifier,
        whole: Classifier,
        predictions: tuple[AnyPredictions, AnyPredictions] | None,
        metric: str,
    ) -> "Small":
        """Return how small a classifier is.

        What is lost is measured by predictions of the whole one and the small one.
        """
        without_loss = cls(
            features=small.model.features.n_columns,
            of_features=whole.model.features.n_columns,
            size=len(small.to_bytes()),
            of_size=len(whole.to_bytes()),
        )
        if predictions is None:
            return without_loss
        comparison = compare_predictions(*predictions, [metric])
        n_documents = len(predictions[0])
        return replace(without_loss, loss=comparison.differences[metric], documents=n_documents)

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        sizes = {
            "features": self.features,
            "of_features": self.of_features,
            "bytes": self.size,
            "of_bytes": self.of_size,
        }
        return {**sizes, **self._loss_as_json(), "documents": self.documents}

    def _loss_as_json(self) -> dict[str, Any]:
        loss = self.loss
        if loss is None:
            return {"metric": None, "value": None, "of_value": None, "difference": None}
        return {
            "metric": loss.metric,
            "value": loss.b,
            "of_value": loss.a,
            "difference": loss.difference.as_json(),
        }


def fewest(documents: Documents, criteria: SplitCriteria, whole: Tried, how: Search) -> Fewer:
    """Return which of the features stay: all, or a half, a half of that and so on.

    They are halved while little is lost, on the documents that the whole recipe was tried on.
    """
    recipe = whole.recipe
    fewer = Fewer()
    how = replace(how, kind="grid", budget=None, progress=ignore_progress, job=None)
    # Naive Bayes is told most by its totals; for an SVM, its weights are mostly the better guide.
    criteria_names = ["chi2"]
    if recipe.learner.needs != "totals":
        criteria_names.append("weights")

    while _can_select(recipe) and fewer.share > LEAST:
        halves = [Fewer(fewer.share / 2, name) for name in criteria_names]
        candidates = [Candidate({}, half.of(recipe, whole.features)) for half in halves]
        searched = search(documents, criteria, candidates, how)
        if searched.stopped:  # a search keeps the best so far; what comes after it gives up
            raise KeyboardInterrupt
        if not _is_near(searched.best, whole, how.metric):
            break
        fewer = Fewer(fewer.share / 2, searched.best.recipe.features.select)
    return fewer


def _is_near(small: Tried, whole: Tried, metric: Metric) -> bool:
    """Return whether at most half a point is lost, or a standard error where that is more."""
    loss = (whole.value or 0.0) - (small.value or 0.0)
    if not metric.more_is_better:
        loss = -loss
    return loss <= max(LOSS, whole.standard_error or 0.0)


def _can_select(recipe: Recipe) -> bool:
    """Return whether there are words to choose from."""
    features = recipe.features
    has_text = bool(features.words or features.chars or features.chars_in_words)
    return has_text and not features.hash_bits
