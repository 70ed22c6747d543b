"""Encodings that are named for bytes that nobody can read."""

import pytest

from linnet.reading.latin_evidence import high_bytes
from linnet.reading.likely_encodings import likely_encodings
from tests.reading.sentences import OTHERS


@pytest.mark.parametrize(("language", "encoding"), OTHERS)
def test_the_right_encoding_comes_first(language, encoding):
    data = "\n".join(OTHERS[language, encoding]).encode(encoding)
    assert likely_encodings(data, high_bytes(data))[0] == encoding


def test_noise_is_no_text():
    data = bytes(range(128, 256)) * 3
    assert likely_encodings(data, high_bytes(data)) == ()


def test_long_runs_take_no_square_of_time():
    for byte in (b"\xff", b"\xe9", b"\xa0"):
        data = byte * 1_000_000
        likely_encodings(data, high_bytes(data))  # for hours, if it did
