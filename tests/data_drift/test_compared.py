"""The shift of each kind, worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.data_drift.compared import (
    LabelCounts,
    label_shift,
    length_shift,
    median_length,
    ngram_shift,
    word_shift,
)
from linnet.data_drift.shift import LABELS
from linnet.storage.training_profile import LENGTH_EDGES, N_BUCKETS, ShareSum, TrainingProfile


def profile(lengths=(), ngrams=()):
    """The profile of documents of these lengths, each with n-grams of one bucket alone."""
    empty = TrainingProfile.empty(has_words=True)
    bins = np.searchsorted(LENGTH_EDGES, np.array(lengths, np.int64), side="right")
    counts = np.bincount(np.array(ngrams, np.int64), minlength=N_BUCKETS)
    return replace(
        empty,
        documents=max(len(lengths), len(ngrams)),
        lengths=np.bincount(bins, minlength=len(LENGTH_EDGES) + 1),
        ngrams=1000 * counts,
        ngram_squares=1_000_000 * counts,
    )


def sample_of(ngrams):
    """The same documents one by one."""
    rows = np.zeros((len(ngrams), N_BUCKETS))
    rows[np.arange(len(ngrams)), ngrams] = 1000
    return rows


def test_labels_by_hand():
    training = LabelCounts({"ham": 80, "spam": 20}, 100)
    new = LabelCounts({"ham": 30, "spam": 70}, 100)
    shift = label_shift(LABELS, training, new)
    assert shift.distance == pytest.approx(0.5)
    assert (shift.label, shift.expected, shift.found) == ("ham", 0.8, 0.3)
    # pooled 0.55: z² = 0.25 / (0.55 · 0.45 · 0.02) = 50.5
    assert shift.p_value == pytest.approx(1.2e-12, rel=0.1)
    assert shift.is_found


def test_a_label_that_is_new_counts():
    shift = label_shift(LABELS, LabelCounts({"ham": 100}, 100), LabelCounts({"scam": 50}, 50))
    assert shift.distance == 1.0
    assert shift.is_found


def test_few_documents_with_odd_labels_are_no_shift():
    training = LabelCounts({"ham": 500, "spam": 500}, 1000)
    assert not label_shift(LABELS, training, LabelCounts({"ham": 8, "spam": 4}, 12)).is_found


def test_sets_of_labels_are_compared_by_their_labels():
    training = LabelCounts({"a": 100, "b": 100}, 100, multilabel=True)
    assert not label_shift(LABELS, training, LabelCounts({"a": 50, "b": 50}, 50, True)).is_found
    assert label_shift(LABELS, training, LabelCounts({"a": 50, "b": 5}, 50, True)).is_found


def test_lengths_by_their_medians():
    training = profile(lengths=[20, 30, 40] * 50)
    shift = length_shift(training, profile(lengths=[200, 300, 400] * 20))
    assert shift.distance == 1.0
    assert shift.is_found
    assert shift.found / shift.expected == pytest.approx(10, rel=0.2)
    assert not length_shift(training, profile(lengths=[20, 40, 30] * 20)).is_found


def test_texts_all_of_one_length_are_no_shift_from_themselves():
    shift = length_shift(profile(lengths=[7] * 40), profile(lengths=[7] * 20))
    assert (shift.distance, shift.p_value) == (0.0, 1.0)


def test_the_median_is_within_its_bin():
    counts = np.bincount(np.searchsorted(LENGTH_EDGES, [0, 10, 100], side="right"), minlength=66)
    assert 8 <= median_length(counts) <= 11


def test_unknown_words_by_hand():
    # 100 documents of which each has a tenth; 100 of which each has four tenths
    same = ShareSum(100, 100 * 100, 100 * 100**2)
    more = ShareSum(100, 100 * 400, 100 * 400**2)
    shift = word_shift(same, more)
    assert (shift.expected, shift.found) == (0.1, 0.4)
    assert shift.distance == pytest.approx(0.3)
    assert shift.is_found


def test_fewer_unknown_words_are_no_shift():
    more = ShareSum(100, 100 * 400, 100 * 400**2)
    fewer = ShareSum(100, 100 * 100, 100 * 100**2)
    shift = word_shift(more, fewer)
    assert (shift.distance, shift.p_value, shift.is_found) == (0.0, 1.0, False)


def test_ngrams_by_hand():
    training = [0, 1] * 100
    new = [0, 2] * 50
    shift = ngram_shift(profile(ngrams=training), profile(ngrams=new), sample_of(new))
    assert shift.distance == pytest.approx(0.5)
    assert shift.is_found
    same = ngram_shift(
        profile(ngrams=training), profile(ngrams=[1, 0] * 50), sample_of([0, 1] * 50)
    )
    assert not same.is_found


def test_documents_without_ngrams_are_no_shift():
    empty = replace(profile(lengths=[1] * 20), documents=20)
    shift = ngram_shift(empty, empty, np.zeros((20, N_BUCKETS)))
    assert (shift.distance, shift.p_value) == (0.0, 1.0)
