"""Features as an ordered list of blocks, each one field of text, cut in one way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError, quoted
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnNames
from linnet.features.names import Names
from linnet.features.weighting import Weighting

KINDS = ("words", "chars", "chars-in-words")
WORD_PATTERNS = ("unicode", "sklearn", "python", "spaces")
PATTERNS = (*WORD_PATTERNS, "given")  # given: cut elsewhere
LONGEST_GRAM = 30
MOST_HASH_BITS = 28


@dataclass(frozen=True)
class BlockSettings:
    """How the text of one field becomes one block of features."""

    field: int = 0
    kind: str = "words"
    shortest: int = 1
    longest: int = 1
    pattern: str = "unicode"
    lower: bool = True
    strip_accents: bool = False
    stop_words: tuple[str, ...] = ()
    presence: bool = False
    hash_bits: int = 0
    keep_names: bool = False
    hash_modulus: int = 0  # how many hashed columns, where that is no power of two; 0: 2^bits
    # Whether column c stands twice: as 2c, and as 2c + 1 for names that count below 0.
    hash_signs: bool = False
    ascii_only: bool = False  # with strip_accents: what is left beyond ASCII is dropped, too

    def __post_init__(self) -> None:
        choose("kind of feature", self.kind, KINDS)
        choose("word pattern", self.pattern, PATTERNS)
        if not 1 <= self.shortest <= self.longest <= LONGEST_GRAM:
            raise SettingError(
                f"a range of n-grams must go from 1 or more up to {LONGEST_GRAM} at most; got "
                f"{self.shortest}-{self.longest}. Use 1-2 for words or 3-5 for characters."
            )
        if any("\ud800" <= character <= "\udfff" for word in self.stop_words for character in word):
            raise SettingError(
                "stop words must be Unicode; got a lone surrogate. Clean the list first."
            )
        if not 0 <= self.hash_bits <= MOST_HASH_BITS:
            raise SettingError(
                f"hash bits must be from 1 to {MOST_HASH_BITS}, or 0 for a vocabulary; "
                f"got {self.hash_bits}. Use 20 if unsure."
            )
        if not 0 <= self.hash_modulus <= 2**MOST_HASH_BITS:
            raise SettingError(
                f"a hash modulus must be up to 2^{MOST_HASH_BITS}; got {self.hash_modulus}."
            )
        if (self.hash_modulus or self.hash_signs) and not self.hash_bits:
            raise SettingError(
                "a hash modulus and hash signs belong to hashed features; got no hash bits. "
                "Set them."
            )
        if self.ascii_only and not self.strip_accents:
            raise SettingError(
                "ASCII only belongs to stripped accents; got accents kept. Strip them, too."
            )

    @property
    def n_hashed(self) -> int:
        """How many columns there are where features are hashed."""
        return (self.hash_modulus or 2**self.hash_bits) << self.hash_signs

    def engine(self) -> _core.BlockSettings:
        """Return the settings as the engine takes them."""
        return _core.BlockSettings(
            field=self.field,
            text=self.engine_text(),
            hashing=self.engine_hashing(),
            presence=self.presence,
        )

    def engine_text(self) -> _core.TextSettings:
        """Return how a text is cut, as the engine takes it."""
        return _core.TextSettings(
            kind=self.kind,
            pattern=self.pattern,
            shortest=self.shortest,
            longest=self.longest,
            lower=self.lower,
            strip_accents=self.strip_accents,
            stop_words=self.stop_words,
            ascii_only=self.ascii_only,
        )

    def engine_hashing(self) -> _core.Hashing:
        """Return how names become columns, as the engine takes it."""
        return _core.Hashing(
            bits=self.hash_bits,
            keep_names=self.keep_names,
            modulus=self.hash_modulus,
            signs=self.hash_signs,
        )


def choose(what: str, got: str, names: Sequence[str]) -> None:
    """Refuse what is none of these names."""
    if got not in names:
        raise SettingError(
            f"a {what} must be one of {', '.join(names)}; got {quoted(got)}. Choose one of these."
        )


@dataclass(frozen=True, eq=False)
class Block:
    """Settings and, where it is not hashed, the sorted vocabulary of one block."""

    settings: BlockSettings
    names: Names = field(default_factory=lambda: Names.of([]))
    # Documents that had each feature, where totals do not tell.
    frequencies: npt.NDArray[Any] | None = None
    # Where hashed, while counts may grow: documents of each name.
    name_frequencies: npt.NDArray[np.int64] | None = None

    @cached_property
    def n_columns(self) -> int:
        return self.settings.n_hashed if self.settings.hash_bits else len(self.names)

    @cached_property
    def lookup(self) -> npt.NDArray[np.uint64]:
        """The engine's table that finds the column of a name."""
        return _core.build_lookup(self.names.engine())

    def engine(self, first_column: int) -> _core.FrozenBlock:
        """Return the block as the engine reads new texts by it, its columns from this one on."""
        vocabulary = None
        if not self.settings.hash_bits:
            vocabulary = _core.Vocabulary(self.names.engine(), self.lookup)
        settings = self.settings.engine()
        return _core.FrozenBlock(settings, first_column=first_column, vocabulary=vocabulary)

    @cached_property
    def _hashed_names(self) -> dict[int, str]:
        """Column → the names met there, where hashed features keep their names."""
        hashing = self.settings.engine_hashing()
        columns = _core.hash_columns(self.names.engine(), hashing).tolist()
        names_of: dict[int, list[str]] = {}
        for column, name in zip(columns, self.names, strict=True):
            names_of.setdefault(column, []).append(name)
        return {column: " | ".join(names) for column, names in names_of.items()}

    def name(self, column: int) -> str:
        """Return the name of a column; a hashed one without names is `#column`, with its sign."""
        if not self.settings.hash_bits:
            return self.names[column]
        if self.settings.hash_signs:
            return f"#{column // 2}{'-' if column % 2 else '+'}"
        return self._hashed_names.get(column, f"#{column}")


