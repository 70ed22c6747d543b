"""Columns found by what is in them, alike in every format."""

import csv
import json

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from linnet.errors import InputError
from linnet.reading import read
from linnet.reading.column_contents import ColumnContents, label_by_content, text_by_content

TICKETS = {
    "Nummer": [f"T-{n:04}" for n in range(12)],
    "Anliegen": [f"my printer number {n} is broken since monday" for n in range(12)],
    "Kurz": [f"printer {n} broken today" for n in range(12)],
    "Bereich": ["billing", "hardware", "network"] * 4,
    "Erstellt": ["2025-04-03", "2025-04-04"] * 6,
    "Preis": ["1.5", "2.25"] * 6,
}
NOTE = (
    "text column 'Anliegen' (found by content, e.g. 'my printer number 0 is broken since mon…', "
    "'my printer number 1 is broken since mon…'); "
    "label column 'Bereich' (found by content, e.g. 'billing', 'hardware')"
)


def contents(columns):
    return {name: ColumnContents(values) for name, values in columns.items()}


def rows():
    return [dict(zip(TICKETS, row, strict=True)) for row in zip(*TICKETS.values(), strict=True)]


def as_csv(path, delimiter=","):
    with path.open("w", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(TICKETS)
        writer.writerows(zip(*TICKETS.values(), strict=True))
    return path


def as_json_lines(path):
    path.write_text("\n".join(json.dumps(row) for row in rows()))
    return path


def as_parquet(path):
    parquet.write_table(pa.table(TICKETS), path)
    return path


def as_arrow(path):
    feather.write_feather(pa.table(TICKETS), path)
    return path


FORMATS = {
    "csv": lambda folder: as_csv(folder / "a.csv"),
    "tsv": lambda folder: as_csv(folder / "a.tsv", "\t"),
    "jsonl": lambda folder: as_json_lines(folder / "a.jsonl"),
    "parquet": lambda folder: as_parquet(folder / "a.parquet"),
    "arrow": lambda folder: as_arrow(folder / "a.arrow"),
    "pandas": lambda _: pd.DataFrame(TICKETS),
    "polars": lambda _: pl.DataFrame(TICKETS),
    "table": lambda _: pa.table(TICKETS),
    "reader": lambda _: pa.table(TICKETS).to_reader(max_chunksize=5),
    "dict": lambda _: TICKETS,
    "dicts": lambda _: rows(),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_finds_the_same_columns_and_says_so(name, tmp_path):
    documents = read(FORMATS[name](tmp_path))
    assert documents.note == NOTE
    batches = list(documents.batches())
    assert sum(map(len, batches)) == 12


def test_a_reader_gives_its_first_batch_again():
    reader = pa.table({**TICKETS, "label": TICKETS["Bereich"]}).to_reader(max_chunksize=5)
    documents = read(reader)
    assert documents.fields == ("Anliegen",)
    assert sum(map(len, documents.batches())) == 12


def test_standard_input_is_read_from_its_start(tmp_path, monkeypatch):
    with as_csv(tmp_path / "a.csv").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        documents = read("-", format="csv")
        assert documents.note == NOTE
        assert sum(map(len, documents.batches())) == 12


def test_names_come_first_and_nothing_is_read():
    def refuse():
        raise AssertionError

    from linnet.reading.columns import find_columns
    from linnet.reading.settings import ReadSettings

    found = find_columns(["body", "Support Queue"], ReadSettings(), "x", sample=refuse)
    assert (found.fields, found.label) == (("body",), "Support Queue")


def test_the_text_a_model_learned_from_comes_first_and_no_label_is_searched():
    documents = read(TICKETS, usual_text="Kurz", labelled=False)
    assert (documents.fields, documents.label) == (("Kurz",), None)


def test_a_found_name_and_a_found_content_are_told_apart():
    documents = read({"text": TICKETS["Anliegen"], "Bereich": TICKETS["Bereich"]})
    assert documents.note == (
        "text column 'text' (found by name); "
        "label column 'Bereich' (found by content, e.g. 'billing', 'hardware')"
    )


def test_two_texts_of_about_the_same_length_are_refused_by_name():
    columns = {**TICKETS, "Antwort": TICKETS["Anliegen"]}
    said = "the text column must be clear; got 'Anliegen', 'Antwort', each of which may be it. Name"
    with pytest.raises(InputError, match=said):
        read(columns, label="Bereich")


def test_two_labels_are_refused_by_name():
    columns = {**TICKETS, "Status": ["open", "closed"] * 6}
    with pytest.raises(InputError, match="got 'Bereich', 'Status', each of which may be it"):
        read(columns, text="Anliegen")


@pytest.mark.parametrize(
    "values",
    [
        ["a", "b", "c", "d"],  # all different
        ["a"] * 8,  # one value
        ["1.5", "2.5"] * 4,  # measurements
        ["2025-04-03", "3.4.2025"] * 4,
        ["a", "b", None, None] * 4,  # half of it missing
        ["x" * 70, "y"] * 4,  # long
        [["a"], ["b"]] * 4,
        [1.5, 2.5] * 4,
        [],
        [None, None],
    ],
)
def test_what_is_no_label(values):
    assert label_by_content(contents({"a": values})) == []


@pytest.mark.parametrize("values", [[0, 1] * 4, [True, False] * 4, ["1", "2", "1", "2"]])
def test_a_few_whole_numbers_are_labels_where_no_strings_are(values):
    assert label_by_content(contents({"a": values})) == ["a"]
    assert label_by_content(contents({"a": values, "b": ["x", "y"] * 4})) == ["b"]


def test_many_whole_numbers_are_no_labels():
    assert label_by_content(contents({"a": [*range(11)] * 10})) == []


@pytest.mark.parametrize(
    "values",
    [
        ["one", "two", "three"],
        ["the same long text"] * 8,
        [1, 2, 3],
        ["a text of words", 1],
        [],
        [{"a": 1}],
        ["a text of words", None, None],
    ],
)
def test_what_is_no_text(values):
    assert text_by_content(contents({"a": values})) == []


def test_texts_of_scripts_without_spaces():
    assert text_by_content(contents({"a": ["打印机坏了请帮忙", "我无法登录系统"]})) == ["a"]


def test_rows_that_are_broken_are_left_out_of_the_sample(tmp_path):
    path = as_csv(tmp_path / "a.csv")
    with path.open("ab") as file:
        file.write(b"T-9,x\nT-\xff,my \xff printer is not working now,billing,2025-04-03,1\n")
    assert read(path, skip_bad_rows=True).note == NOTE


def known(columns, labels, **options):
    return read({"text": TICKETS["Anliegen"], **columns}, known_labels=labels, **options)


def test_of_two_candidates_the_one_with_the_labels_of_the_model_is_taken():
    countries = ["de", "fr", "it"] * 4
    columns = {"Land": countries, "Bereich": TICKETS["Bereich"]}
    with pytest.raises(InputError, match="each of which may be it"):
        read({"text": TICKETS["Anliegen"], **columns})
    assert known(columns, ["Billing", "hardware"]).label == "Bereich"
    assert known(columns, ["de", "fr", "pl"]).label == "Land"
    of_usual_names = {"queue": countries, "category": TICKETS["Bereich"]}
    assert known(of_usual_names, ["billing", "hardware"]).label == "category"


def test_whole_numbers_that_the_model_knows_come_before_other_strings():
    columns = {"Land": ["de", "fr", "it"] * 4, "stars": [1, 2, 3, 4] * 3}
    assert known(columns, ["1", "2", "3", "4", "5"]).label == "stars"


def test_a_column_without_a_label_of_the_model_is_not_taken():
    with pytest.raises(InputError) as caught:
        known({"Land": ["de", "fr", "it"] * 4}, ["a", "b", "c", "d", "fr"])
    assert str(caught.value) == (
        "dict: a label column must be there; the model has learned labels such as 'a', 'b', 'c'; "
        "got columns 'text', 'Land'. Name the label column."
    )


def test_columns_of_the_usual_name_and_those_that_are_named_stay_as_they_are():
    columns = {"Land": ["de", "fr", "it"] * 4, "queue": ["x", "y", "z"] * 4}
    assert known(columns, ["de", "fr"]).label == "queue"
    assert known(columns, ["de", "fr"], usual_label="Land").label == "Land"
    assert known(columns, ["x", "y"], label="Land").label == "Land"
    assert known(columns, ["x", "y"], labelled=False).label is None
