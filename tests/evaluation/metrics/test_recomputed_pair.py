"""Two classifiers whose metric is computed anew for each swap."""

import numpy as np
import pytest

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.paired import MOST_SWAPS
from linnet.evaluation.metrics.recomputed_pair import RecomputedPair
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.metrics.resampler import Resampler


def sure(n, probability):
    """Return n documents that are rightly called a, with this probability."""
    truth = np.zeros(n, np.int64)
    probabilities = np.tile([probability, 1 - probability], (n, 1))
    return LabelledPredictions(("a", "b"), truth, truth, probabilities, probabilities)


def pair_of(n, groups=None):
    resampler = Resampler.of(groups, n, threads=1)
    return RecomputedPair(METRICS["calibration-error"], sure(n, 0.9), sure(n, 0.6), resampler)


def test_one_document_is_swapped_or_not():
    pair = pair_of(1)
    # All are right: A is 0.1 off, B 0.4.
    assert pair.values() == pytest.approx((0.1, 0.4))
    swapped = pair.swapped()
    assert len(swapped) == MOST_SWAPS
    assert set(swapped.round(12)) == {-0.3, 0.3}


def test_documents_of_a_group_are_swapped_together():
    # One of two swapped leaves both 0.25 off.
    assert set(pair_of(2).swapped().round(12)) == {-0.3, 0.0, 0.3}
    assert set(pair_of(2, np.array([7, 7])).swapped().round(12)) == {-0.3, 0.3}


def test_labels_are_swapped_with_the_probabilities():
    truth = np.zeros(1, np.int64)
    wrong = LabelledPredictions(("a", "b"), truth, truth + 1, np.array([[0.0, 1.0]]))
    right = LabelledPredictions(("a", "b"), truth, truth, np.array([[1.0, 0.0]]))
    resampler = Resampler.of(None, 1, threads=1)
    pair = RecomputedPair(METRICS["accuracy"], wrong, right, resampler)
    assert pair.values() == (0, 1)
    assert set(pair.swapped()) == {-1, 1}


def test_without_probabilities_no_difference_is_known():
    truth = np.zeros(1, np.int64)
    margins = LabelledPredictions(("a", "b"), truth, truth, np.array([[1.0, -1.0]]))
    resampler = Resampler.of(None, 1, threads=1)
    pair = RecomputedPair(METRICS["calibration-error"], margins, margins, resampler)
    assert pair.values() == (None, None)
    assert np.isnan(pair.swapped()).all()


def test_resamples_say_nothing_of_a_calibration_error():
    assert pair_of(1).drawn() is None
    assert pair_of(1).interval(0.3) is None
