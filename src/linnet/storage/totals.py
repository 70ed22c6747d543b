"""Totals that stay in the model file until somebody needs them."""

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
from linnet.storage.whole_numbers import ascend, ascend_within

# No sum of numbers is larger, so that its square times any weight can be counted with.
MOST_SUM = 1e145
MOST_DOCUMENTS = 2**53  # whole numbers are exact up to here
NO_SQUARES = np.empty(0)

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
AnySettings = BlockSettings | ColumnSettings


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
        if self.labels[:1] == (ALL_DOCUMENTS,):
            return int(self.documents[0])
        return int(self.documents.sum())

    @property
    def weights(self) -> Floats:
        try:
            weights = np.array(self.file.metadata["label_weights"], np.float64)
            return weights.reshape(len(self.labels))
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
            blocks = self._blocks()
            return ClassTotals(self.labels, self.documents, self.weights, blocks, self.fingerprint)
        except (KeyError, ValueError, TypeError, IndexError, OverflowError) as error:
            raise self.file.damaged(error) from None

    def _blocks(self) -> tuple[BlockTotals, ...]:
        if self.recipe.learner.needs != "totals":
            return ()
        return tuple(self._block(f"block{number}.", own) for number, own in enumerate(self.blocks))

    def _block(self, prefix: str, block: Block | ColumnBlock) -> BlockTotals:
        if block.settings.hash_bits:
            return self._hashed_block(prefix, block)
        inside = self._totals(prefix + "totals.", block.settings, block.names)
        if prefix + "outside.bytes" not in self.file.names:
            return inside
        array = self.file.array
        names = Names(array(prefix + "outside.bytes"), array(prefix + "outside.offsets"))
        outside = self._totals(prefix + "outside.", block.settings, names)
        return self._united(inside, outside)

    def _hashed_block(self, prefix: str, block: Block | ColumnBlock) -> BlockTotals:
        columns = self.file.array(prefix + "columns")
        totals = self._totals(prefix + "totals.", block.settings, block.names, columns)
        name = prefix + "name_frequencies"
        if self.frozen and name not in self.file.names:
            return totals  # the first such files do not say how many documents have a name
        frequencies = NO_COLUMNS
        if block.settings.keep_names:
            frequencies = self.file.array(name).astype(np.int64)
        if frequencies.shape != (len(block.names),) or not np.all(frequencies > 0):
            raise self.file.damaged("its names do not fit their frequencies")
        return replace(totals, name_frequencies=frequencies)

    def _united(self, inside: BlockTotals, outside: BlockTotals) -> BlockTotals:
        """Return the totals of features of a model and of those below its limits, together."""
        united = inside.names.united(outside.names)
        names = Names.of_engine(united.names)
        same_labels = np.arange(len(self.labels), dtype=np.int32)
        totals = _core.combine(
            inside.placed(united.from_a, same_labels),
            outside.placed(united.from_b, same_labels),
            sign=1.0,
            n_features=len(names),
        )
        return BlockTotals.of_engine(inside.settings, names, NO_COLUMNS, totals)

    def _totals(
        self, prefix: str, settings: AnySettings, names: Names, columns: Array = NO_COLUMNS
    ) -> BlockTotals:
        sizes = self._vector(prefix + "sizes").astype(np.int64)
        starts = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=starts[1:])
        labels = self._vector(prefix + "labels").astype(np.int32)
        sums = self._vector(prefix + "sums").astype(np.float64)
        presences = sums
        if prefix + "presences" in self.file.names:
            presences = self._vector(prefix + "presences").astype(np.float64)

        unknown = np.empty(len(sizes), np.int64)
        totals = BlockTotals(settings, names, columns, unknown, starts, labels, sums, presences)
        _check_totals(self.file, totals, len(self.labels))
        frequencies = self._frequencies(prefix, totals)
        squares = self._squares(prefix, totals)
        return replace(totals, frequencies=frequencies, squares=squares)

    def _vector(self, name: str) -> Array:
        array = self.file.array(name)
        if array.ndim != 1:
            raise self.file.damaged("its totals do not fit its features")
        return array

    def _frequencies(self, prefix: str, totals: BlockTotals) -> npt.NDArray[np.int64]:
        frequencies: Array = presences_by_feature(totals)
        if prefix + "frequencies" in self.file.names:
            frequencies = self.file.array(prefix + "frequencies")
        # A bin may be empty, a word was seen.
        may_be_empty = self.frozen or isinstance(totals.settings, ColumnSettings)
        least = 0 if may_be_empty else 1
        sound = (frequencies >= least) & (frequencies < MOST_DOCUMENTS)
        if frequencies.shape != (len(totals),) or not np.all(sound):
            raise self.file.damaged("its frequencies do not fit its features")
        return frequencies.astype(np.int64)

    def _squares(self, prefix: str, totals: BlockTotals) -> Floats:
        squares: Array = NO_SQUARES
        if prefix + "squares" in self.file.names:
            squares = self.file.array(prefix + "squares")
        needed = self.frozen and self.recipe.learner.inputs.squares
        missing = squares.shape == NO_SQUARES.shape and not needed
        fits = missing or squares.shape == totals.sums.shape
        if not fits or not np.all((squares >= 0) & (squares < MOST_SUM**2)):
            raise self.file.damaged("its sums of squares do not fit its totals")
        return squares


def presences_by_feature(totals: BlockTotals) -> Floats:
    """Return the weight of the documents that have each feature, over all labels."""
    n_features = len(totals)
    presences = np.bincount(totals.feature_of_pair, totals.presences, minlength=n_features)
    return np.asarray(presences, np.float64)


def _check_totals(file: ModelFile, totals: BlockTotals, n_labels: int) -> None:
    names, columns = totals.names, totals.columns
    if not ascend(names.offsets, len(names.bytes)):
        raise file.damaged("its names do not fit their bytes")
    hash_bits = totals.settings.hash_bits
    if hash_bits and len(columns) and not ascend_within(columns, 2**hash_bits - 1):
        raise file.damaged("its hashed columns are not in order")

    n_features = len(columns) if hash_bits else len(names)
    pairs_fit = totals.labels.shape == totals.sums.shape == totals.presences.shape
    starts_fit = ascend(totals.starts, len(totals.labels))
    if len(totals) != n_features or not pairs_fit or not starts_fit:
        raise file.damaged("its totals do not fit its features")
    if not _are_sound(totals, n_labels):
        raise file.damaged("its totals are not those of any documents")


def _are_sound(totals: BlockTotals, n_labels: int) -> bool:
    """Return whether documents could have these totals: numbers may be below 0, counts not."""
    sums, presences = totals.sums, totals.presences
    known = (totals.labels >= 0) & (totals.labels < n_labels)
    sound = (np.abs(sums) < MOST_SUM) & (presences >= 0) & (presences < MOST_SUM)
    if not isinstance(totals.settings, ColumnSettings):
        sound &= sums >= 0
    return bool(np.all(known) and np.all(sound))
