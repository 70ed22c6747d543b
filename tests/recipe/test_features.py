"""What the settings of features ask of texts and of columns."""

import pytest

from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnSettings
from linnet.features.lexicon import LexiconReader
from linnet.reading.lexicon import Lexicon
from linnet.recipe.features import FeatureSettings

NICE = Lexicon.of("nice", ["good"])


def test_a_block_for_each_field_and_kind():
    settings = FeatureSettings(words=(1, 2), chars=(3, 5), stop_words=("the",), keep_case=True)
    assert settings.blocks(2, presence=False) == (
        BlockSettings(0, "words", 1, 2, lower=False, stop_words=("the",)),
        BlockSettings(0, "chars", 3, 5, lower=False),
        BlockSettings(1, "words", 1, 2, lower=False, stop_words=("the",)),
        BlockSettings(1, "chars", 3, 5, lower=False),
    )
    assert settings.blocks(0, presence=False) == ()


def test_the_learner_or_the_weighting_asks_for_presence():
    (by_learner,) = FeatureSettings().blocks(1, presence=True)
    (by_weighting,) = FeatureSettings(weighting="presence").blocks(1, presence=False)
    assert by_learner == by_weighting == BlockSettings(presence=True)


def test_tokens_of_a_function_are_taken_as_they_are():
    (block,) = FeatureSettings(tokenizer="module:lemmas").blocks(1, presence=False)
    assert (block.pattern, block.lower) == ("given", False)


def test_columns_come_kind_by_kind():
    settings = FeatureSettings(
        categorical=("mood",),
        cross=(("mood", "day"),),
        numeric=("size",),
        named="features",
        length=True,
        lexicons=(NICE,),
        negation=True,
        coding="reference",
    )
    assert settings.columns("standard") == (
        ColumnSettings("categorical", ("mood",), "reference"),
        ColumnSettings("cross", ("mood", "day"), "reference"),
        ColumnSettings("numeric", ("size",), "reference", "standard", 4),
        ColumnSettings("length", (), scaling="standard"),
        ColumnSettings("lexicon", ("nice",), lexicon=LexiconReader(NICE, True)),
        ColumnSettings("named", ("features",)),
    )
    assert FeatureSettings().columns("standard") == ()


@pytest.mark.parametrize(
    ("numeric_as", "wanted", "scaling"),
    [
        ("auto", "centre", "centre"),
        ("standard", "none", "standard"),
        ("plain", "standard", "none"),
        ("plain", "centre", "centre"),  # what must be centred is never left plain
    ],
)
def test_numbers_are_scaled_as_asked_for_or_as_the_learner_wants(numeric_as, wanted, scaling):
    (block,) = FeatureSettings(numeric=("size",), numeric_as=numeric_as).columns(wanted)
    assert (block.kind, block.scaling) == ("numeric", scaling)


def test_a_count_is_worth_itself_unless_it_is_weighed():
    assert not FeatureSettings(weighting="presence").weighed
    assert FeatureSettings(weighting="sublinear").weighed
    assert FeatureSettings(weighting="bm25", unit_length="none").weighed
    assert FeatureSettings(unit_length="l2").weighed
    chosen = FeatureSettings(select="chi2", select_top=9).selection
    assert (chosen.by, chosen.top) == ("chi2", 9)


def test_lexicons_come_back_from_plain_data_or_as_they_are():
    settings = FeatureSettings(lexicons=(NICE,), numeric=("size",), numeric_as="bins", bins=3)
    plain = settings.to_plain()
    assert plain["lexicons"] == {"nice": ["good"]}
    assert FeatureSettings.from_plain(plain) == settings
    assert FeatureSettings.from_plain({**plain, "lexicons": (NICE,)}) == settings
    assert settings.columns("none")[0] == ColumnSettings("bins", ("size",), bins=3)
