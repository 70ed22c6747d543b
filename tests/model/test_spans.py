"""Features found again in the text that they came from."""

import unicodedata
from collections import Counter
from itertools import groupby

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import linnet
from linnet import _core
from linnet.features.blocks import BlockSettings
from linnet.features.names import Names
from linnet.model.spans import Covered, Span, _characters

ODD = (
    "aA zZ\u0130\u0131\u03a3\u03c3\u03c2é\u0301\u0308\u0327ß\u1e9e"
    "好电\u3042\u0e01\u0e33\uac00\u05d0\u0627\u200d\u200f\u202e"
    "👍🏽🇩🇪\U00010400\r\n\t\x00\x1f.,'\u00a0\u2009½ﬁ"
)
texts = st.text(
    st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])), max_size=40
)
ACCENTS = ({}, {"strip_accents": True}, {"strip_accents": True, "ascii_only": True})
settings = st.builds(
    lambda accents, **others: BlockSettings(**accents, **others),
    accents=st.sampled_from(ACCENTS),
    kind=st.sampled_from(["words", "chars", "chars-in-words"]),
    longest=st.integers(1, 3),
    pattern=st.sampled_from(["unicode", "sklearn", "spaces"]),
    lower=st.booleans(),
)


def found(text, block):
    """(name, start, end) of every feature."""
    spans = _core.feature_spans(text, block.engine_text())
    names = Names.of_engine(spans.names)
    begins = _characters(text, spans.begins).tolist()
    ends = _characters(text, spans.ends).tolist()
    return list(zip(names, begins, ends, strict=True))


def covered(text, **chosen):
    """(name, what stands there) of every feature."""
    return [(name, text[start:end]) for name, start, end in found(text, BlockSettings(**chosen))]


def lit(text, added, **chosen):
    """The pieces that add something."""
    numbers = {name: number for number, (name, _) in enumerate(added)}
    spans = [
        Span(start, end, numbers[name])
        for name, start, end in found(text, BlockSettings(**chosen))
        if name in numbers
    ]
    values = {numbers[name]: value for name, value in added}
    return [
        (piece, round(value, 6))
        for piece, value in Covered(text, tuple(spans)).pieces(values)
        if value
    ]


def test_pairs_of_words_light_up_both_words():
    # 3 and 4 letters; the space between them takes no part.
    assert lit("not good", [("not good", 7.0)], longest=2) == [("not", 3.0), ("good", 4.0)]


def test_a_stop_word_between_two_words_takes_no_part():
    assert lit("not so good", [("not good", 7.0)], longest=2, stop_words=("so",)) == [
        ("not", 3.0),
        ("good", 4.0),
    ]


def test_a_word_is_not_found_inside_another():
    assert lit("art, party", [("art", 2.0)]) == [("art", 2.0)]


def test_characters_in_words_know_where_a_word_begins():
    assert lit("cat scat", [(" ca", 2.0)], kind="chars-in-words", longest=3) == [("cat", 2.0)]
    assert lit("cat scat", [("ca", 2.0)], kind="chars-in-words", longest=3) == [
        ("cat", 1.0),
        ("scat", 1.0),
    ]


def test_characters_overlap():
    assert lit("aaa", [("aa", 2.0)], kind="chars", longest=2) == [("aaa", 2.0)]


def test_case_and_accents_are_as_the_features_have_them():
    assert lit("Café", [("cafe", 1.0)], strip_accents=True) == [("Café", 1.0)]
    assert lit("Café", [("café", 1.0)], lower=False) == []
    assert lit("İstanbul", [("x", 1.0)]) == []  # its lower case is two characters


def test_scripts_without_spaces_light_up_by_character():
    assert lit("好电影", [("好", 1.0)], kind="chars") == [("好", 1.0)]


def test_names_that_are_no_text_are_left_out():
    assert lit("a (b) [c", [("#17", 1.0), ("", 1.0), (" ", 1.0)]) == []


@pytest.mark.parametrize(
    ("text", "expected", "chosen"),
    [
        ("👍🏽 ok 👩‍👧 🇩🇪", [("👍🏽", "👍🏽"), ("ok", "ok"), ("👩‍👧", "👩‍👧"), ("🇩🇪", "🇩🇪")], {}),
        ("Cafe\u0301 b", [("cafe", "Cafe\u0301"), ("b", "b")], {"strip_accents": True}),
        ("Cafe\u0301 b", [("cafe\u0301", "Cafe\u0301"), ("b", "b")], {}),
        ("ΟΔΟΣ ΣΑ", [("οδος", "ΟΔΟΣ"), ("σα", "ΣΑ")], {}),
        ("İzmir B", [("i\u0307zmir", "İzmir"), ("b", "B")], {}),
        ("İzmir B", [("izmir", "İzmir"), ("b", "B")], {"strip_accents": True}),
        ("电影 ok", [("电影", "电影"), ("ok", "ok")], {}),
        ("שלום ok", [("שלום", "שלום"), ("ok", "ok")], {}),
        ("a\r\nb", [("a", "a"), (" ", "\r\n"), ("b", "b")], {"kind": "chars"}),
        ("a\nb", [("a", "a"), ("\n", "\n"), ("b", "b")], {"kind": "chars"}),
        (
            "\U00010400\U00010401 b",
            [("\U00010428\U00010429", "\U00010400\U00010401"), ("b", "b")],
            {},
        ),
        ("a\x00b", [("a", "a"), ("\x00", "\x00"), ("b", "b")], {"kind": "chars"}),
        ("ﬁn", [("fin", "ﬁn")], {"strip_accents": True}),
        ("\u0301a", [("a", "a")], {"strip_accents": True, "kind": "chars"}),
        (
            "Ça 好b ok",
            [("ca", "Ça"), ("b", "b"), ("ok", "ok")],
            {"strip_accents": True, "ascii_only": True},
        ),
        (
            "é b",
            [(" ", "é"), ("é", "é"), (" ", "é"), (" ", "b"), ("b", "b"), (" ", "b")],
            {"kind": "chars-in-words"},
        ),
    ],
)
def test_places_are_those_of_the_text_as_it_was_given(text, expected, chosen):
    assert covered(text, **chosen) == expected


