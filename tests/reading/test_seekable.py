"""Files that are read from several places."""

import gzip
import io

import pyarrow as pa
import pytest

from linnet import InputError
from linnet.reading.seekable import open_file
from linnet.reading.source import FileSource, StreamSource


def test_a_plain_file_is_opened_where_it_is(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    opened = open_file(FileSource(path))
    with opened() as file:
        assert isinstance(file, pa.OSFile)
        assert file.read() == b"abc"
    path.unlink()
    with pytest.raises(InputError, match="a file or folder must be there; got nothing"):
        opened()


def test_a_compressed_file_is_held_in_memory(tmp_path):
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b"abc"))
    opened = open_file(FileSource(path))
    path.unlink()
    assert [opened().read(), opened().read()] == [b"abc", b"abc"]


def test_a_stream_is_read_once_and_can_be_opened_again():
    opened = open_file(StreamSource(io.BufferedReader(io.BytesIO(b"abc")), "pipe"))
    assert [opened().read(), opened().read()] == [b"abc", b"abc"]
