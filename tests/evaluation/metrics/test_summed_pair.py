"""Two classifiers compared by sums over documents."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.evaluation.metrics.labelled_predictions import UNSURE
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.summed_pair import SummedPair
from tests.evaluation.metrics.made_up import answered


@pytest.mark.parametrize(
    "metric", [name for name, one in METRICS.items() if one.counted or one.averaged]
)
def test_sums_give_the_measure_also_of_unsure_answers(metric):
    a = answered(40, 3)
    a = replace(a, predicted=np.where(np.arange(40) % 7 == 0, UNSURE, a.predicted))
    pair = SummedPair.of(METRICS[metric], a, a, Resampler.of(None, 40))
    expected = METRICS[metric].of(a)
    assert pair.values() == (
        (None, None) if expected is None else pytest.approx((expected, expected), abs=1e-12)
    )
