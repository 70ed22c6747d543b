"""Which encoding a text is in, by its bytes: right, or left to whoever knows."""

import random

import pytest

from linnet.reading.encoding_choice import (
    EncodingChoice,
    choose_encoding,
    marked_encoding,
    own_encoding,
)
from tests.reading.sentences import OTHERS, WESTERN


def bytes_of(sentences, encoding, times=1):
    return ("\n".join(sentences) + "\n").encode(encoding) * times


@pytest.mark.parametrize("times", [1, 200])
@pytest.mark.parametrize("language", WESTERN)
def test_western_languages_are_read_as_cp1252(language, times):
    assert choose_encoding(bytes_of(WESTERN[language], "cp1252", times)).encoding == "cp1252"


@pytest.mark.parametrize("language", WESTERN)
def test_one_sentence_is_enough(language):
    for sentence in WESTERN[language]:
        assert choose_encoding(sentence.encode("cp1252")).encoding == "cp1252", sentence


def test_western_languages_may_be_mixed():
    sentences = [sentence for language in WESTERN.values() for sentence in language]
    random.Random(1).shuffle(sentences)
    assert choose_encoding(bytes_of(sentences, "cp1252")).encoding == "cp1252"


@pytest.mark.parametrize("high", ["café", "5 £", "naïve", "it’s", "20°", "no\u00a0break", "garçon"])
def test_one_high_byte_in_much_english(high):
    data = b"the quick brown fox\n" * 1000 + f"a {high} here\n".encode("cp1252")
    assert choose_encoding(data).encoding == "cp1252"


@pytest.mark.parametrize("times", [1, 200])
@pytest.mark.parametrize(("language", "encoding"), OTHERS)
def test_other_languages_are_refused_and_their_encoding_is_named(language, encoding, times):
    choice = choose_encoding(bytes_of(OTHERS[language, encoding], encoding, times))
    assert choice.encoding == "utf-8"
    assert choice.likely[0] == encoding
    assert choice.refused == (times > 1 or choice.refused)


@pytest.mark.parametrize(("language", "encoding"), OTHERS)
def test_a_sentence_of_another_language_among_english_ones_is_not_read_as_cp1252(
    language, encoding
):
    english = b"the quick brown fox\n" * 500
    data = english + bytes_of(OTHERS[language, encoding], encoding) + english
    assert choose_encoding(data).encoding == "utf-8"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "ascii"])
def test_utf8_comes_first(encoding):
    text = "plain\n" if encoding == "ascii" else "schöne Grüße\n"
    assert choose_encoding(text.encode(encoding)) == EncodingChoice("utf-8")


def test_a_character_that_is_cut_at_the_end_is_still_utf8():
    assert choose_encoding("aé".encode()[:-1]).encoding == "utf-8"


def test_mostly_utf8_stays_utf8():
    data = "schöne Grüße\n".encode() * 5 + b"caf\xe9\n"
    assert choose_encoding(data) == EncodingChoice("utf-8")
    # Even where most lines are not: what is UTF-8 in it would become nonsense.
    mixed = "größe\n".encode() + "größe\n".encode("cp1252") * 9
    assert choose_encoding(mixed).encoding == "utf-8"


def test_the_end_of_a_word_and_a_quote_are_utf8_by_chance_only():
    # ß and the closing quote are 0xdf 0x93, which UTF-8 has for a letter of N'Ko.
    assert choose_encoding("Das „macht Spaß“, oder?".encode("cp1252")).encoding == "cp1252"


