"""Spreadsheets of Excel and LibreOffice."""

import importlib.util
import random
from datetime import date, datetime

import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read, spreadsheet
from tests.reading.workbooks import MAIN, Raw, ods, xls, xlsx, zipped

TABLE = [["text", "label"], ["good film", "pos"], ["dull plot", "neg"]]
ERROR_CELL = Raw('<c r="{}" t="e"><v>#N/A</v></c>')
FORMULA = Raw('<c r="{}" t="str"><f>UPPER("good")</f><v>GOOD</v></c>')


@pytest.fixture
def book(tmp_path):
    """Write the bytes of a workbook and return its path."""

    def write(data, name="x.xlsx"):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def seen(path, **options):
    [batch] = read(path, **options).batches()
    return batch.texts[0].to_pylist(), batch.labels.to_pylist()


def refused(path, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(path, **options).batches())
    return str(caught.value).replace(f"{path.parent}/", "")


def test_a_sheet_is_a_table(book):
    path = book(xlsx({"Sheet1": TABLE}))
    documents = read(path)
    assert seen(path) == (["good film", "dull plot"], ["pos", "neg"])
    assert (documents.name, documents.notes) == (str(path), ())
    assert [batch.rows.tolist() for batch in documents.batches()] == [[1, 2]]
    assert [batch.share for batch in documents.batches()] == [1.0]


def test_open_document_spreadsheets_are_read_alike(book):
    rows = [["text", "label", "n"], ["good film", 1, 2.5], ["dull plot", True, None], [None] * 3]
    path = book(ods({"Data": rows}), "x.ods")
    assert seen(path) == (["good film", "dull plot"], ["1", "true"])


@pytest.mark.parametrize("n_rows", [1, 400])
def test_workbooks_of_old_versions_of_excel_are_read_alike(book, n_rows):
    rows = [["text", "label", "n"], *[[f"film {number}", "pos", 1] for number in range(n_rows)]]
    path = book(xls({"Data": rows}), "x.xls")
    assert seen(path) == ([f"film {number}" for number in range(n_rows)], ["pos"] * n_rows)
    assert seen(book(xls({"Data": rows}), "y.csv"))[1] == ["pos"] * n_rows


def test_a_workbook_is_known_by_its_bytes(book):
    assert seen(book(xlsx({"S": TABLE}), "x.csv"))[1] == ["pos", "neg"]
    assert seen(book(xlsx({"S": TABLE}), "x"), format="spreadsheet")[1] == ["pos", "neg"]


def test_titles_and_empty_rows_may_stand_above_and_rows_are_those_that_excel_shows(book):
    rows = [["Tickets"], [], [None, "text", "label"], [None, "a", "x"], [], [None, "b", None], []]
    path = book(xlsx({"S": rows}))
    assert read(path).notes == ("columns named in row 3",)
    assert refused(path) == (
        "x.xlsx, row 6: a label must be there; got none. Drop the row or skip bad rows."
    )
    documents = read(path, skip_bad_rows=True)
    [batch] = documents.batches()
    assert (batch.rows.tolist(), batch.skipped.tolist()) == ([1], [2])
    assert documents.place(2) == f"{path}, row 6"


def test_values_are_written_plainly(book):
    header = ["text", "label", "n", "whole", "day", "moment", "sure"]
    first = [FORMULA, 1, 2.5, 1e15, date(2025, 4, 3), datetime(2025, 4, 3, 14, 30), True]
    second = ["b", "x", -3, 7, None, None, False]
    path = book(xlsx({"S": [header, first, second]}))
    columns = ["n", "whole", "day", "moment", "sure"]
    [batch] = read(path, metadata=columns, numeric=["n", "whole"][:1]).batches()
    assert batch.texts[0].to_pylist() == ["GOOD", "b"]
    assert batch.labels.to_pylist() == ["1", "x"]
    assert batch.numeric[0].tolist() == [2.5, -3.0]
    metadata = dict(zip(columns, [column.to_pylist() for column in batch.metadata], strict=True))
    assert metadata["whole"] == ["1000000000000000", "7"]
    assert metadata["day"] == ["2025-04-03", None]
    assert metadata["moment"] == ["2025-04-03T14:30:00", None]
    assert metadata["sure"] == ["true", "false"]


def test_errors_in_cells_are_missing(book):
    path = book(xlsx({"S": [["text", "label", "n"], ["a", "x", ERROR_CELL], [ERROR_CELL, "y", 1]]}))
    [batch] = read(path, numeric="n").batches()
    assert batch.texts[0].to_pylist() == ["a", None]
    assert str(batch.numeric[0].tolist()) == "[nan, 1.0]"


