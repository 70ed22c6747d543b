"""Where bytes come from, and what is said when they do not come."""

import bz2
import gzip
import lzma
from pathlib import Path

import pyarrow as pa
import pytest

from linnet.errors import InputError
from linnet.reading import read

PLAIN = b"text,label\n" + b"".join(b"%d,%d\n" % (n * 7919 % 100_003, n % 3) for n in range(20_000))
COMPRESS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": lambda data: pa.Codec("zstd").compress(data).to_pybytes(),
}


def count(path, **options):
    return sum(len(batch) for batch in read(path, **options).batches())


def sentence(path, **options):
    with pytest.raises(InputError) as caught:
        count(path, **options)
    return str(caught.value).replace(f"{path.parent}/", "")


@pytest.mark.parametrize("kind", COMPRESS)
def test_the_first_bytes_count_more_than_the_name(tmp_path, kind):
    (tmp_path / "x.csv").write_bytes(COMPRESS[kind](PLAIN))
    (tmp_path / f"y.csv.{kind}").write_bytes(PLAIN)
    assert count(tmp_path / "x.csv") == 20_000
    assert count(tmp_path / f"y.csv.{kind}") == 20_000


@pytest.mark.parametrize("kind", COMPRESS)
def test_several_compressed_parts_are_one_file(tmp_path, kind):
    path = tmp_path / f"x.csv.{kind}"
    path.write_bytes(COMPRESS[kind](PLAIN) + COMPRESS[kind](b"a,b\n"))
    assert count(path) == 20_001


@pytest.mark.parametrize("kind", COMPRESS)
def test_truncated_data_is_an_error(tmp_path, kind):
    path = tmp_path / f"x.csv.{kind}"
    path.write_bytes(COMPRESS[kind](PLAIN)[:-1000])
    name = {"gz": "gzip", "zst": "zstd"}.get(kind, kind)
    assert sentence(path).startswith(f"x.csv.{kind}: {name} data must be whole; got ")
    assert sentence(path).endswith("Write or download the file again.")


@pytest.mark.parametrize("kind", COMPRESS)
def test_damaged_data_is_an_error(tmp_path, kind):
    path = tmp_path / f"x.csv.{kind}"
    data = bytearray(COMPRESS[kind](PLAIN))
    data[len(data) // 2] ^= 0x55
    path.write_bytes(data)
    with pytest.raises(InputError):
        count(path)


def test_documents_before_the_damage_are_delivered(tmp_path):
    path = tmp_path / "x.csv.gz"
    many = b"text,label\n" + PLAIN[11:] * 60
    path.write_bytes(gzip.compress(many, 1)[:-1000])
    batches = read(path).batches()
    assert len(next(batches)) > 1000
    with pytest.raises(
        InputError, match="gzip data must be whole; got 'Truncated compressed stream'"
    ):
        list(batches)


def test_no_permission(tmp_path, monkeypatch):
    path = tmp_path / "x.csv"
    path.write_bytes(PLAIN)

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert sentence(path).startswith("x.csv: the file must be readable; got no permission.")


def test_odd_paths():
    said = r"a\x00b.csv: the file must be readable; got 'embedded null byte'. Check the path."
    assert sentence(Path("a\0b.csv")) == said
    assert "a file or folder must be there; got nothing" in sentence(Path("no/such/file.csv"))


def test_unclear_format(tmp_path):
    (tmp_path / "x.doc").write_bytes(PLAIN)
    (tmp_path / "x").write_bytes(PLAIN)
    formats = "csv|tsv|jsonl|parquet|arrow|spreadsheet|folder|fasttext|svmlight|lines"
    assert sentence(tmp_path / "x.doc") == (
        "x.doc: the format must be clear from the name; got extension '.doc'. "
        f"Name the format {formats}."
    )
    assert sentence(tmp_path / "x").startswith(
        "x: the format must be clear from the name; got no extension."
    )
    assert count(tmp_path / "x", format="csv") == 20_000
