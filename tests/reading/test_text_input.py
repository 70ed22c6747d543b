"""Text files in any encoding, from files, compressed files, folders and streams."""

import gzip
import io
import sys

import pytest

from linnet.errors import InputError
from linnet.reading import folder as folder_reader
from linnet.reading import read, text_input

ROWS = [("schöne Grüße", "gut"), ("für die Tür", "schlecht"), ("„Spaß“ – à la carte", "gut")]
NOTE = ("encoding cp1252 (found by its bytes)",)


def csv_bytes(encoding, rows=ROWS, end="\n"):
    return (f"text,label{end}" + "".join(f"{a},{b}{end}" for a, b in rows)).encode(encoding)


def seen(source, **options):
    batches = list(read(source, **options).batches())
    texts = [text for batch in batches for text in batch.texts[0].to_pylist()]
    labels = [label for batch in batches if batch.labels for label in batch.labels.to_pylist()]
    return list(zip(texts, labels, strict=True)) if labels else texts


def sentence(path, **options):
    with pytest.raises(InputError) as caught:
        seen(path, **options)
    return str(caught.value).replace(f"{path.parent}/", "")


def write(path, data):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"]
)
@pytest.mark.parametrize("name", ["x.csv", "x.csv.gz"])
def test_encodings_are_found(tmp_path, encoding, name):
    data = csv_bytes(encoding)
    path = write(tmp_path / name, gzip.compress(data) if name.endswith("gz") else data)
    assert seen(path) == ROWS
    notes = read(path).notes
    assert notes == (() if "utf-8" in encoding else (f"encoding {encoding} (found by its bytes)",))


def test_an_encoding_can_be_named(tmp_path):
    rows = [("скажите пожалуйста где магазин", "да"), ("спасибо большое", "нет")]
    path = write(tmp_path / "x.csv", csv_bytes("koi8-r", rows))
    assert sentence(path) == (
        "x.csv: text must be UTF-8, UTF-16 or cp1252 if its encoding is not named; "
        "got bytes that may be koi8-r. Name the encoding, such as koi8-r."
    )
    assert seen(path, encoding="koi8-r") == rows
    assert read(path, encoding="koi8-r").notes == ()


def test_lines_and_fasttext_files(tmp_path):
    lines = "\n".join(text for text, _ in ROWS).encode("cp1252")
    path = write(tmp_path / "x.txt", lines)
    assert seen(path, labelled=False) == [text for text, _ in ROWS]
    assert read(path, labelled=False).notes == NOTE
    labelled = "".join(f"__label__{label} {text}\n" for text, label in ROWS)
    for encoding in ("cp1252", "utf-16", "utf-16-le"):
        path = write(tmp_path / "y.txt", labelled.encode(encoding))
        assert seen(path) == ROWS


def test_files_of_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_reader, "_FIRST_FILES", 4)
    folder = tmp_path / "mail"
    folder.mkdir()
    write(folder / "gut" / "1.txt", "schöne Grüße".encode("cp1252"))
    write(folder / "gut" / "2.txt", "schöne Grüße".encode())
    write(folder / "gut" / "3.txt", "schöne Grüße".encode("utf-16"))
    write(folder / "schlecht" / "4.txt", "üble Tür".encode("cp1252"))
    assert seen(folder) == [("schöne Grüße", "gut")] * 3 + [("üble Tür", "schlecht")]
    assert read(folder).notes == (f"files that are not UTF-8: {NOTE[0]}",)
    # A file that contradicts the others is a bad row, not nonsense.
    write(folder / "schlecht" / "5.txt", "скажите пожалуйста".encode("koi8-r"))
    assert "row 5: the text of 'schlecht/5.txt' must be UTF-8; got byte 0xd3" in sentence(folder)
    assert len(seen(folder, skip_bad_rows=True)) == 4


def test_a_folder_in_a_named_encoding(tmp_path):
    write(tmp_path / "да" / "1.txt", "доброе утро".encode("koi8-r"))
    assert seen(tmp_path, encoding="koi8-r") == [("доброе утро", "да")]
    write(tmp_path / "да" / "2.txt", b"\x81")
    assert "row 2: the text of 'да/2.txt' must be cp1252; got byte 0x81" in sentence(
        tmp_path, encoding="cp1252"
    )