@given(texts, settings)
@example("\u0301", BlockSettings(strip_accents=True))
@example("\u0130" * 3, BlockSettings(kind="chars", longest=2))
def test_every_feature_has_its_places(text, block):
    places = found(text, block)
    names = [name for name, *_ in places]
    if block.kind == "words":  # one place for each of its words
        names = [
            name
            for name, run in groupby(names)
            for _ in range(len(list(run)) // (name.count(" ") + 1))
        ]
    assert Counter(names) == Counter(_core.tokens(text, block.engine_text()))
    assert all(0 <= start < end <= len(text) for _, start, end in places)


@given(texts)
def test_words_cover_what_they_are_made_of(text):
    for name, start, end in found(text, BlockSettings(lower=False)):
        assert text[start:end] == name


@given(texts, st.booleans())
def test_pieces_are_the_whole_text_and_marks_stay_with_their_letters(text, by_words):
    pieces = Covered(text, ()).pieces({}, by_words=by_words)
    assert "".join(piece for piece, _ in pieces) == text
    assert not any(unicodedata.combining(piece[0]) for piece, _ in pieces[1:])
    assert all(piece for piece, _ in pieces)


def test_pieces_by_character_keep_families_and_flags_whole():
    pieces = Covered("e\u0301👩‍👧🇩🇪🇫🇷\r\n", ()).pieces({}, by_words=False)
    assert [piece for piece, _ in pieces] == ["e\u0301", "👩‍👧", "🇩🇪", "🇫🇷", "\r\n"]


@pytest.mark.parametrize(
    "chosen",
    [
        {"words": "1-2"},
        {"words": "1-2", "hash_bits": 5},
        {"words": "none", "chars": "1-3"},
        {"words": "none", "chars_in_words": "1-4", "weighting": "sublinear-tfidf"},
        {
            "words": "1-2",
            "chars": "2-3",
            "learner": "logistic",
            "weighting": "tfidf",
            "stop_words": ["the"],
        },
    ],
)
def test_the_colours_sum_to_what_features_add(chosen):
    pairs = [
        ("Not the  good film", "neg"),
        ("Good café, the\r\nplot", "pos"),
        ("bad 👍🏽 film", "neg"),
        ("plot 电影", "pos"),
    ]
    classifier = linnet.train(pairs, chosen)
    for text, _ in pairs:
        told = classifier.explain(text)
        number = told.labels.index(told.label)
        expected = sum(one.contrast(number) for one in told.contributions)
        assert sum(value for _, value in told.pieces()[0]) == pytest.approx(expected, abs=1e-9)
        assert {span.column for span in told.texts[0].spans} == {
            one.column for one in told.contributions
        }


def test_hashed_features_have_the_names_of_the_text():
    classifier = linnet.train([("good film", "pos"), ("bad film", "neg")], {"hash_bits": 20})
    assert {one.feature for one in classifier.explain("Good unseen").contributions} == {
        "good",
        "unseen",
    }
    crowded = linnet.train([("good film", "pos"), ("bad film", "neg")], {"hash_bits": 1}).explain(
        "one two three"
    )
    assert sorted(" | ".join(one.feature for one in crowded.contributions).split(" | ")) == [
        "one",
        "three",
        "two",
    ]


def test_tokens_of_a_function_are_found_where_they_stand_as_they_are():
    def lemmas(text):
        return [{"were": "be", "Cats": "cat"}.get(word, word.lower()) for word in text.split()]

    classifier = linnet.train([("Cats were here", "x"), ("dogs gone", "y")], {}, tokenizer=lemmas)
    told = classifier.explain("HERE were Dogs")
    assert [told.texts[0].text[span.start : span.end] for span in told.texts[0].spans] == [
        "HERE",
        "Dogs",
    ]
    assert len(told.contributions) == 3


def test_values_are_spread_over_all_places_of_a_feature():
    values = Covered("ab ab", (Span(0, 2, 7), Span(3, 5, 7)), by_words=False).pieces({7: 4.0})
    assert values == [("a", 1.0), ("b", 1.0), (" ", 0.0), ("a", 1.0), ("b", 1.0)]
    assert np.isclose(sum(value for _, value in values), 4.0)
