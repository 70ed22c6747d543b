"""The error of columns that are not there, with those that were perhaps meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linnet.errors import Advice, InputError, listed, quoted


class MissingColumnError(InputError):
    """A column that must be there is not."""


def missing_columns(
    role_of: Mapping[str, str], columns: Sequence[str], where: str
) -> MissingColumnError:
    """Return the error of columns that are not there, and which ones were perhaps meant."""
    names = list(role_of)
    got = listed(columns) or "without names"
    several = "columns" if len(names) > 1 else "column"
    problem = f"{where}: {several} {listed(names)} must be there; got columns {got}."
    meant = _meant(names, columns)
    if meant:
        return MissingColumnError(f"{problem} Did you mean {meant}?")
    role = role_of[names[0]]
    if len(names) > 1 or role in ("categorical", "kept"):  # or for slices
        return MissingColumnError(problem, Advice("name_existing_column", column=names[0]))
    return MissingColumnError(problem, Advice("name_column", role=role))


def _meant(names: Sequence[str], columns: Sequence[str]) -> str:
    """Return in words which columns were perhaps meant, "" where none is close."""
    close = {name: _close(name, columns) for name in names}
    found = {name: column for name, column in close.items() if column is not None}
    if len(names) == 1:
        return "".join(map(quoted, found.values()))
    return " and ".join(f"{quoted(column)} by {quoted(name)}" for name, column in found.items())


def _close(name: str, columns: Sequence[str]) -> str | None:
    """Return the column that was perhaps meant by a name."""
    from difflib import get_close_matches

    folded = {column.lower(): column for column in reversed(columns)}
    close = get_close_matches(name.lower(), folded, n=1)
    return folded[close[0]] if close else None
