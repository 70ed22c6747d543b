"""Where a path of strengths begins, by hand."""

import numpy as np
import pytest

from linnet.features.rows import Rows
from linnet.learning.first_strength import first_strength
from linnet.learning.targets import Targets

ROWS = Rows(np.array([0, 1, 2]), np.array([0, 1], np.int32), np.array([1.0, 2.0]))
TARGETS = Targets.of(np.array([0, 1], np.int32), 2)


def test_the_steepest_slope_at_weights_0_by_hand():
    # half of the documents have the label: residuals -1/4 and 1/4, so the slopes are -1/4 and 2/4
    assert first_strength(ROWS, TARGETS, 2, 1.0) == pytest.approx(0.5)


def test_a_share_of_l1_needs_more_strength():
    assert first_strength(ROWS, TARGETS, 2, 0.5) == pytest.approx(1.0)


def test_features_that_tell_nothing_begin_at_1():
    empty = Rows(np.array([0, 0, 0]), np.empty(0, np.int32), np.empty(0))
    assert first_strength(empty, TARGETS, 2, 1.0) == 1.0
