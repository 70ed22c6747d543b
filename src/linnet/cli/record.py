"""The training record of a model in words: what was tried, and how good it was estimated."""

from dataclasses import replace
from typing import TYPE_CHECKING

from linnet.cli.measures import MAIN_MEASURES, measured
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.evaluation.metrics.measures import Measure
    from linnet.storage.training_record import TrainingRecord
    from linnet.tuning.small import Small

CHANGED = "the model has changed since"


def without_record(
    classifier: "Classifier", small: "Small | None"
) -> "tuple[Classifier, Small | None]":
    """Return a classifier without its record, and how small it is then, where it is to be."""
    classifier = classifier.with_record(None)
    if small is not None:
        small = replace(small, size=len(classifier.to_bytes()))
    return classifier, small


def record_lines(record: "TrainingRecord | None") -> dict[str, str]:
    """Return a record as lines by name; none where there is no record."""
    if record is None:
        return {}
    lines = {}
    if record.best:
        recipes = counted(record.n_tried, "recipe")
        lines["tried"] = f"{recipes}; the best had {record.metric} {record.best[0].value:.3f}"
    if record.main_measure is not None and record.estimate is not None:
        value = f"{record.metric} {measured(record.main_measure)}"
        lines["estimate"] = f"{value} {record.estimate.origin}"
    if record.baseline is not None:
        label, accuracy = record.baseline.label, record.baseline.accuracy
        lines["baseline"] = f"accuracy {accuracy:.3f} by always saying {shown(label)}"
    if record.stale and "estimate" in lines:
        lines["estimate"] += f"; {CHANGED}"
    return lines


def estimate_line(classifier: "Classifier", measures: "dict[str, Measure]") -> str | None:
    """Return the estimate in the file of a model beside the same measure now, if known."""
    record = classifier.record
    if record is None or record.estimate is None or record.main_measure is None:
        return None
    if record.metric not in measures or _stands_beside(record):
        return None
    here = measured(measures[record.metric])
    line = (
        f"Estimated {record.estimate.occasion}: {record.metric} {measured(record.main_measure)}; "
        f"here: {here}"
    )
    if record.stale:
        return f"{line}; {CHANGED}."
    return f"{line}."


def _stands_beside(record: "TrainingRecord") -> bool:
    """Return whether the estimate is printed beside the measure itself."""
    assert record.estimate is not None
    still_holds = not record.stale and not record.estimate.on_new_documents
    return still_holds and record.metric in MAIN_MEASURES
