"""What DATA names on the command line: files, patterns, folders, standard input, a database."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linnet.errors import SettingError

STANDARD_INPUT = ["-"]


def source_of(data: Sequence[str]) -> Any:
    """Return DATA as `linnet.read` takes it: one name as a string, several as paths."""
    from linnet.reading.source import is_database

    if len(data) == 1:
        return data[0]
    for name in data:
        if name == "-" or is_database(name):
            what = "standard input" if name == "-" else "a database"
            raise SettingError(f"{what} must be read alone; got other DATA too. Name one of them.")
    return [Path(name) for name in data]


def files_read(data: Sequence[str] | None, format: str | None = None) -> list[str]:  # noqa: A002
    """Return the files that DATA names, which no output may replace."""
    from linnet.reading.inputs import inputs_of
    from linnet.reading.source import is_database

    files: list[str] = []
    for name in data or ():
        if is_database(name):
            from linnet.reading.database import file_of

            files += file_of(name)
        elif name != "-":
            files += inputs_of([name], format).paths
    return files


def names_shown(data: Sequence[str], format: str | None = None) -> list[str]:  # noqa: A002
    """Return the files that DATA names, and databases without their passwords."""
    from linnet.reading.source import is_database

    if is_database(data[0]):
        from linnet.reading.database import without_password

        return [without_password(data[0])]
    return files_read(data, format) or list(data)


def data_in_words(data: Sequence[str]) -> str:
    """Return DATA as a sentence names it.

    >>> data_in_words(["a.csv"]), data_in_words(["a.csv", "b.csv"])
    ('a.csv', 'a.csv and 1 more')
    """
    first = data[0]
    if len(data) == 1:
        return first
    return f"{first} and {len(data) - 1:,} more"