def test_a_text_among_numbers_is_a_bad_number(book):
    path = book(xlsx({"S": [["text", "label", "n"], ["a", "x", 1.5], ["b", "y", "old"]]}))
    assert "x.xlsx, row 3: column 'n' must hold numbers; got 'old'." in refused(path, numeric="n")


def test_columns_keep_one_type_over_many_pieces(book, monkeypatch):
    monkeypatch.setattr(spreadsheet, "BATCH_ROWS", 2)
    cells = [1, 2, None, None, 2.5, 3, "x", True]
    rows = [["text", "label", "n"], *[["a", cell or 0, n] for n, cell in enumerate(cells)]]
    path = book(xlsx({"S": rows}))
    batches = list(read(path, numeric="n").batches())
    labels = [label for batch in batches for label in batch.labels.to_pylist()]
    assert labels == ["1", "2", "0", "0", "2.5", "3", "x", "true"]
    assert [number for batch in batches for number in batch.numeric[0].tolist()] == list(range(8))


def test_the_only_sheet_with_data_is_read(book):
    path = book(xlsx({"Notes": [], "Data": TABLE, "Lists": [["a"]]}, states={"Lists": "hidden"}))
    assert seen(path)[1] == ["pos", "neg"]
    assert read(path).notes == ("sheet 'Data'",)


def test_several_sheets_must_be_told_apart(book):
    other = [["text", "label"], ["c", "z"]]
    path = book(xlsx({"First": TABLE, "2": other, "Third": TABLE}))
    assert refused(path) == (
        "x.xlsx: it must be clear which sheet is read; got the sheets 'First', '2', 'Third'. "
        "Name one of them as sheet=…."
    )
    assert seen(path, sheet="First")[1] == ["pos", "neg"]
    assert seen(path, sheet="2")[1] == ["z"]  # a name comes before a number
    assert seen(path, sheet=3)[1] == ["pos", "neg"]
    for wrong in ("Fourth", 0, 4, "-1", "²"):
        assert "x.xlsx: the sheet must be there; got the sheets" in refused(path, sheet=wrong)


def test_a_sheet_is_only_of_spreadsheets(book):
    path = book(b"text,label\na,x\n", "x.csv")
    assert refused(path, sheet=1) == (
        "x.csv: a sheet is of a spreadsheet; got csv. Leave the sheet out."
    )


def test_columns_without_a_name_are_left_out(book):
    path = book(xlsx({"S": [*TABLE, ["c", "pos", None, "?"], ["d", "neg"]]}))
    assert seen(path)[1] == ["pos", "neg", "pos", "neg"]


def test_a_column_of_the_table_without_a_name_is_left_out_with_a_note(book):
    rows = [[number, f"film {number}", ["pos", "neg"][number % 2]] for number in range(300)]
    path = book(xlsx({"S": [[None, "Body", "Tone"], *rows]}))
    documents = read(path, text="Body", label="Tone", keep_columns="all")
    [batch] = documents.batches()
    assert (len(batch), documents.columns) == (300, ("Body", "Tone"))
    assert documents.notes == ("columns without a name left out: A",)
    assert read(path).notes == documents.notes


def test_names_that_are_asked_for_or_were_learned_tell_the_header(book):
    rows = [["Body", "Tone", None], ["a", "x", "seen"], ["b", "y", "to do"]]
    path = book(xlsx({"S": rows}))
    assert seen(path, text="Body", label="Tone") == (["a", "b"], ["x", "y"])
    [batch] = read(path, usual_text="Body", labelled=False).batches()
    assert batch.texts[0].to_pylist() == ["a", "b"]


def test_two_tables_in_a_sheet_have_no_common_header(book):
    path = book(xlsx({"S": [["text", "label"], [None, None, "id", "text"]]}))
    assert refused(path) == (
        "x.xlsx: one of the first 1,000 rows must name all columns of the table; got none. "
        "Write their names above the table."
    )


