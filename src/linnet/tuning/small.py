"""Small classifiers: the features that tell most about the labels, stored narrow, and what is lost by that.

The features are halved again and again, as long as at most half a point, or a standard error, is lost in
cross-validation, by the documents that the recipe itself was tried on. What is lost in the end is measured on
documents that played no part in this.
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
from linnet.tuning.search import Search, Tried, ignore_progress, search

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
        answers: tuple[AnyPredictions, AnyPredictions] | None,
        metric: str,
    ) -> "Small":
        """Return how small a classifier is; what is lost is measured by answers of the whole one and the small one."""
        features, of_features = (one.model.features.n_columns for one in (small, whole))
        size, of_size = (len(one.to_bytes()) for one in (small, whole))
        if answers is None:
            return cls(features, of_features, size, of_size)
        loss = compare_predictions(*answers, [metric]).differences[metric]
        return cls(features, of_features, size, of_size, loss, len(answers[0]))

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "features": self.features,
            "of_features": self.of_features,
            "bytes": self.size,
            "of_bytes": self.of_size,
            "metric": self.loss and self.loss.metric,
            "value": self.loss and self.loss.b,
            "of_value": self.loss and self.loss.a,
            "difference": self.loss and self.loss.difference.as_json(),
            "documents": self.documents,
        }


def fewest(documents: Documents, criteria: SplitCriteria, whole: Tried, how: Search) -> Fewer:
    """Return which of the features stay: a half, a half of that and so on, while little is lost; or all.

    The documents are those that the whole recipe was tried on.
    """
    recipe, fewer = whole.recipe, Fewer()
    how = replace(how, kind="grid", budget=None, told=ignore_progress)
    # What tells naive Bayes most is in its totals; what is left to an SVM, its weights say better, mostly.
    ways = ("chi2",) if recipe.learner.needs == "totals" else ("chi2", "weights")
    while _can_select(recipe) and fewer.share > LEAST:
        half = [Fewer(fewer.share / 2, by) for by in ways]
        found = search(
            documents,
            criteria,
            [Candidate({}, one.of(recipe, whole.features)) for one in half],
            how,
        )
        if found.stopped:  # a search keeps the best so far; what comes after it gives up
            raise KeyboardInterrupt
        if not _is_near(found.best, whole, how.metric):
            break
        fewer = Fewer(fewer.share / 2, found.best.recipe.features.select)
    return fewer


def _is_near(small: Tried, whole: Tried, metric: Metric) -> bool:
    """Return whether at most half a point is lost, or a standard error where that is more."""
    lost = (whole.value or 0.0) - (small.value or 0.0)
    return (lost if metric.more_is_better else -lost) <= max(LOSS, whole.standard_error or 0.0)


def _can_select(recipe: Recipe) -> bool:
    """Return whether there are words to choose from."""
    chosen = recipe.features
    return not chosen.hash_bits and bool(chosen.words or chosen.chars or chosen.chars_in_words)
