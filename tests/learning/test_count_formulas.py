"""Naive Bayes over counts, each formula by hand on three documents."""

import math

import numpy as np
import pytest

from linnet.learning.count_formulas import (
    bernoulli,
    complement,
    log_factorials,
    log_multinomial_coefficients,
    multinomial,
    multinomial_against_rest,
    poisson,
)
from linnet.learning.naive_bayes import NaiveBayes
from tests.learning.tables import rows_of, scores, table

# ant, bee, cow: two documents of x have 3 ants and 1 bee, one of y has 2 bees and 1 cow
TOTALS = table(
    {"words": [[3, 0], [1, 2], [0, 1]]}, weights=[2, 1], presences=[[2, 0], [1, 1], [0, 1]]
)
PRIOR = (2 / 3, 1 / 3)


def said(formula, document, **settings):
    """exp(score) of a document for each label."""
    weights = formula(TOTALS, NaiveBayes(formula.__name__, **settings))
    return np.exp(scores(weights, [document], 3)[0]).tolist()


def test_multinomial_by_hand():
    # x: 4 words, (3 + 1) / (4 + 3) ant and 1/7 cow; y: 3 words, 1/6 ant and 2/6 cow
    x = PRIOR[0] * (4 / 7) ** 2 * (1 / 7)
    y = PRIOR[1] * (1 / 6) ** 2 * (2 / 6)
    assert said(multinomial, [2, 0, 1]) == pytest.approx([x, y])
    assert said(multinomial, [0, 0, 0], prior="uniform") == pytest.approx([0.5, 0.5])


def test_without_smoothing_a_word_never_seen_with_a_label_vetoes_it():
    assert said(multinomial, [1, 1, 0], smoothing=0) == pytest.approx([2 / 3 * 3 / 4 * 1 / 4, 0])
    assert said(multinomial, [0, 1, 1], smoothing=0) == pytest.approx([0, 1 / 3 * 2 / 3 * 1 / 3])


def test_absent_words_count_in_bernoulli():
    # x: (2 + 1) / (2 + 2) ant, 2/4 bee, 1/4 cow; y: 1/3 ant, 2/3 bee, 2/3 cow
    x = PRIOR[0] * (3 / 4) * (1 - 2 / 4) * (1 - 1 / 4)
    y = PRIOR[1] * (1 / 3) * (1 - 2 / 3) * (1 - 2 / 3)
    assert said(bernoulli, [1, 0, 0]) == pytest.approx([x, y])


def test_without_smoothing_the_absence_of_a_word_that_all_have_vetoes():
    # every document of x has an ant, half of them a bee, none a cow
    assert said(bernoulli, [1, 1, 0], smoothing=0) == pytest.approx([PRIOR[0] / 2, 0])
    assert said(bernoulli, [1, 0, 0], smoothing=0) == pytest.approx([PRIOR[0] / 2, 0])
    assert said(bernoulli, [0, 1, 1], smoothing=0) == pytest.approx([0, PRIOR[1]])


def test_complement_counts_the_words_of_the_other_labels():
    # not x: 3 words, (0 + 1) / (3 + 3) ant, 3/6 bee, 2/6 cow; not y: 4/7, 2/7, 1/7; no prior
    assert said(complement, [1, 1, 0]) == pytest.approx([6 * 2, 7 / 4 * 7 / 2])
    # normed: x log 6 of log 6 + log 2 + log 3 = log 36, which is half
    weights = complement(TOTALS, NaiveBayes("complement", norm=True))
    normed = scores(weights, [[1, 0, 0], [1, 1, 1]], 3)
    y = math.log(7 / 4) / math.log(343 / 8)
    np.testing.assert_allclose(normed, [[0.5, y], [1.0, 1.0]])


def test_poisson_by_hand():
    # rates of x (3 + 1) / (2 + 1), 2/3, 1/3, in all 7/3; of y 1/2, 3/2, 2/2, in all 3
    x = PRIOR[0] * (4 / 3) ** 2 * (2 / 3) * math.exp(-7 / 3)
    y = PRIOR[1] * (1 / 2) ** 2 * (3 / 2) * math.exp(-3)
    assert said(poisson, [2, 1, 0]) == pytest.approx([x, y])
    # without smoothing: rates of x 3/2, 1/2, 0
    x = PRIOR[0] * (3 / 2) * math.exp(-2)
    assert said(poisson, [1, 0, 0], smoothing=0) == pytest.approx([x, 0])


def test_each_label_against_the_rest_by_hand():
    # all, x, y and z, which every document has: what is not x is y, and nobody is not z
    sums = [[3, 3, 0, 3], [3, 1, 2, 3], [1, 0, 1, 1]]
    totals = table({"words": sums}, weights=[3, 2, 1, 3], labels=("", "x", "y", "z"))
    odds = np.log([2.0, 0.5, 3.0])
    weights = multinomial_against_rest(totals, 1.0, odds)
    x = (4 / 7) / (1 / 6) * (1 / 7) / (2 / 6)
    found = np.exp(scores(weights, [[1, 0, 1]], 3)[0])
    assert found.tolist() == pytest.approx([2 * x, 0.5 / x, 3])
    assert np.exp(weights.prior).tolist() == pytest.approx([2 / 3, 1 / 3, 3 / 4])


def test_coefficients_of_documents_by_hand():
    # 3! / 2! orders of ant ant cow, one of bee bee bee, one of nothing; 2! · 1! · 3! = 12
    rows = rows_of([[2, 0, 1], [0, 3, 0], [0, 0, 0]], np.uint32)
    assert log_multinomial_coefficients(rows) == pytest.approx(math.log(3))
    assert log_factorials(rows) == pytest.approx(math.log(12))
    nothing = rows_of([[0, 0, 0]], np.uint32)
    assert (log_multinomial_coefficients(nothing), log_factorials(nothing)) == (0, 0)
