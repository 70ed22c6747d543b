"""Many names side by side in two arrays: no Python object per name."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core


@dataclass(frozen=True, eq=False)
class Names:
    """Names as UTF-8 bytes and offsets; name i is bytes[offsets[i] : offsets[i + 1]].

    >>> names = Names.of(["ant", "bee"])
    >>> len(names), names[1], list(names)
    (2, 'bee', ['ant', 'bee'])
    """

    bytes: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        from linnet.display.words import line
        from linnet.errors import counted

        return line("Names", counted(len(self), "name"))

    @classmethod
    def of(cls, names: Iterable[str]) -> "Names":
        encoded = [name.encode() for name in names]
        text = np.frombuffer(b"".join(encoded), np.uint8)
        lengths = np.array([len(name) for name in encoded], np.int64)
        return cls(text, offsets_of(lengths))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, i: int) -> str:
        begin = int(self.offsets[i])
        end = int(self.offsets[i + 1])
        text = self.bytes[begin:end].tobytes()
        return text.decode("utf-8", "replace")

    def __iter__(self) -> Iterator[str]:
        text = self.bytes.tobytes()
        offsets = self.offsets.tolist()
        for begin, end in pairwise(offsets):
            yield text[begin:end].decode("utf-8", "replace")

    def among(self, others: "Names") -> npt.NDArray[np.bool_]:
        """Return which of these names the others have too; both sorted by bytes.

        >>> Names.of(["ant", "bee", "cat"]).among(Names.of(["ant", "cat", "dog"])).tolist()
        [True, False, True]
        """
        united = self.united(others)
        return np.isin(united.from_a, united.from_b)

    def united(self, others: "Names") -> _core.NamesUnion:
        """Return the names of both lists, which are sorted by bytes, and where each stands."""
        return _core.unite_names(self.engine(), others.engine())

    def engine(self) -> _core.Names:
        """Return the names as the engine takes them, over the same arrays."""
        return _core.Names(self.bytes, self.offsets)

    @classmethod
    def of_engine(cls, names: _core.Names) -> "Names":
        """Return names of the engine, over the same arrays."""
        return cls(names.bytes, names.offsets)

    def take(self, chosen: npt.NDArray[Any]) -> "Names":
        """Return only the names where `chosen`, a mask or ascending places, says so."""
        places = np.flatnonzero(chosen) if chosen.dtype == bool else chosen
        lengths = np.diff(self.offsets)[places]
        offsets = offsets_of(lengths)
        # Position within the result → position here: shift each name by where it stood before.
        shift = np.repeat(self.offsets[places] - offsets[:-1], lengths)
        positions = np.arange(offsets[-1]) + shift
        return Names(self.bytes[positions], offsets)


def offsets_of(lengths: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return where each of several things begins that stand side by side, and the end.

    >>> offsets_of(np.array([3, 2])).tolist()
    [0, 3, 5]
    """
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
