"""Texts that are hard to cut: odd Unicode, tokens around the edges of the engine's blocks."""

import itertools
import unicodedata

import pytest
from hypothesis import strategies as st

# Python's Unicode 14.0 and 15.0 lie within the engine's 15.0; these ranges came with 15.1.
VERSIONS_KNOWN = ("14.0.0", "15.0.0", "15.1.0")
ADDED_WITH_15_1 = (range(0x2FFC, 0x3000), range(0x31EF, 0x31F0), range(0x2EBF0, 0x2EE5E))

SIGMAS = [
    "Σ",
    "ΟΔΟΣ",
    "ΣΟΦΟΣ ΣΑΣ",
    "ΑΣ.",
    "ΑΣ'Α",
    "ΑΣ\u0301 Β",
    "Α\u0301Σ\u0301Β",
    "Α\u00adΣ\u00ad",
    "\u00adΣ",
    "1Σ",
    "aΣ1",
    "aΣ:b",
    "aΣ::",
    "ΣΣ",
    "ΣΣΣ a",
    "ςΣσ",
    "ʰΣ",
    "aʰΣʰ",
    "aʰΣʰb",
    "😀Σ",
    "aΣ\u200dΑ",
    "中Σ",
]
CASES = [
    "İstanbul",
    "Iı İi",
    "\u212a\u212b\u2126",
    "STRASSE straße ẞ",
    "Ǆ ǅ ǆ Ǉ ǈ ǉ Ǌ ǋ ǌ Ǳ ǲ ǳ",
    "ᾼ ᾭ ῼ",
    "Ⓐ Ⅷ Ꭰ Ᲊ",
    "𐐀𐐨 𞤀",
]
LETTERS = [
    "한국어 단어 \u1112\u1161\u11ab",
    "각 가 힣",
    "ﷺ ﷲ ﷽ ﻻ ﻼ ﺀ",
    "نمی‌خواهم لا\u0640\u064bم",
    "ﬁ ﬃ ſt ㎏ ㏒ ℡ ™",
    "नमस्ते दुनिया क्‍ष",
    "ภาษาไทยกำลัง ນ້ຳ",
    "ភាសាខ្មែរ မြန်မာ",
    "東京タワー iPhone手机 ー々〆ヶ",
    "日本語。テキスト、ﾊﾝｶｸ ﾀﾞ",
    "ελληνικά Ἀθῆναι ΪΫ ΰ",
    "עִבְרִית العَرَبِيَّة",
]
DIGITS = [
    "0123 ٠١٢٣ ०१२ ๐๑๒ ０１２ 𝟘𝟙𝟚 Ⅻ ½ ¾ ① ⒈ 〇一二 ೦೧",
    "x² x₂ H₂O ª º ⁿ",
    "a_b _ __ _a a_ ‿ ⁀ ＿ a＿b",
    "1,000.50 1e-5 0x1F",
]
SPACES = [
    "a\u0085b\u2028c\u2029d\u3000e\u00a0f\u202fg\u205fh\u1680i",
    "a\x1cb\x1dc\x1ed\x1fe",
    "a\tb\nc\rd\x0be\x0cf",
    "a \u3000 b\u3000\u3000c\u2003d",
    "\u200ba\u200bb\u2060c",
    " \t\n",
    "\u00a0",
    "\u3000\u3000",
    "a\r\n\r\nb  c   d",
    "¨a´b¯",
]
SIGNS = [
    "\x00",
    "a\x00b",
    "\x00\x00a",
    "\ufeffBOM \ufeff",
    "👨‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷🇮 1️⃣ #️⃣ ❤️ ☎︎ ©®™ ℹ️ 😀‍ℹx",
    "\u200d\u200c a\u200db a\u200cb",
    "\ufffd\ufffe\uffff\U0010ffff",
    "don't well-known e.g. C++ a@b.c #x",
    "İΣ\u0301ẞﷺ각",
    "AbC" * 40,
]
MARKS = ["\u0301", "\u0327", "\u0338", "\u05b0", "\u3099", "\u0345"]


def _marks_in_all_orders():
    return [
        f"{base}{''.join(marks)}x" for base in "aÅ각" for marks in itertools.permutations(MARKS[:4])
    ] + ["".join(marks) for marks in itertools.permutations(MARKS, 2)]


def _short():
    cycle = "Ab cÉ_1-\u4e2dd "
    return [(cycle * 8)[start : start + length] for start in range(3) for length in range(71)]


def _around_edges():
    """Tokens of about 16, 32 and 64 bytes around a block's edge, plain and with one wide letter."""
    texts = []
    for length in (15, 16, 17, 31, 32, 33, 63, 64, 65):
        token = ("ABCdefgh1234_xyz" * 5)[:length]
        for offset in range(0, 66):
            texts.append(f"{' ' * offset}{token} y")
            at = offset % (length - 1)
            texts.append(f"{'-' * offset}{token[:at]}É{token[at + 2 :]}.")
    return texts


@pytest.fixture(scope="session")
def odd():
    """Short texts that are each hard in their own way."""
    return SIGMAS + CASES + LETTERS + DIGITS + SPACES + SIGNS + _marks_in_all_orders() + _short()


@pytest.fixture(scope="session")
def edges():
    """Tokens of every critical length at every critical place."""
    return _around_edges()


@pytest.fixture(scope="session")
def code_points():
    """Every code point that the engine and this Python assign, without surrogates, private ones."""
    if unicodedata.unidata_version not in VERSIONS_KNOWN:
        pytest.skip("which code points this Unicode added is not written down here")
    found = (
        cp for cp in range(0x110000) if unicodedata.category(chr(cp)) not in ("Cn", "Cs", "Co")
    )
    return [cp for cp in found if not any(cp in added for added in ADDED_WITH_15_1)]


@pytest.fixture(scope="session")
def texts(code_points):
    """A strategy of lists of texts: any characters, and ASCII words between odd ones."""
    every = st.sampled_from(code_points).map(chr)
    plain = ["Σ", "the", "The", "a", "B2", "_", " ", ".", "-" * 15]
    piece = st.sampled_from([*SIGMAS, *CASES, *LETTERS, *DIGITS, *SPACES, *SIGNS, *MARKS, *plain])
    mixed = st.lists(st.one_of(piece, st.text("aAsS zΣ1_", max_size=20), every), max_size=12).map(
        "".join
    )
    return st.lists(st.one_of(st.text(every, max_size=40), mixed), min_size=1, max_size=6)
