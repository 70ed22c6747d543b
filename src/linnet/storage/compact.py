"""The arrays of a model file in less space, and back: the same numbers, since training has rounded the weights.

offsets, starts   lengths: how far each is from the next
labels            narrow: the narrowest whole numbers
dense             halves and exponents: float16, times a power of two for each label
other fractions   values and codes: the different ones, and which of them each is, where that is less
lookup            left out, and built when the file is opened
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.model.float16 import as_float16, from_float16
from linnet.storage.container import ModelFile
from linnet.storage.totals import ascend, narrow

Array = npt.NDArray[Any]
Arrays = dict[str, Array]
PARTS = ("lengths", "narrow", "halves", "exponents", "values", "codes")


def narrowed(arrays: Arrays, n_labels: int) -> Arrays:
    """Return the arrays as a narrow file holds them, in parts that are named after them.

    >>> found = narrowed({"block0.offsets": np.array([0, 3, 8]), "block0.lookup": np.zeros(4)}, 2)
    >>> {name: array.tolist() for name, array in found.items()}
    {'block0.offsets.lengths': [3, 5]}
    """
    parts = {
        name: _parts(name, array, n_labels)
        for name, array in arrays.items()
        if not name.endswith(".lookup")
    }
    return {
        f"{name}.{part}".rstrip("."): one
        for name, own in parts.items()
        for part, one in own.items()
    }


def _parts(name: str, array: Array, n_labels: int) -> Arrays:
    """Return the parts of an array by name; one that stays as it is has none."""
    if array.dtype == np.int64 and name.endswith((".offsets", ".starts")):
        return {"lengths": narrow(np.diff(array))} if len(array) else {"": array}
    if name == "model.labels":
        return {"narrow": narrow(array)}
    if name == "model.dense":
        return dict(zip(("halves", "exponents"), as_float16(array, n_labels), strict=True))
    return _coded(array) if array.dtype == np.float64 else {"": array}


def _coded(array: Array) -> Arrays:
    """Return the different numbers and the code of each, where that is less; told apart by their bits."""
    bits, codes = np.unique(np.ascontiguousarray(array).view(np.int64), return_inverse=True)
    values, codes = bits.view(np.float64), narrow(codes)
    return (
        {"values": values, "codes": codes}
        if values.nbytes + codes.nbytes < array.nbytes
        else {"": array}
    )


@dataclass(frozen=True, eq=False)
class CompactFile(ModelFile):
    """A narrow file that gives its arrays as any other does."""

    raw: ModelFile

    @classmethod
    def of(cls, file: ModelFile) -> "CompactFile":
        """Return the opened file as one that widens its arrays."""
        return cls(**vars(file), raw=file)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, sorted."""
        split = [name.rpartition(".") for name in self.raw.names]
        return tuple(
            sorted({whole if part in PARTS else f"{whole}.{part}" for whole, _, part in split})
        )

    def check_whole(self) -> None:
        """Read every byte and refuse a file that is not as it was written."""
        self.raw.check_whole()

    def array(self, name: str) -> Array:
        """Return one array as it was before."""
        if f"{name}.lengths" in self.raw.names:
            return np.append(0, np.cumsum(self._whole_numbers(f"{name}.lengths"), dtype=np.int64))
        if f"{name}.narrow" in self.raw.names:
            return self._whole_numbers(f"{name}.narrow").astype(np.int32)
        if f"{name}.halves" in self.raw.names:
            return self._dense(name)
        if f"{name}.codes" in self.raw.names:
            return self._decoded(name)
        return self._lookup(name) if name.endswith(".lookup") else self.raw.array(name)

    def _whole_numbers(self, name: str) -> Array:
        array = self.raw.array(name)
        if array.ndim != 1 or array.dtype.kind != "u":
            raise self.damaged(f"{name} must be whole numbers")
        return array

    def _dense(self, name: str) -> Array:
        halves, exponents = self.raw.array(f"{name}.halves"), self.raw.array(f"{name}.exponents")
        typed = (
            halves.dtype == np.float16
            and exponents.dtype == np.int16
            and halves.ndim == exponents.ndim == 1
        )
        if not typed or not len(exponents) or len(halves) % len(exponents):
            raise self.damaged("its weights do not fit their exponents")
        return from_float16(halves, exponents)

    def _decoded(self, name: str) -> Array:
        values, codes = self.raw.array(f"{name}.values"), self._whole_numbers(f"{name}.codes")
        if values.ndim != 1 or not np.all(codes < len(values)):
            raise self.damaged(f"the codes of {name} do not fit their values")
        return np.asarray(values[codes])

    def _lookup(self, name: str) -> Array:
        """Return the table that finds the column of a name."""
        block = name.removesuffix("lookup")
        names, offsets = self.array(f"{block}bytes"), self.array(f"{block}offsets")
        if names.dtype != np.uint8 or names.ndim != 1 or not ascend(offsets, len(names)):
            raise self.damaged("its names do not fit their bytes")
        return np.asarray(_core.build_lookup(names, offsets))
