"""Blocks of features: how many columns each has, what they are called, what is refused."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnNames, ColumnSettings
from linnet.features.names import Names
from linnet.features.rows import count
from linnet.features.weighting import Weighting
from linnet.model.linear_model import LinearModel, Weights

WORDS = Block(BlockSettings(), Names.of(["ant", "bee", "cow"]))
TITLE = Block(BlockSettings(field=1, kind="chars"), Names.of(["a", "b"]))
AUTHOR = ColumnBlock(ColumnSettings("categorical", ("author",)), Names.of(["ann", "bob"]))
FEATURES = Features(("body", "title"), (WORDS, TITLE, AUTHOR))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"kind": "lines"}, "a kind of feature must be one of words, chars, chars-in-words; got"),
        ({"pattern": "perl"}, "a word pattern must be one of unicode, sklearn, python, spaces"),
        ({"shortest": 0}, "must go from 1 or more up to 30 at most; got 0-1."),
        ({"shortest": 3, "longest": 2}, "up to 30 at most; got 3-2."),
        ({"longest": 31}, "up to 30 at most; got 1-31."),
        ({"stop_words": ("the", "o\ud800")}, "stop words must be Unicode; got a lone surrogate."),
        ({"hash_bits": 29}, "hash bits must be from 1 to 28, or 0 for a vocabulary; got 29."),
        (
            {"hash_bits": 1, "hash_modulus": 2**28 + 1},
            "a hash modulus must be up to 2^28; got 268435457.",
        ),
        ({"hash_signs": True}, "belong to hashed features; got no hash bits."),
        ({"ascii_only": True}, "ASCII only belongs to stripped accents; got accents kept."),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(settings, sentence):
    with pytest.raises(SettingError) as caught:
        BlockSettings(**settings)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "n_columns"),
    [
        ({"hash_bits": 4}, 16),
        ({"hash_bits": 4, "hash_modulus": 10}, 10),
        ({"hash_bits": 4, "hash_modulus": 10, "hash_signs": True}, 20),
    ],
)
def test_hashed_features_have_as_many_columns_as_asked_for(settings, n_columns):
    assert Block(BlockSettings(**settings)).n_columns == n_columns
    assert WORDS.n_columns == 3


def test_a_hashed_column_is_called_by_its_names_its_sign_or_its_number():
    # MurmurHash3 modulo 4: ant 0, bee 0, cow 1
    kept = Block(BlockSettings(hash_bits=2, keep_names=True), WORDS.names)
    assert [kept.name(column) for column in range(4)] == ["ant | bee", "cow", "#2", "#3"]
    signed = Block(BlockSettings(hash_bits=2, hash_signs=True))
    assert [signed.name(column) for column in (0, 1, 6, 7)] == ["#0+", "#0-", "#3+", "#3-"]


def test_kept_names_stand_where_counting_puts_them():
    settings = BlockSettings(hash_bits=4, hash_modulus=10, keep_names=True)
    features, rows = count([["ant bee cow"]], [settings])
    names = [features.name(column) for column in rows.columns.tolist()]
    assert sorted(" | ".join(names).split(" | ")) == ["ant", "bee", "cow"]


def test_features_of_several_blocks_are_called_by_field_and_kind():
    assert FEATURES.block_ends.tolist() == [3, 5, 7]
    names = [FEATURES.name(column) for column in (0, 2, 3, 6)]
    assert names == ["body.words:ant", "body.words:cow", "title.chars:a", "author.categorical:bob"]
    assert Features(("body",), (AUTHOR,)).name(1) == "bob"


def test_features_know_which_blocks_read_texts_and_which_columns():
    assert FEATURES.of_text == (WORDS, TITLE)
    assert FEATURES.of_columns == (AUTHOR,)
    assert FEATURES.columns == ColumnNames(categorical=("author",))
    assert Features((), ()).n_columns == 0


def test_a_part_of_the_features_keeps_its_own_rarities():
    kept = np.array([True, False, True, False, True, True, True])
    words = Block(WORDS.settings, Names.of(["ant", "cow"]))
    title = Block(TITLE.settings, Names.of(["b"]))
    assert FEATURES.taken([words, title, AUTHOR], kept).weighting is None

    rarity = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    weighting = Weighting("count", "none", np.array([3, 5]), rarity, np.empty(0))
    weighed = Features(FEATURES.fields, FEATURES.blocks, weighting)
    taken = weighed.taken([words, title, AUTHOR], kept)
    assert taken.name(2) == "title.chars:b"
    assert taken.weighting.rarity.tolist() == [1.0, 3.0, 5.0]
    assert taken.weighting.block_ends.tolist() == [2, 3]


def test_the_engine_finds_each_name_in_the_column_of_its_block():
    uniform = np.log([0.5, 0.5])
    weights = Weights.full(np.zeros((5, 2)), uniform, n_blocks=2)
    model = LinearModel(Features(FEATURES.fields, (WORDS, TITLE)), ("x", "y"), weights)
    rows = model.rows([["Cow ant cow elk"], ["bab"]])
    # ant 1, cow 2 in columns 0 and 2; a 1, b 2 in columns 3 + 0 and 3 + 1
    assert dict(zip(rows.columns.tolist(), rows.values.tolist(), strict=True)) == {
        0: 1,
        2: 2,
        3: 1,
        4: 2,
    }