def test_merged_cells_and_ragged_rows(book):
    rows = "".join(
        f'<row r="{n}"><c r="A{n}"><v>{n}</v></c>{extra}</row>'
        for n, extra in enumerate(["", '<c r="C2"/>', ""], 2)
    )
    header = '<row r="1"><c t="inlineStr"><is><t>text</t></is></c></row>'
    merged = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B9:XFD9"/></mergeCells>'
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{header}{rows}</sheetData>{merged}</worksheet>'
    [batch] = read(book(xlsx({"S": sheet})), labelled=False).batches()
    assert batch.texts[0].to_pylist() == ["2", "3", "4"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "a spreadsheet must be whole; got 'Cannot detect file format'"),
        (b"text\tlabel\n", "must be a workbook; got text. Name the format tsv."),
        ("text;label\n".encode("utf-16"), "must be a workbook; got text. Name the format csv."),
        (b"\n<HTML xmlns:x='y'><table>", "must be a workbook; got an HTML page. Open it in a"),
        (b"<!DOCTYPE html>\n<html>", "must be a workbook; got an HTML page. Open it in a"),
        (b"<?xml version='1.0'?>\n<Workbook/>", "must be a workbook; got XML. Open it in a"),
        (b"\x00\x01\x02", "a spreadsheet must be whole; got 'Cannot detect file format'"),
        (zipped({"[Content_Types].xml": "", "word/document.xml": ""}), "must be whole"),
        (xlsx({"S": []}), "a sheet must have cells; got empty ones"),
        (xlsx({"S": "<worksheet"}), "x.xlsx"),
        (
            b"\xd0\xcf\x11\xe0" + bytes(2_000_000) + "EncryptedPackage".encode("utf-16-le"),
            "a spreadsheet must open without a password; got an encrypted one",
        ),
    ],
    ids=[
        "empty",
        "text",
        "UTF-16",
        "HTML",
        "a page",
        "XML",
        "binary",
        "document",
        "no cells",
        "broken",
        "encrypted",
    ],
)
def test_what_is_no_spreadsheet_is_a_sentence(book, data, words):
    assert words in refused(book(data))


def test_text_by_the_name_of_a_spreadsheet_is_read_as_the_format_that_is_named(book):
    path = book(b"text;label\ngood film;pos\n", "x.xls")
    assert seen(path, format="csv") == (["good film"], ["pos"])


def test_an_encrypted_open_document_is_refused(book):
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/>'
        "</manifest:file-entry></manifest:manifest>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    files = {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": "\x01\x02"}
    assert "must open without a password; got an encrypted one" in refused(
        book(zipped(files), "x.ods")
    )


def far_cell():
    rows = '<row r="1"><c r="A1"><v>1</v></c></row>'
    rows += '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    return xlsx({"S": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'})


def one_long_text_in_many_cells():
    cells = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 20_000))
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>'
    texts = f'<sst xmlns="{MAIN}"><si><t>{"a" * 1_000_000}</t></si></sst>'
    return xlsx({"S": sheet}, more={"xl/sharedStrings.xml": texts})


@pytest.mark.parametrize("make", [far_cell, one_long_text_in_many_cells])
def test_a_few_bytes_that_ask_for_all_memory_are_refused(book, make, monkeypatch):
    monkeypatch.setattr(spreadsheet, "MOST_MEMORY", 300 << 20)
    assert refused(book(make())) == (
        "x.xlsx: a spreadsheet must be readable with 0.3 GB of memory in 10 minutes; "
        "got one that is not. Save the sheet as CSV."
    )


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_read(book, monkeypatch):
    monkeypatch.setattr(spreadsheet, "MOST_UNPACKED", 1_000_000)
    monkeypatch.setattr(spreadsheet, "_read_workbook", None)
    path = book(xlsx({"S": TABLE}, more={"xl/media/x.bin": bytes(5_000_000)}))
    assert "x.xlsx: a spreadsheet must be at most 0 GB when it is unpacked; got 0.005 GB" in (
        refused(path)
    )


def test_what_comes_from_the_other_process_has_a_bound(book, monkeypatch):
    monkeypatch.setattr(spreadsheet, "MOST_HELD", 60)
    assert "the texts of a sheet must be at most" in refused(book(xlsx({"S": TABLE})))


def test_without_the_library_one_sentence_says_what_to_install(book, monkeypatch):
    monkeypatch.setattr(spreadsheet, "find_spec", lambda _: None)
    assert importlib.util.find_spec("python_calamine") is not None
    assert refused(book(xlsx({"S": TABLE}))) == (
        "x.xlsx: spreadsheets are read by python-calamine; got an installation without it. "
        "Install it by pip install 'linnet[excel]', or save the sheet as CSV."
    )


def test_damaged_workbooks_give_our_errors_only(book):
    chance = random.Random(7)
    whole = {"xlsx": xlsx({"S": TABLE}), "ods": ods({"S": TABLE})}
    for number in range(30):
        kind = chance.choice(list(whole))
        data = bytearray(whole[kind])
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path = book(bytes(data), f"{number}.{kind}")
        said = ""
        try:
            list(read(path).batches())
        except InputError as error:
            said = str(error)
        for fault in ("AttributeError", "KeyError", "TypeError", "UnboundLocalError"):
            assert fault not in said  # a fault of our program
