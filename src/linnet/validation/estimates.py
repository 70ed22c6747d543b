"""What was estimated when a model was trained, for comparison with what is measured now."""

from collections.abc import Mapping

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.measures import Measure


def estimates_of(classifier: Classifier) -> Mapping[str, Measure]:
    """Return the measures that were estimated when a classifier was trained, by name.

    There are none where its file has none, where it has changed since, where they are from new
    documents (which may be of another kind than all documents that it has learned), and where it is
    judged with a lowest probability: the estimate is of a model that answers as its file says.
    """
    record = classifier.record
    if record is None or record.estimate is None or record.stale:
        return {}
    if record.estimate.on_new_documents:
        return {}
    if classifier.model.min_probability:
        return {}
    return record.estimate.measures
