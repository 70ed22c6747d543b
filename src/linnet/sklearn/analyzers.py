"""From scikit-learn's parameters of a vectorizer to the engine's settings, where the engine cuts texts the same way."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sklearn.feature_extraction import text

from linnet.features.blocks import LONGEST_GRAM, BlockSettings
from linnet.sklearn.documents import Listed, as_list, only_str

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

    def texts(self, documents: Listed) -> Listed | None:
        """Return the texts of documents as the engine takes them, None where some are no str."""
        decoded = self.content and only_str(documents)
        if decoded and self.preprocess is None:
            return documents
        texts = (
            as_list(documents)
            if decoded
            else [self.decode(document) for document in as_list(documents)]
        )
        if self.preprocess is not None:
            texts = [self.preprocess(one) for one in texts]
        texts = [
            str(one) if isinstance(one, str) else one for one in texts
        ]  # NumPy has a str of its own
        return texts if only_str(texts) else None


def analysis_of(vectorizer: Any) -> Analysis | None:
    """Return how the engine does what a vectorizer asks for, None where it cannot."""
    vectorizer.build_analyzer()  # complains as scikit-learn does
    if not _standard(vectorizer):
        return None
    shortest, longest = vectorizer.ngram_range
    words = vectorizer.analyzer == "word"
    pattern = PATTERNS.get(vectorizer.token_pattern.removeprefix("(?u)")) if words else "sklearn"
    if pattern is None:
        return None
    if not 1 <= shortest <= longest <= LONGEST_GRAM:
        return None
    ours = vectorizer.preprocessor is None and vectorizer.strip_accents in (None, "unicode")
    cut = (0, KINDS[vectorizer.analyzer], int(shortest), int(longest), pattern)
    normal = (ours and bool(vectorizer.lowercase), ours and vectorizer.strip_accents is not None)
    settings = _settings((*cut, *normal), vectorizer.get_stop_words() if words else None)
    preprocess = None if ours else vectorizer.build_preprocessor()
    return Analysis(settings, vectorizer.decode, vectorizer.input == "content", preprocess)


def _standard(vectorizer: Any) -> bool:
    """Return whether every step is scikit-learn's own, and documents can be read again should the engine refuse."""
    given = (
        callable(vectorizer.analyzer)
        or vectorizer.tokenizer is not None
        or vectorizer.input == "file"
    )
    kind: Any = type(vectorizer)
    return not given and vars(vectorizer).keys().isdisjoint(STEPS) and _inherits(kind)


@lru_cache
def _inherits(kind: type) -> bool:
    return all(getattr(kind, name) is getattr(text.CountVectorizer, name) for name in STEPS)


@lru_cache  # since a text by itself takes less time than this
def _settings(cut: Any, stop_words: frozenset[Any] | None) -> BlockSettings:
    """Return the engine's settings, with the stop words that a text can have, in order."""
    possible = sorted(
        str(word) for word in stop_words or () if isinstance(word, str) and encodes(word)
    )
    return replace(BlockSettings(*cut), stop_words=tuple(possible))


def encodes(word: str) -> bool:
    """Return whether a str has no lone surrogates.

    >>> encodes("ant"), encodes(chr(0xD800))
    (True, False)
    """
    return word.isascii() or word == word.encode("utf-8", "ignore").decode()
