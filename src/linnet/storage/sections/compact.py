"""Compact files: the arrays of all sections in less space, and back.

The numbers are the same, since training has rounded the weights.

offsets, starts   lengths: how far each is from the next
labels            narrow: the narrowest whole numbers
dense             halves and exponents: float16, times a power of two for each label
other fractions   values and codes: the different ones, and which of them each is, if shorter
lookup            left out, and built when the file is opened
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.model.float16 import as_float16, from_float16
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section
from linnet.storage.whole_numbers import ascend, narrow

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Array = npt.NDArray[Any]
Arrays = dict[str, Array]
ENCODINGS = ("lengths", "narrow", "halves", "exponents", "values", "codes")


def compacted(arrays: Arrays, n_labels: int) -> Arrays:
    """Return the arrays as a compact file holds them, in parts that are named after them.

    >>> parts = compacted({"block0.offsets": np.array([0, 3, 8]), "block0.lookup": np.zeros(4)}, 2)
    >>> {name: array.tolist() for name, array in parts.items()}
    {'block0.offsets.lengths': [3, 5]}
    """
    compact: Arrays = {}
    for name, array in arrays.items():
        if not name.endswith(".lookup"):
            compact |= _encoded(name, array, n_labels)
    return compact


def _encoded(name: str, array: Array, n_labels: int) -> Arrays:
    """Return the parts of an array by their names; one that stays as it is has its own name."""
    if array.dtype == np.int64 and name.endswith((".offsets", ".starts")) and len(array):
        return {f"{name}.lengths": narrow(np.diff(array))}
    if name == "model.labels":
        return {f"{name}.narrow": narrow(array)}
    if name == "model.dense":
        halves, exponents = as_float16(array, n_labels)
        return {f"{name}.halves": halves, f"{name}.exponents": exponents}
    if array.dtype == np.float64:
        return _coded(name, array)
    return {name: array}


def _coded(name: str, array: Array) -> Arrays:
    """Return the different numbers and the code of each, where that is less.

    Bits tell numbers apart, so that 0 and −0 stay what they are.
    """
    all_bits = np.ascontiguousarray(array).view(np.int64)
    bits, places = np.unique(all_bits, return_inverse=True)
    values = bits.view(np.float64)
    codes = narrow(places)
    if values.nbytes + codes.nbytes >= array.nbytes:
        return {name: array}
    return {f"{name}.values": values, f"{name}.codes": codes}


@dataclass(frozen=True, eq=False)
class CompactFile(ModelFile):
    """A compact file that gives its arrays as any other does."""

    raw: ModelFile

    @classmethod
    def of(cls, file: ModelFile) -> "CompactFile":
        """Return the opened file as one that widens its arrays."""
        return cls(**vars(file), raw=file)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arrays, sorted."""
        names = set[str]()
        for name in self.raw.names:
            whole, _, encoding = name.rpartition(".")
            names.add(whole if encoding in ENCODINGS else name)
        return tuple(sorted(names))

    def check_whole(self) -> None:
        """Read every byte and refuse a file that is not as it was written."""
        self.raw.check_whole()

    def array(self, name: str) -> Array:
        """Return one array as it was before."""
        if f"{name}.lengths" in self.raw.names:
            return self._summed(name)
        if f"{name}.narrow" in self.raw.names:
            return self._whole_numbers(f"{name}.narrow").astype(np.int32)
        if f"{name}.halves" in self.raw.names:
            return self._dense(name)
        if f"{name}.codes" in self.raw.names:
            return self._decoded(name)
        if name.endswith(".lookup"):
            return self._lookup(name)
        return self.raw.array(name)

    def _whole_numbers(self, name: str) -> Array:
        array = self.raw.array(name)
        if array.ndim != 1 or array.dtype.kind != "u":
            raise self.damaged(f"{name} must be whole numbers")
        return array

    def _summed(self, name: str) -> Array:
        lengths = self._whole_numbers(f"{name}.lengths")
        return np.append(0, np.cumsum(lengths, dtype=np.int64))

    def _dense(self, name: str) -> Array:
        halves = self.raw.array(f"{name}.halves")
        exponents = self.raw.array(f"{name}.exponents")
        typed = halves.dtype == np.float16 and exponents.dtype == np.int16
        flat = halves.ndim == exponents.ndim == 1
        if not typed or not flat or not len(exponents) or len(halves) % len(exponents):
            raise self.damaged("its weights do not fit their exponents")
        return from_float16(halves, exponents)

    def _decoded(self, name: str) -> Array:
        values = self.raw.array(f"{name}.values")
        codes = self._whole_numbers(f"{name}.codes")
        if values.ndim != 1 or not np.all(codes < len(values)):
            raise self.damaged(f"the codes of {name} do not fit their values")
        return np.asarray(values[codes])

    def _lookup(self, name: str) -> Array:
        """Return the table that finds the column of a name."""
        block = name.removesuffix("lookup")
        names = self.array(f"{block}bytes")
        offsets = self.array(f"{block}offsets")
        if names.dtype != np.uint8 or names.ndim != 1 or not ascend(offsets, len(names)):
            raise self.damaged("its names do not fit their bytes")
        return _core.build_lookup(_core.Names(names, offsets))


def _pack(_: "Classifier") -> Packed:
    return Packed()  # it has nothing of its own: what the other sections have packed is encoded


def _unpack(file: ModelFile, parts: Parts) -> None:
    if parts.recipe.narrow != ("narrow" in file.metadata["needs"]):
        raise file.damaged("it must be narrow where its recipe says so, and only there")


def _is_compact(classifier: "Classifier") -> bool:
    return classifier.recipe.narrow


COMPACT = Section("compact", _pack, _unpack, needs={"narrow": _is_compact})
