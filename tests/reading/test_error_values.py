"""Error values of spreadsheets are missing in delimited text, as they are in the spreadsheet."""

import zipfile

import numpy as np
import pyarrow as pa
import pytest

from linnet.errors import InputError
from linnet.reading import blocks, read
from linnet.reading.error_values import ERROR_VALUES, is_error_value, without_error_values
from linnet.reading.parsed_columns import ParsedColumns

ROWS = "text,label\ngood film,pos\n#N/A,neg\ndull plot, #NV \n#great cast,pos\n"
SENTENCE = (
    "row 3: a label must be there; got ' #NV ', an error value of a spreadsheet. "
    "Drop the row or skip bad rows."
)


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(ROWS)
    return path


def seen(source, **options):
    batches = list(read(source, skip_bad_rows=True, **options).batches())
    texts = [text for batch in batches for text in batch.texts[0].to_pylist()]
    return texts, [label for batch in batches for label in batch.labels.to_pylist()]


@pytest.mark.parametrize("value", sorted({v for values in ERROR_VALUES.values() for v in values}))
def test_every_error_value_is_missing_in_texts_and_labels(value):
    cells = pa.array([value, f" {value}\t", f"{value} x", "", None])
    parsed = without_error_values(ParsedColumns(np.arange(1, 6), 6, (cells,), cells))
    expected = [None, None, f"{value} x", "", None]
    assert parsed.texts[0].to_pylist() == expected
    assert parsed.labels.to_pylist() == expected


def test_a_hashtag_and_other_words_are_no_error_values():
    assert not any(map(is_error_value, ("#hashtag", "#n/a", "N/A", "#", "", "#N/A!?")))


def test_part_of_a_column_is_looked_at_by_its_own_cells():
    column = pa.array(["#N/A", "a", "#N/A", ""]).slice(1)
    parsed = without_error_values(ParsedColumns(np.arange(3), 3, (column,)))
    assert parsed.texts[0].to_pylist() == ["a", None, ""]
    with_null = pa.array(["#N/A", None, "b", "#NV"], pa.large_string()).slice(1)
    parsed = without_error_values(ParsedColumns(np.arange(3), 3, (with_null,)))
    assert parsed.texts[0].to_pylist() == [None, "b", None]
    assert parsed.texts[0].null_count == 2


def test_a_missing_label_names_the_error_value(sheet):
    with pytest.raises(InputError) as caught:
        list(read(sheet).batches())
    assert str(caught.value) == f"{sheet}, {SENTENCE}"


def test_bad_rows_lose_no_label_of_that_name(sheet):
    skipped = read(sheet, skip_bad_rows=True).skipped_rows()
    assert skipped.lost({"pos": 2, "neg": 1}) == []
    assert len(skipped) == 1


def test_every_path_of_delimited_text_has_the_same_documents(sheet, tmp_path, monkeypatch):
    expected = (["good film", None, "#great cast"], ["pos", "neg", "pos"])
    assert seen(sheet) == expected
    assert seen(sheet, multilabel=True) == expected

    parts = tmp_path / "parts"
    parts.mkdir()
    (parts / "a.tsv").write_text(ROWS.replace(",", "\t"))
    assert seen(parts) == expected

    with zipfile.ZipFile(tmp_path / "sheet.zip", "w") as archive:
        archive.write(sheet, "sheet.csv")
    assert seen(tmp_path / "sheet.zip") == expected

    monkeypatch.setattr(blocks, "BLOCK_BYTES", 16)
    assert seen(sheet) == expected


def test_rows_read_one_by_one_have_the_same_documents(tmp_path):
    path = tmp_path / "mixed.csv"  # mixed line ends are read row by row
    path.write_bytes(ROWS.replace("pos\n", "pos\r\n", 1).encode())
    assert seen(path) == (["good film", None, "#great cast"], ["pos", "neg", "pos"])


def test_columns_for_the_output_stay_as_they_are(sheet):
    [batch] = read(sheet, labelled=False, keep_columns="all").batches()
    kept = {column.name: column.values.to_pylist() for column in batch.kept_columns}
    assert kept["text"][1] == "#N/A"
    assert kept["label"][2] == " #NV "


def test_a_column_is_found_by_its_other_values(tmp_path):
    path = tmp_path / "tickets.csv"
    places = ["it", "money", "#N/A"]
    rows = [f"my text number {n} is here,{places[n % 3]}" for n in range(24)]
    path.write_text("\n".join(["what,where", *rows]))
    with pytest.raises(InputError, match="the label column must be clear"):
        read(path)  # a third of its cells is missing
