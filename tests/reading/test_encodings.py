"""Names of encodings."""

import pytest

from linnet.errors import SettingError
from linnet.reading.encodings import checked_encoding


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("UTF-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf16", "utf-16"),
        ("Windows-1252", "cp1252"),
        ("latin1", "iso8859-1"),
        ("sjis", "shift_jis"),
    ],
)
def test_a_name_becomes_the_usual_one(name, usual):
    assert checked_encoding(name) == usual


@pytest.mark.parametrize(
    "name",
    ["rot13", "base64", "zlib", "idna", "undefined", "unicode_escape", "", "a\0b", "é", "\udc80"],
)
def test_what_is_no_text_encoding_is_refused(name):
    with pytest.raises(SettingError, match="encoding must be a text encoding; got "):
        checked_encoding(name)


def test_close_names_are_said():
    with pytest.raises(SettingError) as caught:
        checked_encoding("shiftjs")
    assert str(caught.value) == (
        "encoding must be a text encoding; got 'shiftjs'. "
        "Did you mean 'shiftjis', 'shift_jis', 'csshiftjis'?"
    )
    with pytest.raises(SettingError, match="Try utf-8, utf-16 or cp1252"):
        checked_encoding("gibberish" * 5)
