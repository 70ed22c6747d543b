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
        documents = counted(record.estimate.documents, "document")
        lines["estimate"] = (
            f"{record.metric} {measured(record.main_measure)} when it was trained, by {documents} "
            f"{record.estimate.found_by}"
        )
    if record.baseline is not None:
        label, accuracy = record.baseline.label, record.baseline.accuracy
        lines["baseline"] = f"accuracy {accuracy:.3f} by always saying {shown(label)}"
    if record.stale and "estimate" in lines:
        lines["estimate"] += f"; {CHANGED}"
    return lines


def estimate_line(record: "TrainingRecord | None", measures: "dict[str, Measure]") -> str | None:
    """Return the estimate that a model was trained with beside the same measure now, if known."""
    if record is None or record.main_measure is None or record.metric not in measures:
        return None
    if record.metric in MAIN_MEASURES and not record.stale:
        return None  # it stands beside the measure
    here = measured(measures[record.metric])
    line = (
        f"Estimated when it was trained: {record.metric} {measured(record.main_measure)}; "
        f"here: {here}"
    )
    if record.stale:
        return f"{line}; {CHANGED}."
    return f"{line}."
