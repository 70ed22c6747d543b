"""Isotonic calibration: as scikit-learn has it, and never 0 or 1."""

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from linnet.calibration.isotonic import rising_line
from linnet.calibration.maximum_likelihood import fit_calibration
from tests.calibration.scored_documents import MARGINS, MIRRORED, TRUTH, probabilities


def test_isotonic_is_scikit_learns():
    rounded = MARGINS.round(1)  # with ties
    everywhere = np.linspace(-12, 12, 4001)
    knots, heights = rising_line(rounded, TRUTH == 1)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(rounded, TRUTH).predict(everywhere)
    np.testing.assert_allclose(np.interp(everywhere, knots, heights), theirs, rtol=0, atol=1e-12)


def test_isotonic_never_says_that_what_was_not_seen_cannot_be():
    found = probabilities(MIRRORED, fit_calibration(MIRRORED, TRUTH, "isotonic"), "softmax")
    assert found.min() == pytest.approx(1 / 602)
    assert found.max() == pytest.approx(1 - 1 / 602)
    np.testing.assert_allclose(found.sum(axis=1), 1)
