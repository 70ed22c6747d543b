"""Two classifiers compared by ranks, whatever their scores are."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import rankdata

from linnet.evaluation.metrics.paired import coin_flips
from linnet.evaluation.metrics.ranked_pair import AREAS, RankedPair
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.metrics.resampler import Resampler
from tests.evaluation.metrics.made_up import answered, only


def test_rank_measures_do_not_mind_the_kind_of_scores():
    a, b = answered(200, 1), answered(200, 2)
    margins = replace(b, scores=np.exp(3 * b.probabilities), probabilities=None)
    for metric in ("macro-roc-area", "macro-average-precision"):
        assert only(a, b, metric).p_value == only(a, margins, metric).p_value


@pytest.mark.parametrize("metric", AREAS)
def test_rank_measures_swap_ranks(metric):
    a, b = (
        replace(one, scores=one.scores.round(1), probabilities=None)
        for one in (answered(30, 1), answered(30, 2))
    )
    pair = RankedPair(METRICS[metric], a, b, Resampler.of(np.arange(30) // 2, 30))
    ranks = [rankdata(one.scores, axis=0) for one in (a, b)]
    throws = next(coin_flips(15, resamples=1000))
    for found, flips in zip(pair.swapped()[:20], throws[:20], strict=True):
        swap = np.repeat(flips, 2)[:, None] > 0
        mixed = [replace(a, scores=np.where(swap, *sides)) for sides in (ranks[::-1], ranks)]
        assert found == pytest.approx(
            METRICS[metric].of(mixed[1]) - METRICS[metric].of(mixed[0]), abs=1e-12
        )
