"""From a vectorizer's parameters to the engine's settings, where it cuts texts the same way."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sklearn.feature_extraction import text

from linnet.features.blocks import LONGEST_GRAM, BlockSettings
from linnet.sklearn.documents import TextList, as_list, only_str

KINDS = {"word": "words", "char": "chars", "char_wb": "chars-in-words"}
# The engine's name for the runs of word characters that a pattern finds: of two or more, or all.
PATTERNS = {
    **dict.fromkeys((r"\b\w\w+\b", r"\w\w+", r"\b\w{2,}\b", r"\w{2,}"), "sklearn"),
    **dict.fromkeys((r"\b\w+\b", r"\w+"), "python"),
}
# Where a subclass or an object has one of these of its own, only Python knows how it cuts.
STEPS = (
    *("build_analyzer", "build_preprocessor", "build_tokenizer", "get_stop_words", "decode"),
    *("_word_ngrams", "_char_ngrams", "_char_wb_ngrams", "_white_spaces"),
)


@dataclass(frozen=True)
class Analysis:
    """How the engine does what a vectorizer's analyzer would do."""

    settings: BlockSettings
    decode: Callable[[Any], Any]
    content: bool  # whether documents are texts, which need no decoding where they are str
    preprocess: Callable[[Any], Any] | None  # None where the engine does that too

    def texts(self, documents: TextList) -> TextList | None:
        """Return the texts of documents as the engine takes them, None where some are no str."""
        decoded = self.content and only_str(documents)
        if decoded and self.preprocess is None:
            return documents
        texts = as_list(documents)
        if not decoded:
            texts = [self.decode(document) for document in texts]
        if self.preprocess is not None:
            texts = [self.preprocess(document) for document in texts]
        texts = [_plain_str(document) for document in texts]
        return texts if only_str(texts) else None


def _plain_str(value: Any) -> Any:
    """Return a str of a subclass, such as NumPy's, as a plain one; anything else as it is."""
    return str(value) if isinstance(value, str) else value


def analysis_of(vectorizer: Any) -> Analysis | None:
    """Return how the engine does what a vectorizer asks for, None where it cannot."""
    vectorizer.build_analyzer()  # complains as scikit-learn does
    if not _is_standard(vectorizer):
        return None
    pattern = _pattern_of(vectorizer)
    shortest, longest = vectorizer.ngram_range
    if pattern is None or not 1 <= shortest <= longest <= LONGEST_GRAM:
        return None

    accents = vectorizer.strip_accents
    by_engine = vectorizer.preprocessor is None and accents in (None, "unicode")
    grams = (KINDS[vectorizer.analyzer], int(shortest), int(longest), pattern)
    lower = by_engine and bool(vectorizer.lowercase)
    strip_accents = by_engine and accents is not None
    stop_words = vectorizer.get_stop_words() if vectorizer.analyzer == "word" else None
    settings = _settings(grams, lower, strip_accents, stop_words)
    preprocess = None if by_engine else vectorizer.build_preprocessor()
    return Analysis(settings, vectorizer.decode, vectorizer.input == "content", preprocess)


def _pattern_of(vectorizer: Any) -> str | None:
    """Return the engine's name for the pattern of words, None where it has none."""
    if vectorizer.analyzer != "word":
        return "sklearn"
    return PATTERNS.get(vectorizer.token_pattern.removeprefix("(?u)"))


def _is_standard(vectorizer: Any) -> bool:
    """Return whether every step is scikit-learn's own, and documents can be read twice.

    They are read again should the engine refuse them.
    """
    if callable(vectorizer.analyzer) or vectorizer.tokenizer is not None:
        return False
    if vectorizer.input == "file":
        return False
    kind: Any = type(vectorizer)
    return vars(vectorizer).keys().isdisjoint(STEPS) and _inherits(kind)


@lru_cache
def _inherits(kind: type) -> bool:
    return all(getattr(kind, name) is getattr(text.CountVectorizer, name) for name in STEPS)


@lru_cache  # since a text by itself takes less time than this
def _settings(
    grams: tuple[str, int, int, str],
    lower: bool,
    strip_accents: bool,
    stop_words: frozenset[Any] | None,
) -> BlockSettings:
    """Return the engine's settings, with the stop words that a text can have, in order."""
    words = [str(word) for word in stop_words or () if isinstance(word, str)]
    possible = sorted(word for word in words if encodes(word))
    settings = BlockSettings(0, *grams, lower, strip_accents)
    return replace(settings, stop_words=tuple(possible))


def encodes(word: str) -> bool:
    """Return whether a str has no lone surrogates.

    >>> encodes("ant"), encodes(chr(0xD800))
    (True, False)
    """
    return word.isascii() or word == word.encode("utf-8", "ignore").decode()
