"""What the engine takes: values with names and types, and a sentence for what does not fit."""

import numpy as np
import pytest

from linnet import _core
from linnet.features.blocks import KINDS, PATTERNS, BlockSettings
from linnet.features.names import Names
from linnet.features.rows import Rows
from linnet.features.weighting import TERMS, UNITS


def rows(starts=(0, 2, 3), columns=(0, 2, 1), values=(1, 2, 3), dtype=np.uint32):
    return _core.Rows(
        np.array(starts, np.int64), np.array(columns, np.int32), np.array(values, dtype)
    )


def weighting(term="count", norm="none"):
    return _core.Weighting(
        term=term,
        norm=norm,
        block_ends=np.array([3]),
        idf=np.empty(0),
        mean_lengths=np.array([1.0]),
    )


@pytest.mark.parametrize("pattern", ["unicod", "Unicode", "", "given "])
def test_an_unknown_word_pattern_is_refused(pattern):
    sentence = "a word pattern must be one of unicode, sklearn, python, spaces, given; got"
    with pytest.raises(_core.Refusal, match=f"{sentence} '{pattern}'"):
        _core.TextSettings(pattern=pattern)


def test_an_unknown_kind_of_feature_is_refused():
    with pytest.raises(_core.Refusal, match="must be one of words, chars, chars-in-words; got 'x'"):
        _core.TextSettings(kind="x")


def test_an_unknown_weighting_is_refused():
    with pytest.raises(_core.Refusal, match=r"a term weight must be one of .*; got 'tf'"):
        weighting(term="tf")
    with pytest.raises(_core.Refusal, match="a norm must be one of none, l1, l2; got 'l3'"):
        weighting(norm="l3")


def test_the_engine_knows_every_name_of_the_settings():
    for kind in KINDS:
        for pattern in PATTERNS:
            assert BlockSettings(kind=kind, pattern=pattern).engine()
    for term in TERMS:
        for unit in UNITS:
            assert len(_core.weigh(rows(), weighting(term, unit), threads=1)) == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"starts": (0, 2, 4)},
        {"starts": (0, 2, 1)},
        {"starts": (-1, 2, 3)},
        {"starts": ()},
        {"values": (1, 2)},
    ],
)
def test_rows_that_do_not_fit_are_refused(wrong):
    with pytest.raises(_core.Refusal, match="the starts of rows must ascend"):
        _core.renumber_columns(rows(**wrong), np.zeros(3, np.int32))


def test_rows_of_other_values_are_refused_where_counts_are_asked_for():
    with pytest.raises(_core.Refusal, match="of another type"):
        _core.weigh(rows(dtype=np.float64), weighting(), threads=1)


def test_arrays_of_another_type_are_refused():
    with pytest.raises(TypeError):
        _core.Rows(np.zeros(1, np.int32), np.empty(0, np.int32), np.empty(0, np.uint32))
    with pytest.raises(TypeError):
        _core.Names(np.empty(0, np.int8), np.zeros(1, np.int64))


def test_arrays_go_through_the_engine_as_they_are():
    values = np.array([1.0, 2.0])
    there = Rows(np.array([0, 2]), np.array([0, 1], np.int32), values).engine()
    assert there.values is values
    assert Rows.of_engine(there).values is values


def test_what_the_engine_gives_can_be_written_to():
    renumbered = _core.renumber_columns(rows(), np.array([2, 1, 0], np.int32))
    renumbered.values[0] = 7
    assert renumbered.values.tolist() == [7, 2, 3]


def test_names_without_offsets_are_refused():
    with pytest.raises(_core.Refusal, match="one offset more"):
        _core.Names(np.empty(0, np.uint8), np.empty(0, np.int64))


def test_a_block_has_a_vocabulary_or_is_hashed():
    names = Names.of(["a"]).engine()
    vocabulary = _core.Vocabulary(names, _core.build_lookup(names))
    hashed = BlockSettings(hash_bits=4).engine()
    with pytest.raises(_core.Refusal, match="must have a vocabulary, or be hashed"):
        _core.FrozenBlock(BlockSettings().engine(), first_column=0)
    with pytest.raises(_core.Refusal, match="must have a vocabulary, or be hashed"):
        _core.FrozenBlock(hashed, first_column=0, vocabulary=vocabulary)
    with pytest.raises(_core.Refusal, match="a power of two of slots"):
        _core.Vocabulary(names, np.zeros(3, np.uint64))
