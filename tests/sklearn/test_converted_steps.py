"""Weights taken back through the steps of a fitted pipeline."""

import numpy as np
import pytest
from sklearn.base import TransformerMixin
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfTransformer
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler

from linnet.errors import SettingError
from linnet.sklearn.converted_steps import (
    all_steps,
    branches_of,
    is_hashed,
    is_linear,
    is_selector,
    kind_of,
    selected_columns,
    steps_of,
    weights_before,
    width_behind,
    width_of,
)

TEXTS = ["ant ant bee", "bee cat", "cat cat cat cat"]
COUNTS = np.array([[2.0, 1, 0], [0, 1, 1], [0, 0, 4]])
WORDS = CountVectorizer().fit(TEXTS)
ONES = np.array([[1.0, 2.0, 4.0]])
# Variances are 8/9, 2/9 and 26/9: bee is left out.
SELECTOR = VarianceThreshold(0.5).fit(COUNTS)


class Other(TransformerMixin):
    """A step of somebody else."""


def test_steps_are_known_by_the_names_of_their_classes():
    assert (kind_of(WORDS), kind_of(Other())) == ("CountVectorizer", "")
    assert [is_selector(SELECTOR), is_selector(WORDS)] == [True, False]
    assert [is_linear(MaxAbsScaler()), is_linear(TfidfTransformer())] == [True, False]
    assert [is_hashed(HashingVectorizer()), is_hashed(WORDS)] == [True, False]
    assert (width_of(WORDS), width_of(HashingVectorizer(n_features=7))) == (3, 7)


def test_steps_that_do_nothing_are_left_out():
    pipeline = make_pipeline(WORDS, "passthrough", SELECTOR, None)
    assert steps_of(pipeline) == [WORDS, SELECTOR]
    assert steps_of((WORDS, None)) == [WORDS]
    assert steps_of(WORDS) == [WORDS]
    assert steps_of("text") == ["text"]


def test_a_union_has_branches_with_their_factors():
    inner = make_pipeline(WORDS, SELECTOR)
    union = FeatureUnion(
        [("a", WORDS), ("b", "drop"), ("c", inner)], transformer_weights={"c": 0.5}
    )
    assert list(branches_of(union)) == [(1.0, [WORDS]), (0.5, [WORDS, SELECTOR])]
    assert list(all_steps([union, SELECTOR])) == [union, WORDS, WORDS, SELECTOR, SELECTOR]
    assert width_behind([union]) == 3 + 2


def test_columns_that_were_left_out_have_the_weight_0():
    table, added = weights_before([WORDS, SELECTOR], np.array([[5.0, 7.0]]))
    assert table.tolist() == [[5, 0, 7]]
    assert added.tolist() == [0]
    assert selected_columns([WORDS, SELECTOR]).tolist() == [True, False, True]


def test_weights_are_divided_as_columns_were():
    # The largest counts are 2, 1 and 4.
    largest = MaxAbsScaler().fit(COUNTS)
    table, added = weights_before([WORDS, largest], ONES)
    assert table.tolist() == [[0.5, 2, 1]]
    assert added.tolist() == [0]
    unscaled, _ = weights_before([WORDS, largest], ONES, scaled=False)
    assert unscaled.tolist() == [[1, 2, 4]]


def test_means_are_taken_off_the_score():
    # The means are 2/3, 2/3 and 5/3.
    centred = StandardScaler(with_std=False).fit(COUNTS)
    table, added = weights_before([WORDS, centred], ONES)
    assert table.tolist() == ONES.tolist()
    assert added == pytest.approx([-(1 * 2 + 2 * 2 + 4 * 5) / 3])


def test_projected_weights_spread_over_all_columns():
    projection = TruncatedSVD(1).fit(COUNTS)
    projection.components_ = np.array([[0.6, 0.0, -0.8]])
    table, _ = weights_before([WORDS, projection], np.array([[10.0], [1.0]]))
    assert table == pytest.approx(np.array([[6, 0, -8], [0.6, 0, -0.8]]))
    assert selected_columns([WORDS, projection]).tolist() == [True] * 3


def test_a_union_puts_its_branches_side_by_side():
    largest = MaxAbsScaler().fit(COUNTS)
    branch = make_pipeline(WORDS, largest)
    union = FeatureUnion([("a", branch), ("b", WORDS)], transformer_weights={"b": 10})
    table, _ = weights_before([union], np.hstack([ONES, ONES]))
    assert table.tolist() == [[0.5, 2, 1, 10, 20, 40]]


def test_before_a_tfidf_transformer_columns_only_find_their_places():
    largest = MaxAbsScaler().fit(COUNTS)
    weighing = TfidfTransformer().fit(COUNTS)
    table, _ = weights_before([WORDS, largest, weighing], ONES)
    assert table.tolist() == ONES.tolist()


def test_steps_that_do_not_fit_are_refused():
    with pytest.raises(SettingError, match="got 2 columns behind CountVectorizer, which has 3"):
        weights_before([WORDS], np.ones((1, 2)))
    clipping = MaxAbsScaler(clip=True).fit(COUNTS)
    with pytest.raises(SettingError, match=r"MaxAbsScaler must not clip, .*; got clip=True"):
        weights_before([WORDS, clipping], ONES)
