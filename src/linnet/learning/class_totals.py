"""What naive Bayes needs to know of the documents: totals per label that add and subtract."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError
from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.features.other_documents import is_fixed
from linnet.learning import pairs
from linnet.learning.pairs import DUST, refuse_negative
from linnet.reading.documents import MOST_WEIGHT

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
NO_COLUMNS = np.empty(0, np.int64)
# What totals of documents of several labels begin with; no label of theirs is empty.
ALL_DOCUMENTS = ""


@dataclass(frozen=True, eq=False)
class BlockTotals:
    """Totals of one block, sparse by feature.

    The labels labels[starts[f] : starts[f + 1]] have seen feature f.
    """

    settings: BlockSettings | ColumnSettings
    names: Names  # of the features; where hashed, the names met, if kept
    columns: Ints  # where hashed: the column of each feature, ascending
    frequencies: Ints  # documents that have the feature, whatever their weight
    starts: Ints
    labels: npt.NDArray[np.int32]
    sums: Floats  # of the feature's counts, per feature and label
    presences: Floats  # weight of the documents that have it, per feature and label
    # Where hashed: documents that have each name.
    name_frequencies: Ints = field(default_factory=lambda: NO_COLUMNS)
    # Sums of squares per feature and label, where needed.
    squares: Floats = field(default_factory=lambda: np.empty(0))
    frozen: bool = False  # whether its features stay as they are, whatever documents come and go

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def __len__(self) -> int:
        return len(self.frequencies)

    @property
    def counts(self) -> bool:
        """Whether its totals are of counts of words that come and go."""
        return isinstance(self.settings, BlockSettings) and not self.frozen

    @property
    def fixed(self) -> bool:
        """Whether it has the same features whatever the documents."""
        if self.frozen:
            return True
        return isinstance(self.settings, ColumnSettings) and is_fixed(self.settings)

    @cached_property
    def feature_of_pair(self) -> npt.NDArray[np.int64]:
        """The feature each stored pair (feature, label) belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def take(self, chosen: npt.NDArray[np.bool_]) -> "BlockTotals":
        """Return only the features where `chosen` is true."""
        if np.all(chosen):
            return self
        lengths = np.diff(self.starts)
        pairs = np.repeat(chosen, lengths)
        starts = np.zeros(np.count_nonzero(chosen) + 1, np.int64)
        np.cumsum(lengths[chosen], out=starts[1:])
        squares = self.squares[pairs] if len(self.squares) else self.squares
        taken = replace(
            self,
            frequencies=self.frequencies[chosen],
            starts=starts,
            labels=self.labels[pairs],
            sums=self.sums[pairs],
            presences=self.presences[pairs],
            squares=squares,
        )
        if self.settings.hash_bits:
            return replace(taken, columns=self.columns[chosen])
        return replace(taken, names=self.names.take(chosen))

    def without_lost_names(self) -> "BlockTotals":
        """Return the block without names of hashed features that no document has any more."""
        is_left = self.name_frequencies > 0
        if np.all(is_left):
            return self
        names = self.names.take(is_left)
        return replace(self, names=names, name_frequencies=self.name_frequencies[is_left])

    @classmethod
    def of_engine(
        cls,
        settings: BlockSettings | ColumnSettings,
        names: Names,
        columns: Ints,
        totals: _core.Totals,
    ) -> "BlockTotals":
        """Return totals of the engine, over the same arrays."""
        return cls(
            settings=settings,
            names=names,
            columns=columns,
            frequencies=totals.frequencies,
            starts=totals.starts,
            labels=totals.labels,
            sums=totals.sums,
            presences=totals.presences,
        )

    def placed(
        self, features: npt.NDArray[np.int32], labels: npt.NDArray[np.int32]
    ) -> _core.PlacedTotals:
        """Return the totals as the engine combines them, and where its features and labels go."""
        totals = _core.Totals(
            frequencies=self.frequencies,
            starts=self.starts,
            labels=self.labels,
            sums=self.sums,
            presences=self.presences,
        )
        return _core.PlacedTotals(totals, features=features, labels=labels)


