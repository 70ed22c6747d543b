"""What tuning gives: a classifier, what was tried, and how good it is on held-out documents."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions
from linnet.evaluation.metrics.register import PROBABILITY_METRICS
from linnet.evaluation.splits.duplicate_groups import DuplicateGroups
from linnet.evaluation.splits.leaks import Leaks
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.tuning.small import Small
from linnet.tuning.tried import Tried
from linnet.validation.evaluate import evaluate_any_predictions


@dataclass(frozen=True, eq=False)
class Held:
    """Documents that played no part in choosing, their predictions, and what leaks into them."""

    documents: Documents  # in the order of the answers
    predictions: AnyPredictions
    uncalibrated: AnyPredictions  # the predictions without a calibration
    classifiers: tuple[Classifier, ...]  # that answered: they had not learned these documents
    by: npt.NDArray[np.int64]  # which of them answered for each document
    leaks: Leaks | None = None
    # Where the classifier is small: the predictions of that of all features.
    whole: AnyPredictions | None = None
    duplicates: DuplicateGroups | None = None  # where they were looked for to judge a given recipe

    def __repr__(self) -> str:
        from linnet.tuning.results_display import held_line

        return held_line(self)

    def _repr_html_(self) -> str:
        from linnet.tuning.results_display import held_html

        return held_html(self)

    @property
    def classifier(self) -> Classifier:
        """The last one that answered."""
        return self.classifiers[-1]

    def answered(self, place: int) -> Classifier:
        """Return the one that answered for a document."""
        return self.classifiers[int(self.by[place])]

    @cached_property
    def evaluation(self) -> Evaluation | MultilabelEvaluation:
        """How good the answers are."""
        return evaluate_any_predictions(self.predictions)

    @cached_property
    def without_leaks(self) -> Evaluation | MultilabelEvaluation | None:
        """How good they are for documents that do not leak; None where none do, or all."""
        if self.leaks is None:
            return None
        leaking = np.zeros(len(self.predictions), np.bool_)
        leaking[self.leaks.rows] = True
        if leaking.all() or not leaking.any():
            return None
        return evaluate_any_predictions(self.predictions.select(~leaking))


@dataclass(frozen=True, eq=False)
class Tuned:
    """A classifier, the recipe that was chosen for it, and what was tried.

    The value of the best recipe is the best of many, and so too good to be true. The estimate is
    honest: it comes from documents that played no part in choosing. There is none where none were
    reserved.
    """

    classifier: Classifier  # learned from all documents
    recipe: Recipe
    best: Tried
    tried: tuple[Tried, ...]  # in the order of the grid
    metric: str
    documents: int
    held: Held | None  # documents that played no part in choosing
    outer_folds: int | None = None  # None: the reserved documents are one part
    stopped: str = ""  # "budget" or "interrupted", where not all was tried
    small: Small | None = None  # how small, and what is lost by it, where that was asked for
    duplicates: DuplicateGroups | None = None  # kept in one part; None: not looked for

    def __repr__(self) -> str:
        from linnet.tuning.results_display import tuned_line

        return tuned_line(self)

    def _repr_html_(self) -> str:
        from linnet.tuning.results_display import tuned_html

        return tuned_html(self)

    @property
    def estimate(self) -> Evaluation | MultilabelEvaluation | None:
        """How good the classifier is on documents that played no part in choosing it."""
        return None if self.held is None else self.held.evaluation

    @property
    def reserved(self) -> int:
        """How many documents played no part in choosing."""
        return 0 if self.held is None else len(self.held.predictions)

    @property
    def copies_in_words(self) -> list[str]:
        """How many documents have copies, and what was done about them, as sentences."""
        from linnet.tuning.outcome import duplicate_sentences

        return duplicate_sentences(self.duplicates, self.documents)

    def measures(self) -> dict[str, Measure]:
        """Return the measures of the estimate by name, that of the search first.

        There are none where there is no estimate.
        """
        if self.estimate is None:
            return {}
        measures = self.estimate.measures
        if self.metric not in measures:
            return dict(measures)
        return {self.metric: measures[self.metric], **measures}

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        tried = [recipe.as_json() for recipe in self.tried]
        best = self.best.as_json()
        recipe = self.recipe.to_dict()
        estimate = {name: measure.as_json() for name, measure in self.measures().items()}
        uncalibrated = self.uncalibrated()
        n_leaking = self._n_leaking()
        stopped = self.stopped or None
        duplicates = None if self.duplicates is None else self.duplicates.as_json()
        return {
            "metric": self.metric,
            "documents": self.documents,
            "tried": tried,
            "best": best,
            "recipe": recipe,
            "estimate": estimate,
            "uncalibrated": uncalibrated,
            "leaking": n_leaking,
            "reserved": self.reserved,
            "outer_folds": self.outer_folds,
            "stopped": stopped,
            "duplicates": duplicates,
        }

    def _n_leaking(self) -> int | None:
        if self.held is None or self.held.leaks is None:
            return None
        return len(self.held.leaks.rows)

    def uncalibrated(self) -> dict[str, float | None] | None:
        """Return how good probabilities would be without the calibration; None without one."""
        if self.held is None or self.classifier.model.calibration is None:
            return None
        names = [name for name in PROBABILITY_METRICS if name in self.held.evaluation.measures]
        metrics = [metric_named(name, multilabel=self.classifier.multilabel) for name in names]
        return {metric.name: metric.of(self.held.uncalibrated) for metric in metrics}
