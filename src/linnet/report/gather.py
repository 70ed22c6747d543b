"""Everything a report shows as one plain dict: the seam between numbers and their pictures.

Labels are named once, in `labels`; everywhere else a label is its place in that list. At most 1 MB as JSON: what
grows with the labels is told of the largest ones, and texts fill what is left.
"""

import json
import platform
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np

from linnet import __version__
from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.explanation.strongest import strongest
from linnet.reading import Documents
from linnet.report.examples import MOST_LABELS, shortened
from linnet.report.headline import MEANINGS, ON_TRAINING_DOCUMENTS, cautions, headline
from linnet.report.pictures import pictures
from linnet.report.rounding import rounded
from linnet.report.set_pictures import set_pictures
from linnet.report.shown import shown

FORMAT = 1
MOST_BYTES = 1_000_000
MOST_ENTRIES = 200  # of a list that came from elsewhere
LABELS_TOLD = 500  # by themselves; the rest only in the measures of all
LONGEST_LABEL, LONGEST_FEATURE = 80, 60
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
)  # as they come
EVALUATIONS = ("training", "without_leaks")  # of which the measures are told
SAME = (
    "micro-precision",
    "micro-recall",
    "micro-f1",
    "weighted-recall",
)  # as accuracy, where every document has one
OF_LABELS = ("documents", "precision", "recall", "f1", "roc-area", "average-precision")

Json = dict[str, Any]


def gather(
    classifier: Classifier,
    documents: Any,
    answers: AnyPredictions | None,
    evaluation: Any,
    **sections: Any,
) -> Json:
    """Return the report of an evaluation and of the answers it judges; without them it has measures alone.

    `sections` are what others found, as their `as_json()` gives it, each optional: leaks, looks, tuning, suspects,
    slices and curves (lists); `suspects_left_out`, labels that could not be judged; `training` and `without_leaks`, the
    evaluations of the training part and of what does not leak; `files` (what → name, SHA-256) and `words`, how the
    model is made. Slices and training may come with `evaluation`. `on_training_documents` says whether the model has
    learned just these documents, which is the first caution. Where several classifiers answered, `answered` gives the
    one for a document by its place.
    """
    found = evaluation.as_json()
    told = _Told.of(found, classifier)
    sections = {name: found.get(name) for name in ("slices", "training")} | sections
    report = _summary(classifier, classifier.read(documents), found, told)
    report["on_training_documents"] = sections.get("on_training_documents")
    if report["on_training_documents"]:
        report["cautions"] = [ON_TRAINING_DOCUMENTS, *report["cautions"]]
    report |= {name: capped(rounded(sections.get(name))) for name in OTHERS}
    report["record"] = _record(classifier)
    report |= {
        name: measures_of(sections[name]) if sections.get(name) else None for name in EVALUATIONS
    }
    report |= _features(classifier, told) | _reproduce(classifier)
    known = [place for place in told.order if place not in set(told.unknown)]
    answered = sections.get("answered", lambda _: classifier)
    if isinstance(answers, MultilabelPredictions):
        report |= set_pictures(classifier, answered, classifier.read(documents), answers, known)
    elif answers is not None:
        report["probable"] = answers.probabilities is not None
        report |= pictures(answers, known)
        report["calibration"] = rounded(found["calibration"])
        cells = [(predicted, true) for predicted, true, _ in report["confusion"]]
        report |= shown(
            answered, classifier.read(documents), answers, cells, MOST_BYTES - size_of(report)
        )
    return report


