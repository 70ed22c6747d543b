"""Which formats have an encoding, a delimiter and decimal marks that can be named."""

from __future__ import annotations

from linnet.errors import SettingError, quoted
from linnet.reading.decimals import MARKS
from linnet.reading.settings import ReadSettings

ENCODED = ("csv", "tsv", "fasttext", "lines", "folder")
DELIMITED = ("csv", "tsv")


def check_text_settings(settings: ReadSettings, kind: str | None, name: str) -> None:
    """Refuse what a format does not have; `kind` is None for a source that is no file."""
    if settings.encoding is not None:
        _check_encoding(settings.encoding, kind, name)
    if settings.delimiter is not None:
        from linnet.reading.delimiters import checked_delimiter

        checked_delimiter(settings.delimiter)
        _check_delimited("delimiter", settings.delimiter, kind, name)
    if settings.decimal is not None:
        if settings.decimal not in MARKS:
            raise SettingError(
                f"decimal must be , or .; got {quoted(settings.decimal)}. Name the decimal mark."
            )
        _check_delimited("decimal mark", settings.decimal, kind, name)


def _check_encoding(encoding: str, kind: str | None, name: str) -> None:
    from linnet.reading.encodings import UTF8, checked_encoding

    if checked_encoding(encoding) != UTF8 and kind not in ENCODED:
        what = kind or "a source that is no text file"
        raise SettingError(
            f"{name}: {what} must be UTF-8; got the encoding {quoted(encoding)}. "
            "Leave the encoding out, or save the file as UTF-8."
        )


def _check_delimited(what: str, got: str, kind: str | None, name: str) -> None:
    if kind not in DELIMITED:
        source = kind or "a source that is no file"
        raise SettingError(
            f"{name}: only csv and tsv have a {what}; got {quoted(got)} for {source}. "
            "Leave it out, or name the format."
        )
