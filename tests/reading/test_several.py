"""Several files as one."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.reading.kept_values import arrow_values
from linnet.reading.known_labels import only_known
from tests.reading.workbooks import xlsx


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("text,label\none,x\ntwo,y\n")
    Path("b.csv").write_text("label,text\nx,three\ny,four\nz,five\n")
    return tmp_path


def paths(*names):
    return [Path(name) for name in names]


def seen(documents):
    rows = []
    for batch in documents.batches():
        labels = [None] * len(batch) if batch.labels is None else batch.labels.to_pylist()
        rows += zip(batch.rows.tolist(), batch.texts[0].to_pylist(), labels, strict=True)
    return rows


def refused(*names, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(paths(*names), **options).batches())
    return str(caught.value)


def test_rows_go_on_counting_and_columns_may_stand_in_another_order(folder):
    documents = read(paths("a.csv", "b.csv"))
    expected = [(1, "one", "x"), (2, "two", "y"), (3, "three", "x"), (4, "four", "y")]
    assert seen(documents) == [*expected, (5, "five", "z")]
    assert seen(documents)[:4] == expected  # and a second time
    assert (documents.name, documents.parts) == ("a.csv and 1 more", ("a.csv", "b.csv"))
    assert [batch.file for batch in documents.batches()] == ["a.csv", "b.csv"]


def test_a_list_of_strings_is_still_a_list_of_texts(folder):
    assert seen(read(["a.csv", "b.csv"], labelled=False)) == [
        (0, "a.csv", None),
        (1, "b.csv", None),
    ]


def test_a_pattern_and_a_folder_of_parts_are_strings(folder):
    Path("p").mkdir()
    for name in ("a.csv", "b.csv"):
        Path(name).rename(f"p/{name}")
    assert len(seen(read("p/*.csv"))) == 5
    assert len(seen(read("p"))) == 5
    assert read("p").parts == ("p/a.csv", "p/b.csv")


def test_formats_may_differ(folder):
    Path("c.jsonl").write_text(json.dumps({"text": "six", "label": "x"}) + "\n")
    Path("d.csv.gz").write_bytes(gzip.compress(b"text,label\nseven,y\n"))
    pa.parquet.write_table(pa.table({"label": ["x"], "text": ["eight"]}), "e.parquet")
    Path("f.xlsx").write_bytes(xlsx({"D": [["text", "label"], ["nine", "y"]]}))
    Path("g.ft").write_text("__label__x ten\n")
    documents = read(paths("g.ft", "c.jsonl", "d.csv.gz", "e.parquet", "f.xlsx"))
    assert [text for _, text, _ in seen(documents)] == ["ten", "six", "seven", "eight", "nine"]
    assert [row for row, _, _ in seen(documents)] == [1, 2, 3, 4, 5]


def test_columns_are_those_of_the_first_file_that_has_columns(folder):
    Path("c.csv").write_text("body,queue\nsix,x\n")
    Path("g.ft").write_text("__label__x ten\n")
    documents = read(paths("g.ft", "c.csv"), text="body", label="queue")
    assert (documents.fields, documents.label) == (("body",), "queue")
    assert seen(documents) == [(1, "ten", "x"), (2, "six", "x")]


def test_every_file_that_lacks_a_column_is_named(folder):
    Path("c.csv").write_text("text,class\nsix,x\n")
    Path("d.csv").write_text("body,label\nsix,x\n")
    assert refused("a.csv", "c.csv", "b.csv", "d.csv") == (
        "every file must have the columns of a.csv; "
        "got c.csv: column 'label' must be there; got columns 'text', 'class'; "
        "d.csv: column 'text' must be there; got columns 'body', 'label'. "
        "Rename the columns, or read the files one by one."
    )


def test_a_bad_row_is_named_by_its_file_and_its_row_there(folder):
    Path("c.csv").write_text("text,label\nsix,x\nseven,\n")
    assert refused("a.csv", "b.csv", "c.csv") == (
        "c.csv, row 2: a label must not be empty; got ''. Drop the row or skip bad rows."
    )
    documents = read(paths("a.csv", "b.csv", "c.csv"), skip_bad_rows=True)
    skipped = documents.skipped_rows()
    [reason] = skipped.reasons.values()
    assert (reason.first.number, documents.place(reason.first.number)) == (7, "c.csv, row 2")
    assert [batch.skipped.tolist() for batch in documents.batches()] == [[], [], [7]]


def test_checks_of_all_documents_name_the_file_too(folder):
    with pytest.raises(InputError, match=r"^b\.csv, row 3: a label must be one that the model"):
        list(only_known(read(paths("a.csv", "b.csv")), ["x", "y"]).batches())
    Path("w.csv").write_text("text,label,w\none,x,1\n")
    Path("v.csv").write_text("text,label,w\none,x,1\ntwo,y,1e-200\n")
    assert refused("w.csv", "v.csv", weight="w").startswith("v.csv, row 2: a weight must be 0, or")


def test_shares_run_from_0_to_1_by_the_sizes_of_files(folder):
    Path("big.csv").write_text("text,label\n" + "some text,x\n" * 1_000)
    sizes = [Path(name).stat().st_size for name in ("a.csv", "big.csv")]
    first, second = [batch.share for batch in read(paths("a.csv", "big.csv")).batches()]
    assert first == pytest.approx(sizes[0] / sum(sizes))
    assert second == 1.0


def test_files_without_rows_do_no_harm(folder):
    Path("c.csv").write_text("text,label\n")
    assert [row for row, _, _ in seen(read(paths("c.csv", "a.csv", "c2.csv")[:2]))] == [1, 2]
    assert refused("c.csv", "a.csv", "none.csv").startswith("none.csv: a file or folder must be")


def test_documents_that_cannot_go_together_are_refused(folder):
    Path("c.jsonl").write_text('{"text": "six", "label": ["x", "y"]}\n')
    assert "a document must have one label; got a list of 2" in refused("a.csv", "c.jsonl")
    Path("s.svm").write_text("x 1:2\n")
    assert refused("a.csv", "s.svm") == (
        "s.svm: all files must have the same texts, labels and other columns; got others than in "
        "a.csv. Read the files one by one."
    )


def test_lists_of_labels_in_the_first_file_hold_for_all(folder):
    Path("c.jsonl").write_text('{"text": "six", "label": ["x", "y"]}\n')
    Path("d.jsonl").write_text('{"text": "six", "label": "x"}\n')
    documents = read(paths("c.jsonl", "d.jsonl"))
    assert documents.multilabel
    assert [batch.label_lists() for batch in documents.batches()] == [[["x", "y"]], [["x"]]]


def test_notes_are_said_once_with_their_files(folder):
    sheet = [["Export"], ["text", "label"], ["nine", "y"]]
    for name in ("f.xlsx", "g.xlsx"):
        Path(name).write_bytes(xlsx({"D": sheet}))
    documents = read(paths("a.csv", "f.xlsx", "g.xlsx"))
    assert documents.notes == ("f.xlsx, g.xlsx: columns named in row 2",)


def test_a_sheet_is_of_the_spreadsheets_among_the_files(folder):
    sheets = {"A": [["text", "label"], ["nine", "y"]], "B": [["text", "label"], ["ten", "y"]]}
    Path("f.xlsx").write_bytes(xlsx(sheets))
    assert seen(read(paths("a.csv", "f.xlsx"), sheet="B"))[-1] == (3, "ten", "y")
    assert "a sheet is of a spreadsheet; got other files only" in refused(
        "a.csv", "b.csv", sheet="B"
    )


def test_folders_with_a_sub_folder_for_each_label_can_be_parts(folder):
    for name in ("m/x/1.txt", "n/y/2.txt"):
        Path(name).parent.mkdir(parents=True)
        Path(name).write_text(name)
    assert seen(read(paths("m", "n"))) == [(1, "m/x/1.txt", "x"), (2, "n/y/2.txt", "y")]


@pytest.mark.parametrize(
    ("stars", "kind", "values"),
    [
        ('"five"', "string", ["1", "five"]),
        ("2.5", "double", [1.0, 2.5]),
        ("2", "int64", [1, 2]),
    ],
)
def test_a_kept_column_has_one_type_in_all_files(folder, stars, kind, values):
    (folder / "one.jsonl").write_text('{"text": "a", "label": "x", "stars": 1}\n')
    (folder / "two.jsonl").write_text(f'{{"text": "b", "label": "y", "stars": {stars}}}\n')
    documents = read(paths("one.jsonl", "two.jsonl"), keep_columns="stars")
    assert str(documents.kept_columns[0].type) == kind
    columns = [batch.kept_columns[0] for batch in documents.batches()]
    tables = [arrow_values(column, [1]) for column in columns]
    assert [str(table.type) for table in tables] == [kind, kind]
    assert [table.to_pylist()[0] for table in tables] == values


def test_tables_of_other_types_can_be_kept_together(folder):
    for name, values in (("one", [1]), ("two", ["five"])):
        table = pa.table({"text": ["a"], "label": ["x"], "stars": values})
        pyarrow.parquet.write_table(table, f"{name}.parquet")
    documents = read(paths("one.parquet", "two.parquet"), keep_columns="stars")
    columns = [batch.kept_columns[0] for batch in documents.batches()]
    assert [arrow_values(column, [1]).to_pylist() for column in columns] == [["1"], ["five"]]


@pytest.mark.parametrize(
    ("name", "content"),
    [("b.csv", None), ("c.jsonl", '{"message": "three", "category": "x"}\n')],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_part_of_no_bytes_has_no_rows(folder, name, content, first):
    if content is not None:
        (folder / name).write_text(content)
    empty = f"0{Path(name).suffix}"
    (folder / empty).touch()
    names = (empty, name) if first else (name, empty)
    documents = read(paths(*names))
    assert seen(documents) == seen(read(paths(name)))
    assert documents.place(1) == f"{name}, row 1"
    assert documents.fields == read(paths(name)).fields
