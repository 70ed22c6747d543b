"""What the program that reads workbooks finds."""

import io
import json
import subprocess
import sys
from datetime import date, datetime, time, timedelta

import pytest

from linnet.reading import workbook_process
from linnet.reading.workbook_process import Header, Names, Refusal, find_header, found, plain
from tests.reading.workbooks import xlsx

USUAL = Names(usual=("text", "label"))


def header_of(*rows, names=USUAL):
    return find_header(lambda: rows, names)


def test_the_first_row_with_a_value_in_every_column_of_the_table_is_the_header():
    assert header_of(
        (1, ["Tickets of April", "", "", ""]),
        (2, ["printed", "today", "", ""]),
        (5, ["", "id", "text", "label"]),
        (6, ["", 1.0, "good film", "pos"]),
        (7, ["", 2.0, "dull plot", ""]),
    ) == Header(5, {1: "id", 2: "text", 3: "label"})


def test_many_titles_of_one_value_do_not_hide_a_short_table():
    titles = [(number, [f"line {number}", "", ""]) for number in range(1, 9)]
    header = header_of(*titles, (10, ["id", "text", "label"]), (11, [1.0, "a", "x"]))
    assert header.row == 10


def test_a_header_may_name_columns_that_are_mostly_empty_and_hold_numbers():
    header = header_of(
        (1, ["text", 2024.0, "notes"]),
        (2, ["a", 3.0, ""]),
        (3, ["b", 4.0, ""]),
        (4, ["c", 5.0, ""]),
    )
    assert header == Header(1, {0: "text", 1: "2024", 2: "notes"})


def test_a_value_beside_the_table_is_left_out():
    header = header_of(
        (1, ["text", "label", ""]),
        (2, ["a", "x", ""]),
        (3, ["b", "y", "see above"]),
        (4, ["c", "x", ""]),
    )
    assert header == Header(1, {0: "text", 1: "label"})


def test_a_table_of_one_column_begins_with_its_name():
    assert header_of((1, ["text"]), (2, ["a"]), (3, ["b"])) == Header(1, {0: "text"})


def test_a_header_without_rows_is_a_header():
    assert header_of((1, ["Export", ""]), (3, ["text", "label"])).row == 3


def test_without_a_row_of_all_columns_there_is_no_header():
    with pytest.raises(Refusal, match="header"):
        header_of((1, ["a", "b", "", ""]), (2, ["", "", "c", "d"]))
    with pytest.raises(Refusal, match="empty"):
        header_of()


def numbered(*rows):
    return list(enumerate(rows, 1))


@pytest.mark.parametrize("names", [USUAL, Names()])
@pytest.mark.parametrize(
    ("rows", "header"),
    [
        (
            [["", "Text", "Queue"], [0.0, "a", "x"], [1.0, "b", "y"]],
            Header(1, {1: "Text", 2: "Queue"}, (0,)),
        ),
        (
            [["", "Text"], [0.0, "a"], [1.0, "b"]],
            Header(1, {1: "Text"}, (0,)),
        ),
        (
            [["Body", "Queue", ""], ["a", "x", "seen"], ["b", "x", "to do"]],
            Header(1, {0: "Body", 1: "Queue"}, (2,)),
        ),
        (
            [["Body", "Queue", ""], ["a", "x", ""], ["b", "x", "seen"], ["c", "x", "to do"]],
            Header(1, {0: "Body", 1: "Queue"}, (2,)),
        ),
        (
            [["Tickets", "", ""], ["", "", ""], ["", "Body", "Queue"], [0.0, "a", "x"]],
            Header(3, {1: "Body", 2: "Queue"}, (0,)),
        ),
        (
            [["Body", "", "", "Queue", "Who"], ["a", date(2025, 4, 3), "?", "x", "Ann"]],
            Header(1, {0: "Body", 3: "Queue", 4: "Who"}, (1, 2)),
        ),
        (
            [["Customer", "", "Ticket"], ["name", "city", "body"], ["Ann", "Rome", "a"]],
            Header(2, {0: "name", 1: "city", 2: "body"}),
        ),
        (
            [["Ann", "2025", ""], ["body", "queue", "note"], ["a", "x", "?"], ["b", "x", "!"]],
            Header(2, {0: "body", 1: "queue", 2: "note"}),
        ),
    ],
    ids=[
        "index",
        "index and one column",
        "last column",
        "last column half full",
        "title and index",
        "two columns",
        "two levels",
        "title of two values",
    ],
)
def test_a_header_may_leave_columns_without_a_name(rows, header, names):
    filled = [(number, cells) for number, cells in numbered(*rows) if any(cells)]
    assert header_of(*filled, names=names) == header


def test_usual_names_tell_a_header_where_values_do_not():
    rows = numbered(["text", "label", ""], ["a", "x", "seen"], ["b", "y", "to do"])
    assert header_of(*rows) == Header(1, {0: "text", 1: "label"}, (2,))
    assert header_of(*rows, names=Names()).row == 2


def test_wanted_names_tell_the_header_first():
    rows = numbered(["Text", "Am", ""], ["nr", "Art", "Text"], ["a", "x", "b"], ["c", "y", "d"])
    assert header_of(*rows, names=Names([["Am"], ["nr"]])).row == 1
    assert header_of(*rows, names=Names([["Am", "nr"], ["Art"]])).row == 2
    assert header_of(*rows, names=Names([["Ort"]])).row == 2


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("", None),
        ("text", "text"),
        (1.0, 1),
        (-0.5, -0.5),
        (2.0**53, 2.0**53),
        (float("nan"), "nan"),
        (True, True),
        (date(2025, 4, 3), "2025-04-03"),
        (datetime(2025, 4, 3, 14, 30), "2025-04-03T14:30:00"),
        (time(14, 30), "14:30:00"),
        (timedelta(days=1, hours=2, seconds=5), "26:00:05"),
        (timedelta(minutes=-1), "-0:01:00"),
    ],
)
def test_cells_as_they_are_written(cell, value):
    assert plain(cell) == value
    assert type(plain(cell)) is type(value)


def test_what_is_found_comes_line_by_line():
    book = xlsx({"D": [[], ["text", "n"], ["a", 1], [None, None], ["b", 2.5]], "E": []})
    assert list(found(io.BytesIO(book), None)) == [
        {"sheet": "D", "several": True, "header_row": 2, "columns": ["text", "n"], "unnamed": []},
        [3, "a", 1],
        [5, "b", 2.5],
        {"rows": 2},
    ]


def test_the_program_runs_by_itself_and_imports_nothing_of_linnet():
    code = f"import runpy, sys; runpy.run_path({workbook_process.__file__!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not any(name.startswith(("linnet", "numpy", "pyarrow")) for name in done.stdout.split())


def test_the_program_answers_nonsense_with_a_refusal():
    asked = json.dumps({"sheet": None, "memory": 1 << 30})
    command = [sys.executable, "-P", workbook_process.__file__, asked]
    done = subprocess.run(command, input=b"nonsense", capture_output=True, check=True)
    assert json.loads(done.stdout)["refused"] == "unreadable"


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("PT26H00M05S", "26:00:05"),
        ("PT00H01M02.5S", "0:01:02"),
        ("-PT01H00M00S", "-1:00:00"),
        ("PT26H", "PT26H"),
    ],
)
def test_durations_of_ods_files(cell, shown):
    assert plain(cell) == shown
