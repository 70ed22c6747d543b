"""Which margins the map of each label is found on."""

import numpy as np
import pytest

from linnet.calibration.label_maps import fit_each_label


def sizes(margins, has_label):
    """Return how many margins there are, and how many of documents with the label."""
    return len(margins), int(has_label.sum())


def test_labels_with_maps_of_their_own_see_their_own_margins():
    scores = np.array([[1.0, -1.0, 0.0], [2.0, 3.0, 4.0]])
    seen = fit_each_label(
        lambda margins, has_label: (margins.tolist(), has_label.tolist()),
        scores,
        np.array([0, 2]),
        "margin",
        np.ones(3, np.bool_),
    )
    assert seen == [
        ([1.0, 2.0], [True, False]),
        ([-1.0, 3.0], [False, False]),
        ([0.0, 4.0], [False, True]),
    ]


def test_two_labels_are_mirrored():
    # log(0.6 / 0.2) = log 3
    first, second = fit_each_label(
        lambda margins, _: margins.tolist(),
        np.log([[0.2, 0.6]]),
        np.array([1]),
        "softmax",
        np.ones(2, np.bool_),
    )
    assert first == pytest.approx([-np.log(3)])
    assert second == pytest.approx([np.log(3)])


def test_labels_with_few_documents_share_a_map_of_theirs_alone():
    # Labels 1 and 2 have 6 + 4 = 10 documents, as many as one label needs; 2 · 12 margins.
    truth = np.repeat([0, 1, 2], [2, 6, 4])
    own = np.array([True, False, False])
    found = fit_each_label(sizes, np.zeros((12, 3)), truth, "margin", own)
    assert found == [(12, 2), (24, 10), (24, 10)]


def test_where_these_are_still_too_few_all_labels_take_part():
    # 6 + 3 = 9 documents; 3 · 11 margins, each document with its one label.
    truth = np.repeat([0, 1, 2], [2, 6, 3])
    own = np.array([True, False, False])
    found = fit_each_label(sizes, np.zeros((11, 3)), truth, "margin", own)
    assert found == [(11, 2), (33, 11), (33, 11)]


def test_vetoed_documents_take_no_part_in_the_map_of_the_label():
    scores = np.array([[1.0, -np.inf], [2.0, 3.0]])
    truth = np.array([[True, False], [False, True]])
    found = fit_each_label(sizes, scores, truth, "margin", np.ones(2, np.bool_))
    assert found == [(2, 1), (1, 1)]
