"""Readers against odd, huge or damaged input: a right answer or one clear sentence, no more."""

import os
import random
import resource
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from linnet.errors import InputError, LinnetError
from linnet.reading import blocks, read

NONE = (
    "there must be at least one document with a label; got none. "
    "Check that this is the right input."
)
DATA = os.environ.get("LINNET_DATA")


def texts(path, **options):
    return [
        text for batch in read(path, **options).batches() for text in batch.texts[0].to_pylist()
    ]


def sentence(path, **options):
    with pytest.raises(InputError) as caught:
        texts(path, **options)
    return str(caught.value).replace(f"{path.parent}/", "")


def write(path, data):
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "x.csv",
            b"",
            "x.csv: the first row must name the columns; got an empty file. Write a header.",
        ),
        (
            "x.csv",
            b"\xef\xbb\xbf\n\n",
            "x.csv: the first row must name the columns; got an empty file. Write a header.",
        ),
        (
            "x.csv",
            b"text,label\n",
            f"x.csv: {NONE}",
        ),
        (
            "x.jsonl",
            b"",
            f"x.jsonl: {NONE}",
        ),
        (
            "x.ft",
            b"\n",
            f"x.ft: {NONE}",
        ),
        (
            "x.jsonl",
            '{"text"'.encode("utf-16"),
            "x.jsonl: text must be UTF-8; got UTF-16. Save the file as UTF-8.",
        ),
        (
            "x.jsonl",
            '{"text"'.encode("utf-32"),
            "x.jsonl: text must be UTF-8; got UTF-32. Save the file as UTF-8.",
        ),
        (
            "x.csv",
            b"te\xffxt,label\n",
            "x.csv, header: text must be UTF-8; got byte 0xff. Save the file as UTF-8.",
        ),
        (
            "x.csv",
            b'text,label\na,x\n"b,y\nc,z\n',
            "x.csv, row 2: a quote must be closed; got the end of the file. Close the quote.",
        ),
        (
            "x.csv",
            b"text;label\na;b;c\nd\n",
            "x.csv: rows must have as many cells as the header; got 'text;label' "
            "and rows that ';' divides otherwise. Name the delimiter.",
        ),
        (
            "x.json",
            b'[{"text": "a", "label": "b"}]',
            "x.json, row 1: a line must be a JSON object; got a list. "
            "Write one object per line or skip bad rows.",
        ),
    ],
)
def test_sentences(tmp_path, name, data, said):
    assert sentence(write(tmp_path / name, data)) == said


def test_an_open_quote_is_not_skipped(tmp_path):
    path = write(tmp_path / "x.csv", b'text,label\na,x\n"b,y\n')
    assert "a quote must be closed" in sentence(path, skip_bad_rows=True)


def test_bom_nul_and_line_ends(tmp_path):
    path = write(tmp_path / "x.csv", b"\xef\xbb\xbftext,label\r\na\x00b,x\r\n\xef\xbb\xbfc,y\r\n")
    assert texts(path) == ["a\x00b", "\ufeffc"]
    path = write(tmp_path / "x.jsonl", b'\xef\xbb\xbf{"text": "a\\u0000b", "label": "x"}\r\n')
    assert texts(path) == ["a\x00b"]
    path = write(tmp_path / "y.jsonl", b'{"text": "a\x00b", "label": "x"}\n')
    assert (
        "row 1: a line must be a JSON object; got broken JSON (Invalid control character"
        in sentence(path)
    )


def test_empty_input_has_no_documents_to_predict(tmp_path):
    for name in ("x.jsonl", "x.txt", "x.ft"):
        assert texts(write(tmp_path / name, b""), labelled=False) == []
    assert texts(write(tmp_path / "x.csv", b"text\n"), labelled=False) == []


@pytest.mark.parametrize("name", ["x.csv", "x.jsonl", "x.ft", "x.txt"])
def test_a_huge_line(tmp_path, name):
    size = 100_000_000 if name in ("x.csv", "x.jsonl") else 20_000_000
    long = b"a" * size
    lines = {
        "x.csv": b"text,label\n" + long + b",x\nb,y\n",
        "x.jsonl": b'{"text":"' + long + b'","label":"x"}\n{"text":"b","label":"y"}\n',
        "x.ft": b"__label__x " + long + b"\n__label__y b\n",
        "x.txt": long + b"\nb\n",
    }
    path = write(tmp_path / name, lines[name])
    found = list(read(path, labelled=name != "x.txt").batches())
    assert [len(text.as_py()) for batch in found for text in batch.texts[0]] == [size, 1]
    path.unlink()


def test_a_row_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "LONGEST_ROW", 1 << 20)
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 1 << 16)
    path = write(tmp_path / "x.csv", b'text,label\n"' + b"a,b\n" * 1_000_000)
    assert sentence(path) == (
        "x.csv: a row must be shorter than 1 GB; got a longer one. "
        "Look for a quote that is not closed, or name another format."
    )


def samples():
    table = pa.table(
        {"text": [f"text {n} é" for n in range(50)], "label": [f"l{n % 3}" for n in range(50)]}
    )
    parquet, arrow = pa.BufferOutputStream(), pa.BufferOutputStream()
    pa.parquet.write_table(table, parquet)
    with pa.ipc.new_file(arrow, table.schema) as writer:
        writer.write_table(table)
    rows = table.to_pylist()
    return {
        "x.csv": b"text,label\n" + b"".join(f'"{r["text"]}",{r["label"]}\n'.encode() for r in rows),
        "x.jsonl": b"".join(
            f'{{"text": "{r["text"]}", "label": "{r["label"]}"}}\n'.encode() for r in rows
        ),
        "x.ft": b"".join(f"__label__{r['label']} {r['text']}\n".encode() for r in rows),
        "x.parquet": parquet.getvalue().to_pybytes(),
        "x.arrow": arrow.getvalue().to_pybytes(),
    }


@pytest.mark.parametrize("name", samples())
def test_damaged_bytes_give_documents_or_our_errors(tmp_path, name):
    chance = random.Random(7)
    whole = samples()[name]
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.choice(b'\x00\x0a\x0d"\\{},:\xff\x80n1_')
        path = write(tmp_path / name, bytes(data))
        for skip in (False, True):
            try:
                for batch in read(path, skip_bad_rows=skip).batches():
                    batch.texts[0].validate(full=True)
                    batch.labels.validate(full=True)
            except LinnetError:
                pass


@pytest.mark.skipif(DATA is None, reason="set LINNET_DATA to the folder with the test corpora")
def test_a_real_corpus_streams_in_bounded_memory():
    path = Path(str(DATA)) / "ag_news" / "train.jsonl.gz"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    documents = read(path)
    counts = [sum(len(batch) for batch in documents.batches()) for _ in range(2)]
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert counts[0] == counts[1] == 52_565
    assert (after - before) * (1 if sys.platform == "darwin" else 1024) < 200_000_000
