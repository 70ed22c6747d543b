"""What stands between cells: named, written in the first line, or found."""

import numpy as np
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.reading.delimiters import checked_delimiter, find_delimiter
from linnet.reading.settings import ReadSettings

WORDS = {";": "';'", "\t": "tab", "|": "'|'", ",": "','"}


def found(content, usual=",", **named):
    block = np.frombuffer(content.encode(), np.uint8)
    return find_delimiter(block, usual, ReadSettings(**named), "x.csv").character


def documents(path, **options):
    read_documents = read(path, **options)
    rows = [
        (row, text, label)
        for batch in read_documents.batches()
        for row, text, label in zip(
            batch.rows.tolist(), batch.texts[0].to_pylist(), batch.labels.to_pylist(), strict=True
        )
    ]
    return rows, read_documents.notes


@pytest.mark.parametrize("delimiter", WORDS)
@pytest.mark.parametrize("extension", [".csv", ".tsv", ".tab"])
def test_delimiters_are_found_and_said(tmp_path, delimiter, extension):
    path = tmp_path / f"x{extension}"
    path.write_text(f'text{delimiter}label\n"a, b; c"{delimiter}x\nd{delimiter}y\n')
    rows, notes = documents(path)
    assert rows == [(1, "a, b; c", "x"), (2, "d", "y")]
    usual = "," if extension == ".csv" else "\t"
    note = f"delimiter {WORDS[delimiter]} (found in the first rows)"
    assert notes == (() if delimiter == usual else (note,))


def test_commas_in_texts_do_not_matter():
    assert found("text;label\nfirst, second, third;x\nwell, no;y\n") == ";"
    assert found("text,label\na;b;c,x\n") == ","


def test_as_many_cells_as_the_header_in_nearly_all_rows():
    rows = "a,1;x\n" * 19 + "a;b;c\n"
    assert found("text;label\n" + rows) == ";"
    # Both divide the header; only the semicolon divides the rows alike.
    assert found("size, cm;text;label\n" + "3;good;x\n" * 9) == ";"


def test_on_a_tie_the_delimiter_of_the_extension_is_taken():
    text = "a,b;c\n1,2;3\n"
    assert found(text, ",", text=("x",)) == ","
    assert found(text, "\t", text=("x",)) in ",;"


def test_where_the_columns_are_clear_is_better():
    # Both give the same number of cells everywhere.
    assert found("price,EUR;text;label\n12,50;good;x\n13,00;bad;y\n") == ";"


def test_a_column_that_is_named_settles_it(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a;b\nx;y\n")
    (batch,) = read(path, text="a;b", labelled=False).batches()
    assert batch.texts[0].to_pylist() == ["x;y"]
    (batch,) = read(path, text="b", labelled=False).batches()
    assert batch.texts[0].to_pylist() == ["y"]


@pytest.mark.parametrize("name", ["x.csv", "x.tsv"])
def test_one_column_is_enough(tmp_path, name):
    path = tmp_path / name
    path.write_text("text\ngood film\ndull\n")
    documents = read(path, labelled=False)
    assert [batch.texts[0].to_pylist() for batch in documents.batches()] == [["good film", "dull"]]
    assert documents.notes == ()


@pytest.mark.parametrize(
    ("name", "delimiter"), [("tab", "\t"), ("\\t", "\t"), ("\t", "\t"), ("^", "^"), (";", ";")]
)
def test_a_delimiter_can_be_named(tmp_path, name, delimiter):
    path = tmp_path / "x.csv"
    path.write_text(f"text{delimiter}label\na,b{delimiter}x\n")
    assert documents(path, delimiter=name) == ([(1, "a,b", "x")], ())


@pytest.mark.parametrize("name", ["", ",,", '"', "\n", "\r", "é", "\0", "comma", 5])
def test_what_is_no_delimiter(name):
    with pytest.raises(SettingError, match="delimiter must be one ASCII character"):
        checked_delimiter(name)


@pytest.mark.parametrize("line", ["sep=;\n", "sep=;\r\n", '"sep=;"\n', "SEP=;\r", "\ufeffsep=;\n"])
def test_the_line_of_excel_is_obeyed_and_is_no_header(tmp_path, line):
    path = tmp_path / "x.csv"
    path.write_bytes(f"{line}text;label\na,b;x\nc;\nd;y\n".encode())
    with pytest.raises(InputError, match=r"row 2: a label must not be empty"):
        documents(path)
    rows, notes = documents(path, skip_bad_rows=True)
    assert rows == [(1, "a,b", "x"), (3, "d", "y")]
    assert notes == ("delimiter ';' (found in its first line)",)


def test_any_delimiter_may_be_in_that_line(tmp_path):
    path = tmp_path / "x.csv"
    for delimiter in "^\t ,":
        path.write_text(f"sep={delimiter}\ntext{delimiter}label\na{delimiter}x\n")
        assert documents(path)[0] == [(1, "a", "x")]


def test_a_named_delimiter_counts_more_than_that_line(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("sep=;\ntext|label\na|x\n")
    assert documents(path, delimiter="|") == ([(1, "a", "x")], ())


def test_a_file_with_nothing_but_that_line(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("sep=;\n")
    with pytest.raises(InputError, match="the first row must name the columns; got an empty file"):
        read(path)


def test_rows_that_no_delimiter_divides_alike(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text;label\na;b;c\nd\n")
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value).endswith("Name the delimiter.")
    with pytest.raises(InputError, match="row 1: a row must have 2 cells"):
        documents(path, delimiter=";")


TITLE = (
    "x.csv: the first line must name the columns; got 'Tickets of April' over rows of 3 cells, "
    "which seems to be a title. Remove what stands above the names of the columns."
)


@pytest.mark.parametrize("title", ["Tickets of April", "Tickets of April;;"])
@pytest.mark.parametrize("labelled", [True, False])
def test_a_title_above_the_header_is_said_to_be_one(tmp_path, title, labelled):
    path = tmp_path / "x.csv"
    path.write_text(f"{title}\n\nNr;Text;Queue\n1;good film;pos\n2;dull plot;neg\n")
    with pytest.raises(InputError) as caught:
        read(path, labelled=labelled)
    assert str(caught.value).replace(f"{tmp_path}/", "") == TITLE


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ("text\nhello; you\nbye; you\n", {}),
        ("Anliegen\nhello; you\nbye; you\n", {"text": "Anliegen"}),
        ("Anliegen\nhello; you\nbye; you\n", {"usual_text": "Anliegen"}),
        ("Anliegen\nhello; you and me\nbye; to all\n", {"delimiter": ","}),
        ("Anliegen\nhello to you; to all\nbye to you and me\n", {}),
        (",Anliegen\n0,hello to you\n1,bye to you and me\n", {}),
    ],
    ids=["usual", "named", "learned", "one cell", "not alike", "index"],
)
def test_one_column_is_no_title(tmp_path, data, options):
    path = tmp_path / "x.csv"
    path.write_text(data)
    [batch] = read(path, labelled=False, **options).batches()
    assert len(batch) == 2


def test_the_row_that_the_first_bytes_end_in_does_not_count(tmp_path):
    path = tmp_path / "x.csv"
    rows = [f"{'one, two ' * 6_700};{label}" for label in "xyxyxy"]  # 60 kB each
    path.write_text("\n".join(["text;label", *rows]) + "\n")
    documents = read(path)
    assert documents.delimiter == ";"
    assert sum(map(len, documents.batches())) == 6