@dataclass(frozen=True, eq=False)
class Features:
    """All blocks in order, and the fields they read.

    >>> block = Block(BlockSettings(), Names.of(["ant", "bee"]))
    >>> Features(("text",), (block,)).name(1)
    'bee'
    >>> body = Block(BlockSettings(field=1), Names.of(["ant"]))
    >>> Features(("title", "body"), (block, body)).name(2)
    'body.words:ant'
    """

    fields: tuple[str, ...]
    blocks: tuple[Block | ColumnBlock, ...]  # those of texts first
    weighting: Weighting | None = None  # what counts are worth; None: themselves

    @cached_property
    def block_ends(self) -> npt.NDArray[np.int64]:
        return np.cumsum([block.n_columns for block in self.blocks], dtype=np.int64)

    @property
    def n_columns(self) -> int:
        return int(self.block_ends[-1]) if self.blocks else 0

    def name(self, column: int) -> str:
        """Return the full name `field.kind:name`, or the bare name where there is one block."""
        number = int(np.searchsorted(self.block_ends, column, side="right"))
        first = int(self.block_ends[number - 1]) if number else 0
        bare = self.blocks[number].name(column - first)
        return self.full_name(number, bare)

    def full_name(self, number: int, bare: str) -> str:
        """Return the full name of a feature of a block."""
        block = self.blocks[number]
        if len(self.blocks) == 1:
            return bare
        if isinstance(block, ColumnBlock):
            return f"{block.settings.title}:{bare}"
        return f"{self.fields[block.settings.field]}.{block.settings.kind}:{bare}"

    def taken(
        self, blocks: Iterable[Block | ColumnBlock], kept: npt.NDArray[np.bool_]
    ) -> "Features":
        """Return features of these blocks, which hold the kept columns, and their weighting."""
        taken = Features(self.fields, tuple(blocks))
        weighting = self.weighting
        if weighting is None:
            return taken
        rarity = weighting.rarity[kept[: len(weighting.rarity)]]
        ends = Features(self.fields, taken.of_text).block_ends
        weighting = replace(weighting, rarity=rarity, block_ends=ends)
        return replace(taken, weighting=weighting)

    @cached_property
    def of_text(self) -> tuple[Block, ...]:
        """The blocks that read texts."""
        return tuple(block for block in self.blocks if isinstance(block, Block))

    @cached_property
    def of_columns(self) -> tuple[ColumnBlock, ...]:
        """The blocks that read columns beside the text."""
        return tuple(block for block in self.blocks if isinstance(block, ColumnBlock))

    @cached_property
    def columns(self) -> ColumnNames:
        """The columns beside the text that the blocks read."""
        return ColumnNames.of(block.settings for block in self.of_columns)
