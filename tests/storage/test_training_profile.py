"""The profile of training texts: sums that add up, and a file that holds them."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode, encode
from linnet.storage.json_values import BadValueError
from linnet.storage.training_profile import (
    LENGTH_EDGES,
    MOST_SUM,
    N_BUCKETS,
    N_LENGTHS,
    ShareSum,
    TrainingProfile,
)
from tests.data_drift.collections import MESSAGES, drawn, labelled

TRAINING = labelled(drawn(MESSAGES, 60, seed=1))
RECORDED = linnet.tune(TRAINING, {}, {"learner": ["svm"], "strength": [0.1]}, folds=3).classifier
PROFILE = RECORDED.record.profile


def part(n):
    """The profile of n documents of some length."""
    empty = TrainingProfile.empty(has_words=True)
    lengths = np.zeros(N_LENGTHS, np.int64)
    lengths[n % N_LENGTHS] = n
    ngrams = np.arange(N_BUCKETS) * n
    return replace(
        empty,
        documents=n,
        lengths=lengths,
        ngrams=ngrams,
        ngram_squares=ngrams**2,
        unknown_words=ShareSum(n, 10 * n, 100 * n),
    )


def test_bins_double_every_second_time():
    assert LENGTH_EDGES[:8].tolist() == [1, 2, 4, 5, 8, 11, 16, 22]
    assert LENGTH_EDGES[-1] == 2**32
    assert len(LENGTH_EDGES) + 1 == N_LENGTHS


def test_parts_add_up_to_the_whole():
    whole = part(3) + part(4)
    assert whole.documents == 7
    assert whole.unknown_words == ShareSum(7, 70, 700)
    assert whole.ngrams[2] == 14
    assert part(3) + part(4) == part(4) + part(3)
    assert part(3) + TrainingProfile.empty(has_words=True) == part(3)
    assert part(3) != part(4)


def test_words_that_one_part_has_not_are_not_known_of_the_whole():
    assert (part(3) + TrainingProfile.empty(has_words=False)).unknown_words is None


def test_a_profile_comes_back_from_its_file():
    assert from_bytes(RECORDED.to_bytes()).record.profile == PROFILE
    assert PROFILE.documents == 60
    assert PROFILE.n_predicted == 12  # the reserved fifth
    assert sum(PROFILE.predicted.values()) == 12


def test_it_takes_little_space():
    without = replace(RECORDED, record=replace(RECORDED.record, profile=None))
    assert len(RECORDED.to_bytes()) - len(without.to_bytes()) < 2_500


def test_the_json_of_a_record_is_free_of_it():
    assert "profile" not in RECORDED.record.as_json()


def test_a_record_without_a_profile_is_read_as_before():
    old = replace(RECORDED, record=replace(RECORDED.record, profile=None))
    record = from_bytes(old.to_bytes()).record
    assert record.profile is None
    assert record.best == RECORDED.record.best


def test_sums_that_no_file_can_hold_are_left_out():
    large = replace(PROFILE, ngram_squares=PROFILE.ngram_squares + MOST_SUM)
    assert not large.fits
    classifier = replace(RECORDED, record=replace(RECORDED.record, profile=large))
    assert from_bytes(classifier.to_bytes()).record.profile is None


@pytest.mark.parametrize(
    "words", [{}, [], [1, 2], [1, -1, 0], [1, 1001, 0], [1, 0, 1_000_001], ["a", "b", "c"]]
)
def test_odd_sums_of_shares_are_refused(words):
    with pytest.raises(BadValueError):
        ShareSum.from_json(words)


def changed(header=None, **arrays):
    """The bytes of the file with other parts of its profile."""
    file = decode(RECORDED.to_bytes(), NEEDS)
    metadata = dict(file.metadata)
    metadata["profile"] = metadata["profile"] | (header or {})
    own = {name: file.array(name) for name in file.names}
    return encode(metadata, own | {f"profile.{name}": array for name, array in arrays.items()})


@pytest.mark.parametrize(
    "data",
    [
        changed({"documents": 61}),
        changed({"documents": "many"}),
        changed({"predicted": [1]}),
        changed({"predicted_documents": -1}),
        changed({"unknown_words": {}}),
        changed(by_length=np.full(N_LENGTHS + 1, 1, np.uint8)),
        changed(ngrams=np.ones((2, 2), np.uint8)),
        changed(ngrams=np.full(N_BUCKETS, 0.5)),
        changed(ngram_squares=np.full(N_BUCKETS, 2**60, np.uint64)),
    ],
)
def test_a_damaged_profile_is_refused_with_a_sentence(data):
    with pytest.raises(ModelFileError, match="its training record must be whole"):
        from_bytes(data)


def test_a_profile_that_lacks_an_array_is_refused():
    file = decode(RECORDED.to_bytes(), NEEDS)
    arrays = {name: file.array(name) for name in file.names if name != "profile.ngrams"}
    with pytest.raises(ModelFileError, match=r"profile\.ngrams"):
        from_bytes(encode(file.metadata, arrays))
