"""The influence of documents on a mean over labels, by hand."""

import math

import numpy as np
import pytest

from linnet.evaluation.metrics.influences import Influences, influences_of
from linnet.evaluation.metrics.intervals import logit_interval, wilson
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions

TRUTH = np.array([0, 0, 1])
# By a: a document of a, that of b, the other one of a. By b the other way round.
MIXED = np.array([[3.0, -3.0], [1.0, -1.0], [2.0, -2.0]])
PERFECT = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])


def areas(scores, labels=("a", "b")):
    predictions = LabelledPredictions(labels, TRUTH, TRUTH, scores)
    return influences_of(predictions, "macro-roc-area")


def test_a_document_counts_as_one_of_its_label_and_as_one_of_the_others():
    found = areas(MIXED)
    # Both areas are 1/2. The shares of others below each document are 1, 0 and 1/2.
    assert found.values.tolist() == [1, 0, 0.5]
    # (1 - 1/2) / 2 documents / 2 labels = 1/8
    assert found.own.tolist() == [1 / 8, -1 / 8, 0]
    # By b, the one document of b is above the second, and below the first.
    assert found.others.tolist() == [1 / 8, -1 / 8, 0]


def test_a_label_without_documents_is_not_counted():
    unused = np.full((3, 1), -np.inf)
    found = areas(np.hstack([MIXED, unused]), ("a", "b", "c"))
    assert found.own.tolist() == [1 / 8, -1 / 8, 0]
    assert found.others.tolist() == [1 / 8, -1 / 8, 0]


def test_precisions_are_those_at_the_documents_of_a_label():
    predictions = LabelledPredictions(("a", "b"), TRUTH, TRUTH, MIXED)
    found = influences_of(predictions, "macro-average-precision")
    # By a: 1 of 1, then 2 of 3. By b: 1 of 2.
    assert found.values.tolist() == pytest.approx([1, 2 / 3, 1 / 2])


def test_the_interval_by_hand():
    # Typical variance: weights 1/6, 1/6, 4/6; Σ weight · (value - 1/2)² = 1/12; over 1 - 1/2: 1/6.
    # Labels: 2/64 + 1/6 / 4² = 1/24 and 0 + 1/6 / 2² = 1/24. Others: 2/64. Crossed: 2 · 2/64.
    error = math.sqrt(2 / 24 + 2 / 64 + 4 / 64)
    # (2/24)² / ((1/24)² / 2 + (1/24)² / 1)
    freedom = 8 / 3
    low, high = logit_interval(0.5, error, freedom=freedom)
    assert areas(MIXED).interval(0.5) == pytest.approx((low, high))

    low, high = logit_interval(0.5, error / 2, freedom=freedom)
    expected = (2 * low - 1, 2 * high - 1)
    assert areas(MIXED).difference_interval(0.0) == pytest.approx(expected)


def test_differences_are_taken_document_by_document():
    perfect = areas(PERFECT)
    assert perfect.own.tolist() == perfect.others.tolist() == [0, 0, 0]
    difference = areas(MIXED) - perfect
    assert difference.values.tolist() == [0, -1, -0.5]
    assert difference.own.tolist() == [1 / 8, -1 / 8, 0]
    none = perfect - perfect
    assert none.difference_interval(0.0) == (0, 0)


def test_one_document_is_one_trial():
    found = Influences(np.array([0]), np.ones(1), np.zeros(1), np.zeros(1))
    assert found.interval(1.0) == wilson(1, 1)
