"""The labels of documents: codes, flags, weights, and each label against the rest."""

import numpy as np
import pytest

from linnet.learning.targets import Targets

THREE = Targets.of(np.array([0, 2, 1, 0], np.int32), 3)


def several(*labels, n_labels=3, weights=None, sides=None):
    """Targets of documents with these lists of labels."""
    sizes = [len(codes) for codes in labels]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    codes = np.array([code for codes in labels for code in codes], np.int32)
    return Targets(starts, codes, n_labels, weights, multilabel=True, sides=sides)


def test_one_label_each():
    assert (len(THREE), THREE.n_outputs, THREE.apart) == (4, 3, False)
    assert THREE.indicator(0).tolist() == [True, False, False, True]
    assert THREE.flags().astype(int).tolist() == [[1, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert THREE.sets().tolist() == [0, 2, 1, 0]
    assert Targets.of(np.array([], np.int32), 1).weight == 0


def test_several_labels_or_none():
    targets = several([0, 2], [], [2, 0], [1])
    assert targets.document_of_label.tolist() == [0, 0, 2, 2, 3]
    assert targets.flags().astype(int).tolist() == [[1, 0, 1], [0, 0, 0], [1, 0, 1], [0, 1, 0]]
    first, second, third, fourth = targets.sets().tolist()
    assert first == third
    assert len({first, second, fourth}) == 3


def test_two_labels_that_exclude_each_other_need_one_weight_vector():
    two = Targets.of(np.array([1, 0], np.int32), 2)
    assert two.n_outputs == 1
    assert [one.codes.tolist() for one in two.one_by_one()] == [[1, 0]]
    both = several([1], [0, 1], n_labels=2)
    assert both.n_outputs == 2
    assert [one.codes.tolist() for one in both.one_by_one()] == [[0, 1], [1, 1]]


@pytest.mark.parametrize(
    ("targets", "apart"),
    [
        (several([0], [1], [2]), False),
        (several([0, 1], [0], [0, 2]), True),  # all documents have label 0
        (several([0], [1], n_labels=2), True),
        (several([0], [1], [2], sides=np.ones((3, 2))), True),
    ],
)
def test_a_label_is_learned_by_itself_where_others_do_not_help(targets, apart):
    assert targets.apart == apart


def test_weights_and_sides_multiply():
    weights = np.array([1.0, 10.0])
    sides = np.array([[2.0, 3.0], [4.0, 5.0]])
    targets = several([0], [0, 1], n_labels=2, weights=weights, sides=sides)
    assert targets.weight == 11
    # both documents have label 0: 3 · 1 and 3 · 10; only the last has label 1: 4 · 1 and 5 · 10
    assert [one.weights.tolist() for one in targets.one_by_one()] == [[3, 30], [4, 50]]
    alone = several([0], [0, 1], n_labels=2, sides=sides)
    assert [one.weights.tolist() for one in alone.one_by_one()] == [[3, 3], [4, 5]]
