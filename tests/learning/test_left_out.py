"""Leave-one-out in one pass: what is left without each document, by hand."""

import math

import numpy as np
import pytest

from linnet.learning import left_out
from linnet.learning.left_out import Chunk, Pairs, Shared, bernoulli, complement, multinomial
from tests.learning.tables import rows_of

# Documents of x: ant ant, ant bee, cow; of y: bee, and one without words
DOCUMENTS = [[2, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]]
CODES = np.array([0, 0, 0, 1, 1])


def shared(*, presence=False):
    """Totals of all documents; without its own document nobody has a cow."""
    totals = [[2.0, 0], [1, 1], [1, 0]] if presence else [[3.0, 0], [1, 1], [1, 0]]
    column, label = np.nonzero(totals)
    starts = np.searchsorted(column, np.arange(4))
    sums = Pairs(starts, label.astype(np.int32), np.array(totals)[column, label], 2)
    kept = np.array([True, True, True])
    return Shared(sums, np.array([3.0, 2.0]), kept, kept_own=np.array([True, True, False]))


def chunk(common, *, presence=False):
    """All five documents."""
    rows = rows_of(DOCUMENTS)
    own = np.repeat(np.arange(5), np.diff(rows.starts))
    count = np.minimum(rows.values, 1) if presence else rows.values
    totals = common.sums.rows(rows.columns)
    left = totals.copy()
    left[np.arange(len(own)), CODES[own]] -= count
    kept = common.kept[rows.columns]
    kept_own = common.kept_own[rows.columns]
    return Chunk(0, CODES, np.ones(5), own, rows.columns, count, totals, left, kept, kept_own)


def said(formula, document, **settings):
    """exp(score) of a document for each label; 0 where it is vetoed."""
    presence = formula is bernoulli
    common = shared(presence=presence)
    found = formula(common, **settings)(chunk(common, presence=presence))
    scores = np.where(found.vetoed, -np.inf, found.scores)
    return np.exp(scores[document]).tolist()


def test_totals_are_dense_by_column_and_summed_in_steps(monkeypatch):
    sums = shared().sums
    assert sums.rows(np.array([1, 0, 1])).tolist() == [[1, 1], [3, 0], [1, 1]]
    kept = np.array([True, False, True])
    whole = sums.over(kept, np.square)
    monkeypatch.setattr(left_out, "CELLS_AT_ONCE", 2)
    assert whole.tolist() == sums.over(kept, np.square).tolist() == [10, 0]


def test_multinomial_by_hand():
    # without ant bee: x 2 ants, 1 cow, (2 + 1) / (3 + 3) · (0 + 1) / 6; y 1 bee, 1/4 · 2/4
    assert said(multinomial, 1, smoothing=1.0) == pytest.approx([3 / 6 * 1 / 6, 1 / 4 * 2 / 4])
    # without bee: x 5 words of 3, y none
    assert said(multinomial, 3, smoothing=1.0) == pytest.approx([2 / 8, 1 / 3])
    # without cow nobody has one, and it tells nothing
    assert said(multinomial, 2, smoothing=1.0) == [1, 1]
    assert said(multinomial, 4, smoothing=1.0) == [1, 1]


def test_without_smoothing_what_nobody_else_has_vetoes():
    # without ant ant: x 1 ant, 1 bee, 1 cow
    assert said(multinomial, 0, smoothing=0.0) == pytest.approx([1 / 9, 0])
    assert said(multinomial, 1, smoothing=0.0) == [0, 0]


def test_bernoulli_by_hand():
    # without ant bee: x 2 documents, 2/4 ant, 1/4 bee, no cow 2/4; y 2 documents, 1/4, 2/4, 3/4
    expected = [2 / 4 * 1 / 4 * 2 / 4, 1 / 4 * 2 / 4 * 3 / 4]
    assert said(bernoulli, 1, smoothing=1.0) == pytest.approx(expected)
    # without cow, and so without cows: x no ant 1/4, no bee 2/4; y no ant 3/4, no bee 2/4
    assert said(bernoulli, 2, smoothing=1.0) == pytest.approx([1 / 8, 3 / 8])
    # without the empty one: x 3 documents, 2/5 · 3/5 · 3/5; y 1 document, 2/3 · 1/3 · 2/3
    assert said(bernoulli, 4, smoothing=1.0) == pytest.approx([18 / 125, 4 / 27])


def test_without_smoothing_what_all_others_have_must_be_there():
    # without cow: both other documents of x have an ant; one of two of y has a bee
    assert said(bernoulli, 2, smoothing=0.0) == pytest.approx([0, 1 / 2])
    # without ant ant: x 1/2 ant, no bee 1/2, no cow 1/2; no ant in y
    assert said(bernoulli, 0, smoothing=0.0) == pytest.approx([1 / 8, 0])
    # without the empty one: the other document of y has a bee
    assert said(bernoulli, 4, smoothing=0.0) == pytest.approx([1 / 3 * 2 / 3 * 2 / 3, 0])


def test_complement_by_hand():
    # without ant bee: not x has 1 bee, so 1/4 ant, 2/4 bee, 1/4 cow; not y 2 ants and 1 cow, so
    # 3/6, 1/6, 2/6
    found = said(complement, 1, smoothing=1.0, norm=False)
    assert found == pytest.approx([4 * 2, 2 * 6])
    # normed: log 8 of log (4 · 2 · 4), log 12 of log (2 · 6 · 3)
    normed = np.log(said(complement, 1, smoothing=1.0, norm=True))
    assert normed.tolist() == pytest.approx([3 / 5, math.log(12) / math.log(36)])


def test_complement_has_no_prior_and_no_veto():
    common = shared()
    found = complement(common, 1.0, norm=False)(chunk(common))
    assert not found.has_prior
    assert multinomial(common, 1.0)(chunk(common)).has_prior
    assert not found.vetoed.any()
    assert found.scores[2].tolist() == [0, 0]
