"""Text files in blocks of whole records."""

import io

import numpy as np
import pytest

from linnet import InputError
from linnet.reading import blocks
from linnet.reading.blocks import TextFile, first_block, is_utf8, line_cut, lines_of
from linnet.reading.lines import parse_lines
from linnet.reading.settings import ReadSettings
from linnet.reading.source import StreamSource

SETTINGS = ReadSettings(labelled=False)


def as_array(data):
    return np.frombuffer(data, np.uint8)


def stream_of(data):
    return StreamSource(io.BufferedReader(io.BytesIO(data)), "x.txt")


def file_of(data):
    return TextFile(stream_of(data), line_cut, lambda block: parse_lines(block, SETTINGS))


def test_blocks_end_with_a_line(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 4)
    file = file_of(b"a\nbb\nccccc\nd")
    found = [block.tobytes() for block, _ in file.blocks(file.source.open())]
    # 4 bytes; the rest "b" + 4; then "ccccc" needs more than 4 bytes and takes all that is left.
    assert found == [b"a\n", b"bb\n", b"ccccc\n", b"d"]


def test_rows_are_counted_through_all_blocks(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 4)
    batches = list(file_of(b"a\nbb\nccccc\nd").batches(SETTINGS))
    assert [batch.rows.tolist() for batch in batches] == [[1], [2], [3], [4]]
    assert batches[-1].next_row == 5


def test_a_row_has_an_end(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 4)
    monkeypatch.setattr(blocks, "LONGEST_ROW", 8)
    with pytest.raises(InputError, match=r"x.txt: a row must be shorter than 1 GB"):
        list(file_of(b"a" * 20).batches(SETTINGS))


def test_the_first_block_can_be_read_again():
    source = stream_of(b"\xef\xbb\xbfa\nb")
    assert first_block(source, line_cut).tobytes() == b"a\nb"
    assert source.open().rest() == b"\xef\xbb\xbfa\nb"


@pytest.mark.parametrize(
    ("mark", "encoding"), [(b"\xff\xfe", "UTF-16"), (b"\xff\xfe\0\0", "UTF-32")]
)
def test_marks_of_other_encodings(mark, encoding):
    with pytest.raises(InputError, match=f"x.txt: text must be UTF-8; got {encoding}"):
        list(file_of(mark + b"a").batches(SETTINGS))


def test_where_the_last_line_ends():
    assert line_cut(as_array(b"one\ntw")) == 4
    assert line_cut(as_array(b"one")) == 0
    assert line_cut(as_array(b"a\n" + b"b" * 70_000)) == 2


def test_lines_without_their_ends():
    assert lines_of(as_array(b"a\r\n\nb")) == [b"a", b"", b"b"]
    assert lines_of(as_array(b"a\n")) == [b"a"]


def test_bytes_that_are_utf8():
    assert is_utf8(as_array("é".encode()))
    assert not is_utf8(as_array(b"\xc3"))
