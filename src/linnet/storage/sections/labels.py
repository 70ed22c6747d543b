"""Labels: their names, how many documents each has and their weight, and the label column."""

from typing import TYPE_CHECKING

from linnet.learning.class_totals import ALL_DOCUMENTS
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section
from linnet.storage.totals import MOST_DOCUMENTS

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def _pack(classifier: "Classifier") -> Packed:
    totals = classifier.totals
    return Packed(
        {
            "labels": list(totals.labels),
            "documents": totals.documents.tolist(),
            "label_weights": totals.weights.tolist(),
            "label": classifier.label,
        }
    )


def _unpack(file: ModelFile, parts: Parts) -> None:
    parts.labels = tuple(map(str, file.metadata["labels"]))
    parts.multilabel = "several-labels" in file.metadata["needs"]
    parts.label = file.metadata["label"]

    if parts.multilabel != (parts.labels[:1] == (ALL_DOCUMENTS,)):
        raise file.damaged(
            "it must have a label for all documents where they have several, and only there"
        )
    names = parts.labels[1:] if parts.multilabel else parts.labels
    if list(names) != sorted(set(names), key=str.encode):
        raise file.damaged("its labels are not in order")
    if not (parts.label is None or isinstance(parts.label, str)):
        raise file.damaged("the name of its label column must be text")
    _check_counts(file, by_hand=parts.recipe.learner.needs == "nothing")


def _check_counts(file: ModelFile, *, by_hand: bool) -> None:
    """Refuse counts that no documents have; weights by hand know no documents."""
    header = file.metadata
    counts, weights = header["documents"], header["label_weights"]
    sizes = {len(header["labels"]), len(counts), len(weights)}
    if len(sizes) != 1:
        raise file.damaged("its labels, blocks and offsets do not fit each other")

    counted = _are_numbers(counts, int, zero=by_hand)
    weighed = _are_numbers(weights, int, float, zero=by_hand)
    if not counted or not weighed:
        raise file.damaged("its labels must have numbers of documents and weights")


def _are_numbers(values: object, *kinds: type, zero: bool) -> bool:
    """Return whether these are numbers of the kinds, each above 0 or, where that may be, 0."""
    if not isinstance(values, list):
        return False
    typed = all(type(value) in kinds for value in values)
    return typed and all(_is_count(value, zero=zero) for value in values)


def _is_count(value: float, *, zero: bool) -> bool:
    return 0 < value < MOST_DOCUMENTS or (zero and value == 0)


def _is_multilabel(classifier: "Classifier") -> bool:
    return classifier.multilabel


LABELS = Section("labels", _pack, _unpack, needs={"several-labels": _is_multilabel})