@dataclass(frozen=True, eq=False)
class ClassTotals:
    """Totals of a set of documents.

    Two of them add (learn, merge) and subtract (forget, folds), exactly.
    """

    labels: tuple[str, ...]
    documents: Ints  # per label
    weights: Floats  # per label: the sum of the documents' weights
    blocks: tuple[BlockTotals, ...]
    fingerprint: tuple[int, int] = (0, 0)

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line
        from linnet.errors import counted

        documents = counted(self.n_documents, "document")
        return line("ClassTotals", documents, f"labels {label_list(self.own_labels)}")

    @property
    def multilabel(self) -> bool:
        """Whether the documents may have any number of labels."""
        return self.labels[:1] == (ALL_DOCUMENTS,)

    @property
    def own_labels(self) -> tuple[str, ...]:
        """The labels that documents have."""
        return self.labels[1:] if self.multilabel else self.labels

    @property
    def n_documents(self) -> int:
        """How many documents there are, each once."""
        return int(self.documents[0] if self.multilabel else self.documents.sum())

    @property
    def exact(self) -> bool:
        """Whether all totals are whole numbers, so that adding and subtracting lose nothing."""
        arrays = [self.weights]
        for block in self.blocks:
            arrays += [block.sums, block.presences]
        return all(_are_whole(array) for array in arrays)

    def within(self, other: "ClassTotals") -> "ClassTotals":
        """Return the totals of only those words that the other has.

        A private model has dropped the rare ones.
        """
        blocks = []
        for own, theirs in zip(self.blocks, other.blocks, strict=True):
            has_words = theirs.counts and not theirs.settings.hash_bits
            blocks.append(own.take(own.names.among(theirs.names)) if has_words else own)
        return replace(self, blocks=tuple(blocks))

    def frozen(self) -> "ClassTotals":
        """Return the same totals, of features that stay as they are."""
        return replace(self, blocks=tuple(replace(block, frozen=True) for block in self.blocks))

    def checked(self) -> "ClassTotals":
        """Return the totals, or refuse weights that sums cannot hold."""
        if not np.all((self.weights > 0) & (self.weights < MOST_WEIGHT)):
            weights = ", ".join(f"{weight:g}" for weight in self.weights)
            raise InputError(
                "the weights of a label's documents must sum to more than 0 and less than "
                f"{MOST_WEIGHT:.0f}; got {weights}. Scale the weights."
            )
        return self

    def __add__(self, other: "ClassTotals") -> "ClassTotals":
        return _combine(self, other, 1)

    def __sub__(self, other: "ClassTotals") -> "ClassTotals":
        return _combine(self, other, -1)


def _are_whole(numbers: Floats) -> bool:
    """Return whether these are whole numbers that floats hold exactly."""
    is_whole = numbers == np.floor(numbers)
    return bool(np.all(is_whole & (np.abs(numbers) <= MOST_WEIGHT)))


def _combine(a: ClassTotals, b: ClassTotals, sign: int) -> ClassTotals:
    labels = tuple(sorted({*a.labels, *b.labels}, key=str.encode))
    code_of = {label: code for code, label in enumerate(labels)}
    label_places = [
        np.array([code_of[label] for label in totals.labels], np.int32) for totals in (a, b)
    ]
    documents, weights = _combine_labels(a, b, label_places, sign)
    blocks = []
    for of_a, of_b in zip(a.blocks, b.blocks, strict=True):
        blocks.append(_combine_blocks(of_a, of_b, label_places, sign))
    first = (a.fingerprint[0] + sign * b.fingerprint[0]) % 2**64
    second = (a.fingerprint[1] + sign * b.fingerprint[1]) % 2**64
    combined = ClassTotals(labels, documents, weights, tuple(blocks), (first, second))
    if sign < 0:
        _refuse_leftovers(combined)
    return without_empty(combined)


