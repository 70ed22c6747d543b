"""Where cells and records end, with quotes as RFC 4180 has them."""

import numpy as np
import pytest

from linnet.reading.cells import (
    last_record_end,
    open_quote,
    quote_boundaries,
    records,
    unquoted,
)

COMMA = ord(",")


def as_array(data):
    return np.frombuffer(data, np.uint8)


@pytest.mark.parametrize(
    ("data", "places"),
    [
        (b"a,b", []),
        (b'"a",b', [0, 2]),
        (b'"a""b",c', [0, 5]),  # two quotes stand for one
        (b'5" disk,"a"', [8, 10]),  # a quote inside of a cell is a character
        (b'"a\nb"\n"c"', [0, 4, 6, 8]),
    ],
)
def test_quotes_where_inside_and_outside_change(data, places):
    assert quote_boundaries(as_array(data), COMMA).tolist() == places


def test_a_newline_inside_quotes_ends_no_record():
    assert last_record_end(as_array(b'a,b\n"c\nd'), COMMA) == 4
    assert last_record_end(as_array(b'"a\nb'), COMMA) == 0


def test_a_quote_that_is_never_closed():
    assert open_quote(as_array(b'a,"b'), COMMA) == 2
    assert open_quote(as_array(b'a,"b"'), COMMA) is None


def test_records_without_blank_lines():
    found = list(records(as_array(b'a,"x,y"\r\n\nb,'), COMMA))
    assert found == [([b"a", b'"x,y"'], 8), ([b"b", b""], 12)]


def test_what_cells_say():
    assert unquoted(b'"a""b"') == b'a"b'
    assert unquoted(b'"a"b') == b"ab"
    assert unquoted(b'a"b') == b'a"b'


def test_carriage_returns_end_records_where_there_are_no_newlines():
    def end(data):
        return last_record_end(np.frombuffer(data, np.uint8), ord(","))

    assert end(b"a,b\rc,d\re") == 8
    assert end(b"a,b\r") == 0  # a newline may follow
    assert end(b'a,"b\rc"') == 0
    assert end(b"a\nb\rc") == 2
