"""Files that programs leave in folders beside the data: they are no data."""

from __future__ import annotations

_NAMES = (".ds_store", "thumbs.db", "desktop.ini")
_LOCK = "~$"  # before the name of a document that Excel or Word has open


def is_other_file(name: str) -> bool:
    """Return whether a name is that of a file of a program.

    >>> is_other_file("~$jan.xlsx"), is_other_file("Thumbs.db"), is_other_file("jan.xlsx")
    (True, True, False)
    """
    return is_lock(name) or name.lower() in _NAMES


def is_lock(name: str) -> bool:
    """Return whether a file says that a document is open in Excel or Word.

    >>> is_lock("~$jan.xlsx"), is_lock("jan.xlsx")
    (True, False)
    """
    return name.startswith(_LOCK)
