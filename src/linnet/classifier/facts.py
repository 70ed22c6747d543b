"""What a classifier is, as plain data: for `--json`, a server, a page."""

from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.model.calibration import name_of
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import open_file


def fingerprint_of(classifier: Classifier) -> str:
    """Return the fingerprint of the documents it has learned, as the model file has it."""
    return "".join(f"{part:016x}" for part in classifier.totals.fingerprint)


def documents_by_label(classifier: Classifier) -> dict[str, int]:
    """Return how many documents of each label it has learned.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("my lunch", "ham"), ("noon", "ham")]
    >>> documents_by_label(train(pairs, {}))
    {'ham': 2, 'spam': 1}
    """
    documents = classifier.stored_totals.documents.tolist()
    if classifier.multilabel:
        documents = documents[1:]  # the first counts all documents
    return dict(zip(classifier.labels, documents, strict=True))


def has_fixed_vocabulary(classifier: Classifier) -> bool:
    """Return whether words that are new in documents that it learns will not count.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("my lunch", "ham")]
    >>> [has_fixed_vocabulary(train(pairs, {"learner": name})) for name in ("svm", "multinomial")]
    [True, False]
    """
    recipe = classifier.recipe
    reads_words = bool(classifier.fields) and not recipe.features.hash_bits
    return reads_words and (classifier.goes_on or not recipe.adds_up)


def calibration_facts(classifier: Classifier) -> dict[str, Any]:
    """Return calibration and cutoffs, and whether the classifier has changed since then."""
    calibration = classifier.model.calibration
    decision = classifier.model.decision
    return {
        "calibration": None if calibration is None else name_of(calibration),
        "decision": None if decision is None else decision.as_json(classifier.labels),
        "stale": classifier.stale,
    }


def model_facts(classifier: Classifier) -> dict[str, Any]:
    """Return everything about a classifier but its recipe and weights."""
    weights = classifier.totals.weights
    total_weight = weights[0] if classifier.multilabel else weights.sum()
    n_features = classifier.model.features.n_columns
    kept_documents = 0 if classifier.kept is None else len(classifier.kept)
    record = None if classifier.record is None else classifier.record.as_json()
    return {
        "documents": classifier.documents,
        "weight": float(total_weight),
        "features": n_features,
        "features_used": classifier.model.n_used,
        "fields": list(classifier.fields),
        "labels": documents_by_label(classifier),
        "fingerprint": fingerprint_of(classifier),
        "exact": classifier.exact,
        "kept_documents": kept_documents,
        **calibration_facts(classifier),
        "record": record,
    }


def version_facts(path: str) -> dict[str, Any]:
    """Return which linnet wrote a model file, and by which Unicode its words were cut."""
    metadata = open_file(path, known_needs=NEEDS).metadata
    return {"linnet": metadata.get("linnet"), "unicode": metadata["unicode"]}


def change_facts(before: Classifier, after: Classifier) -> dict[str, Any]:
    """Return what learning, forgetting or merging did to a classifier."""
    new_labels = [label for label in after.labels if label not in before.labels]
    lost_labels = [label for label in before.labels if label not in after.labels]
    return {
        "documents_before": before.documents,
        "documents": after.documents,
        "features_before": before.model.features.n_columns,
        "features": after.model.features.n_columns,
        "labels": len(after.labels),
        "new_labels": new_labels,
        "lost_labels": lost_labels,
        "fingerprint": fingerprint_of(after),
        "exact": after.exact,
    }