def size_of(report: Json) -> int:
    """Return the bytes of a report as JSON."""
    return len(
        json.dumps(report, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
    )


def measures_of(found: Json) -> Json:
    """Return the measures of a whole set by name, of what `as_json` gave.

    >>> measures_of({"documents": 2, "macro_f1": {"value": 0.5, "interval": None}, "labels": {}})
    {'macro-f1': {'value': 0.5, 'interval': None}}
    """
    flat = {
        **found,
        **{f"precision-at-{k}": one for k, one in found.get("precision_at", {}).items()},
    }
    flat |= found.get("measures", {}) | found.get("spam", {})
    measures = {
        name.replace("_", "-"): one
        for name, one in flat.items()
        if isinstance(one, dict) and "value" in one
    }
    right, unsure = (measures.get(name, {}).get("value") for name in ("accuracy", "unsure"))
    hidden = [
        *(name for name in SAME if right is not None and not unsure),
        *([] if unsure else ["unsure"]),
    ]
    return {
        name: rounded(one)
        for name, one in measures.items()
        if one["value"] is not None and name not in hidden
    }


def capped(value: Any) -> Any:
    """Return what others found with its lists and texts cut to what a page can show.

    >>> len(capped(["x" * 1000])[0]), len(capped([0] * 1000))
    (241, 200)
    """
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, dict):
        return {key: capped(one) for key, one in value.items()}
    return [capped(one) for one in value[:MOST_ENTRIES]] if isinstance(value, list) else value


@dataclass(frozen=True)
class _Told:
    """Which labels are told of by themselves: the largest ones."""

    labels: tuple[str, ...]
    documents: list[int]  # of each label, in the truth
    order: list[int]  # places of the labels told of, the largest first
    unknown: list[int]  # places of those that the model does not know

    @classmethod
    def of(cls, found: Json, classifier: Classifier) -> "_Told":
        labels = tuple(found["labels"])
        documents = [found["labels"][label]["documents"] for label in labels]
        order = sorted(range(len(labels)), key=lambda place: (-documents[place], place))[
            :LABELS_TOLD
        ]
        known = set(classifier.labels)
        return cls(
            labels,
            documents,
            order,
            [place for place, label in enumerate(labels) if label not in known],
        )


def _summary(classifier: Classifier, documents: Documents, found: Json, told: _Told) -> Json:
    names = [shortened(label, LONGEST_LABEL) for label in told.labels]
    measures, n = measures_of(found), found["documents"]
    return {
        "format": FORMAT,
        "headline": headline(measures, n, multilabel=classifier.multilabel),
        "cautions": cautions(names, told.documents, told.unknown, n),
        "several": classifier.multilabel,
        "labels": names,
        "unknown": told.unknown,
        "data": {
            "name": PurePath(documents.name).name,
            "documents": n,
            "fields": list(documents.fields),
        },
        "measures": measures,
        "meanings": {name: MEANINGS[name] for name in measures if name in MEANINGS},
        "per_label": [_label(place, found["labels"][told.labels[place]]) for place in told.order],
    }


def _record(classifier: Classifier) -> Json | None:
    """Return what the model file says of its training; counts of labels are told with the features."""
    if classifier.record is None:
        return None
    record = classifier.record.as_json()
    del record["labels"]
    capped_record: Json = capped(rounded(record))
    return capped_record


def _label(place: int, measures: Json) -> Json:
    return {
        "label": place,
        **{name: rounded(measures[name]) for name in OF_LABELS if name in measures},
    }


def _features(classifier: Classifier, told: _Told) -> Json:
    """Return what speaks for each label, and the documents of it that were learned."""
    top = 12 if len(told.order) <= MOST_LABELS else 5
    found = strongest(classifier, top)
    learned = classifier.stored_totals.documents.tolist()
    counts = dict(
        zip(classifier.labels, learned[1:] if classifier.multilabel else learned, strict=True)
    )
    rows = []
    for place in told.order:
        features = [one.as_json() for one in found.get(told.labels[place], [])]
        short = [{**one, "feature": shortened(one["feature"], LONGEST_FEATURE)} for one in features]
        rows.append(
            {
                "label": place,
                "learned": counts.get(told.labels[place], 0),
                "features": rounded(short),
            }
        )
    return {"features": rows}


def _reproduce(classifier: Classifier) -> Json:
    return {
        "reproduce": {
            "recipe": classifier.recipe.to_toml(),
            "seed": classifier.recipe.seed,
            "learned": {
                "documents": classifier.documents,
                "features": classifier.model.features.n_columns,
                "fingerprint": "".join(f"{part:016x}" for part in classifier.totals.fingerprint),
                "exact": classifier.exact,
            },
            "versions": {
                "linnet": __version__,
                "python": platform.python_version(),
                "numpy": np.__version__,
            },
        }
    }
