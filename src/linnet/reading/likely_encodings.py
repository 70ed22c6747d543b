"""Encodings that bytes may well be text in: not to read them, but to name them."""

from __future__ import annotations

import re

from linnet.reading.alphabets import USUAL_CHARACTERS
from linnet.reading.latin_evidence import HighBytes, latin_encodings

MOST_NAMED = 3

# The name to advise, and what most of its characters beyond ASCII are, to which share.
_SCRIPTS = {
    "koi8-r": ("cyrillic", 0.6),
    "cp1251": ("cyrillic", 0.6),
    "cp866": ("cyrillic", 0.6),
    "iso8859-5": ("cyrillic", 0.6),
    "cp1253": ("greek", 0.6),
    "cp1255": ("hebrew", 0.6),
    "cp1256": ("arabic", 0.6),
    "cp874": ("thai", 0.6),
    "shift_jis": ("kana", 0.3),
    "euc_jp": ("kana", 0.3),
    "gb18030": ("chinese", 0.25),
    "big5": ("chinese", 0.25),
    "euc_kr": ("hangul", 0.9),
}
# Encodings whose bytes are all ASCII, by what stands before their other characters.
_ESCAPES = {
    "iso2022_jp": re.compile(rb"\x1b\$[@B]|\x1b\(J"),
    "iso2022_kr": re.compile(rb"\x1b\$\)C"),
}
_HZ = re.compile(rb"~\{(?:[!-~]{2})+~\}")
_FEW_HZ = 2  # runs in ~{ and ~}
_MOST_BYTES = 1 << 16
_FEW_USUAL = _SCRIPTS["gb18030"][1]
_BEYOND_ASCII = re.compile("[^\\x00-\\x7f«»„“”‘’–—…№\u3000-\u3020\uff00-\uff20]")
_RUN = re.compile(r"[^\x00-\x7f]+")


def likely_encodings(data: bytes, found: HighBytes) -> tuple[str, ...]:
    """Return the names of encodings in which the bytes are plausible text, likeliest first.

    >>> from linnet.reading.latin_evidence import high_bytes
    >>> russian = "скажите пожалуйста".encode("koi8-r")
    >>> likely_encodings(russian, high_bytes(russian))
    ('koi8-r',)
    """
    lines = [line for line in data.splitlines(keepends=True) if not line.isascii()]
    sample = b"".join(lines)[:_MOST_BYTES]
    shares = {}
    for encoding, (script, least) in _SCRIPTS.items():
        share = _usual_share(sample, encoding, script)
        if share >= least:
            shares[encoding] = share / least
    likely = sorted(shares, key=lambda encoding: -shares[encoding])
    return tuple([*likely, *latin_encodings(found)][:MOST_NAMED])


def seven_bit_encoding(data: bytes) -> str | None:
    """Return the encoding of East Asian text in ASCII bytes, None for any other text.

    >>> seven_bit_encoding("寿司".encode("iso2022_jp")), seven_bit_encoding(b"~{a~}")
    ('iso2022_jp', None)
    """
    if not data.isascii():
        return None
    for encoding, escape in _ESCAPES.items():
        if b"\x1b" in data and escape.search(data):
            return encoding
    runs = _HZ.findall(data) if b"~{" in data else []
    is_hz = len(runs) >= _FEW_HZ and _usual_share(b"".join(runs), "hz", "chinese") >= _FEW_USUAL
    return "hz" if is_hz else None


def _usual_share(data: bytes, encoding: str, script: str) -> float:
    """Return how many of the characters beyond ASCII are usual ones of a script.

    Those beside ASCII letters are not, and where bytes are no text, none is.
    """
    decoded = data.decode(encoding, "replace")
    characters = _BEYOND_ASCII.findall(decoded)
    n_wrong = decoded.count("\ufffd")
    if n_wrong * 100 > len(characters):
        return 0.0
    usual = USUAL_CHARACTERS[script]
    n_usual = sum(character in usual for character in characters) - _n_inside_words(decoded)
    return n_usual / max(1, len(characters))


def _n_inside_words(text: str) -> int:
    """Return how many characters beyond ASCII are in runs beside an ASCII letter."""
    count = 0
    # Run by run, as a pattern that looks for the letter takes a square of steps on long runs.
    for run in _RUN.finditer(text):
        beside = text[max(0, run.start() - 1) : run.start()] + text[run.end() : run.end() + 1]
        if any(map(str.isalpha, beside)):
            count += len(run[0])
    return count
