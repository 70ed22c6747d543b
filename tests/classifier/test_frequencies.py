"""How many training documents have each feature."""

import pytest

import linnet
from linnet.classifier.frequencies import block_frequencies, document_frequencies

PAIRS = [("a b", "x"), ("a a", "y"), ("a c c", "x")]


@pytest.mark.parametrize("learner", ["multinomial", "svm", "perceptron"])
def test_every_learner_knows_them(learner):
    classifier = linnet.train(PAIRS, {"learner": learner})
    names = [classifier.model.features.name(column) for column in range(3)]
    assert dict(zip(names, document_frequencies(classifier).tolist(), strict=True)) == {
        "a": 3,
        "b": 1,
        "c": 1,
    }


def test_rare_features_are_left_out():
    classifier = linnet.train(PAIRS, {"min_documents": 2})
    assert document_frequencies(classifier).tolist() == [3]


def test_blocks_have_their_own():
    classifier = linnet.train(PAIRS, {"words": "1", "chars": "1"})
    assert block_frequencies(classifier, 0).tolist() == [3, 1, 1]
    assert sum(map(len, (block_frequencies(classifier, number) for number in (0, 1)))) == len(
        document_frequencies(classifier)
    )


def test_hashed_features_are_counted_by_column():
    classifier = linnet.train(PAIRS, {"hash_bits": 4})
    frequencies = document_frequencies(classifier)
    assert len(frequencies) == 16
    assert frequencies.max() == 3
