"""The training documents of a model file, where they were asked for."""

import numpy as np
import pytest

from linnet import read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.explanation.nearest import keep
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode, encode
from linnet.storage.sections.kept_documents import KEPT_DOCUMENTS
from tests.storage.sections.changed_files import changed_file, parts_of

PAIRS = [("a b", "x"), ("é", "y"), ("", "x")]


@pytest.fixture
def keeping():
    return keep(train(PAIRS, {}), PAIRS)


def test_texts_stand_side_by_side_and_labels_are_numbers(keeping):
    arrays = KEPT_DOCUMENTS.pack(keeping).arrays
    assert arrays["kept.0.bytes"].tobytes() == "a bé".encode()
    assert arrays["kept.0.offsets"].tolist() == [0, 3, 5, 5]
    assert arrays["kept.labels"].tolist() == [0, 1, 0]
    assert arrays["kept.label_starts"].tolist() == [0, 1, 2, 3]
    kept = parts_of(changed_file(keeping), KEPT_DOCUMENTS).kept
    assert list(kept.texts[0]) == ["a b", "é", ""]


def test_a_model_that_keeps_nothing_has_nothing_in_its_file():
    classifier = train(PAIRS, {})
    assert KEPT_DOCUMENTS.pack(classifier).arrays == {}
    assert parts_of(changed_file(classifier), KEPT_DOCUMENTS).kept is None


def test_each_field_has_texts_of_its_own():
    rows = [{"t": "a", "b": "one", "label": "x"}, {"t": "b", "b": "two", "label": "y"}]
    documents = read(rows, text=("t", "b"))
    file = changed_file(keep(train(documents, {}), documents))
    kept = parts_of(file, KEPT_DOCUMENTS).kept
    assert [list(texts) for texts in kept.texts] == [["a", "b"], ["one", "two"]]


@pytest.mark.parametrize(
    "name", ["kept.labels", "kept.label_starts", "kept.0.offsets", "kept.0.bytes"]
)
def test_damaged_documents_are_refused(keeping, name):
    file = decode(keeping.to_bytes(), NEEDS)
    arrays = {one: file.array(one) for one in file.names}
    arrays[name] = arrays[name][:-1]
    with pytest.raises(ModelFileError, match="training documents"):
        from_bytes(encode(file.metadata, arrays))


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("kept.labels", np.array([0, 1, 2], np.int32)),
        ("kept.labels", np.array([0, 1, -1], np.int32)),
        ("kept.labels", np.array([0, 1, 0])),
        ("kept.0.bytes", np.zeros(5, np.int8)),
        ("kept.0.offsets", np.array([0, 3, 2, 5])),
        ("kept.0.offsets", np.array([0, 3, 5])),
    ],
)
def test_documents_that_no_model_keeps_are_refused(keeping, name, array):
    file = changed_file(keeping, arrays={name: array})
    with pytest.raises(ModelFileError, match="its training documents do not fit its labels"):
        parts_of(file, KEPT_DOCUMENTS)
