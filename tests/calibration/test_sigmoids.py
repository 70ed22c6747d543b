"""The likeliest sigmoid of margins: it has an end, knows no unit and never falls."""

import numpy as np
import pytest

from linnet.calibration.sigmoids import likeliest_sigmoid


def test_a_sigmoid_through_two_far_points_comes_to_rest():
    # 96 documents have the label and one margin, 5,664 another label and another margin; a first step is too long.
    margins = np.repeat([-3.384, -4.094], [96, 5664])
    there = np.repeat([True, False], [96, 5664])
    slope, offset = likeliest_sigmoid(margins, there)
    likely = 1 / (1 + np.exp(-(slope * np.array([-3.384, -4.094]) + offset)))
    assert likely == pytest.approx([97 / 98, 1 / 5666], rel=1e-6)


def test_margins_whose_squares_are_no_numbers_have_a_sigmoid():
    margins = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
    there = margins > 0
    slope, offset = likeliest_sigmoid(margins, there)
    huge, same = likeliest_sigmoid(margins * 1e300, there)
    assert (huge * 1e300, same) == pytest.approx((slope, offset), abs=1e-9)
