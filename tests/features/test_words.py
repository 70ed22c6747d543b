"""The words of our own pattern, by hand: what people call a word, an emoji or a character."""

from itertools import pairwise

import pytest

from linnet import _core
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count


def words(text, **settings):
    return _core.tokens(text, BlockSettings(**settings).engine_text())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The DOG barks.", ["the", "dog", "barks"]),
        ("I am a b", ["i", "am", "a", "b"]),  # one character is a word
        ("x", ["x"]),
        ("", []),
        (" .,;-!?() ", []),
        ("don't well-known", ["don", "t", "well", "known"]),
        ("snake_case _private __", ["snake_case", "_private", "__"]),
        ("007 3.14 1,000 x2", ["007", "3", "14", "1", "000", "x2"]),
        ("x² H₂O ½ Ⅻ ①", ["x²", "h₂o", "½", "ⅻ", "①"]),
        ("٣٤ ०१२ ４２", ["٣٤", "०१२", "４２"]),
        ("a\x00b", ["a", "b"]),
        ("\ufeffstart", ["start"]),
        ("a\u200bb", ["a", "b"]),  # the zero-width space separates
        ("a\u00adb", ["a", "b"]),  # and so does the soft hyphen
    ],
)
def test_letters_digits_and_underscores_make_words(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Été naïve Ångström", ["été", "naïve", "ångström"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),  # a combining accent belongs to its word
        ("\u0301a", ["a"]),  # but an accent on nothing is no word
        ("İstanbul STRASSE ẞ", ["i\u0307stanbul", "strasse", "ß"]),
        ("ΟΔΟΣ ΣΑΣ Σ", ["οδος", "σας", "σ"]),  # the last sigma of a word
        ("ПРИВЕТ Мир ЁЖ", ["привет", "мир", "ёж"]),
        ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),  # Hebrew points stay inside
        ("العَرَبِيَّة سلام", ["العَرَبِيَّة", "سلام"]),
        ("نمی‌خواهم می‌روم", ["نمی‌خواهم", "می‌روم"]),  # the Persian half-space joins
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("বাংলা ভাষা", ["বাংলা", "ভাষা"]),
        ("한국어 단어", ["한국어", "단어"]),
        ("Tiếng Việt", ["tiếng", "việt"]),
        ("ǅ Ǳ", ["ǆ", "ǳ"]),
        ("\u212aelvin", ["kelvin"]),
    ],
)
def test_words_of_many_scripts_stay_whole_and_are_lowered(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("中", ["中"]),  # a run of one gives itself
        ("中文", ["中文"]),
        ("我爱北京", ["我爱", "爱北", "北京"]),
        ("我。爱,北京", ["我", "爱", "北京"]),
        ("東京タワー", ["東京", "タワ", "ワー"]),  # runs end where the script changes
        ("ひらがなカナ", ["ひら", "らが", "がな", "なカ", "カナ"]),  # both kana are one script
        ("日本語のテキスト", ["日本", "本語", "のテ", "テキ", "キス", "スト"]),
        ("時々", ["時々"]),
        ("iPhone手机2台", ["iphone", "手机", "2", "台"]),
        ("A股", ["a", "股"]),
        ("か\u3099き", ["か\u3099き"]),  # a voicing mark belongs to its kana
        ("\U00020000\U00020001", ["\U00020000\U00020001"]),
    ],
)
def test_chinese_and_japanese_become_pairs_of_characters(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        ("กำ", ["กำ"]),
        ("ที่นี่", ["ที่", "นี่"]),
        ("น้ำใจ", ["น้ำ", "ใ", "จ"]),
        ("เด็ก", ["เ", "ด็", "ก"]),
        ("ນ້ຳໃຈ", ["ນ້ຳ", "ໃ", "ຈ"]),
        ("ភាសាខ្មែរ", ["ភា", "សា", "ខ្", "មែ", "រ"]),
        ("မြန်မာ", ["မြ", "န်", "မာ"]),
    ],
)
def test_thai_lao_khmer_and_burmese_become_pairs_of_clusters(text, clusters):
    pairs = [first + second for first, second in pairwise(clusters)]
    assert words(text) == (pairs or clusters)


def test_runs_end_between_scripts_without_spaces():
    assert words("ไทยລາວ中") == ["ไท", "ทย", "ລາ", "າວ", "中"]
    assert words("ไทย ไทย") == ["ไท", "ทย", "ไท", "ทย"]


