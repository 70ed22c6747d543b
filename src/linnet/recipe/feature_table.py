"""The settings of features: what is taken from a text and from the columns beside it."""

from dataclasses import dataclass
from typing import Any, ClassVar

from linnet.errors import counted, shown
from linnet.settings.collected import Lengths, Lexicons, Names, NamesTogether, Range, Words
from linnet.settings.kinds import Amount, Choice, Flag, FunctionName, Int, Text
from linnet.settings.setting import Settings, setting

WORD_PATTERNS = ("unicode", "sklearn", "python", "spaces")
WEIGHTINGS = (
    "counts", "presence", "sublinear", "tfidf-log10", "tfidf", "sublinear-tfidf", "bm25",
)  # fmt: skip
UNIT_LENGTHS = ("none", "l1", "l2")
SELECTIONS = ("none", "chi2", "mutual-information", "weights")
CODINGS = ("one-hot", "reference")
NUMERIC = ("auto", "plain", "standard", "bins")

# Where in the sentence: n-grams, then columns, then all that is said of them.
GRAMS, COLUMNS, MORE = range(3)

_PATTERN_WORDS = {
    "sklearn": "sklearn's word pattern",
    "python": "python's word pattern",
    "spaces": "between white space",
}


def _grams(kind: str, grams: Range | None) -> str:
    """Return what n-grams are taken.

    >>> _grams("words", (1, 1)), _grams("words", (2, 2)), _grams("chars", (3, 5))
    ('words', 'words 2', 'chars 3-5')
    """
    if grams is None:
        return ""
    if grams == (1, 1):
        return kind
    shortest, longest = grams
    return f"{kind} {shortest}" if shortest == longest else f"{kind} {shortest}-{longest}"


def _amount(limit: int | float) -> str:
    return counted(limit, "document") if isinstance(limit, int) else f"{limit:.4g} of the documents"


def _accents_words(chosen: Any) -> str:
    if not chosen.strip_accents:
        return ""
    return "accents stripped to ASCII" if chosen.ascii_only else "accents stripped"


def _weighting_words(chosen: Any) -> str:
    if chosen.weighting == "counts":
        return ""
    return "presence only" if chosen.weighting == "presence" else f"weighed by {chosen.weighting}"


def _hash_words(chosen: Any) -> str:
    if not chosen.hash_bits:
        return ""
    return f"hashed to {chosen.hash_modulus or f'2^{chosen.hash_bits}'} columns"


def _least_words(chosen: Any) -> str:
    least = chosen.min_documents
    return "" if repr(least) in ("1", "0.0") else f"in at least {_amount(least)}"


def _most_words(chosen: Any) -> str:
    most = chosen.max_documents
    return "" if repr(most) == "1.0" else f"in at most {_amount(most)}"


def _lexicon_words(chosen: Any) -> str:
    names = ", ".join(shown(lexicon.name) for lexicon in chosen.lexicons)
    return f"lexicons {names}" if names else ""


