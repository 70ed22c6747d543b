"""Whether the means of two samples differ by more than chance explains."""

import numpy as np
import pytest

from linnet.data_drift.significance import (
    Samples,
    dimensions_in_sample,
    dimensions_of,
    pooled_variances,
)


def of_shares(share, new_share, n, n_new):
    """Two samples of one flag."""
    pooled = (n * share + n_new * new_share) / (n + n_new)
    variances = np.array([pooled * (1 - pooled)])
    return Samples(n, n_new, np.array([share]), np.array([new_share]), variances)


def test_one_dimension_is_the_test_of_two_shares():
    # pooled 0.5; z = 0.1 / sqrt(0.25 (1/100 + 1/100)) = sqrt(2); two sides: 0.1573
    samples = of_shares(0.45, 0.55, 100, 100)
    assert samples.p_value(np.ones(1), 1.0) == pytest.approx(0.15730, abs=1e-5)


def test_the_same_means_differ_by_chance_alone():
    assert of_shares(0.4, 0.4, 50, 80).p_value(np.ones(1), 1.0) == 1.0


def test_without_variance_any_difference_is_one():
    variances = np.zeros(2)
    apart = Samples(10, 10, np.array([1.0, 0.0]), np.array([0.0, 1.0]), variances)
    same = Samples(10, 10, np.array([1.0, 0.0]), np.array([1.0, 0.0]), variances)
    assert apart.p_value(np.ones(2), 1.0) == 0.0
    assert same.p_value(np.ones(2), 1.0) == 1.0


def test_the_distance_is_half_of_all_differences():
    samples = Samples(10, 10, np.array([0.5, 0.5, 0.0]), np.array([0.2, 0.5, 0.3]), np.zeros(3))
    assert samples.distance() == pytest.approx(0.3)


def test_the_distance_by_chance_is_what_samples_of_one_distribution_have():
    generator = np.random.default_rng(5)
    shares = np.array([0.5, 0.3, 0.2])
    first = generator.multinomial(200, shares, size=4_000) / 200
    second = generator.multinomial(50, shares, size=4_000) / 50
    distances = np.abs(first - second).sum(axis=1) / 2
    samples = Samples(200, 50, shares, shares, shares * (1 - shares))
    assert samples.distance_by_chance() == pytest.approx(distances.mean(), rel=0.03)


def test_variances_are_pooled_by_their_degrees_of_freedom():
    pooled = pooled_variances(np.array([1.0]), 11, np.array([4.0]), 21)
    assert pooled.tolist() == [(10 * 1 + 20 * 4) / 30]


def test_dimensions_of_a_known_covariance():
    # of a die: diag(1/6) - 1/36 has 5 equal eigenvalues
    shares = np.full(6, 1 / 6)
    assert dimensions_of(np.diag(shares) - np.outer(shares, shares)) == pytest.approx(5.0)
    assert dimensions_of(np.zeros((3, 3))) == 1.0


def test_a_small_sample_shows_how_many_dimensions_there_are():
    generator = np.random.default_rng(2)
    found = [dimensions_in_sample(generator.normal(size=(30, 20))) for _ in range(200)]
    assert np.median(found) == pytest.approx(20, rel=0.1)
    one = generator.normal(size=(30, 1)) @ np.ones((1, 20))
    assert dimensions_in_sample(one) == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("rows", [np.zeros((0, 4)), np.ones((3, 4)), np.ones((50, 4))])
def test_dimensions_of_hardly_any_documents_are_one(rows):
    assert dimensions_in_sample(rows) == 1.0


def test_dimensions_are_at_most_those_that_the_sample_can_show():
    few = np.eye(4, 100)
    assert dimensions_in_sample(few) <= 9.0