FAMILY = "👨‍👩‍👧‍👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("great👍", ["great", "👍"]),
        ("😀😀", ["😀", "😀"]),
        (f"{FAMILY}{FAMILY}", [FAMILY, FAMILY]),
        ("👍🏽👍🏿👍", ["👍🏽", "👍🏿", "👍"]),  # skin tones
        ("👩🏽‍🚀 🏳️‍🌈", ["👩🏽‍🚀", "🏳️‍🌈"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),  # two flags are two tokens
        ("🇩🇪🇫", ["🇩🇪", "🇫"]),  # half a flag stands for itself
        ("🇩 🇪", ["🇩", "🇪"]),
        (ENGLAND, [ENGLAND]),
        ("❤️ ❤", ["❤️", "❤"]),
        ("☎︎", ["☎︎"]),
        ("1️⃣2️⃣", ["1️⃣2️⃣"]),  # keycaps of digits are digits: they make words
        ("1️⃣ 9️⃣", ["1️⃣", "9️⃣"]),
        ("#️⃣ *️⃣#️⃣", ["#️⃣", "*️⃣", "#️⃣"]),
        ("# *", []),
        ("#️ x", ["x"]),
        ("© ® ™ → ‼", []),  # signs of text, not emoji
        ("a😀b", ["a", "😀", "b"]),
        ("中😀文", ["中", "😀", "文"]),
        ("😀‍x", ["😀‍", "x"]),  # a joiner stays with what it follows
        ("😀‍é", ["😀‍", "é"]),
        ("👁‍🗨", ["👁‍🗨"]),
        ("ℹ️", ["ℹ️"]),
        ("😀‍ℹ x", ["😀‍ℹ", "x"]),  # no byte belongs to two tokens
        ("\u20e3 \ufe0f", []),
    ],
)
def test_an_emoji_is_one_token(text, expected):
    assert words(text) == expected


def test_case_is_kept_on_request():
    assert words("The ΟΔΟΣ İ", lower=False) == ["The", "ΟΔΟΣ", "İ"]


def test_accents_are_stripped_on_request():
    assert words("Été Ångström ﬁn x² Σ́", strip_accents=True) == [
        "ete",
        "angstrom",
        "fin",
        "x2",
        "σ",
    ]
    assert words("Été", strip_accents=True, lower=False) == ["Ete"]
    assert words("東京タワー ﾀﾜｰ", strip_accents=True) == ["東京", "タワ", "ワー", "タワ", "ワー"]


def test_words_are_joined_by_spaces_to_n_grams_ordered_by_length():
    assert words("the red dog", longest=2) == ["the", "red", "dog", "the red", "red dog"]
    assert words("the red dog", shortest=2, longest=3) == ["the red", "red dog", "the red dog"]
    assert words("the red dog", shortest=4, longest=4) == []


def test_n_grams_go_over_the_resulting_tokens():
    assert words("I ❤️ 東京タワー", shortest=2, longest=2) == [
        "i ❤️",
        "❤️ 東京",
        "東京 タワ",
        "タワ ワー",
    ]


def test_stop_words_go_before_n_grams_are_made():
    assert words("the cat and the dog", stop_words=("the", "and"), longest=2) == [
        "cat",
        "dog",
        "cat dog",
    ]
    assert words("我爱北京", stop_words=("爱北",), longest=2) == ["我爱", "北京", "我爱 北京"]
    assert words("The THE the", stop_words=("the",)) == []
    assert words("The the", stop_words=("the",), lower=False) == ["The"]


def test_the_vocabulary_is_sorted_by_bytes_and_n_grams_follow_their_beginning():
    features, _ = count([["b a", "a b c", "ab a-b 中文 é z"]], [BlockSettings(longest=2)], 2)
    names = list(features.blocks[0].names)
    assert names == sorted(names, key=str.encode)
    assert names[:4] == ["a", "a b", "ab", "ab a"]
    assert names[-3:] == ["é z", "中文", "中文 é"]


def test_the_table_is_worked_out_by_hand():
    features, rows = count([["the dog", "", "the red dog saw the dog"]], [BlockSettings()])
    assert list(features.blocks[0].names) == ["dog", "red", "saw", "the"]
    assert rows.matrix(4).toarray().tolist() == [[1, 0, 0, 1], [0, 0, 0, 0], [2, 1, 1, 2]]


def test_two_fields_have_blocks_of_their_own():
    blocks = [
        BlockSettings(),
        BlockSettings(field=1),
        BlockSettings(field=1, kind="chars", shortest=2, longest=2),
    ]
    features, rows = count([["a b", "b"], ["b", "xy"]], blocks, fields=("title", "body"))
    names = [features.name(column) for column in range(features.n_columns)]
    assert names == [
        "title.words:a",
        "title.words:b",
        "body.words:b",
        "body.words:xy",
        "body.chars:xy",
    ]
    assert rows.matrix(5).toarray().tolist() == [[1, 1, 1, 0, 0], [0, 1, 0, 1, 1]]