def test_standard_input(monkeypatch):
    for encoding in ("cp1252", "utf-16"):
        raw = io.BufferedReader(io.BytesIO(csv_bytes(encoding)))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        assert seen("-", format="csv") == ROWS


def test_bytes_that_contradict_the_encoding_are_bad_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(text_input, "FIRST_BYTES", 200)
    monkeypatch.setattr(text_input, "MOST_BYTES", 400)
    data = csv_bytes("cp1252", ROWS * 20) + b"b\x81d,gut\n" + csv_bytes("cp1252")[11:]
    path = write(tmp_path / "x.csv", data)
    assert sentence(path) == (
        "x.csv, row 61: text must be cp1252; got byte 0x81. Correct the row or skip bad rows."
    )
    documents = read(path, skip_bad_rows=True)
    (reason,) = documents.skipped_rows().reasons.values()
    assert (reason.rows, reason.first.number) == (1, 61)
    assert reason.first.shown() == r"byte 0x81 in b'b\x81d gut'"


def test_an_ascii_start_is_utf8_to_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(text_input, "FIRST_BYTES", 200)
    monkeypatch.setattr(text_input, "MOST_BYTES", 400)
    path = write(tmp_path / "x.csv", b"text,label\n" + b"plain,gut\n" * 100 + b"caf\xe9,gut\n")
    assert "row 101: text must be UTF-8; got byte 0xe9" in sentence(path)


def test_a_mostly_utf8_file_keeps_its_bad_rows(tmp_path):
    path = write(tmp_path / "x.csv", csv_bytes("utf-8") + b"caf\xe9,gut\n")
    assert sentence(path) == (
        "x.csv, row 4: text must be UTF-8; got byte 0xe9. Save the file as UTF-8 or skip bad rows."
    )
    assert seen(path, skip_bad_rows=True) == ROWS


def test_a_few_bytes_of_another_encoding_name_it_in_the_error_of_the_row(tmp_path):
    path = write(tmp_path / "x.csv", b"text,label\na,x\n" + "привет,y\n".encode("koi8-r"))
    assert sentence(path) == (
        "x.csv, row 2: text must be UTF-8; got byte 0xd0. "
        "Name the encoding, such as koi8-r, or skip bad rows."
    )
    assert seen(path, skip_bad_rows=True) == [("a", "x")]


def test_a_header_that_is_not_readable(tmp_path):
    path = write(tmp_path / "x.csv", b"te\x81xt,label\na,b\n")
    assert sentence(path, encoding="cp1252") == (
        "x.csv, header: text must be cp1252; got byte 0x81. Save the file as UTF-8."
    )


@pytest.mark.parametrize("name", ["x.txt", "x.ft"])
def test_old_mac_lines(tmp_path, name):
    mark = "__label__a " if name == "x.ft" else ""
    for encoding in ("utf-8", "cp1252", "utf-16"):
        data = f"{mark}schöne Grüße\r{mark}zwei für drei\r".encode(encoding)
        path = write(tmp_path / name, data)
        assert seen(path, labelled=False) == ["schöne Grüße", "zwei für drei"]


def test_a_carriage_return_is_a_character_where_newlines_end_lines(tmp_path):
    path = write(tmp_path / "x.txt", b"a\rb\nc\r\n")
    assert seen(path, labelled=False) == ["a\rb", "c"]


def test_a_named_utf8_is_not_guessed_at(tmp_path):
    path = write(tmp_path / "x.csv", csv_bytes("cp1252"))
    assert "row 1: text must be UTF-8; got byte 0xf6" in sentence(path, encoding="utf-8")


def test_utf8_that_is_named_wrongly_is_to_be_left_out(tmp_path):
    rows = write(tmp_path / "x.csv", "text,label\nschön,b\n".encode("cp1252"))
    assert sentence(rows, encoding="utf-8") == (
        "x.csv, row 1: text must be UTF-8; got byte 0xf6. "
        "Leave the encoding out, so that it is found, or skip bad rows."
    )
    header = write(tmp_path / "y.csv", "text,größe\na,b\n".encode("cp1252"))
    assert sentence(header, encoding="utf-8") == (
        "y.csv, header: text must be UTF-8; got byte 0xf6. "
        "Leave the encoding out, so that it is found."
    )
