"""Which features are taken from documents: n-grams of each text, how they count, and the columns beside the text."""

from collections.abc import Sequence
from dataclasses import dataclass

from linnet.errors import SettingError, quoted
from linnet.features.blocks import WORD_PATTERNS, BlockSettings, choose
from linnet.features.columns import ColumnSettings
from linnet.features.lexicon import LexiconReader
from linnet.features.selection import Selection
from linnet.features.tokenizer import PATTERN
from linnet.features.weighting import UNITS, WEIGHTINGS
from linnet.learning.vocabulary import Limits
from linnet.reading.lexicon import Lexicon

Range = tuple[int, int]
CODINGS = ("one-hot", "reference")
NUMERIC = ("auto", "plain", "standard", "bins")


def parse_range(text: str | int | Sequence[int]) -> Range:
    """Return a range of n-gram lengths.

    >>> parse_range("1-2"), parse_range("3"), parse_range(1), parse_range([3, 5])
    ((1, 2), (3, 3), (1, 1), (3, 5))
    """
    parts = text.split("-") if isinstance(text, str) else [text] if isinstance(text, int) else text
    try:
        numbers = [int(part) for part in parts if isinstance(part, str) or type(part) is int]
        if len(numbers) == len(parts) <= 2:
            return numbers[0], numbers[-1]
    except (ValueError, IndexError, TypeError):
        pass
    raise SettingError(
        f"a range of n-grams must be N or N-M; got {quoted(text)}. Write 1-2, for example."
    )


@dataclass(frozen=True)
class FeatureSettings:
    """Which features are taken from each field of text."""

    words: Range | None = (1, 1)
    chars: Range | None = None
    chars_in_words: Range | None = None
    word_pattern: str = "unicode"
    keep_case: bool = False
    strip_accents: bool = False
    stop_words: tuple[str, ...] = ()
    weighting: str = "counts"
    unit_length: str | None = None  # None: as the weighting has it
    categorical: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    named: str | None = None  # the column of named features
    cross: tuple[tuple[str, ...], ...] = ()
    length: bool = False  # the number of words as a feature
    lexicons: tuple[Lexicon, ...] = ()  # by name
    negation: bool = False  # words of a lexicon after a negation count with the opposite sign
    coding: str = "one-hot"
    numeric_as: str = "auto"
    bins: int = 4
    hash_bits: int = 0
    keep_names: bool = False
    hash_modulus: int = 0  # of a converted model: how many columns, where that is no power of two
    hash_signs: bool = (
        False  # of a converted model: whether half of the hashed features count below 0
    )
    ascii_only: bool = (
        False  # of a converted model: what is not ASCII without its accents is dropped
    )
    min_documents: int | float = 1
    max_documents: int | float = 1.0
    most_frequent: int | None = None
    select: str = "none"
    select_top: int | None = None
    tokenizer: str | None = None  # the name of a function that cuts texts

    def __post_init__(self) -> None:
        if self.weighting not in WEIGHTINGS:
            raise SettingError(
                f"a weighting must be one of {', '.join(WEIGHTINGS)}; got {quoted(self.weighting)}. "
                "Choose one of these."
            )
        if self.unit_length is not None and self.unit_length not in UNITS:
            raise SettingError(
                f"the unit length must be one of {', '.join(UNITS)}; got {quoted(self.unit_length)}."
            )
        if self.coding not in CODINGS or self.numeric_as not in NUMERIC:
            raise SettingError(
                f"the coding must be one of {', '.join(CODINGS)} and numbers be taken as {', '.join(NUMERIC)}; got "
                f"{quoted(self.coding)} and {quoted(self.numeric_as)}."
            )
        if not 2 <= self.bins <= 1000:
            raise SettingError(
                f"there must be from 2 to 1000 bins; got {self.bins}. Use 4 for quartiles."
            )
        if not (self.words or self.chars or self.chars_in_words or self.columns("none")):
            raise SettingError(
                "there must be features; got no words and no characters. Ask for one of them."
            )
        limits = Limits(self.min_documents, self.max_documents, self.most_frequent)
        if not self.selection.none and self.hash_bits:
            raise SettingError(
                "hashed features cannot be selected; got hash bits too. Leave one of them out."
            )
        if self.hash_bits and not limits.none:
            raise SettingError(
                "hashed features have no frequency limits; got both. Leave one of them out."
            )
        if self.keep_names and not self.hash_bits:
            raise SettingError(
                "names are always kept without hashing; got keep names. Leave it out, or set hash bits."
            )
        choose("word pattern", self.word_pattern, WORD_PATTERNS)
        self._check_tokenizer()
        self._check_idle()
        self.blocks(1, presence=False)

    def _check_idle(self) -> None:
        """Refuse settings that would do nothing."""
        if self.numeric_as != "bins" and self.bins != FeatureSettings.bins:
            raise SettingError(
                f"bins belong to numbers taken as bins; got {self.bins} bins. Take numbers as bins too."
            )
        if self.negation and not self.lexicons:
            raise SettingError(
                "negation turns the words of a lexicon; got no lexicon. Name one, or leave it out."
            )

    def _check_tokenizer(self) -> None:
        """Refuse what is no name, and what reads texts in a way of its own beside a tokenizer."""
        if self.tokenizer is not None and not (
            ":" in self.tokenizer and self.tokenizer.isprintable()
        ):
            raise SettingError(
                f"a tokenizer must be named module:function; got {quoted(self.tokenizer)}."
            )
        others = ("chars", "chars_in_words", "strip_accents", "length", "lexicons")
        given = next((name for name in others if getattr(self, name)), None)
        given = "word_pattern" if self.word_pattern != WORD_PATTERNS[0] else given
        if self.tokenizer is not None and (given or not self.words):
            got = f"{given.replace('_', ' ')} too" if given else "no words"
            raise SettingError(
                f"with a tokenizer its tokens are the words, and all that is read of a text; got {got}."
            )

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
