"""Which reader a source gets."""

import gzip
import io

import pytest

from linnet import InputError, SettingError
from linnet.reading.readers import check_format, extension_of, format_of
from linnet.reading.settings import ReadSettings
from linnet.reading.source import FileSource, StreamSource


def file_of(tmp_path, name, data=b"a"):
    path = tmp_path / name
    path.write_bytes(data)
    return FileSource(path)


def stream_of(data, name="standard input"):
    return StreamSource(io.BufferedReader(io.BytesIO(data)), name)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("x.CSV", b"a", "csv"),
        ("x.tab", b"a", "tsv"),
        ("x.json.gz", b"a", "jsonl"),
        ("x.csv", b"PAR1", "parquet"),  # the first bytes count more than the name
        ("x", b"ARROW1", "arrow"),
        ("x.txt", b"a text", "lines"),
        ("x.txt", b"__label__a text", "fasttext"),
        ("x.txt", b"\xef\xbb\xbf__label__a text", "fasttext"),
        ("x.csv", b"__label__a,b", "csv"),
    ],
)
def test_the_format_by_name_and_first_bytes(tmp_path, name, data, kind):
    assert format_of(file_of(tmp_path, name, data), ReadSettings()) == kind


def test_the_format_that_was_asked_for(tmp_path):
    assert format_of(file_of(tmp_path, "x.csv"), ReadSettings(format="lines")) == "lines"


def test_a_folder_is_no_file(tmp_path):
    assert format_of(FileSource(tmp_path), ReadSettings()) == "folder"
    with pytest.raises(InputError, match="a file must be here; got a folder"):
        format_of(FileSource(tmp_path), ReadSettings(format="csv"))


def test_a_stream_without_a_name_is_read_by_the_task():
    assert format_of(stream_of(b"a"), ReadSettings()) == "jsonl"
    assert format_of(stream_of(b"a"), ReadSettings(labelled=False)) == "lines"
    source = stream_of(b"a,b", "pipe.csv")
    assert format_of(source, ReadSettings()) == "csv"
    assert source.open().rest() == b"a,b"  # nothing is used up


def test_a_file_without_an_extension_needs_a_format(tmp_path):
    with pytest.raises(InputError, match="clear from the name; got no extension"):
        format_of(file_of(tmp_path, "x"), ReadSettings())


def test_extensions():
    assert extension_of("a.b/x.Tsv.ZST") == ".tsv"
    assert extension_of("x.gz") == ""


def test_a_format_that_there_is_not():
    check_format(None)
    with pytest.raises(SettingError, match=r"got 'jsonll'\. Did you mean jsonl\?"):
        check_format("jsonll")
    with pytest.raises(SettingError, match=r"got 'zzz'\. Choose one of them\."):
        check_format("zzz")


def test_a_sqlite_file_is_named_by_its_url_whatever_its_name(tmp_path):
    data = b"SQLite format 3\0" + bytes(100)
    for name, asked in [("x.db", None), ("x.csv", None), ("x", "csv"), ("x.xlsx", None)]:
        source = file_of(tmp_path, name, data)
        with pytest.raises(InputError) as caught:
            format_of(source, ReadSettings(format=asked))
        assert str(caught.value) == (
            f"{source.name}: a database must be named by its URL; got a SQLite file. "
            f"Read sqlite:///{source.name} with sql='SELECT … AS text, … AS label FROM …'."
        )
    with pytest.raises(InputError, match=r"got a SQLite file\. Unpack it first"):
        format_of(file_of(tmp_path, "x.db.gz", gzip.compress(data)), ReadSettings())


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"])
def test_a_spreadsheet_is_no_text(tmp_path, start):
    source = file_of(tmp_path, "x.csv", start + bytes(100))
    assert format_of(source, ReadSettings()) == "spreadsheet"
    with pytest.raises(InputError) as caught:
        format_of(source, ReadSettings(format="csv"))
    assert str(caught.value) == (
        f"{source.name}: csv must be text; got the first bytes of a spreadsheet. "
        "Name the format spreadsheet."
    )