@pytest.mark.parametrize("byte", [b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d"])
def test_bytes_that_cp1252_does_not_have(byte):
    data = bytes_of(WESTERN["German"], "cp1252", 50) + b"x" + byte + b"y\n"
    assert choose_encoding(data).encoding == "utf-8"


def test_marks_must_stand_where_marks_stand():
    # In ISO-8859-2 these are letters: "by³" is "był", "¿e" is "że".
    assert choose_encoding("Kto by³ tam, i ¿e s¹ l±dy".encode("cp1252")).encoding == "utf-8"
    assert choose_encoding("12 m³ for £3, 2½ miles at 5°".encode("cp1252")).encoding == "cp1252"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_byte_order_marks(encoding):
    assert choose_encoding("text".encode(encoding)).encoding == encoding
    assert marked_encoding("text".encode(encoding)) == encoding


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["text,label\na,b\n", "привет, как дела\nхорошо\n", "Grüße,x\n"])
def test_utf16_without_a_mark(encoding, text):
    assert choose_encoding(text.encode(encoding)).encoding == encoding


@pytest.mark.parametrize("data", [b"text,label\na\0b,x\n", b"a\0", b"\0a\n\0b\n", b"\0" * 50, b""])
def test_zeros_alone_are_no_utf16(data):
    assert choose_encoding(data).encoding == "utf-8"


def test_a_few_odd_bytes_are_left_alone():
    assert choose_encoding(b"one\n\xff\nthree\n") == EncodingChoice("utf-8")


CODES = {
    "cp1252": ["deu", "fra", "spa", "por", "swe", "dan", "nob", "fin", "ita"],
    "koi8-r": ["rus"],
    "cp1251": ["rus", "bul", "ukr"],
    "cp1253": ["ell"],
    "cp1255": ["heb"],
    "shift_jis": ["jpn"],
    "euc_jp": ["jpn"],
    "gb18030": ["cmn"],
    "euc_kr": ["kor"],
    "cp1250": ["pol", "ces", "hun", "slk"],
    "cp1254": ["tur"],
    "cp1257": ["lit", "lvs"],
}


def test_real_sentences_of_many_languages(real_data):
    by_language = {}
    for text, language in real_data("lang_id_tatoeba"):
        by_language.setdefault(language, []).append(text)
    for encoding, languages in CODES.items():
        for language in languages:
            sentences = [text for text in by_language[language] if can_hold(text, encoding)]
            data = bytes_of(sentences[:200], encoding)
            choice = choose_encoding(data)
            if encoding == "cp1252":
                assert choice.encoding == "cp1252", language
            else:
                assert choice.encoding == "utf-8", (encoding, language)
                assert choice.refused, (encoding, language)
                assert choice.likely[0] == encoding, (encoding, language)


def can_hold(text, encoding):
    try:
        return bool(text.encode(encoding))
    except UnicodeEncodeError:
        return False


def test_real_reviews_in_chinese_encodings(real_data):
    texts = [text for text, _ in real_data("chnsenticorp_hotel", 300)]
    for encoding in ("gb18030", "gbk"):
        data = "\n".join(texts).encode(encoding, "ignore")
        assert choose_encoding(data).likely[0] == "gb18030"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text",
    [
        "text,label\n가방이 아주 좋아요,가\n가격이 싸고 가볍다,나\n" * 20,
        "text,label\n一个很好的电影,一\n一点也不好,二\n" * 20,
        "a good film\n",
    ],
)
def test_utf16_has_characters_whose_low_byte_is_zero(encoding, text):
    assert choose_encoding(text.encode(encoding)) == EncodingChoice(encoding)
    assert own_encoding(text.encode(encoding)) == encoding


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("寿司が好きです\n", "iso2022_jp"),
        ("가방이 좋아요\n", "iso2022_kr"),
        ("这个电影很好看\n我不喜欢它\n", "hz"),
    ],
)
def test_east_asian_text_in_ascii_bytes_is_named(text, encoding):
    data = b"text,label\n" + text.encode(encoding)
    assert choose_encoding(data) == EncodingChoice("utf-8", (encoding,), refused=True)


@pytest.mark.parametrize("data", [b"\x1b[31mred\x1b[0m", b"a ~{b}~ c", b"~{ab~} in ~{x}"])
def test_escapes_of_terminals_and_braces_are_plain_text(data):
    assert choose_encoding(data) == EncodingChoice("utf-8")
