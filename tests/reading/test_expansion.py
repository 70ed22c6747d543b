"""Small files that expand without end are refused; honest ones are not."""

import gzip
import io
import lzma

import pyarrow as pa
import pytest

from linnet.errors import InputError
from linnet.reading import expansion, read
from linnet.reading.expansion import CountedReader, Expansion, held_whole

RULE = (
    "compressed data must expand to at most 1,000 times its size beyond 100 MB; got more: it may "
    "be a decompression bomb. Decompress it yourself if you trust it."
)
ZEROS = bytes(1 << 20)


def gzip_of_zeros(path, megabytes):
    """Write a gzip file of many zeros: the same 16 MB again and again."""
    path.write_bytes(gzip.compress(ZEROS * 16) * (megabytes // 16))


def refused(path, **options):
    with pytest.raises(InputError) as caught:
        list(read(path, **options).batches())
    return str(caught.value).replace(f"{path.parent}/", "")


def test_two_gigabytes_of_zeros_are_refused_after_a_tenth_of_a_gigabyte(tmp_path):
    path = tmp_path / "x.csv.gz"
    gzip_of_zeros(path, 2048)
    assert path.stat().st_size < 2_200_000
    assert refused(path) == f"x.csv.gz: {RULE}"


@pytest.mark.parametrize("kind", ["bz2", "xz", "zstd"])
def test_bombs_of_other_kinds_are_refused(tmp_path, kind, monkeypatch):
    monkeypatch.setattr(expansion, "FREE_BYTES", 1 << 20)
    path = tmp_path / "x.csv"
    if kind == "xz":
        path.write_bytes(lzma.compress(bytes(20 << 20)))
    else:
        with pa.CompressedOutputStream(str(path), kind) as file:
            for _ in range(20):
                file.write(ZEROS)
    assert "compressed data must expand to at most 1,000 times its size" in refused(path)


def test_a_parquet_file_in_a_bomb_is_not_held_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(expansion, "FREE_BYTES", 1 << 20)
    path = tmp_path / "x.parquet.gz"
    gzip_of_zeros(path, 64)
    assert "compressed data must expand" in refused(path)


def test_equal_lines_are_honest_data(tmp_path, monkeypatch):
    monkeypatch.setattr(expansion, "FREE_BYTES", 1 << 20)
    path = tmp_path / "x.csv.gz"
    path.write_bytes(gzip.compress(b"text,label\n" + b"good film,pos\n" * 300_000))
    assert sum(len(batch) for batch in read(path).batches()) == 300_000


def test_what_is_held_in_memory_has_a_bound(monkeypatch):
    monkeypatch.setattr(expansion, "MOST_HELD", 2 << 20)
    assert held_whole("x", io.BytesIO(ZEROS).read) == ZEROS
    with pytest.raises(InputError, match=r"x: what is compressed or comes from a stream must be"):
        held_whole("x", lambda _: ZEROS)


def test_the_limit_is_that_of_the_bytes_read_so_far():
    compressed = [1_000]
    limit = Expansion("x", lambda: compressed[0])
    limit.add(100_000_000)  # any ratio will do up to here
    compressed[0] = 200_000
    limit.add(100_000_000)  # exactly 1,000 times as many
    with pytest.raises(InputError):
        limit.add(1)


def test_a_counted_reader_counts_and_leaves_its_file_open():
    raw = io.BytesIO(b"12345")
    reader = CountedReader(raw)
    assert reader.read(3) == b"123"
    reader.close()
    assert (reader.count, raw.closed) == (3, False)
