"""Naive Bayes over columns, one distribution per block, by hand."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.learning.column_formulas import binomial, categorical, gaussian, mixed
from linnet.learning.naive_bayes import NaiveBayes
from tests.learning.tables import scores, table

# x: 1 and 3; y: 5, 9 and a missing one. Columns (missing, value), and the squares of the values
NUMBERS = {"numeric": [[0, 1], [4, 14]]}
SQUARES = [[0, 1], [10, 106]]
OF_X = NormalDist(2, 1)
OF_Y = NormalDist(7, 2)


def said(weights, document, *sizes):
    """exp(score) of a document for each label."""
    return np.exp(scores(weights, [document], *sizes)[0]).tolist()


def test_each_column_of_levels_adds_up_to_1():
    # two documents of x: ann and bob; one of y: bob; all of them in rome
    totals = table({"categorical": [[1, 0], [1, 1]], "cross": [[2, 1]]}, weights=[2, 1])
    weights = categorical(totals, NaiveBayes("categorical"))
    # ann (1 + 1) / (2 + 2) with x, 1 / (1 + 2) with y; rome is the only level
    assert said(weights, [1, 0, 1], 2, 1) == pytest.approx([2 / 3 * 2 / 4, 1 / 3 * 1 / 3])
    bare = categorical(totals, NaiveBayes("categorical", smoothing=0))
    assert said(bare, [1, 0, 1], 2, 1) == pytest.approx([2 / 3 * 1 / 2, 0])


def test_the_categorical_learner_refuses_words():
    totals = table({"words": [[1, 0]], "categorical": [[1, 1]]}, weights=[1, 1])
    with pytest.raises(SettingError, match="needs columns of levels; got words too"):
        categorical(totals, NaiveBayes("categorical"))


def test_a_number_is_gaussian_where_it_is_known():
    totals = table(NUMBERS, weights=[2, 3], squares=SQUARES)
    weights = gaussian(totals, NaiveBayes("gaussian"))
    expected = [2 / 5 * OF_X.pdf(4), 3 / 5 * OF_Y.pdf(4)]
    assert said(weights, [0, 4], 2) == pytest.approx(expected, rel=1e-6)
    assert said(weights, [1, 0], 2) == pytest.approx([2 / 5, 3 / 5])


def test_a_label_whose_numbers_are_all_missing_is_not_told_by_them():
    totals = table({"numeric": [[0, 2], [4, 0]]}, weights=[2, 2], squares=[[0, 2], [10, 0]])
    weights = gaussian(totals, NaiveBayes("gaussian"))
    assert said(weights, [0, 3], 2) == pytest.approx([OF_X.pdf(3) / 2, 1 / 2], rel=1e-6)


def test_counts_are_gaussian_with_zeros():
    # x: 2 and 0, mean 1, variance 1; y: 4 and 0, mean 2, variance 4
    totals = table({"words": [[2, 4]]}, weights=[2, 2], squares=[[4, 16]])
    weights = gaussian(totals, NaiveBayes("gaussian"))
    expected = [NormalDist(1, 1).pdf(3) / 2, NormalDist(2, 2).pdf(3) / 2]
    assert said(weights, [3], 1) == pytest.approx(expected, rel=1e-6)


def test_numbers_that_never_vary_are_refused():
    totals = table({"numeric": [[0, 0], [4, 4]]}, weights=[2, 2], squares=[[0, 0], [8, 8]])
    with pytest.raises(SettingError, match="a number must vary to be Gaussian; got columns of one"):
        gaussian(totals, NaiveBayes("gaussian"))


def test_a_mix_multiplies_the_likelihoods_of_its_blocks():
    blocks = {
        "words": [[3, 1], [0, 1]],
        "categorical": [[2, 1], [0, 2]],
        "numeric": NUMBERS["numeric"],
        "lexicon": [[2, 3]],
        "named": [[1, 1], [1, 3]],
    }
    # lexicon: x 2 and 0, mean 1, variance 1; y 3, 0 and 0, mean 1, variance 2
    squares = np.zeros((9, 2))
    squares[4:6] = SQUARES
    squares[6] = [4, 9]
    weights = mixed(table(blocks, weights=[2, 3], squares=squares), NaiveBayes("mixed"))

    # word 1: (3 + 1) / (3 + 2) | (1 + 1) / (2 + 2); level 2: (0 + 1) / (2 + 2) | (2 + 1) / (3 + 2)
    x = 2 / 5 * (4 / 5) * (1 / 4) * OF_X.pdf(4) * NormalDist(1, 1).pdf(2)
    y = 3 / 5 * (2 / 4) * (3 / 5) * OF_Y.pdf(4) * NormalDist(1, math.sqrt(2)).pdf(2)
    # name 2: (1 + 1) / (2 + 2) | (3 + 1) / (4 + 2)
    expected = [x * 2 / 4, y * 4 / 6]
    document = [1, 0, 0, 1, 0, 4, 2, 0, 1]
    assert said(weights, document, 2, 2, 2, 1, 2) == pytest.approx(expected, rel=1e-6)


def test_a_mix_without_numbers_needs_no_squares():
    weights = mixed(table({"categorical": [[1, 0], [0, 1]]}, weights=[1, 1]), NaiveBayes("mixed"))
    assert said(weights, [1, 0], 2) == pytest.approx([1 / 2 * 2 / 3, 1 / 2 * 1 / 3])


def test_every_trial_that_is_no_success_counts_in_binomial():
    # 4 trials each, ant 3 | 1 and bee 1 | 2 of them: t = (3 + 1) / (4 + 2) = 2/3 | 1/3, 1/3 | 1/2
    totals = table({"words": [[3, 1], [1, 2]], "trials": [[4, 4]]}, weights=[1, 1])
    weights = binomial(totals, NaiveBayes("binomial", trials="4"))
    x = (2 / 3) ** 2 * (1 / 3) ** 3 * (2 / 3) ** 5
    y = (1 / 3) ** 2 * (2 / 3) ** 3 * (1 / 2) ** 5
    assert said(weights, [2, 0, 5], 2, 1) == pytest.approx([x / 2, y / 2])


@pytest.mark.parametrize(
    ("successes", "sentence"),
    [
        ([5, 1], "a feature must stand in a document at most as often as there are trials"),
        ([0, 1], "the binomial learner needs smoothing above 0 here; got 0. Use 1.0 if unsure."),
        ([4, 1], "the binomial learner needs smoothing above 0 here; got 0. Use 1.0 if unsure."),
    ],
)
def test_trials_that_do_not_fit_are_a_sentence(successes, sentence):
    totals = table({"words": [successes], "trials": [[4, 4]]}, weights=[1, 1])
    with pytest.raises(SettingError) as caught:
        binomial(totals, NaiveBayes("binomial", trials="4", smoothing=0))
    assert sentence in str(caught.value)
