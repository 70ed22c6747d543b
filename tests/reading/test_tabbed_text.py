"""Text files that hold a table with tabs."""

import pytest

from linnet import SettingError
from linnet.reading import read

ROWS = [
    "Nr\tBody\tQueue",
    '1\t"the printer is\nbroken"\tit',
    "2\tmy invoice\tmoney",
]
NOTE = "read as tsv: its first line names columns"


@pytest.fixture
def export(tmp_path):
    """Write lines as Excel writes "Unicode text", and return the path."""

    def write(rows, name="jan.txt", encoding="utf-16"):
        path = tmp_path / name
        path.write_bytes("\r\n".join([*rows, ""]).encode(encoding))
        return path

    return write


def texts_of(documents):
    return [text for batch in documents.batches() for text in batch.texts[0].to_pylist()]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"labelled": False},
        {"text": "Body", "label": "Queue"},
        {"usual_text": "Body", "labelled": False},
    ],
    ids=["usual names", "usual text", "named", "learned"],
)
def test_a_table_in_a_text_file_is_read_as_tsv(export, options):
    documents = read(export(ROWS), **options)
    assert texts_of(documents) == ["the printer is\nbroken", "my invoice"]
    assert documents.notes == (NOTE, "encoding utf-16 (found by its bytes)")


def test_names_that_nobody_knows_are_read_where_they_are_named_or_learned(export):
    path = export(["Anliegen\tBereich", "der Drucker\tit"], encoding="utf-8")
    assert texts_of(read(path, labelled=False)) == ["Anliegen\tBereich", "der Drucker\tit"]
    for options in ({"text": "Anliegen"}, {"usual_text": "Anliegen"}):
        assert texts_of(read(path, labelled=False, **options)) == ["der Drucker"]


@pytest.mark.parametrize(
    "lines",
    [
        ["text\tlabel"],
        ["text\tlabel", "one text", "another", "a third"],
        ["text", "one\ttext"],
        ["a film\tgood", "a plot\tdull"],
        [],
    ],
    ids=["no rows", "rows without tabs", "no tab in the first line", "no names", "empty"],
)
def test_other_text_files_stay_lines(export, lines):
    documents = read(export(lines, encoding="utf-8"), labelled=False)
    assert texts_of(documents) == lines
    assert documents.notes == ()


def test_the_format_lines_is_taken_at_its_word(export):
    path = export(ROWS)
    assert len(texts_of(read(path, format="lines", labelled=False))) == 4
    assert read(path, format="tsv").notes == ("encoding utf-16 (found by its bytes)",)


def test_a_text_file_with_tabs_has_no_labels_unless_it_is_tsv(export):
    path = export(["Anliegen\tBereich", "der Drucker\tit"])
    with pytest.raises(SettingError) as caught:
        read(path)
    assert str(caught.value) == (
        f"{path}: documents must have labels here; got one text per line, with tabs. "
        "Name the format tsv."
    )
    with pytest.raises(SettingError, match="in the format fasttext, or CSV"):
        read(export(["der Drucker"]))


def test_text_files_and_tables_are_read_as_parts(export):
    paths = [export(ROWS), export(["Body,Queue", "late,post"], "feb.csv", "utf-8")]
    assert texts_of(read(paths)) == ["the printer is\nbroken", "my invoice", "late"]
