"""The settings of features: what each says of itself, and what it takes."""

import pytest

from linnet.errors import SettingError
from linnet.reading.lexicon import Lexicon
from linnet.recipe.feature_table import COLUMNS, GRAMS, MORE, FeatureTable
from linnet.settings.setting import words_of


def test_by_default_words_are_counted_and_nothing_more_is_said():
    assert words_of(FeatureTable()) == ["words"]
    assert words_of(FeatureTable(words=None)) == []


@pytest.mark.parametrize(
    ("settings", "place", "said"),
    [
        ({"words": (1, 2), "chars_in_words": (3, 3)}, GRAMS, ["words 1-2", "chars in words 3"]),
        (
            {"categorical": ["a"], "cross": [["a", "b"]], "named": "f", "length": True},
            COLUMNS,
            ["a", "a & b", "named features", "length"],
        ),
        ({"strip_accents": True}, MORE, ["accents stripped"]),
        ({"strip_accents": True, "ascii_only": True}, MORE, ["accents stripped to ASCII"]),
        ({"weighting": "bm25", "unit_length": "l1"}, MORE, ["weighed by bm25", "unit length l1"]),
        ({"weighting": "presence", "keep_case": True}, MORE, ["case kept", "presence only"]),
        ({"hash_bits": 10}, MORE, ["hashed to 2^10 columns"]),
        (
            {"hash_bits": 10, "hash_modulus": 1000, "hash_signs": True},
            MORE,
            ["hashed to 1000 columns", "with signs"],
        ),
        ({"word_pattern": "spaces"}, MORE, ["between white space"]),
        ({"tokenizer": "lemmas:of"}, MORE, ["cut by lemmas:of"]),
        ({"stop_words": ["the"]}, MORE, ["1 stop word left out"]),
        ({"select": "chi2", "select_top": 9}, MORE, ["the 9 best by chi2"]),
        (
            {"lexicons": (Lexicon.of("nice", ["good"]),), "negation": True},
            MORE,
            ["lexicons nice", "negation"],
        ),
    ],
)
def test_what_was_set_is_said_at_its_place(settings, place, said):
    assert words_of(FeatureTable(**settings), place) == said


def test_whole_numbers_of_documents_are_not_shares():
    # 1 and 1.0 are equal in Python, but one document is not all of them.
    table = FeatureTable(min_documents=2, max_documents=1)
    assert words_of(table, MORE) == ["in at least 2 documents", "in at most 1 document"]
    shares = FeatureTable(min_documents=0.01, max_documents=1.0)
    assert words_of(shares, MORE) == ["in at least 0.01 of the documents"]
    assert words_of(FeatureTable(min_documents=0.0), MORE) == []


def test_plain_data_has_only_what_files_always_had_or_what_was_set():
    plain = FeatureTable(words=(1, 2), bins=5).to_plain()
    assert (plain["words"], plain["chars"], plain["bins"]) == ("1-2", "none", 5)
    assert "negation" not in plain
    assert FeatureTable.from_plain(plain) == FeatureTable(words=(1, 2), bins=5)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"bins": 1}, "there must be from 2 to 1000 bins; got 1. Use 4 for quartiles."),
        ({"unit_length": "l3"}, "the unit length must be one of none, l1, l2; got 'l3'."),
        ({"tokenizer": "f"}, "a tokenizer must be named module:function; got 'f'."),
    ],
)
def test_what_a_setting_cannot_have_is_a_sentence(settings, said):
    with pytest.raises(SettingError) as refused:
        FeatureTable(**settings)
    assert str(refused.value) == said
