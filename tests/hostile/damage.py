"""A model file with one thing in it damaged, written again under a right checksum."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linnet.errors import SettingError
from linnet.features.column_blocks import KINDS
from linnet.learning.learners import LEARNERS
from linnet.model.scores import LINKS
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import DTYPES, ModelFile, encode

JUNK = [
    None,
    True,
    0,
    -1,
    7,
    2**31,
    2**70,
    0.5,
    1e308,
    "",
    "é",
    [],
    [None],
    [[1]],
    ["x", "y", "z"],
    {},
    {"x": "y"},
]
WORDS = [
    *KINDS,
    *LEARNERS,
    *LINKS,
    "words",
    "chars",
    "reference",
    "one-hot",
    "standard",
    "centre",
    "l1",
    "saturating",
]
Damage = tuple[str, Any]


@dataclass(frozen=True)
class Damaged:
    """What is wrong, and a file of which that alone is wrong."""

    said: str
    metadata: dict[str, Any]
    arrays: dict[str, Any]

    def write(self, path: Path) -> bool:
        """Write it; return whether such a thing can be written."""
        try:
            path.write_bytes(encode(self.metadata, self.arrays))
        except SettingError:
            return False
        return True


def damaged_files(file: ModelFile) -> Iterator[Damaged]:
    """Yield the file with everything in it damaged in turn."""
    arrays = {name: file.array(name) for name in file.names}
    for name, array in arrays.items():
        for said, other in damaged_arrays(array):
            kept = {key: one for key, one in {**arrays, name: other}.items() if one is not None}
            yield Damaged(f"{name} {said}", file.metadata, kept)
    for said, metadata in damaged_headers(file.metadata):
        yield Damaged(said, metadata, arrays)


def damaged_arrays(array: Any) -> Iterator[Damage]:
    """Yield what is wrong, and an array that is: None where it is dropped."""
    yield "dropped", None
    with np.errstate(all="ignore"):
        yield from (
            (dtype.name, array.astype(dtype)) for dtype in DTYPES.values() if dtype != array.dtype
        )
    yield from {
        "shorter": array[:-1],
        "empty": array[:0],
        "longer": np.append(array, array[:1]),
    }.items()
    yield from {
        "a column": array.reshape(-1, 1),
        "a row": array.reshape(1, -1),
        "reversed": array[::-1],
    }.items()
    if len(array):
        yield "a number", array[:1].reshape(())
    for number in _extremes(array.dtype):
        for place in (
            slice(None),
            slice(0, 1),
            slice(-1, None),
            slice(len(array) // 2, len(array) // 2 + 1),
        ):
            other = array.copy()
            other[place] = number
            yield f"{number} at {place.start} to {place.stop}", other


def _extremes(dtype: Any) -> list[Any]:
    if dtype.kind == "f":
        return [np.nan, np.inf, -np.inf, -1, 0, 1e-30, np.finfo(dtype).max, np.finfo(dtype).min]
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    return sorted({least, most, 0, 1, most // 2 + 1, max(least, -1)})


def damaged_headers(metadata: dict[str, Any]) -> Iterator[Damage]:
    """Yield what is wrong, and metadata that are."""
    for path in paths(metadata):
        if path[:1] not in ((), ("format",), ("needs",)):
            yield from (
                (f"{path} {new!r}", replaced(metadata, path, [new]))
                for new in _others(_at(metadata, path))
            )
            yield f"{path} dropped", replaced(metadata, path, [])
    for need in sorted(NEEDS):
        yield (
            f"needs with or without {need}",
            {**metadata, "needs": sorted({need} ^ set(metadata["needs"]))},
        )


def _others(value: Any) -> list[Any]:
    """Return junk, and what is of the same type and says something else."""
    if isinstance(value, list):
        return [*JUNK, value[:-1], value + value[:1], value[::-1]]
    if isinstance(value, str):
        return [*JUNK, *WORDS, value + "x", value[:-1]]
    return [*JUNK, value + 1, -value, float(value)] if isinstance(value, int | float) else JUNK


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything in nested JSON."""
    yield path
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        yield from paths(item, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    return _at(value[path[0]], path[1:]) if path else value


def replaced(value: Any, path: tuple[Any, ...], new: list[Any]) -> Any:
    """Return nested JSON with something else, or nothing, at the end of a path."""
    key, rest = path[0], path[1:]
    inner = [replaced(value[key], rest, new)] if rest else new
    if isinstance(value, list):
        return [*value[:key], *inner, *value[key + 1 :]]
    return {k: one for k, v in value.items() for one in (inner if k == key else [v])}
