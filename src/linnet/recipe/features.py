"""Which features are taken from documents: n-grams of each text, how they count, and the columns beside the text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnSettings
from linnet.features.lexicon import LexiconReader
from linnet.features.selection import Selection
from linnet.features.tokenizer import PATTERN
from linnet.features.weighting import WEIGHTINGS
from linnet.reading.lexicon import lexicons_of
from linnet.recipe.rules import FEATURE_RULES
from linnet.settings.features import FeatureTable


@dataclass(frozen=True)
class FeatureSettings(FeatureTable):
    """Which features are taken from each field of text, and from the columns beside it."""

    checks = FEATURE_RULES

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """Return the settings that `to_plain` gave, or that hold lexicons as such."""
        if "lexicons" in data:
            data = {**data, "lexicons": lexicons_of(data["lexicons"])}
        return super().from_plain(data)

    def columns(self, scaling: str) -> tuple[ColumnSettings, ...]:
        """Return the blocks of columns beside the text; numbers are scaled so unless asked otherwise."""
        kind = "bins" if self.numeric_as == "bins" else "numeric"
        if self.numeric_as == "standard" or (self.numeric_as == "plain" and scaling != "centre"):
            scaling = "standard" if self.numeric_as == "standard" else "none"
        blocks = [ColumnSettings("categorical", (name,), self.coding) for name in self.categorical]
        blocks += [ColumnSettings("cross", names, self.coding) for names in self.cross]
        blocks += [
            ColumnSettings(kind, (name,), self.coding, scaling, self.bins) for name in self.numeric
        ]
        blocks += [ColumnSettings("length", (), scaling=scaling)] if self.length else []
        blocks += [
            ColumnSettings("lexicon", (one.name,), lexicon=LexiconReader(one, self.negation))
            for one in self.lexicons
        ]
        return (
            (*blocks, ColumnSettings("named", (self.named,)))
            if self.named is not None
            else tuple(blocks)
        )

    @property
    def selection(self) -> Selection:
        """Which features are kept, by what they tell about the labels."""
        return Selection(self.select, self.select_top)

    @property
    def weighed(self) -> bool:
        """Whether a count is worth anything but itself."""
        scheme = WEIGHTINGS[self.weighting]
        unit = scheme.unit if self.unit_length is None else self.unit_length
        return scheme.term != "count" or scheme.rarity is not None or unit != "none"

    def blocks(self, n_fields: int, *, presence: bool) -> tuple[BlockSettings, ...]:
        """Return the blocks, field by field and kind by kind."""
        kinds = {"words": self.words, "chars": self.chars, "chars-in-words": self.chars_in_words}
        return tuple(
            BlockSettings(
                number,
                kind,
                *grams,
                pattern=self.word_pattern if self.tokenizer is None else PATTERN,
                lower=not self.keep_case and self.tokenizer is None,
                strip_accents=self.strip_accents,
                stop_words=self.stop_words if kind == "words" else (),
                presence=presence or self.weighting == "presence",
                hash_bits=self.hash_bits,
                keep_names=self.keep_names,
                hash_modulus=self.hash_modulus,
                hash_signs=self.hash_signs,
                ascii_only=self.ascii_only,
            )
            for number in range(n_fields)
            for kind, grams in kinds.items()
            if grams is not None
        )
