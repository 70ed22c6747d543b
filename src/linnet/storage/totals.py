"""Totals as the arrays of a model file, and back.

Only what the model does not tell already is written: names are shared, presences that equal sums and frequencies that
equal presences are left out, and numbers take the narrowest type that holds them.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.features.blocks import Block, BlockSettings
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.learning.class_totals import ALL_DOCUMENTS, NO_COLUMNS, BlockTotals, ClassTotals
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile

MOST_SUM = (
    1e145  # no sum of numbers is larger, so that its square times any weight can be counted with
)
MOST_DOCUMENTS = 2**53  # whole numbers are exact up to here
Array = npt.NDArray[Any]


def pack_block(prefix: str, block: Block | ColumnBlock, total: BlockTotals) -> dict[str, Array]:
    """Return the totals of a block as arrays by name."""
    arrays: dict[str, Array] = {}
    if block.settings.hash_bits:
        if block.settings.keep_names and len(total.name_frequencies) == len(total.names):
            arrays[prefix + "name_frequencies"] = narrow(total.name_frequencies)
        return (
            arrays | {prefix + "columns": total.columns} | _pack_totals(prefix + "totals.", total)
        )
    inside = total.names.among(block.names)
    arrays.update(_pack_totals(prefix + "totals.", total.take(inside)))
    if not np.all(inside):
        outside = total.take(~inside)
        arrays[prefix + "outside.bytes"], arrays[prefix + "outside.offsets"] = (
            outside.names.bytes,
            outside.names.offsets,
        )
        arrays.update(_pack_totals(prefix + "outside.", outside))
    return arrays


def _pack_totals(prefix: str, total: BlockTotals) -> dict[str, Array]:
    arrays = {
        "sizes": narrow(np.diff(total.starts)),
        "labels": narrow(total.labels),
        "sums": narrow(total.sums),
    }
    if not np.array_equal(total.presences, total.sums):
        arrays["presences"] = narrow(total.presences)
    if len(total.squares):
        arrays["squares"] = total.squares
    if not np.array_equal(total.frequencies, _documents_of(total)):
        arrays["frequencies"] = narrow(total.frequencies)
    return {prefix + name: array for name, array in arrays.items()}


def _documents_of(total: BlockTotals) -> npt.NDArray[np.float64]:
    return np.asarray(
        np.bincount(total.feature_of_pair, total.presences, minlength=len(total)), np.float64
    )


def narrow(array: Array) -> Array:
    """Return the same numbers in the narrowest type; fractions stay float64."""
    if array.dtype.kind == "f" and not np.all((array == np.floor(array)) & (array >= 0)):
        return array
    return array.astype(np.min_scalar_type(int(array.max())) if len(array) else np.uint8)


@dataclass(frozen=True)
class LazyTotals:
    """Totals that stay in the file until somebody learns, forgets or merges."""

    file: ModelFile
    labels: tuple[str, ...]
    blocks: tuple[Block | ColumnBlock, ...]
    recipe: Recipe

    @property
    def frozen(self) -> bool:
        """Whether features stay as they are, so that documents may have none of them any more."""
        return not self.recipe.adds_up

    @property
    def documents(self) -> npt.NDArray[np.int64]:
        return np.array(self.file.metadata["documents"], np.int64)

    @property
    def n_documents(self) -> int:
        return int(
            self.documents[0] if self.labels[:1] == (ALL_DOCUMENTS,) else self.documents.sum()
        )

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        try:
            return np.array(self.file.metadata["label_weights"], np.float64).reshape(
                len(self.labels)
            )
        except (KeyError, ValueError, TypeError, OverflowError) as error:
            raise self.file.damaged(error) from None

    @property
    def fingerprint(self) -> tuple[int, int]:
        try:
            digits = self.file.metadata["fingerprint"]
            return int(digits[:16], 16), int(digits[16:], 16)
        except (KeyError, ValueError, TypeError) as error:
            raise self.file.damaged(error) from None

    def load(self) -> ClassTotals:
        """Return the totals of the file, which is read to its end and so may well be checked."""
        self.file.check_whole()
        self.file.check_finite()
        try:
            numbered = enumerate(self.blocks) if self.recipe.learner.needs == "totals" else ()
            blocks = tuple(self._block(number, block) for number, block in numbered)
            return ClassTotals(self.labels, self.documents, self.weights, blocks, self.fingerprint)
        except (KeyError, ValueError, TypeError, IndexError, OverflowError) as error:
            raise self.file.damaged(error) from None

    def _block(self, number: int, block: Block | ColumnBlock) -> BlockTotals:
        prefix = f"block{number}."
        columns = self.file.array(prefix + "columns") if block.settings.hash_bits else NO_COLUMNS
        inside = self._totals(prefix + "totals.", block.settings, block.names, columns)
        if block.settings.hash_bits:
            kept = block.settings.keep_names
            if self.frozen and prefix + "name_frequencies" not in self.file.names:
                return inside  # the first such files do not say how many documents have a name
            frequencies = (
                self.file.array(prefix + "name_frequencies").astype(np.int64)
                if kept
                else NO_COLUMNS
            )
            if frequencies.shape != (len(block.names),) or not np.all(frequencies > 0):
                raise self.file.damaged("its names do not fit their frequencies")
            return replace(inside, name_frequencies=frequencies)
        if prefix + "outside.bytes" not in self.file.names:
            return inside
        names = Names(
            self.file.array(prefix + "outside.bytes"), self.file.array(prefix + "outside.offsets")
        )
        outside = self._totals(prefix + "outside.", block.settings, names, NO_COLUMNS)
        joined, *places = _core.unite(
            inside.names.bytes, inside.names.offsets, names.bytes, names.offsets
        )
        same = np.arange(len(self.labels), dtype=np.int32)
        placed = [(*t.arrays(), p, same) for t, p in zip((inside, outside), places, strict=True)]
        arrays = _core.combine(placed[0], placed[1], 1.0, len(joined[1]) - 1)
        return BlockTotals(block.settings, Names(*joined), NO_COLUMNS, *arrays)

    def _totals(
        self, prefix: str, settings: BlockSettings | ColumnSettings, names: Names, columns: Array
    ) -> BlockTotals:
        array, there = self.file.array, self.file.names
        sizes = array(prefix + "sizes").astype(np.int64)
        starts = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=starts[1:])
        sums = array(prefix + "sums").astype(np.float64)
        presences = (
            array(prefix + "presences").astype(np.float64)
            if prefix + "presences" in there
            else sums
        )
        labels = array(prefix + "labels").astype(np.int32)
        total = BlockTotals(
            settings,
            names,
            columns,
            np.empty(len(sizes), np.int64),
            starts,
            labels,
            sums,
            presences,
        )
        _check_totals(self.file, total, len(self.labels))
        frequencies = (
            array(prefix + "frequencies")
            if prefix + "frequencies" in there
            else _documents_of(total)
        )
        # a bin may be empty, a word was seen
        least = 0 if self.frozen or isinstance(settings, ColumnSettings) else 1
        if frequencies.shape != sizes.shape or not np.all(
            (frequencies >= least) & (frequencies < MOST_DOCUMENTS)
        ):
            raise self.file.damaged("its frequencies do not fit its features")
        squares = array(prefix + "squares") if prefix + "squares" in there else np.empty(0)
        needed = self.frozen and self.recipe.learner.inputs.squares
        if squares.shape not in (sums.shape, sums.shape if needed else (0,)) or not np.all(
            (squares >= 0) & (squares < MOST_SUM**2)
        ):
            raise self.file.damaged("its sums of squares do not fit its totals")
        return replace(total, frequencies=frequencies.astype(np.int64), squares=squares)


def _check_totals(file: ModelFile, total: BlockTotals, n_labels: int) -> None:
    names, columns, bits = total.names, total.columns, total.settings.hash_bits
    if not ascend(names.offsets, len(names.bytes)):
        raise file.damaged("its names do not fit their bytes")
    if (
        bits
        and len(columns)
        and not (ascend(columns, 2**bits - 1, first=None) and np.all(np.diff(columns) > 0))
    ):
        raise file.damaged("its hashed columns are not in order")
    sums, presences = total.sums, total.presences
    size = len(columns) if bits else len(names)
    fits = len(total) == size and total.labels.shape == sums.shape == presences.shape
    if not fits or not ascend(total.starts, len(total.labels)):
        raise file.damaged("its totals do not fit its features")
    known = np.all((total.labels >= 0) & (total.labels < n_labels))
    least = (
        -np.inf if isinstance(total.settings, ColumnSettings) else 0
    )  # numbers may be below 0, counts may not
    sound = (np.abs(sums) < MOST_SUM) & (sums >= least) & (presences >= 0) & (presences < MOST_SUM)
    if not known or not np.all(sound):
        raise file.damaged("its totals are not those of any documents")


def ascend(numbers: Array, last: int, first: int | None = 0) -> bool:
    """Return whether whole numbers go up from the first to the last, which a column only has to stay within."""
    if numbers.ndim != 1 or numbers.dtype != np.int64 or len(numbers) == 0:
        return False
    within = (
        numbers[0] >= 0 and numbers[-1] <= last
        if first is None
        else numbers[0] == first and numbers[-1] == last
    )
    return bool(within and np.all(numbers[1:] >= numbers[:-1]))
