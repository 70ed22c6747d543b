"""Text of any encoding as UTF-8, in pieces of any size."""

import io

import pytest

from linnet.reading import transcoding
from linnet.reading.transcoding import Transcoded, original_bytes


def transcoded(data, encoding, **how):
    return Transcoded(io.BytesIO(data), encoding, **how).read()


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("encoding", ["utf-16", "shift_jis", "gb18030", "cp1252", "iso2022_jp"])
def test_pieces_of_any_size_give_the_same(monkeypatch, size, encoding):
    monkeypatch.setattr(transcoding, "_PIECE", size)
    text = "Grüße, ça va\n" if encoding == "cp1252" else "映画は 面白い\n"
    assert transcoded(text.encode(encoding), encoding) == text.encode()


def test_bytes_that_the_encoding_does_not_have_stay_recognisable():
    data = transcoded(b"caf\x81e", "cp1252")
    assert data == b"caf\xff81e"
    assert original_bytes(data) == b"caf\x81e"
    # Side by side they would be UTF-8, and pass for text.
    assert transcoded("é".encode(), "ascii") == b"\xffc3\xffa9"


def test_half_a_pair_is_marked():
    assert transcoded(b"a\0\x00\xd8b\0", "utf-16-le") == b"a\xff00b"
    assert transcoded(b"a\0b", "utf-16-le") == b"a\xff62"  # cut in the middle
    assert b"\xff" in transcoded(b"+2AA-", "utf-7")


@pytest.mark.parametrize("size", [1, 2, 100])
def test_carriage_returns_become_line_ends(monkeypatch, size):
    monkeypatch.setattr(transcoding, "_PIECE", size)
    data = b"a\rb\r\nc\n\r\rd"
    assert transcoded(data, "utf-8", old_mac=True) == b"a\nb\nc\n\n\nd"


def test_reading_into_a_small_buffer():
    reader = Transcoded(io.BytesIO("äöü".encode("cp1252")), "cp1252")
    buffer = bytearray(4)
    assert reader.readinto(memoryview(buffer)) == 4
    assert reader.readinto(memoryview(buffer)) == 2
    assert reader.readinto(memoryview(buffer)) == 0
