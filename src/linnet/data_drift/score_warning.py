"""A warning where a model does worse than it should, and whether drift may be the reason."""

from dataclasses import dataclass
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.data_drift.drift import Drift
from linnet.data_drift.shift import LENGTHS
from linnet.data_drift.watched_documents import WatchedDocuments, training_labels
from linnet.errors import shown
from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.validation.estimates import estimates_of

AnyEvaluation = Evaluation | MultilabelEvaluation

BY_DRIFT = "Drift is the probable reason."
NOT_BY_DRIFT = "No drift was found: look at the mistakes, and at the labels of these documents."
UNKNOWN = (
    "Whether drift is the reason is not known: linnet drift MODEL DATA --training TRAINING tells."
)
UNKNOWN_WITHOUT_TEXTS = (
    "Whether drift is the reason is not known: the model reads no texts, and nothing else but "
    "labels is compared."
)


@dataclass(frozen=True)
class DriftCheck:
    """What an evaluation says of drift: how the documents differ, and a warning, if any."""

    drift: Drift
    warning: str | None

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {"drift": self.drift.as_json(), "warning": self.warning}

    def sentences(self) -> list[str]:
        """Return what a reader should know: nothing where nothing was found."""
        shifts = [self.drift.sentence] if self.drift.is_found else []
        warnings = [] if self.warning is None else [self.warning]
        return shifts + warnings


def drift_check(
    classifier: Classifier, evaluation: AnyEvaluation, watched: WatchedDocuments
) -> DriftCheck:
    """Return what is to be said of documents that were watched while they were evaluated."""
    drift = watched.drift()
    return DriftCheck(drift, score_warning(classifier, evaluation, drift))


def score_warning(
    classifier: Classifier, evaluation: AnyEvaluation, drift: Drift | None
) -> str | None:
    """Return a warning where a score is below always giving the most frequent label, or clearly
    below what was estimated in training; None where it is neither.
    """
    problems = [_below_baseline(classifier, evaluation), _below_estimate(classifier, evaluation)]
    clauses = [problem for problem in problems if problem is not None]
    if not clauses:
        return None
    problem = ", and ".join(clauses)
    return f"Below expectation: {problem}. {_reason(classifier, drift)}"


def _below_baseline(classifier: Classifier, evaluation: AnyEvaluation) -> str | None:
    """Return that always giving the most frequent label of training would be right more often.

    A label that is always given answers every document: nothing is said where some are unsure.
    """
    learned = training_labels(classifier).counts
    if not isinstance(evaluation, Evaluation) or not any(learned.values()):
        return None
    if evaluation.unsure.value:
        return None
    label = max(learned, key=lambda name: learned[name])
    confusion = evaluation.confusion
    true = dict(zip(confusion.labels, confusion.true.tolist(), strict=True))
    baseline = true.get(label, 0) / max(1, evaluation.documents)
    accuracy = evaluation.accuracy.value
    if accuracy is None or accuracy >= baseline:
        return None
    return (
        f"accuracy {accuracy:.3f} is below the {baseline:.3f} of always giving {shown(label)}, "
        "the most frequent label in training"
    )


def _below_estimate(classifier: Classifier, evaluation: AnyEvaluation) -> str | None:
    """Return that the score is worse than estimated, and that their intervals do not overlap.

    An unsure document counts as wrong, so nothing is said where some are.
    """
    record = classifier.record
    if record is None or (isinstance(evaluation, Evaluation) and evaluation.unsure.value):
        return None
    measures: dict[str, Any] = evaluation.measures
    here = measures.get(record.metric)
    estimate = estimates_of(classifier).get(record.metric)
    if here is None or estimate is None:
        return None
    more_is_better = metric_named(record.metric, multilabel=classifier.multilabel).more_is_better
    if not _is_clearly_worse(here, estimate, more_is_better=more_is_better):
        return None
    return (
        f"{record.metric} {_in_words(here)} is clearly worse than estimated when the model was "
        f"trained, {_in_words(estimate)}"
    )


def _is_clearly_worse(here: Measure, estimate: Measure, *, more_is_better: bool) -> bool:
    if here.interval is None or estimate.interval is None:
        return False
    low, high = here.interval
    estimate_low, estimate_high = estimate.interval
    return high < estimate_low if more_is_better else low > estimate_high


def _in_words(measure: Measure) -> str:
    assert measure.interval is not None
    low, high = measure.interval
    return f"{measure.value:.3f} ({low:.3f} to {high:.3f})"


def _reason(classifier: Classifier, drift: Drift | None) -> str:
    if drift is not None and drift.is_found:
        return BY_DRIFT
    if not classifier.fields:
        return UNKNOWN_WITHOUT_TEXTS
    has_texts = drift is not None and any(shift.kind == LENGTHS for shift in drift.shifts)
    return NOT_BY_DRIFT if has_texts else UNKNOWN
