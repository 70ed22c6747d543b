"""The rank of the document whose probability is the cutoff of a budget."""

import pytest
from scipy.stats import binom

from linnet.calibration.budget import budget_rank


@pytest.mark.parametrize(
    ("n", "budget"), [(2995, 0.001), (5000, 0.001), (59, 0.05), (1000, 0.05), (100_000, 0.01)]
)
def test_the_rank_of_a_budget_is_the_smallest_that_is_sure_enough(n, budget):
    k = budget_rank(n, budget)
    assert binom.sf(k - 1, n, 1 - budget) <= 0.05 < binom.sf(k - 2, n, 1 - budget)
