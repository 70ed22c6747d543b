"""Totals as tables, and the prior of the labels."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.features.blocks import BlockSettings
from linnet.features.names import Names
from linnet.learning.class_totals import NO_COLUMNS, BlockTotals, ClassTotals
from linnet.learning.table import given_prior, log_prior, prior_among, table_of
from tests.learning.tables import table

# ant 3 with x; bee 1 and 2; one character, 4 with y
WORDS = [[3, 0], [1, 2]]
TOTALS = table({"words": WORDS, "chars": [[0, 4]]}, weights=[2, 1])


def test_stored_pairs_add_up_by_label_and_by_column():
    assert TOTALS.by_label(TOTALS.sums).tolist() == [4, 6]
    sums, column = TOTALS.by_column(TOTALS.sums)
    assert (sums.tolist(), column.tolist()) == ([3, 3, 4], [0, 1, 1, 2])
    assert TOTALS.dense(TOTALS.sums).tolist() == [[3, 0], [1, 2], [0, 4]]
    assert TOTALS.for_blocks(np.array([7.0, 8.0])).tolist() == [7, 8, 7, 8]


def test_a_part_has_the_columns_of_its_blocks():
    chars = TOTALS.part(range(1, 2))
    assert (chars.kinds, chars.n_blocks, chars.n_columns) == (("chars",), 1, 1)
    assert (chars.ends.tolist(), chars.dense(chars.sums).tolist()) == ([1], [[0, 4]])
    words = TOTALS.part(range(1))
    assert (words.starts.tolist(), words.dense(words.sums).tolist()) == ([0, 1, 3], WORDS)
    squared = table({"words": WORDS, "chars": [[0, 4]]}, weights=[2, 1], squares=np.full((3, 2), 5))
    assert squared.part(range(1, 2)).squares.tolist() == [5, 5]


def test_a_document_may_be_so_many():
    squared = table({"words": [[1, 2]]}, weights=[2, 1], squares=[[1, 4]])
    more = squared.times(np.array([3.0, 0.5]))
    assert more.weights.tolist() == [6, 0.5]
    assert (more.sums.tolist(), more.presences.tolist()) == ([3, 1], [3, 1])
    assert more.squares.tolist() == [3, 2]
    assert TOTALS.times(np.array([1.0, 1.0])).squares.tolist() == []


def block_totals(settings, names=(), columns=NO_COLUMNS):
    """Two features: one with x 3, one with x 1 and y 2."""
    return BlockTotals(
        settings,
        Names.of(names),
        columns,
        frequencies=np.array([1, 2]),
        starts=np.array([0, 1, 3]),
        labels=np.array([0, 0, 1], np.int32),
        sums=np.array([3.0, 1.0, 2.0]),
        presences=np.array([1.0, 1.0, 1.0]),
    )


def test_a_hashed_block_has_all_its_columns():
    words = block_totals(BlockSettings(), ["ant", "bee"])
    hashed = block_totals(BlockSettings(hash_bits=2), columns=np.array([1, 3]))
    totals = ClassTotals(("x", "y"), np.array([2, 1]), np.array([2.0, 1.0]), (words, hashed))
    made = table_of(totals)
    assert (made.kinds, made.ends.tolist()) == (("words", "words"), [2, 6])
    dense = made.dense(made.sums)
    assert dense.tolist() == [[3, 0], [1, 2], [0, 0], [3, 0], [0, 0], [1, 2]]


def test_a_hashed_block_may_have_fewer_columns_than_its_bits_say():
    settings = BlockSettings(hash_bits=2, hash_modulus=3)
    hashed = block_totals(settings, columns=np.array([0, 2]))
    totals = ClassTotals(("x", "y"), np.array([2, 1]), np.array([2.0, 1.0]), (hashed,))
    made = table_of(totals)
    assert made.ends.tolist() == [3]
    assert made.dense(made.sums).tolist() == [[3, 0], [0, 0], [1, 2]]


def test_a_prior_is_learned_uniform_or_given():
    assert np.exp(log_prior(TOTALS, "learned")).tolist() == pytest.approx([2 / 3, 1 / 3])
    assert np.exp(log_prior(TOTALS, "uniform")).tolist() == pytest.approx([1 / 2, 1 / 2])
    given = {"y": 0.9, "x": 0.1}
    assert np.exp(log_prior(TOTALS, given)).tolist() == pytest.approx([0.1, 0.9])
    assert prior_among(given, ["y"]) == {"y": 1.0}
    assert prior_among("learned", ["y"]) == "learned"


@pytest.mark.parametrize(
    ("prior", "sentence"),
    [
        ({"x": 1.0}, "a given prior must name every label ('x', 'y'); got 'x'."),
        ({}, "a given prior must name every label ('x', 'y'); got none."),
        ({"x": 0.5, "y": 0.4}, "a given prior must be above 0 and sum to 1; got a sum of 0.9."),
        ({"x": 1.0, "y": 0.0}, "a given prior must be above 0 and sum to 1; got a sum of 1."),
    ],
)
def test_a_prior_that_does_not_fit_is_a_sentence(prior, sentence):
    with pytest.raises(SettingError) as caught:
        given_prior(("x", "y"), prior)
    assert str(caught.value) == sentence
