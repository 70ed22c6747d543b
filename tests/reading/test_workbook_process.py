"""What the program that reads workbooks finds."""

import io
import json
import subprocess
import sys
from datetime import date, datetime, time, timedelta

import pytest

from linnet.reading import workbook_process
from linnet.reading.workbook_process import Header, Refusal, find_header, found, plain
from tests.reading.workbooks import xlsx


def header_of(*rows):
    return find_header(lambda: rows)


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
        {"sheet": "D", "several": True, "header_row": 2, "columns": ["text", "n"]},
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
