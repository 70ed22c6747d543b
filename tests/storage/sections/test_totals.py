"""The totals of a model file: only what the model does not tell already."""

import numpy as np
import pytest

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode
from linnet.storage.sections.totals import TOTALS
from tests.storage.sections.changed_files import changed_file, parts_of


def test_totals_take_the_narrowest_type():
    def types(times):
        rows = [("ant " * times + "bee", "x"), ("bee", "y")]
        opened = decode(train(rows).to_bytes(), NEEDS)
        return {
            name.split("totals.")[1]: opened.array(name).dtype.name
            for name in opened.names
            if "totals" in name
        }

    small = {"sizes": "uint8", "labels": "uint8", "sums": "uint8"}
    assert types(1) == small  # presences equal sums, frequencies equal presences: neither is stored
    assert types(255) == {**small, "presences": "uint8"}
    assert types(256)["sums"] == "uint16"
    assert types(70_000)["sums"] == "uint32"


def test_fractions_and_weights_are_stored_as_they_are():
    def opened(weights):
        columns = {"text": ["ant", "bee"], "label": ["x", "y"], "weight": weights}
        return decode(train(read(columns, weight="weight")).to_bytes(), NEEDS)

    half = opened([0.5, 1])
    assert half.array("block0.totals.sums").tolist() == [0.5, 1]
    assert half.array("block0.totals.frequencies").tolist() == [1, 1]
    assert half.metadata["label_weights"] == [0.5, 1]
    assert half.metadata["exact"] is False
    assert opened([2, 1]).array("block0.totals.sums").dtype == np.uint8


def test_totals_outside_the_limits_are_kept_beside():
    rows = [("ant bee", "x"), ("ant cow", "y")]
    opened = decode(train(rows, Recipe.of(min_documents=2)).to_bytes(), NEEDS)
    assert opened.array("block0.bytes").tobytes() == b"ant"
    assert opened.array("block0.outside.bytes").tobytes() == b"beecow"
    totals = from_bytes(train(rows, Recipe.of(min_documents=2)).to_bytes()).totals
    assert list(totals.blocks[0].names) == ["ant", "bee", "cow"]
    assert totals.blocks[0].frequencies.tolist() == [2, 1, 1]


def test_a_linear_model_stores_a_fingerprint_and_no_totals():
    classifier = train([("ant", "x"), ("bee", "y")], {"learner": "svm"})
    packed = TOTALS.pack(classifier)
    first, second = classifier.totals.fingerprint
    assert packed.header == {"fingerprint": f"{first:016x}{second:016x}", "exact": False}
    assert packed.arrays == {}


def test_squares_stand_beside_sums_of_numbers():
    rows = {"age": [1.0, 3.0, 2.0, 6.0], "label": ["x", "x", "y", "y"]}
    classifier = train(rows, {"learner": "gaussian", "words": None, "numeric": ["age"]})
    arrays = TOTALS.pack(classifier).arrays
    # The mean is 3: x has -2 and 0, y has -1 and 3.
    assert arrays["block0.totals.sums"].tolist() == [-2, 2]
    assert arrays["block0.totals.squares"].tolist() == [4, 10]
    assert arrays["block0.totals.presences"].tolist() == [2, 2]


@pytest.mark.parametrize("keep_names", [True, False])
def test_hashed_totals_have_columns_and_how_many_documents_have_each_name(keep_names):
    rows = [("ant ant", "x"), ("ant", "y")]
    classifier = train(rows, {"hash_bits": 2, "keep_names": keep_names})
    arrays = TOTALS.pack(classifier).arrays
    assert len(arrays["block0.columns"]) == 1
    assert arrays["block0.totals.sums"].tolist() == [2, 1]
    assert ("block0.name_frequencies" in arrays) == keep_names
    if keep_names:
        assert arrays["block0.name_frequencies"].tolist() == [2]


def test_totals_of_a_file_wait_until_somebody_needs_them():
    classifier = train([("ant bee", "x"), ("bee", "y")], {})
    parts = parts_of(changed_file(classifier), TOTALS)
    assert parts.exact
    assert parts.totals.n_documents == 2
    assert parts.totals.load().blocks[0].sums.tolist() == [1, 1, 1]
