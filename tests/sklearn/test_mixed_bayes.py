"""Naive Bayes with a distribution of its own for each column."""

import numpy as np
import pytest
import scipy.sparse

from linnet import sklearn as ours


def test_levels_numbers_and_counts_are_mixed():
    X = [[0, 1.6, 3, 0], [0, 1.7, 2, 0], [1, 1.0, 0, 2], [1, 1.2, 0, 3]]
    kinds = ["categorical", "gaussian", "multinomial", "multinomial"]
    mixed = ours.MixedNB(kinds).fit(X, [1, 1, 0, 0])
    # Log-likelihoods add: all parts, each without its prior, and the prior once.
    columns = np.array(X)
    parts = [
        ours.CategoricalNB(fit_prior=False)
        .fit(columns[:, :1], [1, 1, 0, 0])
        .predict_joint_log_proba(columns[:, :1]),
        ours.GaussianNB(priors=[0.5, 0.5])
        .fit(columns[:, 1:2], [1, 1, 0, 0])
        .predict_joint_log_proba(columns[:, 1:2]),
        ours.MultinomialNB(fit_prior=False)
        .fit(columns[:, 2:], [1, 1, 0, 0])
        .predict_joint_log_proba(columns[:, 2:]),
    ]
    assert np.allclose(mixed.predict_joint_log_proba(X), sum(parts) - 2 * np.log(0.5))


LEVELS_AND_WORDS = np.array([[0, 1], [1, 1], [1, 0]])
MOODS = ["bad", "good", "good"]


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_levels_and_words_by_hand(kind):
    mixed = ours.MixedNB(["categorical", "bernoulli"]).fit(kind(LEVELS_AND_WORDS), MOODS)
    # Level 1: (0 + 1) / (1 + 2) with bad, (2 + 1) / (2 + 2) with good; the word is not there:
    # 1 - (1 + 1) / (1 + 2) and 1 - (1 + 1) / (2 + 2).
    [joint] = mixed.predict_joint_log_proba(kind(LEVELS_AND_WORDS[2:]))
    bad = 1 / 3 * 1 / 3 * 1 / 3
    good = 2 / 3 * 3 / 4 * 1 / 2
    assert joint == pytest.approx(np.log([bad, good]))


def test_one_name_is_that_of_all_columns():
    counts = [[2, 1], [0, 3], [1, 1]]
    mixed = ours.MixedNB("multinomial", alpha=0.5).fit(counts, MOODS, sample_weight=[1, 2, 3])
    plain = ours.MultinomialNB(alpha=0.5).fit(counts, MOODS, sample_weight=[1, 2, 3])
    assert list(mixed.parts_) == ["multinomial"]
    joint = plain.predict_joint_log_proba(counts)
    assert mixed.predict_joint_log_proba(counts) == pytest.approx(joint)


@pytest.mark.parametrize(
    "distributions", [["gaussian"], ["gaussian", "poisson"], ["gaussian"] * 3], ids=len
)
def test_each_column_must_have_one_of_the_distributions(distributions):
    sentence = "must name one of multinomial, .*, gaussian for each of the 2 columns; got"
    with pytest.raises(ValueError, match=sentence):
        ours.MixedNB(distributions).fit(LEVELS_AND_WORDS, MOODS)


def test_values_below_0_are_only_for_those_that_take_them():
    below = [[-1.0, 0], [1.0, 1], [2.0, 1]]
    assert ours.MixedNB(["gaussian", "bernoulli"]).fit(below, MOODS).class_count_.tolist() == [1, 2]
    with pytest.raises(ValueError, match="Negative values in data"):
        ours.MixedNB(["multinomial", "bernoulli"]).fit(below, MOODS)
