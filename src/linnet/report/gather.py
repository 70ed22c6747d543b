"""Everything a report shows as one plain dict: the seam between numbers and their pictures.

Labels are named once, in `labels`; everywhere else a label is its place in that list. At most 1 MB
as JSON: what grows with the labels is shown of the largest ones, and texts fill what is left.
"""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np

from linnet import __version__
from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.training_facts import ON_TRAINING_DOCUMENTS
from linnet.explanation.strongest import strongest
from linnet.reading import Documents
from linnet.report.examples import MOST_LABELS, shortened
from linnet.report.headline import (
    MEANINGS,
    beside,
    cautions,
    drift_cautions,
    headline,
)
from linnet.report.multilabel_pictures import multilabel_pictures
from linnet.report.pictures import pictures
from linnet.report.rounding import rounded
from linnet.report.shown_documents import shown_documents
from linnet.validation.estimates import estimates_of

FORMAT = 1
MOST_BYTES = 1_000_000
MOST_ENTRIES = 200  # of a list that came from elsewhere
LABELS_SHOWN = 500  # by themselves; the rest only in the measures of all
LONGEST_LABEL = 80
LONGEST_FEATURE = 60
# Sections that are shown as they come.
OTHERS = (
    "leaks",
    "looks",
    "tuning",
    "suspects",
    "suspects_left_out",
    "curves",
    "slices",
    "files",
    "words",
)
EVALUATIONS = ("training", "without_leaks")  # of which the measures are shown
# The same as accuracy, where every document has one label.
SAME_AS_ACCURACY = ("micro-precision", "micro-recall", "micro-f1", "weighted-recall")
OF_UNSURE = ("unsure", "coverage", "answered-accuracy")  # where no document is
OF_LABELS = ("documents", "precision", "recall", "f1", "roc-area", "average-precision")

Json = dict[str, Any]


def gather(
    classifier: Classifier,
    documents: Any,
    predictions: AnyPredictions | None,
    evaluation: Any,
    **sections: Any,
) -> Json:
    """Return the report of an evaluation and its predictions; without these, of measures alone.

    `sections` are results of others, as their `as_json()` gives them, each optional: leaks, looks,
    tuning, suspects, slices and curves (lists); `suspects_left_out`, labels that could not be
    judged; `training` and `without_leaks`, the evaluations of the training part and of what does
    not leak; `files` (what → name, SHA-256) and `words`, how the model is made. Slices and training
    may come with `evaluation`. `on_training_documents` says whether the model has learned just
    these documents, which is the first caution; `drift` and `warning`, how the documents differ
    from those of training, and that a score is below expectation, are the last ones. `judged_by`
    says by which models documents were judged. Where several classifiers made the predictions,
    `answered` gives the one for a document by its place.
    """
    results = evaluation.as_json()
    labels = _ReportedLabels.of(results, classifier)
    sections = {"slices": results.get("slices"), "training": results.get("training")} | sections

    report = _summary(classifier, classifier.read(documents), results, labels)
    report |= _judged(sections, report["cautions"])
    report |= {name: capped(rounded(sections.get(name))) for name in OTHERS}
    report["drift"] = _drift(sections.get("drift"))
    report["record"] = _record(classifier)
    for name in EVALUATIONS:
        report[name] = measures_of(sections[name]) if sections.get(name) else None
    report["features"] = _features(classifier, labels)
    report["reproduce"] = _reproduce(classifier)
    if predictions is None:
        return report

    classifier_of = sections.get("answered", lambda _: classifier)
    source = classifier.read(documents)
    known = labels.known_order()
    if isinstance(predictions, MultilabelPredictions):
        report |= multilabel_pictures(classifier, classifier_of, source, predictions, known)
    else:
        report |= _predictions_json(predictions, known, results)
        cells = [(predicted, true) for predicted, true, _ in report["confusion"]]
        most_bytes = MOST_BYTES - size_of(report)
        report |= shown_documents(classifier_of, source, predictions, cells, most_bytes)
    return report


