"""Error sentences: one line, of a bounded length, whatever they quote."""

import pickle

import pytest

from linnet.errors import (
    InputError,
    LinnetError,
    ModelFileError,
    SettingError,
    bounded,
    listed,
    quoted,
)


@pytest.mark.parametrize("kind", [LinnetError, InputError, SettingError, ModelFileError])
def test_a_sentence_that_is_too_long_loses_its_middle(kind):
    error = kind(f"data.csv, row 7: a label must be short; got {'x' * 100_000}. Shorten it.")
    assert len(str(error)) == 1_000
    assert str(error).startswith("data.csv, row 7: a label must be short; got xxx")
    assert str(error).endswith("xxx. Shorten it.")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)
    assert str(again) == str(error)
    assert again.problem == error.problem


def test_a_sentence_stays_on_its_line():
    assert (
        str(InputError("got 'two\nlines', a \x1b[31m and a \u2028."))
        == r"got 'two\nlines', a \x1b[31m and a \u2028."
    )


def test_escapes_do_not_make_it_longer():
    assert len(str(InputError("\x00" * 900))) == 1_000


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("spam", "'spam'"),
        ("two\nlines", r"'two\nlines'"),
        (b"\xff\x00", r"b'\xff\x00'"),
        (None, "None"),
        (7, "7"),
        ("x" * 98, f"'{'x' * 98}'"),
        ("x" * 99, f"'{'x' * 59}… (101 characters)"),
        (b"\xff" * 5_000, "b'" + r"\xff" * 14 + r"\x… (5,003 characters)"),
        (
            list(range(1000)),
            "[" + "".join(f"{n}, " for n in range(100))[:59] + "… (4,890 characters)",
        ),
    ],
)
def test_a_value_is_quoted_on_one_line_and_cut(value, said):
    assert quoted(value) == said


def test_a_list_tells_how_many_more_there_are():
    assert listed(["a", "b"]) == "'a', 'b'"
    assert listed([]) == ""
    assert listed([f"label {n}" for n in range(229)]).endswith("'label 9' … and 219 more")
    assert (
        listed(["x" * 5_000] * 229)
        == ", ".join([f"'{'x' * 59}… (5,002 characters)"] * 3) + " … and 226 more"
    )


def test_a_sentence_of_the_longest_length_is_left_alone():
    assert bounded("x" * 1_000) == "x" * 1_000


def test_no_sentence_has_the_password_of_a_url():
    said = str(InputError("no host: 'postgresql://me:pa@ss@h/x?sslkey=abc&x=1'."))
    assert said == "no host: 'postgresql://me:***@h/x?sslkey=***&x=1'."
    assert str(InputError("a:b@c is no URL.")) == "a:b@c is no URL."
