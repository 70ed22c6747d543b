"""The labels of a model file, and how many documents each has."""

import pytest

from linnet import lexicon_classifier, read, train
from linnet.errors import ModelFileError
from linnet.storage.sections.labels import LABELS
from tests.storage.sections.changed_files import changed_file, parts_of

DOCUMENTS = {"text": ["ant", "bee", "bee"], "kind": ["x", "y", "y"], "weight": [0.5, 1.0, 2.0]}
CLASSIFIER = train(read(DOCUMENTS, label="kind", weight="weight"), {})
SEVERAL = train([("ant", ["x", "y"]), ("bee", ["y"]), ("cow", [])], {})


def test_labels_stand_with_their_documents_and_weights():
    assert LABELS.pack(CLASSIFIER).header == {
        "labels": ["x", "y"],
        "documents": [1, 2],
        "label_weights": [0.5, 3.0],
        "label": "kind",
    }
    parts = parts_of(changed_file(CLASSIFIER), LABELS)
    assert (parts.labels, parts.label, parts.multilabel) == (("x", "y"), "kind", False)


def test_where_documents_may_have_several_labels_all_of_them_come_first():
    header = LABELS.pack(SEVERAL).header
    assert (header["labels"], header["documents"]) == (["", "x", "y"], [3, 1, 2])
    assert parts_of(changed_file(SEVERAL), LABELS).multilabel
    is_needed = LABELS.needs["several-labels"]
    assert (is_needed(SEVERAL), is_needed(CLASSIFIER)) == (True, False)


def test_only_weights_by_hand_know_no_documents():
    by_hand = lexicon_classifier({"x": ["ant"], "y": ["bee"]})
    header = {"documents": [0, 0], "label_weights": [0, 0]}
    assert parts_of(changed_file(by_hand, header), LABELS).labels == ("x", "y")
    with pytest.raises(ModelFileError, match="must have numbers of documents and weights"):
        parts_of(changed_file(CLASSIFIER, header), LABELS)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"needs": ["naive-bayes", "several-labels"]}, "a label for all documents where they have"),
        ({"labels": ["", "y"]}, "a label for all documents where they have several, and only"),
        ({"labels": ["y", "x"]}, "its labels are not in order"),
        ({"labels": ["x", "x"]}, "its labels are not in order"),
        ({"label": 3}, "the name of its label column must be text"),
        ({"documents": [1, 1, 1]}, "its labels, blocks and offsets do not fit each other"),
        ({"label_weights": [1.0]}, "its labels, blocks and offsets do not fit each other"),
        ({"documents": [1.0, 2.0]}, "its labels must have numbers of documents and weights"),
        ({"documents": [True, 2]}, "its labels must have numbers of documents and weights"),
        ({"documents": [-1, 2]}, "its labels must have numbers of documents and weights"),
        ({"documents": [1, 2**53]}, "its labels must have numbers of documents and weights"),
        ({"documents": {"x": 1, "y": 2}}, "its labels must have numbers of documents and weights"),
        ({"label_weights": ["1", 2]}, "its labels must have numbers of documents and weights"),
    ],
)
def test_labels_that_no_model_has_are_refused(header, sentence):
    with pytest.raises(ModelFileError, match=sentence):
        parts_of(changed_file(CLASSIFIER, header), LABELS)
