"""Times in a column: numbers or dates of one form, in their order."""

import pytest

from linnet.errors import InputError, SettingError
from linnet.evaluation.splits.document_split import split_documents
from linnet.evaluation.splits.times import TimeColumn, numbers_of, time_ranks
from linnet.reading import read


def ranks(*values, date_format=None):
    rows = range(1, len(values) + 1)
    times = TimeColumn("mail.csv", "date", values, rows, date_format)
    return time_ranks(times).tolist()


def test_numbers_are_in_the_order_of_numbers():
    assert ranks("10", "9", "1e1", "-3") == [2, 1, 2, 0]


def test_dates_are_in_the_order_of_time_whatever_their_zone():
    # 01:00 in +02:00 is 23:00 the day before.
    assert ranks("2024-03-01T01:00+02:00", "2024-02-29T23:30", "2024-02-29 23:00:00Z") == [0, 1, 0]


def test_day_month_year_with_dots():
    assert ranks("3.4.2025", "03.04.2025", "1.12.2024", "2.5.2025 9:30") == [1, 1, 0, 2]


def test_a_first_number_above_12_says_that_the_day_comes_first():
    assert ranks("03/04/2025", "13/01/2025", "04/03/2025") == [2, 0, 1]


def test_a_second_number_above_12_says_that_the_month_comes_first():
    assert ranks("03/04/2025", "1/13/2025", "04/03/2025") == [1, 0, 2]


def test_dashes_are_decided_like_slashes():
    assert ranks("03-04-2025", "13-01-2025", "04-03-2025") == [2, 0, 1]


def test_the_year_first_with_slashes_is_iso_with_slashes():
    assert ranks("2025/04/03", "2025/4/2", "2025-04-01") == [2, 1, 0]


def test_times_of_day_after_a_date_of_any_form():
    assert ranks("1/31/2025 2:05 PM", "1/31/2025 12:30 AM", "1/31/2025 11:59 a.m.") == [2, 0, 1]
    # 10:00 in +02:00 is 8:00 in UTC.
    times = ("31.1.2025, 10:00:00+02:00", "31.1.2025 8:00:00.5Z", "31.1.2025T08:00")
    assert ranks(*times) == [0, 1, 0]


def test_a_date_format_decides():
    assert ranks("03/04/2025", "04/03/2025", date_format="%d/%m/%Y") == [1, 0]
    assert ranks("03/04/2025", "04/03/2025", date_format="%m/%d/%Y") == [0, 1]
    assert ranks("3 Apr 25", "1 Jan 26", date_format="%d %b %y") == [0, 1]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["1", None], "mail.csv, row 2: column 'date' must have a time; got none"),
        (["1", "2024-01-01T00:00"], "row 2: all times .* one form; got .*'1' .number. in row 1"),
        (["2024-01-01", "1.1.2024"], r"row 2: .* got '1.1.2024' \(day.month.year\)"),
        (["1/13/2024", "1-13-2024"], "row 2: .* one form"),
        (["1", "yesterday"], "row 2: .* got 'yesterday'"),
        (["nan"], "got 'nan'"),
        (["inf"], "got 'inf'"),
        (["3.4.25"], "got '3.4.25'. Pass date_format="),
        (["31.2.2024"], "row 1: .* got '31.2.2024'"),
        (["1/1/2024", "13/13/2024"], "row 2: .* got '13/13/2024'"),
        (["1/13/2024 25:00"], "got '1/13/2024 25:00'"),
        (["1/13/2024 13:00 PM"], "got '1/13/2024 13:00 PM'"),
        (["1.1.0000"], "got '1.1.0000'"),
        ([""], "got ''"),
        (["1" * 5000 + "/1/2024"], "got '1111"),
    ],
)
def test_what_is_no_time_is_a_sentence(values, said):
    with pytest.raises(InputError, match=said):
        ranks(*values)


def test_months_in_two_places_are_refused_by_the_row_that_shows_it():
    said = "row 3: .* same place; got '4/13/2025', but '13/4/2025' in row 2"
    with pytest.raises(InputError, match=said):
        ranks("1/1/2025", "13/4/2025", "4/13/2025")


def test_dates_that_leave_the_month_open_are_refused():
    with pytest.raises(InputError, match=r"which number is the month; .* Pass date_format="):
        ranks("03/04/2025", "04/03/2025")


def test_a_date_that_is_not_in_the_format_is_refused_by_its_row():
    with pytest.raises(InputError, match=r"row 2: .* format '%d/%m/%Y'; got '2025-04-03'"):
        ranks("03/04/2025", "2025-04-03", date_format="%d/%m/%Y")


@pytest.mark.parametrize("date_format", ["", "%", "%d/%m", "%Y %Y", "%Y %Q", "year", "%%Y"])
def test_a_format_that_reads_no_year_is_refused(date_format):
    with pytest.raises(SettingError, match="the date format must have a year"):
        ranks("2025", date_format=date_format)


def test_columns_of_other_text_have_no_numbers():
    assert numbers_of(["1", "one"]) is None
    assert numbers_of(["3/4/2025", "4/5/2025"]) is None
    assert numbers_of(["3.1.1970"]).tolist() == [2 * 86400]


def test_a_split_by_time_takes_the_date_format_of_reading():
    columns = {
        "text": ["a", "b", "c", "d"],
        "label": ["x", "y", "x", "y"],
        "day": ["01/02/2025", "02/01/2025", "03/01/2025", "04/01/2025"],
    }
    documents = read(columns, metadata="day", date_format="%m/%d/%Y")
    assert split_documents(documents, test=0.25, time="day").part.tolist() == [0, 0, 0, 2]
    documents = read(columns, metadata="day", date_format="%d/%m/%Y")
    assert split_documents(documents, test=0.25, time="day").part.tolist() == [2, 0, 0, 0]
