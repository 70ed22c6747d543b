"""Which encoding a file is in, by its first bytes: UTF-8 first, then UTF-16, then cp1252.

UTF-16 has a byte order mark, or zeros at every other place. What is mostly UTF-8 stays UTF-8: its
other bytes make bad rows. cp1252 is taken on the evidence of `latin_evidence` only. Bytes that are
none of these are left to whoever knows; the encodings that they may be in are named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from linnet.reading.encodings import UTF8
from linnet.reading.latin_evidence import LEAST_IN_PLACE, WESTERN_ENCODING, high_bytes, is_cp1252
from linnet.reading.likely_encodings import likely_encodings

_MARKS = {
    b"\xef\xbb\xbf": UTF8,
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_UTF16_BYTES = 1 << 12  # so many decide, where there is no mark
_LEAST_ZEROS = 0.4  # the share of zeros at every other place
_FEW_BYTES = 4  # with fewer bytes above 127 no encoding is likely
_ENOUGH_BYTES = 20  # and with so many they are not just a few bad ones

# Characters of several bytes; a word that ends with such a letter before a quote is none.
_SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_WORD_AND_QUOTE = re.compile(
    rb"(?<=[A-Za-z])[\xc4-\xdf][\x92-\x94\x9b\xab\xbb](?![A-Za-z\x80-\xff])"
)
_HIGH = re.compile(rb"[\x80-\xff]")


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
    """Return the encoding that a text shows without doubt: UTF-8, or that of its mark."""
    marked = marked_encoding(data)
    if marked is not None:
        return marked
    return UTF8 if is_mostly_utf8(data) else None


def choose_encoding(data: bytes) -> EncodingChoice:
    """Return the encoding of a text by its first bytes, which end with a line where there is one.

    >>> choose_encoding("schöne Grüße".encode("cp1252")).encoding
    'cp1252'
    >>> choose_encoding("доброе утро".encode("koi8-r")).likely[0]
    'koi8-r'
    """
    own = _utf16_without_mark(data) or own_encoding(data)
    return _other_encoding(data) if own is None else EncodingChoice(own)


def _other_encoding(data: bytes) -> EncodingChoice:
    found = high_bytes(data)
    if not _has_utf8(data) and is_cp1252(found):
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
    in_sequences = sum(map(len, _SEQUENCE.findall(data)))
    return 2 * in_sequences > len(_HIGH.findall(data))


def _has_utf8(data: bytes) -> bool:
    """Return whether there are characters of UTF-8, other than by chance at the end of a word."""
    by_chance = len(_WORD_AND_QUOTE.findall(data))
    most_by_chance = (1 - LEAST_IN_PLACE) * len(_HIGH.findall(data))
    return len(_SEQUENCE.findall(data)) > by_chance or by_chance > max(1, most_by_chance)


def _utf16_without_mark(data: bytes) -> str | None:
    """Return UTF-16 where zeros are at every other place only, and so is text."""
    start = data[: _UTF16_BYTES & ~1]
    start = start[: len(start) & ~1]
    for encoding, zeros, others in (
        ("utf-16-le", start[1::2], start[::2]),
        ("utf-16-be", start[::2], start[1::2]),
    ):
        n_zeros = zeros.count(0)
        enough = n_zeros > _LEAST_ZEROS * len(zeros) or (n_zeros and not _is_utf8(start))
        if enough and 0 not in others and _is_text(start, encoding):
            return encoding
    return None


def _is_text(data: bytes, encoding: str) -> bool:
    """Return whether bytes are text without control characters, at least two characters of it."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return False
        text = data[: error.start].decode(encoding)
    plain = text.replace("\t", "").replace("\n", "").replace("\r", "")
    return len(text) > 1 and plain.isprintable()
