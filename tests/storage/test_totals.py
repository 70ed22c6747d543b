"""Totals that stay in the model file until somebody needs them."""

import numpy as np
import pytest

from linnet import train
from linnet.errors import ModelFileError
from linnet.learning.class_totals import BlockTotals
from linnet.storage.sections.totals import TOTALS
from linnet.storage.totals import presences_by_feature
from tests.storage.sections.changed_files import changed_file, parts_of

RARE = train([("ant ant bee", "x"), ("ant", "y"), ("cow", "y")], {"min_documents": 2})
HASHED = train([("ant bee", "x"), ("ant cow", "y")], {"hash_bits": 2, "keep_names": True})
ROWS = {"age": [1.0, 3.0, 2.0, 6.0], "label": ["x", "x", "y", "y"]}
GAUSSIAN = train(ROWS, {"learner": "gaussian", "words": None, "numeric": ["age"]})


def totals_of(classifier, header=None, arrays=None, without=()):
    """The totals of the file of a classifier, with other values in it."""
    return parts_of(changed_file(classifier, header, arrays, without), TOTALS).totals


def test_what_the_header_says_is_known_without_loading():
    several = train([("ant", ["x", "y"]), ("bee", ["y"]), ("cow", [])], {})
    totals = totals_of(RARE, {"fingerprint": f"{7:016x}{10:016x}", "label_weights": [0.5, 2]})
    assert (totals.n_documents, totals.documents.tolist()) == (3, [1, 2])
    assert (totals.weights.tolist(), totals.fingerprint) == ([0.5, 2.0], (7, 10))
    # Each document once, however many labels it has.
    assert totals_of(several).n_documents == 3


def test_features_inside_and_outside_of_the_limits_are_together_again():
    (block,) = totals_of(RARE).load().blocks
    assert list(block.names) == ["ant", "bee", "cow"]
    assert block.starts.tolist() == [0, 2, 3, 4]
    assert (block.labels.tolist(), block.sums.tolist()) == ([0, 1, 0, 1], [2, 1, 1, 1])
    assert (block.presences.tolist(), block.frequencies.tolist()) == ([1, 1, 1, 1], [2, 1, 1])


def test_hashed_totals_have_columns_and_squares_stand_with_numbers():
    (hashed,) = totals_of(HASHED).load().blocks
    assert list(hashed.names) == ["ant", "bee", "cow"]
    assert hashed.name_frequencies.tolist() == [2, 1, 1]
    assert hashed.columns.tolist() == HASHED.totals.blocks[0].columns.tolist()
    # The mean of 1, 3, 2 and 6 is 3: x has -2 and 0, y has -1 and 3.
    (ages,) = totals_of(GAUSSIAN).load().blocks
    assert (ages.sums.tolist(), ages.squares.tolist()) == ([-2, 2], [4, 10])


def test_a_linear_model_has_no_totals_to_load():
    svm = train([("ant", "x"), ("bee", "y")], {"learner": "svm"})
    totals = totals_of(svm).load()
    assert (totals.blocks, totals.labels, totals.documents.tolist()) == ((), ("x", "y"), [1, 1])


def test_presences_are_summed_over_labels():
    two = BlockTotals(
        settings=RARE.totals.blocks[0].settings,
        names=RARE.totals.blocks[0].names,
        columns=np.empty(0, np.int64),
        frequencies=np.zeros(3, np.int64),
        starts=np.array([0, 2, 2, 3]),
        labels=np.array([0, 1, 1], np.int32),
        sums=np.array([9.0, 9.0, 9.0]),
        presences=np.array([1.0, 0.5, 2.0]),
    )
    assert presences_by_feature(two).tolist() == [1.5, 0, 2]


def test_a_file_of_old_may_not_say_how_many_documents_have_a_hashed_name():
    settings = {"hash_bits": 2, "keep_names": True, "weighting": "tfidf"}
    frozen = train([("ant bee", "x"), ("ant cow", "y")], settings)
    assert totals_of(frozen).frozen
    (block,) = totals_of(frozen, without=["block0.name_frequencies"]).load().blocks
    assert block.name_frequencies.tolist() == []


@pytest.mark.parametrize("weights", ["many", [1.0], [1.0, 2.0, 3.0], [None, {}]])
def test_weights_must_be_one_number_for_each_label(weights):
    totals = totals_of(RARE)
    totals.file.metadata["label_weights"] = weights
    with pytest.raises(ModelFileError, match="is a damaged model file"):
        _ = totals.weights


@pytest.mark.parametrize("fingerprint", ["", "x" * 32, 7])
def test_a_fingerprint_must_be_two_numbers(fingerprint):
    totals = totals_of(RARE, {"fingerprint": fingerprint})
    with pytest.raises(ModelFileError, match="is a damaged model file"):
        _ = totals.fingerprint


@pytest.mark.parametrize(
    ("classifier", "name", "array", "sentence"),
    [
        (RARE, "outside.offsets", np.array([0, 7, 6]), "its names do not fit their bytes"),
        (RARE, "totals.sizes", np.array([1]), "its totals do not fit its features"),
        (RARE, "totals.sizes", np.array([1, 1]), "its totals do not fit its features"),
        (RARE, "totals.sizes", np.array([[2]]), "its totals do not fit its features"),
        (RARE, "totals.sums", np.array([2]), "its totals do not fit its features"),
        (RARE, "totals.sums", np.array([2, -1]), "its totals are not those of any documents"),
        (RARE, "totals.sums", np.array([2, 1e145]), "its totals are not those of any documents"),
        (RARE, "totals.presences", np.array([1, -1]), "its totals are not those of any documents"),
        (RARE, "totals.labels", np.array([0, 2]), "its totals are not those of any documents"),
        (RARE, "totals.frequencies", np.array([0]), "its frequencies do not fit its features"),
        (RARE, "totals.frequencies", np.array([2, 1]), "its frequencies do not fit its features"),
        (RARE, "totals.squares", np.ones(3), "its sums of squares do not fit its totals"),
        (GAUSSIAN, "totals.squares", np.array([4.0, -1.0]), "its sums of squares do not fit its"),
        (HASHED, "columns", np.array([1, 0]), "its hashed columns are not in order"),
        (HASHED, "columns", np.array([0, 4]), "its hashed columns are not in order"),
        (HASHED, "name_frequencies", np.array([2, 1]), "its names do not fit their frequencies"),
        (HASHED, "name_frequencies", np.array([2, 1, 0]), "its names do not fit their frequencies"),
    ],
)
def test_totals_that_no_documents_have_are_refused(classifier, name, array, sentence):
    totals = totals_of(classifier, arrays={f"block0.{name}": array})
    with pytest.raises(ModelFileError, match=sentence):
        totals.load()


def test_totals_that_are_missing_or_no_numbers_are_refused():
    with pytest.raises(ModelFileError, match=r"'block0\.totals\.sums' must be there"):
        totals_of(RARE, without=["block0.totals.sums"]).load()
    infinite = {"block0.totals.squares": np.array([np.inf, 1.0])}
    with pytest.raises(ModelFileError, match=r"block0\.totals\.squares must be finite"):
        totals_of(GAUSSIAN, arrays=infinite).load()
    with pytest.raises(ModelFileError, match="is a damaged model file"):
        totals_of(RARE, arrays={"block0.totals.sizes": np.array([[1, 1]])}).load()