def _judged(sections: Json, other_cautions: list[str]) -> Json:
    """Return which models judged the documents, and what that means for the reader."""
    on_training_documents = sections.get("on_training_documents")
    judged_by = sections.get("judged_by")
    first = [ON_TRAINING_DOCUMENTS] if on_training_documents else []
    last = drift_cautions(sections)
    if judged_by:
        last.append(judged_by)
    return {
        "on_training_documents": on_training_documents,
        "judged_by": judged_by,
        "cautions": [*first, *other_cautions, *last],
    }


def _predictions_json(predictions: LabelledPredictions, labels: list[int], results: Json) -> Json:
    return {
        "probable": predictions.probabilities is not None,
        **pictures(predictions, labels),
        "calibration": rounded(results["calibration"]),
        "risk_coverage": _risk_coverage(results),
    }


def _risk_coverage(results: Json) -> Json | None:
    """Return the risk-coverage curve, and the point where this model answers."""
    curve = results.get("risk_coverage")
    if curve is None:
        return None
    accuracy = results["answered_accuracy"]["value"]
    chosen = {
        "coverage": results["coverage"]["value"],
        "risk": None if accuracy is None else 1 - accuracy,
    }
    return dict(rounded({**curve, "chosen": chosen}))


def size_of(report: Json) -> int:
    """Return the bytes of a report as JSON."""
    text = json.dumps(report, ensure_ascii=False, allow_nan=False)
    return len(text.encode("utf-8", "backslashreplace"))


def measures_of(results: Json) -> Json:
    """Return the measures of a whole set by name, of what `as_json` gave.

    >>> measures_of({"documents": 2, "macro_f1": {"value": 0.5, "interval": None}, "labels": {}})
    {'macro-f1': {'value': 0.5, 'interval': None}}
    """
    flat = dict(results)
    for k, measure in results.get("precision_at", {}).items():
        flat[f"precision-at-{k}"] = measure
    flat |= results.get("measures", {})
    flat |= results.get("spam", {})

    measures = {}
    for name, measure in flat.items():
        if isinstance(measure, dict) and "value" in measure:
            measures[name.replace("_", "-")] = measure

    hidden = _hidden_measures(measures)
    return {
        name: rounded(measure)
        for name, measure in measures.items()
        if measure["value"] is not None and name not in hidden
    }


def _hidden_measures(measures: Mapping[str, Json]) -> set[str]:
    """Return the measures that would say nothing new."""
    if measures.get("unsure", {}).get("value"):
        return set()
    if measures.get("accuracy", {}).get("value") is None:
        return set(OF_UNSURE)
    return {*OF_UNSURE, *SAME_AS_ACCURACY}


