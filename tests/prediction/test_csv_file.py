"""CSV for programs and for spreadsheets."""

import csv
import io
from io import BytesIO

import pytest

import linnet
from linnet.errors import SettingError
from linnet.prediction.csv_file import (
    EXCEL_WRITERS,
    Csv,
    ExcelCsv,
    ExcelSemicolonCsv,
    excel_writer,
    harmless,
)
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.writers import PredictionFile

PAIRS = [("win a prize", "spam"), ("lunch at noon", "ham")]


def written(writer, columns, **settings):
    """The CSV of the predictions for columns."""
    classifier = linnet.train(PAIRS, {"learner": "multinomial"})
    documents = linnet.read(columns, labelled=False, **settings)
    output_columns = OutputColumns(kept=documents.kept_columns)
    file = BytesIO()
    with PredictionFile(file, classifier.model, output_columns, writer) as output:
        for predictions in classifier.predict_batches(documents):
            output.write(predictions)
    return file.getvalue()


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_what_a_spreadsheet_would_run_has_an_apostrophe(start):
    assert harmless(f"{start}1+1|' /C calc'!A0") == f"'{start}1+1|' /C calc'!A0"
    assert harmless(start) == f"'{start}"


@pytest.mark.parametrize("number", ["-5.2", "+4", "-.5", "-1e-9", "-5,2", "+491701234567"])
def test_plain_numbers_stay_numbers(number):
    assert harmless(number) == number


@pytest.mark.parametrize("cell", ["-5.2+1", "--5", "-٣", "+", "-5.2\n", "-1e"])
def test_what_only_starts_like_a_number_is_no_number(cell):
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "a=1", " =1", "'=1", "5-3", "#N/A"])
def test_other_cells_stay_as_they_are(cell):
    assert harmless(cell) == cell


def test_a_file_for_excel_has_a_mark_crlf_and_its_separator():
    columns = {"=x": ["=1+1", "-5", 'a;"b"'], "text": ["win", "noon", "é\nü"]}
    data = written(ExcelSemicolonCsv, columns, keep_columns="=x")
    assert data.startswith(b"\xef\xbb\xbf")
    text = data.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    assert rows[0] == ["'=x", "row", "label", "probability", "flags"]
    assert [row[0] for row in rows[1:]] == ["'=1+1", "-5", 'a;"b"']
    # 2 of 4 against 1 of 4 ... as the point of all others, with a comma
    assert rows[1][3].count(",") == 1
    assert "." not in rows[1][3]
    assert text.count("\r\n") == len(rows)
    assert text.replace("\r\n", "").count("\n") == 0


def test_with_commas_numbers_have_points():
    data = written(ExcelCsv, {"text": ["win"], "n": [-5]}, keep_columns=["text", "n"])
    header, row, end = data.decode("utf-8-sig").split("\r\n")
    assert header == "text,n,row,label,probability,flags"
    assert row.startswith("win,-5,0,spam,0.")
    assert end == ""


def test_plain_csv_has_neither_mark_nor_apostrophes():
    data = written(Csv, {"text": ["win"], "x": ["=1"]}, keep_columns="x")
    assert data.startswith(b"x,row,label,probability,flags\n=1,0,spam,0.")


def test_the_header_is_there_without_any_row():
    data = written(ExcelCsv, {"text": [], "x": []}, keep_columns="x")
    assert data.decode("utf-8-sig") == "x,row,label,probability,flags\r\n"


def test_only_csv_is_for_excel():
    assert excel_writer("labels.CSV", "comma") is EXCEL_WRITERS["comma"]
    with pytest.raises(
        SettingError, match=r"labels\.parquet: an output for Excel must end in \.csv"
    ):
        excel_writer("labels.parquet", "comma")
    with pytest.raises(SettingError, match="must be comma or semicolon; got 'tab'"):
        excel_writer("labels.csv", "tab")


def rows_of(data, delimiter):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def test_with_semicolons_numbers_of_the_input_have_commas_and_its_written_cells_stay(tmp_path):
    columns = {"text": ["win"], "price": [13.1], "at": ["2025-01-02T08:00:00"]}
    data = written(ExcelSemicolonCsv, columns, keep_columns=["price", "at"])
    assert rows_of(data, ";")[1][:2] == ["13,1", "2025-01-02 08:00:00"]
    sheet = tmp_path / "new.csv"
    sheet.write_text("text,price,at\nwin,13.1,2025-01-02T08:00:00\n")
    data = written(ExcelSemicolonCsv, sheet, keep_columns=["price", "at"])
    assert rows_of(data, ";")[1][:2] == ["13.1", "2025-01-02T08:00:00"]


def test_probabilities_for_a_spreadsheet_have_six_digits():
    for writer, delimiter in ((ExcelCsv, ","), (ExcelSemicolonCsv, ";")):
        (_, row) = rows_of(written(writer, {"text": ["win"]}), delimiter)
        # (1 + 1) / (3 + 6) for spam, (0 + 1) / (3 + 6) for ham: 2 to 1
        assert row[3].replace(",", ".") == "0.666667"