@dataclass(frozen=True)
class FeatureTable(Settings):
    """Which features are taken from each field of text, and from the columns beside it."""

    table: ClassVar[str] = "features"
    page: ClassVar[str] = "features.md"

    words: Range | None = setting(
        Lengths(),
        (1, 1),
        "words and sequences of words: 1-2, or none",
        metavar="N-M",
        words=lambda chosen: _grams("words", chosen.words),
        place=GRAMS,
    )
    chars: Range | None = setting(
        Lengths(),
        None,
        "sequences of characters: 3-5",
        metavar="N-M",
        words=lambda chosen: _grams("chars", chosen.chars),
        place=GRAMS,
    )
    chars_in_words: Range | None = setting(
        Lengths(),
        None,
        "sequences of characters that do not cross words: 3-5",
        metavar="N-M",
        words=lambda chosen: _grams("chars in words", chosen.chars_in_words),
        place=GRAMS,
    )
    word_pattern: str = setting(
        Choice(WORD_PATTERNS, "a word pattern"),
        "unicode",
        "what a word is: unicode (default), sklearn, python (\\w+) or spaces",
        metavar="PATTERN",
        words=lambda chosen: _PATTERN_WORDS.get(chosen.word_pattern, ""),
        place=MORE,
    )
    tokenizer: str | None = setting(
        FunctionName(
            optional=True, sentence="a tokenizer must be named module:function; got {quoted}."
        ),
        None,
        "a Python function that cuts a text into its words: tokens.py:lemmas, or "
        "package.module:function",
        heading="tokenizer",  # the command adds it by itself: it may name a file
        metavar="WHERE:FUNCTION",
        written="unless default",
        words=lambda chosen: f"cut by {shown(chosen.tokenizer)}" if chosen.tokenizer else "",
        place=MORE,
    )
    html: bool = setting(
        Flag(),
        False,
        "read HTML as its text, without tags and with entities as characters",
        page="input-formats.md",
        written="unless default",
        words=lambda chosen: "text of HTML" if chosen.html else "",
        place=MORE,
    )
    keep_case: bool = setting(
        Flag(),
        False,
        "tell Word from word",
        words=lambda chosen: "case kept" if chosen.keep_case else "",
        place=MORE,
    )
    strip_accents: bool = setting(Flag(), False, "read é as e", words=_accents_words, place=MORE)
    stop_words: tuple[str, ...] = setting(
        Words(),
        (),
        "words to leave out: a file, or word,word,…",
        metavar="FILE|WORDS",
        words=lambda chosen: (
            f"{counted(len(chosen.stop_words), 'stop word')} left out" if chosen.stop_words else ""
        ),
        place=MORE,
    )
    weighting: str = setting(
        Choice(WEIGHTINGS, "a weighting"),
        "counts",
        "what a count is worth: counts (default), presence, sublinear, tfidf-log10, tfidf, "
        "sublinear-tfidf or bm25",
        metavar="HOW",
        words=_weighting_words,
        place=MORE,
    )
    unit_length: str | None = setting(
        Choice(
            UNIT_LENGTHS,
            optional=True,
            sentence=f"the unit length must be one of {', '.join(UNIT_LENGTHS)}; got {{quoted}}.",
        ),
        None,
        "give each document the length 1: l1, l2 or none; l2 by default with tfidf",
        metavar="HOW",
        written="unless default",
        words=lambda chosen: f"unit length {chosen.unit_length}" if chosen.unit_length else "",
        place=MORE,
    )
    categorical: tuple[str, ...] = setting(
        Names(),
        (),
        "a column of levels beside the text; repeat it for several",
        metavar="COLUMN",
        repeated=True,
        written="unless default",
        words=lambda chosen: ", ".join(chosen.categorical),
        place=COLUMNS,
    )
    cross: tuple[tuple[str, ...], ...] = setting(
        NamesTogether(),
        (),
        "categorical columns whose levels count together; repeat it for several",
        metavar="COLUMN,COLUMN",
        repeated=True,
        written="unless default",
        words=lambda chosen: ", ".join(" & ".join(names) for names in chosen.cross),
        place=COLUMNS,
    )
    numeric: tuple[str, ...] = setting(
        Names(),
        (),
        "a column of numbers beside the text; repeat it for several",
        metavar="COLUMN",
        repeated=True,
        written="unless default",
        words=lambda chosen: ", ".join(chosen.numeric),
        place=COLUMNS,
    )
    named: str | None = setting(
        Text(optional=True),
        None,
        "a column of objects with named features",
        option="--features",
        metavar="COLUMN",
        written="unless default",
        words=lambda chosen: "named features" if chosen.named else "",
        place=COLUMNS,
    )
    length: bool = setting(
        Flag(),
        False,
        "the number of words as a feature",
        written="unless default",
        words=lambda chosen: "length" if chosen.length else "",
        place=COLUMNS,
    )
    coding: str = setting(
        Choice(CODINGS),
        "one-hot",
        "of levels and bins: one-hot (default), or reference: the first level is all zeros",
        metavar="HOW",
        written="unless default",
    )
    numeric_as: str = setting(
        Choice(NUMERIC),
        "auto",
        "numbers plain, standard (mean 0, deviation 1) or in bins; auto chooses by the learner",
        metavar="HOW",
        written="unless default",
    )
    bins: int = setting(
        Int(
            2, 1000, sentence="there must be from 2 to 1000 bins; got {value}. Use 4 for quartiles."
        ),
        4,
        "how many bins; 4 by default: quartiles",
        metavar="N",
        written="unless default",
    )
    hash_bits: int = setting(
        Int(0, 28),
        0,
        "no vocabulary: hash features to 2^B columns",
        metavar="B",
        words=_hash_words,
        place=MORE,
    )
    keep_names: bool = setting(Flag(), False, "keep the names of hashed features, to explain with")
    hash_modulus: int = setting(
        Int(0),
        0,
        "of a converted model: how many columns, where that is no power of two",
        option=None,
        written="unless default",
    )
    hash_signs: bool = setting(
        Flag(),
        False,
        "of a converted model: whether half of the hashed features count below 0",
        option=None,
        written="unless default",
        words=lambda chosen: "with signs" if chosen.hash_signs else "",
        place=MORE,
    )
    ascii_only: bool = setting(
        Flag(),
        False,
        "of a converted model: what is not ASCII without its accents is dropped",
        option=None,
        written="unless default",
    )
    min_documents: int | float = setting(
        Amount(),
        1,
        "leave out what fewer documents have: 2, or a share 0.01",
        aliases=("--min-df",),
        metavar="N|SHARE",
        words=_least_words,
        place=MORE,
    )
    max_documents: int | float = setting(
        Amount(),
        1.0,
        "leave out what more documents have: 1000, or a share 0.5",
        aliases=("--max-df",),
        metavar="N|SHARE",
        words=_most_words,
        place=MORE,
    )
    most_frequent: int | None = setting(
        Int(1, optional=True),
        None,
        "keep only the N most frequent features",
        aliases=("--max-features",),
        metavar="N",
        written="unless default",
        words=lambda chosen: (
            f"the {chosen.most_frequent} most frequent" if chosen.most_frequent else ""
        ),
        place=MORE,
    )
    select: str = setting(
        Choice(SELECTIONS),
        "none",
        "keep the features that tell most about the labels: chi2, mutual-information, weights or "
        "none",
        metavar="HOW",
        written="unless default",
    )
    select_top: int | None = setting(
        Int(1, optional=True),
        None,
        "how many features --select keeps",
        metavar="N",
        written="unless default",
        words=lambda chosen: (
            f"the {chosen.select_top} best by {chosen.select}" if chosen.select_top else ""
        ),
        place=MORE,
    )
    lexicons: tuple[Any, ...] = setting(
        Lexicons(),
        (),
        "a file of words, or of words and scores; what of it stands in a text is a feature; "
        "repeat it for several",
        option="--lexicon",
        metavar="NAME=FILE",
        repeated=True,
        page="lexicons.md",
        written="unless default",
        words=_lexicon_words,
        place=MORE,
    )
    negation: bool = setting(
        Flag(),
        False,
        "words of a lexicon after not, no, never… count with the opposite sign",
        page="lexicons.md",
        written="unless default",
        words=lambda chosen: "negation" if chosen.negation else "",
        place=MORE,
    )