def _combine_labels(
    a: ClassTotals, b: ClassTotals, label_places: Sequence[Any], sign: int
) -> tuple[Ints, Floats]:
    """Return how many documents each label has, and their weight."""
    n_labels = 1 + max(int(places.max(initial=-1)) for places in label_places)
    documents = np.zeros(n_labels, np.int64)
    weights = np.zeros(n_labels)
    for totals, places, times in zip((a, b), label_places, (1, sign), strict=True):
        documents[places] += times * totals.documents
        weights[places] += times * totals.weights

    most = max(a.weights.max(initial=0), b.weights.max(initial=0))
    is_dust = (np.abs(weights) <= DUST * most) & (weights != np.floor(weights))
    weights[(documents == 0) & is_dust] = 0
    refuse_negative(documents, weights, np.where(documents == 0, -weights, 0))
    return documents, weights


def _refuse_leftovers(totals: ClassTotals) -> None:
    """Refuse totals that no documents have.

    These have more presences than documents or counts, or counts of no document.
    """
    for block in totals.blocks:
        weights = totals.weights[block.labels]
        slack = DUST * np.maximum(1.0, weights)
        absences = weights - block.presences
        refuse_negative(absences + slack)
        if block.counts:
            repeats = block.sums - block.presences
            refuse_negative(repeats + slack)
        is_gone = (block.frequencies[block.feature_of_pair] == 0) | (block.presences == 0)
        refuse_negative(np.where(is_gone, slack - block.sums, 0.0))


def _combine_blocks(
    a: BlockTotals, b: BlockTotals, label_places: Sequence[Any], sign: int
) -> BlockTotals:
    names, columns, places, name_frequencies = _unite(a, b, sign)
    n_features = len(columns) if a.settings.hash_bits else len(names)
    if not a.counts:
        totals, squares = pairs.combine((a, b), places, label_places, sign, n_features)
        added = BlockTotals.of_engine(a.settings, names, columns, totals)
        return replace(added, name_frequencies=name_frequencies, squares=squares, frozen=a.frozen)
    placed_a = a.placed(places[0], label_places[0])
    placed_b = b.placed(places[1], label_places[1])
    try:
        totals = _core.combine(placed_a, placed_b, sign=float(sign), n_features=n_features)
    except _core.Refusal:
        refuse_negative(np.array([-1]))
        raise
    combined = BlockTotals.of_engine(a.settings, names, columns, totals)
    return replace(combined, name_frequencies=name_frequencies).without_lost_names()


def _unite(a: BlockTotals, b: BlockTotals, sign: int) -> tuple[Names, Ints, tuple[Any, Any], Ints]:
    """Return the features of both, where those of each have gone, and how many documents have each
    hashed name.
    """
    found = a.names.united(b.names)
    from_a, from_b = found.from_a, found.from_b
    united = Names.of_engine(found.names)
    if not a.settings.hash_bits:
        return united, NO_COLUMNS, (from_a, from_b), NO_COLUMNS
    columns = np.union1d(a.columns, b.columns)
    places = [np.searchsorted(columns, t.columns).astype(np.int32) for t in (a, b)]
    if a.frozen and len(a.name_frequencies) != len(a.names):
        return a.names, columns, (places[0], places[1]), a.name_frequencies
    frequencies = np.zeros(len(united), np.int64)
    frequencies[from_a] += a.name_frequencies
    frequencies[from_b] += sign * b.name_frequencies
    if a.frozen:  # no name is new
        united = a.names
        frequencies = frequencies[from_a]
    refuse_negative(frequencies)
    return united, columns, (places[0], places[1]), frequencies


def without_empty(totals: ClassTotals) -> ClassTotals:
    """Drop features and labels that no document has any more."""
    blocks = [
        block if block.fixed else block.take(block.frequencies > 0) for block in totals.blocks
    ]
    is_left = totals.documents > 0
    if np.all(is_left):
        return replace(totals, blocks=tuple(blocks))
    new_code = (np.cumsum(is_left) - 1).astype(np.int32)
    blocks = [replace(block, labels=new_code[block.labels]) for block in blocks]
    return replace(
        totals,
        labels=tuple(compress(totals.labels, is_left)),
        documents=totals.documents[is_left],
        weights=totals.weights[is_left],
        blocks=tuple(blocks),
    )
