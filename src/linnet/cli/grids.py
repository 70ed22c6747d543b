"""Grids on the command line: NAME=VALUE,VALUE,… again and again, or a TOML file."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli.options import number
from linnet.errors import SettingError, quoted
from linnet.recipe.table import parsed

if TYPE_CHECKING:
    from linnet.tuning.grid import Grid

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}


def grids_of(options: Sequence[str] | None) -> "list[Grid] | None":
    """Return the grids that options name: those of files, and one of all that was written out.

    >>> grids_of(["words=1,1-2", "most-frequent=1000,none", "strength=1e-6..1e-3"])
    [{'words': ['1', '1-2'], 'most_frequent': [1000, None], 'strength': '1e-6..1e-3'}]
    """
    written: dict[str, Any] = {}
    grids: list[Grid] = []
    for text in options or ():
        name, equals, values = text.partition("=")
        if not equals:
            grids += _read(text)
            continue
        name = name.strip().replace("-", "_")
        is_range = ".." in values and "," not in values
        if is_range:
            written[name] = values
        else:
            written[name] = [parsed(name, value.strip()) for value in values.split(",")]
    if written:
        grids.append(written)
    return grids or None


def _read(path: str) -> "list[Grid]":
    """Return the grids of a TOML file: its lists, or the tables that it calls grid."""
    import tomllib

    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = (
            f"--grid {path}: NAME=VALUE,VALUE or a readable TOML file must come here; got: {error}."
        )
        raise SettingError(f"{why} Write words=1,1-2, for example.") from None
    grids = data.get("grid", data)
    return grids if isinstance(grids, list) else [grids]


def seconds(text: str) -> float:
    """Return a time in seconds.

    >>> seconds("60s"), seconds("1.5m"), seconds("90")
    (60.0, 90.0, 90.0)
    """
    unit = UNITS.get(text[-1:])
    try:
        value = number(text if unit is None else text[:-1]) * (unit or 1.0)
    except ArgumentTypeError:
        value = 0.0
    if value <= 0:
        raise ArgumentTypeError(
            f"a time above 0 such as 60s or 5m must come here; got {quoted(text)}"
        )
    return value
