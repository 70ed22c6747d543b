"""The letters beyond ASCII of languages, and the encodings that people write these languages in.

The numbers say how often a letter is among 10,000 letters of usual text, roughly. They are only
compared with each other: which of two encodings makes the bytes of a text the letters of a language
that is written with these letters.
"""

from __future__ import annotations

from functools import cache

# Those of cp1252, which ISO-8859-1 has at the same places.
WESTERN = {
    "Afrikaans": "ê30 ë30 é5 ô5 û3 î1 ö1 á1",
    "Albanian": "ë450 ç45",
    "Catalan": "à45 è20 é20 í30 ï2 ò15 ó40 ú12 ü2 ç10",
    "Danish, Norwegian": "æ70 ø92 å125 é5 ò1 ó1 ê1 ô1",
    "Dutch": "é8 ë10 ï4 è2 ö2 ü1 ó1 á1 ç1",
    "Estonian": "ä105 õ94 ö25 ü70 š1 ž1",
    "Faroese": "á110 ð190 í100 ó70 ú60 ý40 æ40 ø100",
    "Finnish": "ä360 ö44 å1",
    "French": "é190 à49 è30 ê22 ç9 â6 ô5 î4 û6 ù6 ë2 ï2 œ3 æ1 ü1",
    "Gaelic": "à100 è30 ì50 ò30 ù40",
    "German": "ä54 ö30 ü65 ß31 é1 à1",
    "Icelandic": "á180 é65 í157 ó99 ú61 ý23 þ145 æ87 ö78 ð439",
    "Irish": "á90 é55 í80 ó45 ú50",
    "Italian": "à64 è37 é5 ì10 ò16 ù17 î1",
    "Luxembourgish": "é100 ä60 ë40 è3 ö5 ü5 ê1 î1 ô1",
    "Portuguese": "ã83 ç53 á60 é49 í40 ó34 ú20 â6 ê37 ô6 õ20 à7 ü1",
    "Spanish": "á50 é43 í72 ó83 ú17 ñ31 ü1 ç1",
    "Swedish": "å130 ä180 ö130 é5 à1 ü1",
}
CENTRAL = {
    "Croatian, Slovene": "č100 ć60 đ25 š90 ž55",
    "Czech": "á222 č100 ď4 é133 ě165 í327 ň2 ó3 ř121 š81 ť4 ú10 ů69 ý100 ž99",
    "German": WESTERN["German"],
    "Hungarian": "á370 é350 í60 ó100 ö100 ő90 ú30 ü60 ű20",
    "Polish": "ą99 ć40 ę111 ł182 ń20 ó85 ś66 ź6 ż83",
    "Romanian": "ă240 â90 î80 ş110 ţ90",
    "Slovak": "á230 ä20 č110 ď30 é100 í130 ľ40 ĺ1 ň20 ó20 ô20 ŕ1 š90 ť60 ú100 ý90 ž90",
}
BALTIC = {
    "Estonian": WESTERN["Estonian"],
    "Latvian": "ā390 č10 ē160 ģ5 ī180 ķ10 ļ30 ņ50 š80 ū60 ž20",
    "Lithuanian": "ą70 č40 ę20 ė170 į55 š110 ų130 ū45 ž85",
}
TURKISH = {"Turkish": "ç115 ğ112 ı511 ö77 ş178 ü185 İ40 â3 î1 û1", "German": WESTERN["German"]}
SOUTHERN = {
    "Esperanto": "ĉ60 ĝ70 ĥ1 ĵ10 ŝ18 ŭ52",
    "Maltese": "ċ80 ġ120 ħ270 ż140 à10",
}
VIETNAMESE = {
    "Vietnamese": "â150 ă60 ê130 ô170 ơ90 ư180 đ240 à100 á80 é10 ó20 ú20 \u030060 \u0301150 "
    "\u030970 \u030330 \u0323150",
}

# The encodings that text in Latin letters comes in, the one that is read by itself first.
LATIN_ENCODINGS = {
    "cp1252": WESTERN,
    "cp1250": CENTRAL,
    "iso8859-2": CENTRAL,
    "cp1254": TURKISH,
    "cp1257": BALTIC,
    "iso8859-15": WESTERN,
    "mac-roman": WESTERN,
    "cp850": WESTERN,
    "cp852": CENTRAL,
    "iso8859-3": SOUTHERN,
    "cp1258": VIETNAMESE,
}
CAPITAL = 0.05  # how often a letter is a capital one


@cache
def letter_shares(encoding: str) -> dict[str, dict[str, float]]:
    """Return for each language of an encoding how often each of its letters is, of all of them.

    >>> round(letter_shares("cp1252")["Albanian"]["ç"], 3)  # 45 of 495, of these 0.95
    0.086
    """
    return {language: _shares(table) for language, table in LATIN_ENCODINGS[encoding].items()}


def _shares(table: str) -> dict[str, float]:
    counts = {word[0]: float(word[1:]) for word in table.split()}
    total = sum(counts.values())
    shares = {}
    for letter, count in counts.items():
        share = count / total
        shares[letter] = share * (1 - CAPITAL)
        capital = letter.upper()
        if len(capital) == 1:
            shares[capital] = share * CAPITAL
    return shares


# The most frequent characters beyond ASCII of other scripts.
USUAL_CHARACTERS = {
    "cyrillic": frozenset("оеаинтсрвлкмдпуяі"),
    "greek": frozenset("αοιετσνηυρπκίόέά"),
    "hebrew": frozenset("יוהלארמתבשםנ"),
    "arabic": frozenset("اليمنورتبعدسهی"),
    "thai": frozenset("านรอกเงมยวทสตัิี่้"),
    "kana": frozenset(map(chr, range(0x3041, 0x3100))),
    "hangul": frozenset(map(chr, range(0xAC00, 0xD7A4))),
    "chinese": frozenset(
        "的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也"
        "你对對生能而子那得于於着著下自之年过過发發后後作里裡用道行所然家种種事成方多经"
        "經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她"
        "本前开開但因只从從想实實日无無力它与與长長把机機十第公此已工使情明性知全三又很"
        "关關点點正外将將两兩高间間由问問最手应應房店服务務吃买買太真什吗嗎给給"
    ),
}
