"""Names of encodings: those that Python has for text, and what to say about others."""

from __future__ import annotations

import codecs

from linnet.errors import SettingError, listed, quoted

UTF8 = "utf-8"
_LIKE_UTF8 = ("utf-8", "utf-8-sig")
_OTHER_NAMES = ("utf-8", "utf-16", "koi8-r", "iso8859-15", "windows-1252")  # not in Python's list
# Text in a way, but not the text of files.
_NOT_OF_FILES = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")


def checked_encoding(name: str) -> str:
    """Return the usual name of a text encoding, or say which ones are close to it.

    >>> checked_encoding("Latin1"), checked_encoding("UTF8"), checked_encoding("windows-1252")
    ('iso8859-1', 'utf-8', 'cp1252')
    """
    usual = _usual_name(name)
    if usual is None:
        raise _unknown(name)
    return UTF8 if usual in _LIKE_UTF8 else usual


def _usual_name(name: str) -> str | None:
    """Return the usual name of an encoding, None where it is none of text files."""
    try:
        usual = codecs.lookup(name).name
        b"a".decode(name)  # unlike a look-up, it refuses what is not text
    except UnicodeDecodeError:  # half a character of UTF-16
        return usual
    except (LookupError, ValueError, TypeError):
        return None
    return None if usual in _NOT_OF_FILES else usual


def _unknown(name: object) -> SettingError:
    """Return the error of a name that is no text encoding."""
    from difflib import get_close_matches
    from encodings.aliases import aliases

    names = {*aliases, *aliases.values(), *_OTHER_NAMES}
    text_names = [known for known in sorted(names) if _usual_name(known) is not None]
    close = get_close_matches(str(name).lower(), text_names, n=3)
    advice = f"Did you mean {listed(close)}?" if close else "Try utf-8, utf-16 or cp1252."
    return SettingError(f"encoding must be a text encoding; got {quoted(name)}. {advice}")