def capped(value: Any) -> Any:
    """Return a section with its lists and texts cut to what a page can show.

    >>> len(capped(["x" * 1000])[0]), len(capped([0] * 1000))
    (241, 200)
    """
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, dict):
        return {key: capped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [capped(item) for item in value[:MOST_ENTRIES]]
    return value


@dataclass(frozen=True)
class _ReportedLabels:
    """Which labels are shown by themselves: the largest ones."""

    labels: tuple[str, ...]
    documents: list[int]  # of each label, in the truth
    order: list[int]  # places of the labels shown, the largest first
    unknown: list[int]  # places of those that the model does not know

    @classmethod
    def of(cls, results: Json, classifier: Classifier) -> "_ReportedLabels":
        labels = tuple(results["labels"])
        documents = [results["labels"][label]["documents"] for label in labels]
        largest_first = sorted(range(len(labels)), key=lambda place: -documents[place])
        known = set(classifier.labels)
        unknown = [place for place, label in enumerate(labels) if label not in known]
        return cls(labels, documents, largest_first[:LABELS_SHOWN], unknown)

    def known_order(self) -> list[int]:
        """Return the places of the labels shown that the model knows, the largest first."""
        unknown = set(self.unknown)
        return [place for place in self.order if place not in unknown]


def _summary(
    classifier: Classifier, documents: Documents, results: Json, labels: _ReportedLabels
) -> Json:
    names = [shortened(label, LONGEST_LABEL) for label in labels.labels]
    n = results["documents"]
    measures = measures_of(results)
    multilabel = classifier.multilabel
    data = {
        "name": PurePath(documents.name).name,
        "documents": n,
        "fields": list(documents.fields),
    }
    meanings = {name: MEANINGS[name] for name in measures if name in MEANINGS}
    compared = {
        "headline": headline(measures, n, multilabel=multilabel),
        "beside": _beside(classifier, results, measures),
        "baseline": _baseline(results, labels),
        "estimated_accuracy": rounded(_estimated_accuracy(classifier)),
    }
    summary = {
        "format": FORMAT,
        "cautions": cautions(names, labels.documents, labels.unknown, n),
        "several": multilabel,
        "labels": names,
        "unknown": labels.unknown,
        "data": data,
        "measures": measures,
        "meanings": meanings,
        "per_label": _per_label(results, labels),
    }
    return compared | summary


def _beside(classifier: Classifier, results: Json, measures: Json) -> str:
    """Return what stands beside the headline: what the accuracy is to be compared with."""
    baseline = results.get("baseline")
    most_frequent = None
    if baseline is not None:
        most_frequent = (shortened(baseline["label"], LONGEST_LABEL), baseline["accuracy"])
    return beside(measures, most_frequent, _estimated_accuracy(classifier))


def _baseline(results: Json, labels: "_ReportedLabels") -> Json | None:
    """Return the majority baseline, its label by place."""
    baseline = results.get("baseline")
    if baseline is None:
        return None
    place = labels.labels.index(baseline["label"])
    return {"label": place, "accuracy": rounded(baseline["accuracy"])}


def _estimated_accuracy(classifier: Classifier) -> Json | None:
    """Return the accuracy that was estimated when the model was trained, if it still holds."""
    accuracy = estimates_of(classifier).get("accuracy")
    return None if accuracy is None else accuracy.as_json()


def _per_label(results: Json, labels: _ReportedLabels) -> list[Json]:
    """Return the measures of each label that is shown by itself."""
    rows = []
    for place in labels.order:
        measures = results["labels"][labels.labels[place]]
        row = {"label": place}
        for name in OF_LABELS:
            if name in measures:
                row[name] = rounded(measures[name])
        rows.append(row)
    return rows


def _record(classifier: Classifier) -> Json | None:
    """Return the model file's training record; counts of labels are shown with the features."""
    if classifier.record is None:
        return None
    record = classifier.record.as_json()
    del record["labels"]
    capped_record: Json = capped(rounded(record))
    return capped_record


def _drift(drift: Json | None) -> Json | None:
    """Return how the documents differ from those of training; the sentence is never cut."""
    if drift is None:
        return None
    return {**capped(rounded(drift)), "sentence": drift["sentence"]}


def _features(classifier: Classifier, labels: _ReportedLabels) -> list[Json]:
    """Return what speaks for each label, and the documents of it that were learned."""
    n_features = 12 if len(labels.order) <= MOST_LABELS else 5
    features_of = strongest(classifier, n_features)

    learned = classifier.stored_totals.documents.tolist()
    if classifier.multilabel:
        learned = learned[1:]  # the first counts all documents
    learned_of = dict(zip(classifier.labels, learned, strict=True))

    rows = []
    for place in labels.order:
        label = labels.labels[place]
        features = []
        for feature in features_of.get(label, []):
            values = feature.as_json()
            short_name = shortened(values["feature"], LONGEST_FEATURE)
            features.append({**values, "feature": short_name})
        row = {
            "label": place,
            "learned": learned_of.get(label, 0),
            "features": rounded(features),
        }
        rows.append(row)
    return rows


def _reproduce(classifier: Classifier) -> Json:
    """Return what is needed to make the same model again."""
    recipe = classifier.recipe
    learned = {
        "documents": classifier.documents,
        "features": classifier.model.features.n_columns,
        "fingerprint": "".join(f"{part:016x}" for part in classifier.totals.fingerprint),
        "exact": classifier.exact,
    }
    versions = {
        "linnet": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    return {
        "recipe": recipe.to_toml(),
        "seed": recipe.seed,
        "learned": learned,
        "versions": versions,
    }
