"""A classifier in a line, and its labels, numbers and estimate as tables for a notebook."""

from linnet.classifier.classifier import Classifier
from linnet.classifier.facts import documents_by_label
from linnet.classifier.facts_in_words import calibration_lines
from linnet.display.html import more, note, result, side_by_side, table
from linnet.display.words import label_list, line
from linnet.errors import counted, listed
from linnet.evaluation.metrics.evaluation_display import FIRST
from linnet.recipe.words import in_words
from linnet.storage.training_record import TrainingRecord

MOST_LABELS = 12
MOST_MEASURES = 6
CHANGED = "The model has changed since."


def classifier_line(classifier: Classifier) -> str:
    """Return the learner, the numbers of documents and features, labels, and the estimate."""
    name = classifier.recipe.learner.name
    documents = counted(classifier.documents, "document")
    features = counted(classifier.model.features.n_columns, "feature")
    labels = f"labels {label_list(classifier.labels)}"
    kind = "several per document" if classifier.multilabel else ""
    estimate = _estimate_words(classifier.record)
    return line("Classifier", name, documents, features, labels, kind, estimate)


def _estimate_words(record: TrainingRecord | None) -> str:
    """Return the estimate by the metric that recipes were compared by; "" where none is valid."""
    if record is None or record.stale or record.main_measure is None:
        return ""
    assert record.estimate is not None
    on_new = " on new documents" if record.estimate.on_new_documents else ""
    return f"estimated {record.metric} {record.main_measure}{on_new}"


def classifier_html(classifier: Classifier) -> str:
    """Return how it is made, its numbers, the labels with their documents, and the estimate."""
    recipe = in_words(classifier.recipe, multilabel=classifier.multilabel)
    parts = side_by_side(_facts(classifier), _labels(classifier), _estimate(classifier.record))
    return result("Classifier", parts, about=recipe)


def _facts(classifier: Classifier) -> str:
    label_column = [] if classifier.label is None else [classifier.label]
    facts = {
        "documents learned": f"{classifier.documents:,}",
        "labels": f"{len(classifier.labels):,}",
        "features": f"{classifier.model.features.n_columns:,}",
        "text columns": listed(classifier.fields, 5),
        "label column": listed(label_column),
    }
    if classifier.kept is not None:
        facts["documents kept"] = f"{len(classifier.kept):,}"
    facts |= calibration_lines(classifier)
    rows = [(name, value) for name, value in facts.items() if value]
    return table(("model", ""), rows)


def _labels(classifier: Classifier) -> str:
    """Return the labels that most documents have."""
    counts = sorted(documents_by_label(classifier).items(), key=lambda pair: -pair[1])
    rows = [(label, f"{n:,}") for label, n in counts[:MOST_LABELS]]
    left_out = more(len(counts) - len(rows), "label", "labels")
    return table(("label", "documents"), rows) + left_out


def _estimate(record: TrainingRecord | None) -> str:
    """Return how good it is by documents that played no part in choosing it."""
    if record is None or record.estimate is None:
        return ""
    estimate = record.estimate
    order = dict.fromkeys((record.metric, *FIRST, *estimate.measures))
    names = [name for name in order if name in estimate.measures][:MOST_MEASURES]
    rows = [(name, str(estimate.measures[name])) for name in names]
    left_out = more(len(estimate.measures) - len(rows), "measure", "record.estimate.measures")
    how = note(_sentence(estimate.origin))
    changed = note(CHANGED) if record.stale else ""
    return table(("estimate", "value"), rows) + left_out + how + changed


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
