"""Every format in READERS gives the same documents for the same content, plain and compressed."""

import bz2
import csv
import gzip
import io
import json
import lzma

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from linnet.errors import InputError, LinnetError
from linnet.reading import EXTENSIONS, READERS, read
from tests.reading.workbooks import xlsx

TEXTS = ["good film", "dull, plot", 'say "hi" there', "naïve 🎬 寿司", "ends here"]
LABELS = ["pos", "neg", "pos", "übrig", "007"]


def delimited(delimiter):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(
        [("text", "label"), *zip(TEXTS, LABELS, strict=True)]
    )
    return out.getvalue().encode()


def json_lines():
    rows = ({"text": text, "label": label} for text, label in zip(TEXTS, LABELS, strict=True))
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def parquet():
    out = io.BytesIO()
    pa.parquet.write_table(pa.table({"text": TEXTS, "label": LABELS}), out)
    return out.getvalue()


def arrow():
    out, table = io.BytesIO(), pa.table({"text": TEXTS, "label": LABELS})
    with pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue()


def fasttext():
    return "".join(
        f"__label__{label} {text}\n" for text, label in zip(TEXTS, LABELS, strict=True)
    ).encode()


def spreadsheet():
    return xlsx({"Sheet1": [["text", "label"], *zip(TEXTS, LABELS, strict=True)]})


# A format that is listed but has no line here fails below: write its five documents down.
CONTENTS = {
    "csv": lambda: delimited(","),
    "tsv": lambda: delimited("\t"),
    "jsonl": json_lines,
    "parquet": parquet,
    "arrow": arrow,
    "spreadsheet": spreadsheet,
    "fasttext": fasttext,
    "lines": lambda: "\n".join(TEXTS).encode(),
}
COMPRESS = {
    "": lambda data: data,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda data: pa.Codec("zstd").compress(data).to_pybytes(),
}
FILE_FORMATS = [
    name for name in READERS if name not in ("folder", "svmlight")
]  # the latter has no texts


def seen(documents):
    batches = list(documents.batches())
    texts = [text for batch in batches for text in batch.texts[0].to_pylist()]
    labels = [label for batch in batches if batch.labels for label in batch.labels.to_pylist()]
    rows = [row for batch in batches for row in batch.rows.tolist()]
    return texts, labels, rows


@pytest.mark.parametrize("compression", COMPRESS)
@pytest.mark.parametrize("name", FILE_FORMATS)
def test_same_documents_in_every_format(tmp_path, name, compression):
    extension = next(ending for ending, kind in EXTENSIONS.items() if kind == name)
    path = tmp_path / f"docs{extension}{compression}"
    path.write_bytes(COMPRESS[compression](CONTENTS[name]()))
    labelled = name != "lines"
    documents = read(path, labelled=labelled)
    expected = (TEXTS, LABELS if labelled else [], [1, 2, 3, 4, 5])
    assert seen(documents) == expected
    assert seen(documents) == expected  # and a second time


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_labels_are_left_out_when_not_asked_for(tmp_path, name):
    path = tmp_path / "docs"
    path.write_bytes(CONTENTS[name]())
    documents = read(path, format=name, labelled=False)
    assert documents.label is None
    assert seen(documents) == (TEXTS, [], [1, 2, 3, 4, 5])


def test_folder_has_the_same_documents(tmp_path):
    for place, (text, label) in enumerate(zip(TEXTS, LABELS, strict=True)):
        (tmp_path / label).mkdir(exist_ok=True)
        (tmp_path / label / f"{place}.txt").write_bytes(text.encode())
    texts, labels, rows = seen(read(tmp_path))
    assert sorted(zip(texts, labels, strict=True)) == sorted(zip(TEXTS, LABELS, strict=True))
    assert rows == [1, 2, 3, 4, 5]


def test_every_extension_leads_to_a_listed_format():
    assert set(EXTENSIONS.values()) <= set(READERS)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\xff\xfe\x00", b"\n", b"{", b"PAR1", b"ARROW1\x00\x00", b'"']
)
def test_nonsense_gives_our_errors_only(tmp_path, name, data):
    path = tmp_path / "docs"
    path.write_bytes(data)
    with pytest.raises(LinnetError):
        list(read(path, format=name).batches())


@pytest.mark.parametrize("name", READERS)
def test_a_missing_file_is_said_to_be_missing(tmp_path, name):
    with pytest.raises(InputError, match="a file or folder must be there; got nothing"):
        read(tmp_path / "none.x", format=name)


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_every_format_keeps_the_text_for_the_output_and_changes_no_document(tmp_path, name):
    path = tmp_path / "docs"
    path.write_bytes(CONTENTS[name]())
    documents = read(path, format=name, labelled=False, keep_columns="all")
    assert seen(documents) == (TEXTS, [], [1, 2, 3, 4, 5])
    names = [column.name for column in documents.kept_columns]
    assert names[0] == "text"
    assert all(len(column.values) == 0 for column in documents.kept_columns)
    for batch in documents.batches():
        assert [column.name for column in batch.kept_columns] == names
        assert batch.kept_columns[0].values.to_pylist() == TEXTS


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\xff\xfe\x00", b"\n", b"{", b"PAR1", b"ARROW1\x00\x00", b'"', b"{}"]
)
def test_keeping_columns_of_nonsense_gives_our_errors_only(tmp_path, name, data):
    path = tmp_path / "docs"
    path.write_bytes(data)
    for settings in ({"keep_columns": "all"}, {"id": ["a", "b"]}, {"id": "a", "keep_columns": "b"}):
        try:
            documents = read(path, format=name, labelled=False, skip_bad_rows=True, **settings)
            for batch in documents.batches():
                for column in batch.kept_columns:
                    assert len(column.values) == len(batch) + len(batch.skipped)
        except LinnetError:
            pass
