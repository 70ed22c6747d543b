"""Which encoding a file is in, by its first bytes: UTF-8 first, then UTF-16, then cp1252.

UTF-16 has a byte order mark, or a zero beside most newlines and spaces. What is mostly UTF-8 stays
UTF-8: its other bytes make bad rows. cp1252 is taken on the evidence of `latin_evidence` only.
Bytes that are none of these are refused; the encodings that they may be in are named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import category

from linnet.reading.encodings import UTF8
from linnet.reading.latin_evidence import WESTERN_ENCODING, high_bytes, is_cp1252
from linnet.reading.likely_encodings import likely_encodings, seven_bit_encoding

_MARKS = {
    b"\xef\xbb\xbf": UTF8,
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_UTF16_BYTES = 1 << 12  # so many decide, where there is no mark
_MOST = 0.6
_FEW = 0.01
_SOME = 0.2  # of the low bytes: some frequent characters of Korean and Chinese have a zero there
_ODD_CATEGORIES = ("Cc", "Cn", "Co", "Cs")
_FEW_BYTES = 4  # with fewer bytes above 127 no encoding is likely
_ENOUGH_BYTES = 20  # and with so many they are not just a few bad ones

# Characters of several bytes; and a word in cp1252 with its last letter and quotes: Spaß“, « à ».
_SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_WORD_AND_QUOTE = re.compile(
    rb"(?<![\x80-\xff])(?:[\xc4-\xdf][\x92-\x94\x9b\xab\xbb]"
    rb"|[\xe0-\xef][\x85\x92-\x94\x9b\xa0\xab\xbb]{2})(?![A-Za-z\x80-\xff])"
)
_HIGH = re.compile(rb"[\x80-\xff]")
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True)
class EncodingChoice:
    """The encoding of a text; which ones are likely where it is none that is read by itself."""

    encoding: str = UTF8
    likely: tuple[str, ...] = ()
    refused: bool = False  # whether so much is in another encoding that it is not read as UTF-8


def is_settled(data: bytes) -> bool:
    """Return whether these first bytes of a text say enough: they are UTF-8, and not only ASCII."""
    return not data.isascii() and (marked_encoding(data) is not None or _is_utf8(data))


def marked_encoding(data: bytes) -> str | None:
    """Return the encoding that a byte order mark names.

    >>> marked_encoding("text".encode("utf-16")), marked_encoding(b"text")
    ('utf-16', None)
    """
    return next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)


def own_encoding(data: bytes) -> str | None:
    """Return the encoding that a text shows without doubt: UTF-8, UTF-16, or that of its mark.

    >>> own_encoding("plain text".encode("utf-16-le")), own_encoding("寿司".encode("iso2022_jp"))
    ('utf-16-le', None)
    """
    marked = marked_encoding(data) or _utf16_without_mark(data)
    if marked is not None:
        return marked
    is_utf8 = is_mostly_utf8(data) and seven_bit_encoding(data) is None
    return UTF8 if is_utf8 else None


def choose_encoding(data: bytes) -> EncodingChoice:
    """Return the encoding of a text by its first bytes, which end with a line where there is one.

    >>> choose_encoding("schöne Grüße".encode("cp1252")).encoding
    'cp1252'
    >>> choose_encoding("доброе утро".encode("koi8-r")).likely[0]
    'koi8-r'
    """
    own = own_encoding(data)
    return _other_encoding(data) if own is None else EncodingChoice(own)


def _other_encoding(data: bytes) -> EncodingChoice:
    seven_bit = seven_bit_encoding(data)
    if seven_bit is not None:
        return EncodingChoice(UTF8, (seven_bit,), refused=True)
    found = high_bytes(data)
    few_controls = len(_CONTROLS.findall(data)) <= _FEW * len(data)
    if few_controls and not _utf8_sequences(data) and is_cp1252(found):
        return EncodingChoice(WESTERN_ENCODING)
    likely = likely_encodings(data, found) if found.total >= _FEW_BYTES else ()
    refused = bool(likely) and found.total >= _ENOUGH_BYTES
    return EncodingChoice(UTF8, likely, refused)


def _is_utf8(data: bytes) -> bool:
    """Return whether bytes are UTF-8; the last character may be cut."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True


def is_mostly_utf8(data: bytes) -> bool:
    """Return whether more of the bytes above 127 are in characters of UTF-8 than are not."""
    if data.isascii() or _is_utf8(data):
        return True
    in_sequences = sum(map(len, _utf8_sequences(data)))
    return 2 * in_sequences > len(_HIGH.findall(data))


def _utf8_sequences(data: bytes) -> list[bytes]:
    """Return the characters of UTF-8 but those that are the end of a word and a quote by chance."""
    return _SEQUENCE.findall(_WORD_AND_QUOTE.sub(b"", data))


def _utf16_without_mark(data: bytes) -> str | None:
    """Return UTF-16 where newlines and spaces, if not most bytes, have a zero beside them."""
    if b"\0" not in data:
        return None
    start = data[: min(len(data), _UTF16_BYTES) & ~1]
    even, odd = start[::2], start[1::2]
    if _are_pairs(even, odd) and _is_text(start, "utf-16-le"):
        return "utf-16-le"
    if _are_pairs(odd, even) and _is_text(start, "utf-16-be"):
        return "utf-16-be"
    return None


def _are_pairs(low: bytes, high: bytes) -> bool:
    """Return whether bytes may be the low and high ones of UTF-16."""
    n_nul = sum(pair == (0, 0) for pair in zip(low, high, strict=True))
    if n_nul > _FEW * len(low) or low.count(0) > _SOME * len(low):
        return False
    partners = [after for byte, after in zip(low, high, strict=True) if byte in b"\n\r\t ,;"]
    spaces_are_pairs = partners.count(0) > _MOST * max(1, len(partners))
    return spaces_are_pairs or high.count(0) > _MOST * len(high)


def _is_text(data: bytes, encoding: str) -> bool:
    """Return whether bytes are two or more characters, nearly all of them assigned ones of text."""
    text = data.decode(encoding, "replace")
    odd = [one for one in text if category(one) in _ODD_CATEGORIES and one not in "\t\n\r"]
    return len(text) > 1 and len(odd) + text.count("\ufffd") <= max(1, _FEW * len(text))
