"""Times in a column: numbers or dates, in their order."""

import pytest

from linnet.errors import InputError
from linnet.evaluation.splits.times import time_ranks


def ranks(*values):
    return time_ranks(list(values), "mail.csv", "date").tolist()


def test_numbers_are_in_the_order_of_numbers():
    assert ranks("10", "9", "1e1", "-3") == [2, 1, 2, 0]


def test_dates_are_in_the_order_of_time_whatever_their_zone():
    # 01:00 in +02:00 is 23:00 the day before.
    assert ranks("2024-03-01T01:00+02:00", "2024-02-29T23:30", "2024-02-29 23:00:00Z") == [0, 1, 0]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["1", None], "mail.csv, document 2: column 'date' must have a time; got none"),
        (["1", "2024-01-01T00:00"], "numbers or dates; got both"),
        (["yesterday"], "got 'yesterday'"),
        (["nan"], "got 'nan'"),
        (["inf"], "got 'inf'"),
    ],
)
def test_what_is_no_time_is_a_sentence(values, said):
    with pytest.raises(InputError, match=said):
        ranks(*values)
