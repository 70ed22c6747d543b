"""The weights of a model file, and what its scores mean."""

import math

import numpy as np
import pytest

from linnet import train
from linnet.errors import ModelFileError
from linnet.storage.sections.weights import WEIGHTS
from tests.storage.sections.changed_files import changed_file, parts_of

PAIRS = [("ant", "x"), ("bee", "y"), ("bee", "y")]
BAYES = train(PAIRS, {})
SVM = train(PAIRS, {"learner": "svm"})
SEVERAL = train([("ant", ["x"]), ("bee", ["y"])], {})


def test_only_unusual_scores_are_told_in_the_header():
    bayes = WEIGHTS.pack(BAYES)
    assert bayes.header == {}
    # One of three documents is x: the offset of naive Bayes is its log.
    offset = bayes.arrays["model.offset"]
    assert offset.tolist() == pytest.approx([math.log(1 / 3), math.log(2 / 3)])
    assert WEIGHTS.pack(SVM).header == {"link": "margin"}


@pytest.mark.parametrize("classifier", [BAYES, SVM, SEVERAL])
def test_the_model_of_a_file_has_the_same_weights(classifier):
    model = parts_of(changed_file(classifier), WEIGHTS).model
    assert (model.labels, model.link) == (("x", "y"), classifier.model.link)
    own, theirs = model.weights.arrays(), classifier.model.weights.arrays()
    assert own.keys() == theirs.keys()
    assert all(np.array_equal(own[name], theirs[name]) for name in own)
    assert model.multilabel == classifier.multilabel


def test_a_link_that_nobody_knows_is_refused():
    with pytest.raises(ModelFileError, match="what its scores mean must be known"):
        parts_of(changed_file(BAYES, {"link": "cosine"}), WEIGHTS)


@pytest.mark.parametrize("classifier", [BAYES, SEVERAL])
def test_offsets_must_be_as_many_as_labels(classifier):
    file = changed_file(classifier, arrays={"model.offset": np.zeros(3)})
    with pytest.raises(ModelFileError, match="labels, blocks and offsets do not fit each other"):
        parts_of(file, WEIGHTS)


def test_an_offset_that_is_no_number_is_refused():
    file = changed_file(BAYES, arrays={"model.offset": np.array([0.0, np.nan])})
    with pytest.raises(ModelFileError, match=r"model\.offset must be finite; got infinity or NaN"):
        parts_of(file, WEIGHTS)
