"""From a vectorizer's parameters to the engine's settings."""

import numpy as np
import pyarrow as pa
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from linnet.features.blocks import BlockSettings
from linnet.sklearn.analyzers import analysis_of, encodes


def settings_of(**parameters):
    return analysis_of(CountVectorizer(**parameters)).settings


def test_parameters_have_their_settings():
    assert settings_of() == BlockSettings(kind="words", pattern="sklearn", lower=True)
    asked = {"analyzer": "char_wb", "ngram_range": (2, 5), "lowercase": False}
    assert settings_of(**asked) == BlockSettings(
        kind="chars-in-words", shortest=2, longest=5, pattern="sklearn", lower=False
    )
    single_letters = settings_of(token_pattern=r"(?u)\b\w+\b", strip_accents="unicode")
    assert (single_letters.pattern, single_letters.strip_accents) == ("python", True)


def test_stop_words_are_sorted_and_only_those_that_a_text_can_have():
    odd = ["the", "a\ud800", "la", 7]
    assert settings_of(stop_words=odd).stop_words == ("la", "the")
    assert settings_of(analyzer="char").stop_words == ()
    assert (encodes("naïve"), encodes("na\udfffve")) == (True, False)


class Shouting(CountVectorizer):
    def build_tokenizer(self):
        return str.upper


def test_what_the_engine_cannot_cut_has_no_analysis():
    own_step = CountVectorizer()
    own_step.build_analyzer = lambda: str.split
    others = [
        CountVectorizer(tokenizer=str.split, token_pattern=None),
        CountVectorizer(analyzer=str.split),
        CountVectorizer(token_pattern=r"\S+"),
        CountVectorizer(analyzer="char", ngram_range=(1, 40)),
        CountVectorizer(input="file"),
        Shouting(),
        own_step,
    ]
    assert [analysis_of(vectorizer) for vectorizer in others] == [None] * 7


def test_texts_that_are_ready_are_not_copied():
    analysis = analysis_of(CountVectorizer())
    texts = ["ant", "bee"]
    column = pa.array(texts)
    assert analysis.texts(texts) is texts
    assert analysis.texts(column) is column


def test_other_texts_become_plain_str():
    latin = analysis_of(CountVectorizer(encoding="latin-1"))
    texts = latin.texts([b"caf\xe9", np.str_("bee")])
    assert texts == ["café", "bee"]
    assert [type(text) for text in texts] == [str, str]
    assert latin.texts(["ant", 7]) is None


def test_what_python_prepares_is_not_done_again_by_the_engine():
    backwards = analysis_of(CountVectorizer(preprocessor=lambda text: text[::-1]))
    assert backwards.texts(["Ant"]) == ["tnA"]
    assert not backwards.settings.lower
    plain_letters = analysis_of(CountVectorizer(strip_accents="ascii"))
    assert plain_letters.texts(["Ångström"]) == ["angstrom"]
    assert not plain_letters.settings.strip_accents


def test_complaints_are_scikit_learns():
    with pytest.raises(ValueError, match="sentences is not a valid tokenization scheme"):
        analysis_of(CountVectorizer(analyzer="sentences"))
