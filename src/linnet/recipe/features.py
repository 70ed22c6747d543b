"""Which features are taken from documents: n-grams of texts and the columns beside the text."""

from collections.abc import Mapping
from typing import Any, Self

from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnSettings
from linnet.features.lexicon import LexiconReader
from linnet.features.selection import Selection
from linnet.features.tokenizer import PATTERN
from linnet.features.weighting import WEIGHTINGS
from linnet.reading.lexicon import lexicons_of
from linnet.recipe.feature_table import FeatureTable
from linnet.recipe.rules import FEATURE_RULES
from linnet.settings.collected import Range

OF_BLOCKS = (  # settings that blocks have by the same name
    "strip_accents", "hash_bits", "keep_names", "hash_modulus", "hash_signs", "ascii_only",
)  # fmt: skip


class FeatureSettings(FeatureTable):
    """Which features are taken from each field of text, and from the columns beside it."""

    checks = FEATURE_RULES

    def __repr__(self) -> str:
        from linnet.display.words import line
        from linnet.recipe.words import features_in_words

        return line("FeatureSettings", features_in_words(self))

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """Return the settings that `to_plain` gave, or that hold lexicons as such."""
        if "lexicons" in data:
            data = {**data, "lexicons": lexicons_of(data["lexicons"])}
        return super().from_plain(data)

    def columns(self, scaling: str) -> tuple[ColumnSettings, ...]:
        """Return the blocks of columns beside the text; `scaling` is what the learner wants."""
        scaling = self._scaling(scaling)
        numeric = "bins" if self.numeric_as == "bins" else "numeric"
        blocks = [ColumnSettings("categorical", (name,), self.coding) for name in self.categorical]
        blocks += [ColumnSettings("cross", names, self.coding) for names in self.cross]
        for name in self.numeric:
            blocks.append(ColumnSettings(numeric, (name,), self.coding, scaling, self.bins))
        if self.length:
            blocks.append(ColumnSettings("length", (), scaling=scaling))
        for lexicon in self.lexicons:
            reader = LexiconReader(lexicon, self.negation)
            blocks.append(ColumnSettings("lexicon", (lexicon.name,), lexicon=reader))
        if self.named is not None:
            blocks.append(ColumnSettings("named", (self.named,)))
        return tuple(blocks)

    def _scaling(self, usual: str) -> str:
        """Return how numbers are scaled; what must be centred is never left plain."""
        if self.numeric_as == "standard":
            return "standard"
        if self.numeric_as == "plain" and usual != "centre":
            return "none"
        return usual

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
            self._block(number, kind, grams, presence=presence)
            for number in range(n_fields)
            for kind, grams in kinds.items()
            if grams is not None
        )

    def _block(self, field: int, kind: str, grams: Range, *, presence: bool) -> BlockSettings:
        shortest, longest = grams
        pattern = self.word_pattern
        lower = not self.keep_case
        if self.tokenizer is not None:
            pattern = PATTERN
            lower = False
        return BlockSettings(
            field,
            kind,
            shortest,
            longest,
            pattern=pattern,
            lower=lower,
            stop_words=self.stop_words if kind == "words" else (),
            presence=presence or self.weighting == "presence",
            **{name: getattr(self, name) for name in OF_BLOCKS},
        )
