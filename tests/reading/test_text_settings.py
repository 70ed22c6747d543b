"""Encodings, delimiters and decimal marks are named where there are some."""

import pytest

from linnet.errors import SettingError
from linnet.reading import READERS, read
from linnet.reading.settings import ReadSettings
from linnet.reading.text_settings import DELIMITED, ENCODED, check_text_settings


def check(kind, **named):
    check_text_settings(ReadSettings(**named), kind, "x")


@pytest.mark.parametrize("kind", [*READERS, None])
def test_only_text_has_an_encoding(kind):
    check(kind, encoding="utf-8")
    if kind in ENCODED:
        check(kind, encoding="cp1252")
    else:
        with pytest.raises(SettingError, match="must be UTF-8; got the encoding 'cp1252'"):
            check(kind, encoding="cp1252")


@pytest.mark.parametrize("kind", [*READERS, None])
def test_only_delimited_text_has_delimiters_and_decimal_marks(kind):
    for named in ({"delimiter": ";"}, {"decimal": ","}):
        if kind in DELIMITED:
            check(kind, **named)
        else:
            with pytest.raises(SettingError, match="only csv and tsv have a de"):
                check(kind, **named)


def test_wrong_values_are_refused_before_anything_is_read(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text,label\na,x\n")
    with pytest.raises(SettingError, match=r"decimal must be , or \.; got ';'"):
        read(path, decimal=";")
    with pytest.raises(SettingError, match="encoding must be a text encoding; got 'utf9'"):
        read(path, encoding="utf9")
    with pytest.raises(SettingError, match="a source that is no text file must be UTF-8"):
        read([("a", "x")], encoding="cp1252")
