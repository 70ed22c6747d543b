"""How good a classifier is on labelled documents it has not seen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError
from linnet.evaluation.metrics.evaluation import Evaluation, evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import (
    MultilabelEvaluation,
    evaluate_multilabel_predictions,
)
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.training_facts import TrainingFacts
from linnet.learning.counting import Progress, no_progress
from linnet.threads import threads_of
from linnet.validation.estimates import estimates_of
from linnet.validation.fingerprints import compared_with_training
from linnet.validation.labelled_predictions import predictions_with_metadata


def evaluate(  # noqa: PLR0913
    classifier: Classifier,
    documents: Any,
    *,
    group: str | None = None,
    hierarchy: str | None = None,
    min_probability: float | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> Evaluation:
    """Return how good a classifier is on labelled documents: Documents, or what `read` takes.

    The result says whether the classifier has learned just these documents, and what was estimated
    when it was trained. `group` names a metadata column: documents with the same value there are
    not independent of each other, and confidence intervals take account of that. `hierarchy`
    is what stands between the parts of labels such as sport/tennis: measures of paths are added. A
    label whose probability is below `min_probability` is not given: `selective` has how many
    documents got one, and how right these are.

    >>> from linnet import train
    >>> classifier = train([("good film", "pos"), ("bad film", "neg")])
    >>> evaluate(classifier, [("a good one", "pos"), ("a bad one", "neg")]).accuracy.value
    1.0
    """
    if classifier.multilabel:
        raise SettingError(
            "this classifier gives several labels per document. Use linnet.evaluate_multilabel."
        )
    classifier = classifier.with_min_probability(min_probability)
    predictions, facts = _judged(classifier, documents, group, threads, progress)
    assert isinstance(predictions, LabelledPredictions)
    evaluation = evaluate_predictions(predictions, threads=threads)
    measures = _with_hierarchy(evaluation.measures, predictions, hierarchy, threads)
    return replace(evaluation, measures=measures, training_facts=facts)


def evaluate_multilabel(  # noqa: PLR0913
    classifier: Classifier,
    documents: Any,
    *,
    group: str | None = None,
    hierarchy: str | None = None,
    min_probability: float | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> MultilabelEvaluation:
    """Return how good a classifier is that gives any number of labels to a document.

    `group`, `hierarchy` and `min_probability` are as in `evaluate`.

    >>> from linnet import train
    >>> classifier = train([("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])])
    >>> documents = [("fun", ["fun", "pos"]), ("so good", ["pos"])]
    >>> evaluate_multilabel(classifier, documents).subset_accuracy.value
    1.0
    """
    if not classifier.multilabel:
        raise SettingError("this classifier gives one label per document. Use linnet.evaluate.")
    classifier = classifier.with_min_probability(min_probability)
    predictions, facts = _judged(classifier, documents, group, threads, progress)
    assert isinstance(predictions, MultilabelPredictions)
    evaluation = evaluate_multilabel_predictions(predictions, threads)
    measures = _with_hierarchy(evaluation.measures, predictions, hierarchy, threads)
    return replace(evaluation, measures=measures, training_facts=facts)


def _with_hierarchy(
    measures: dict[str, Measure],
    predictions: AnyPredictions,
    hierarchy: str | None,
    threads: int | None,
) -> dict[str, Measure]:
    """Return the measures, and where asked for those of labels that are paths."""
    if hierarchy is None:
        return measures
    from linnet.evaluation.metrics.hierarchy import hierarchical_measures

    return measures | hierarchical_measures(predictions, hierarchy, threads)


evaluate_several = evaluate_multilabel  # its earlier name


def _judged(
    classifier: Classifier,
    documents: Any,
    group: str | None,
    threads: int | None,
    progress: Progress,
) -> tuple[AnyPredictions, TrainingFacts]:
    """Return the predictions for labelled documents, in groups where asked, and the training."""
    documents, are_learned = compared_with_training(
        classifier.read(documents), classifier, threads_of(threads)
    )
    predictions, metadata = predictions_with_metadata(
        classifier, documents, threads=threads, progress=progress
    )
    if group is not None:
        predictions = replace(predictions, groups=metadata.groups(group))
    return predictions, TrainingFacts(are_learned(), estimates_of(classifier))


def evaluate_any_predictions(
    predictions: AnyPredictions,
    extra: Sequence[Metric] = (),
    *,
    hierarchy: str | None = None,
    threads: int | None = None,
) -> Evaluation | MultilabelEvaluation:
    """Return how well predictions agree with the truth; `extra` metrics are of one label each."""
    evaluation: Evaluation | MultilabelEvaluation
    if isinstance(predictions, MultilabelPredictions):
        evaluation = evaluate_multilabel_predictions(predictions, threads)
    else:
        evaluation = evaluate_predictions(predictions, extra, threads=threads)
    measures = _with_hierarchy(evaluation.measures, predictions, hierarchy, threads)
    return replace(evaluation, measures=measures)
