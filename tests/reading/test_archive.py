"""Zip files that hold one file."""

import contextlib
import gzip
import io
import zipfile

import pyarrow as pa
import pyarrow.parquet
import pytest

from linnet.errors import InputError
from linnet.reading import expansion, read
from tests.reading.workbooks import xlsx, zipped

CSV = b"text,label\ngood film,pos\ndull plot,neg\n"


def seen(path, **options):
    [batch] = read(path, **options).batches()
    return batch.texts[0].to_pylist(), batch.labels.to_pylist()


def refused(path, **options):
    with pytest.raises(InputError) as caught:
        list(read(path, **options).batches())
    return str(caught.value).replace(f"{path.parent}/", "")


def written(tmp_path, files, name="x.zip", **how):
    path = tmp_path / name
    path.write_bytes(zipped(files, **how))
    return path


def test_the_one_file_is_read_by_its_own_name(tmp_path):
    files = {
        "data/": b"",
        "data/reviews.csv": CSV,
        "__MACOSX/data/._reviews.csv": b"\x00\x05",
        "data/.DS_Store": b"\x00",
        "data/desktop.ini": b"\x00",
    }
    path = written(tmp_path, files)
    assert seen(path) == (["good film", "dull plot"], ["pos", "neg"])
    documents = read(path)
    assert documents.name == f"{path}/reviews.csv"
    assert [batch.share for batch in documents.batches()] == [1.0]
    assert len(list(documents.batches())) == 1  # and a second time


def test_a_zip_file_is_known_by_its_first_bytes(tmp_path):
    path = written(tmp_path, {"reviews.csv": CSV}, name="reviews.csv")
    assert seen(path)[1] == ["pos", "neg"]


def test_files_that_are_read_from_several_places(tmp_path):
    out = io.BytesIO()
    pa.parquet.write_table(pa.table({"text": ["a"], "label": ["x"]}), out)
    assert seen(written(tmp_path, {"x.parquet": out.getvalue()})) == (["a"], ["x"])
    book = xlsx({"Data": [["text", "label"], ["a", 1]]})
    assert seen(written(tmp_path, {"x.xlsx": book})) == (["a"], ["1"])


def test_a_row_is_named_with_its_file(tmp_path):
    path = written(tmp_path, {"x.csv": b"text,label\na,\n"})
    assert refused(path) == (
        "x.zip/x.csv, row 1: a label must not be empty; got ''. Drop the row or skip bad rows."
    )


@pytest.mark.parametrize(
    ("files", "got"), [({}, "none"), ({"a.csv": CSV, "b/c.csv": CSV}, "'a.csv', 'b/c.csv'")]
)
def test_no_file_or_several_are_refused_by_name(tmp_path, files, got):
    assert refused(written(tmp_path, files)) == (
        f"x.zip: a zip file must hold one file; got {got}. "
        "Unpack it and name the files, or the folder that they are in."
    )


def test_an_encrypted_file_is_refused(tmp_path):
    data = bytearray(zipped({"x.csv": CSV}))
    for start in (b"PK\x03\x04", b"PK\x01\x02"):
        flags = data.index(start) + (6 if start == b"PK\x03\x04" else 8)
        data[flags] |= 1
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    assert refused(path) == (
        "x.zip: a zip file must open without a password; got an encrypted one. "
        "Unpack it and name the file."
    )


def test_methods_that_expand_without_bound_are_refused(tmp_path):
    path = written(tmp_path, {"x.csv": CSV}, compression=zipfile.ZIP_BZIP2)
    assert "must be stored or deflated; got method 12" in refused(path)


def test_data_is_compressed_once(tmp_path):
    path = written(tmp_path, {"x.csv.gz": gzip.compress(CSV)})
    assert "data must be compressed once; got gzip inside of zip" in refused(path)
    path = written(tmp_path, {"y.zip": zipped({"x.csv": CSV})})
    assert "data must be compressed once; got a zip file inside" in refused(path)


def test_a_zip_file_or_gzip_in_gzip_is_refused(tmp_path):
    path = tmp_path / "x.csv.gz"
    path.write_bytes(gzip.compress(gzip.compress(CSV)))
    assert refused(path) == (
        "x.csv.gz: data must be compressed once; got gzip inside of gzip. Decompress it once."
    )
    path.write_bytes(gzip.compress(zipped({"x.csv": CSV})))
    assert "got a zip file inside" in refused(path)


def test_names_inside_never_touch_the_disk(tmp_path):
    path = written(tmp_path, {"../../outside.csv": CSV})
    assert seen(path)[1] == ["pos", "neg"]
    assert read(path).name == f"{path}/outside.csv"
    assert [file.name for file in tmp_path.iterdir()] == ["x.zip"]


def test_a_directory_that_lies_about_sizes_is_found(tmp_path):
    path = tmp_path / "x.zip"
    data = bytearray(zipped({"x.csv": CSV * 1000}))
    place = data.index(b"PK\x01\x02") + 24
    data[place : place + 4] = (50).to_bytes(4, "little")
    path.write_bytes(data)
    assert refused(path) == (
        "x.zip/x.csv: zip data must be whole; got \"Bad CRC-32 for file 'x.csv'\". "
        "Write or download the file again."
    )


def test_a_zip_bomb_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(expansion, "FREE_BYTES", 1 << 20)
    path = written(tmp_path, {"x.csv": bytes(20 << 20)})
    assert "compressed data must expand to at most 1,000 times" in refused(path)


def test_damaged_zip_files_give_our_errors_only(tmp_path):
    whole = zipped({"x.csv": CSV * 50})
    path = tmp_path / "x.zip"
    for place in range(0, len(whole), 3):
        for data in (whole[:place], whole[:place] + b"\xff" + whole[place + 1 :]):
            path.write_bytes(data)
            with contextlib.suppress(InputError):
                list(read(path).batches())
