"""The features of a model file: its text columns, and the names in each block."""

import numpy as np
import pytest

from linnet import train
from linnet.errors import ModelFileError
from linnet.storage.sections.features import FEATURES
from tests.storage.sections.changed_files import changed_file, parts_of

ROWS = {
    "text": ["bee ant", "ant"],
    "who": ["ann", "bob"],
    "age": [1.0, 2.0],
    "label": ["x", "y"],
}
COLUMNS = {"learner": "logistic", "categorical": ["who"], "numeric": ["age"], "coding": "reference"}
BAYES = train([("bee ant", "x"), ("ant", "y")], {})
LINEAR = train([("bee ant", "x"), ("ant", "y")], {"learner": "logistic"})
BESIDE = train(ROWS, COLUMNS)  # block 1 has levels of "who", block 2 the number "age"


def test_names_are_bytes_side_by_side():
    packed = FEATURES.pack(LINEAR)
    assert packed.header["fields"] == ["text"]
    assert packed.header["blocks"][0]["kind"] == "words"
    assert packed.arrays["block0.bytes"].tobytes() == b"antbee"
    assert packed.arrays["block0.offsets"].tolist() == [0, 3, 6]
    assert packed.arrays["block0.frequencies"].tolist() == [2, 1]
    assert "block0.frequencies" not in FEATURES.pack(BAYES).arrays  # its totals say so


def test_blocks_come_back_in_their_order():
    features = parts_of(changed_file(BESIDE), FEATURES).features
    words, levels, number = features.blocks
    assert list(words.names) == ["ant", "bee"]
    assert (levels.reference, list(levels.names)) == ("ann", ["bob"])
    # Ages 1 and 2: mean 1.5, deviation 0.5.
    assert number.learned.tolist() == [1.5, 0.5]
    assert [block.n_columns for block in features.blocks] == [2, 1, 2]


def test_only_columns_beside_the_text_are_a_need():
    is_needed = FEATURES.needs["columns"]
    assert (is_needed(BESIDE), is_needed(LINEAR)) == (True, False)


def test_a_linear_model_must_know_how_many_documents_have_a_feature():
    file = changed_file(LINEAR, without=["block0.frequencies"])
    with pytest.raises(ModelFileError, match="it must say how many documents have its features"):
        parts_of(file, FEATURES)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"blocks": {}}, "its blocks and fields must be lists"),
        ({"fields": "text"}, "its blocks and fields must be lists"),
        ({"blocks": []}, "its features must be those of its recipe"),
        ({"fields": ["title", "body"]}, "its features must be those of its recipe"),
    ],
)
def test_blocks_that_the_recipe_does_not_ask_for_are_refused(header, sentence):
    with pytest.raises(ModelFileError, match=sentence):
        parts_of(changed_file(LINEAR, header), FEATURES)


@pytest.mark.parametrize(
    ("name", "array", "sentence"),
    [
        ("block0.frequencies", np.array([2, 1, 1]), "its frequencies do not fit its features"),
        ("block0.frequencies", np.array([2.0, 1.0]), "its frequencies do not fit its features"),
        ("block0.bytes", np.zeros(6, np.int8), "its names must be bytes and offsets"),
        ("block0.offsets", np.zeros(3, np.int32), "its names must be bytes and offsets"),
        ("block0.offsets", np.empty(0, np.int64), "its names must be bytes and offsets"),
        ("block1.offsets", np.array([0, 2]), "its names do not fit their bytes"),
        ("block2.learned", np.array([1.5, np.inf]), "learned of a column must be numbers and a"),
        ("block2.learned", np.zeros((2, 1)), "learned of a column must be numbers and a level"),
        ("block2.learned", np.array([1.5, 0.0]), "its columns must have the features of their"),
    ],
)
def test_names_and_numbers_that_do_not_fit_are_refused(name, array, sentence):
    with pytest.raises(ModelFileError, match=sentence):
        parts_of(changed_file(BESIDE, arrays={name: array}), FEATURES)


def test_a_reference_level_must_be_a_text():
    blocks = FEATURES.pack(BESIDE).header["blocks"]
    blocks[1] |= {"reference": 3}
    with pytest.raises(ModelFileError, match="what it learned of a column must be numbers and a"):
        parts_of(changed_file(BESIDE, {"blocks": blocks}), FEATURES)
