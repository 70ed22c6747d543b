"""A fitted vectorizer, and a TfidfTransformer behind it, → our features and what they are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.feature_settings import FeatureSettings
from linnet.features.blocks import MOST_HASH_BITS
from linnet.features.names import Names
from linnet.features.weighting import Weighting
from linnet.sklearn.analyzers import PATTERNS

VECTORIZERS = ("CountVectorizer", "TfidfVectorizer", "HashingVectorizer")
KINDS = {"word": "words", "char": "chars", "char_wb": "chars_in_words"}
TOKEN_PATTERN = r"(?u)\b\w\w+\b"
TERMS = {False: "count", True: "sublinear"}
WEIGHTINGS = {
    (False, False): "counts",
    (True, False): "sublinear",
    (False, True): "tfidf",
    (True, True): "sublinear-tfidf",
}


@dataclass(frozen=True, eq=False)
class TextFeatures:
    """How texts are cut, the names of the columns, which column of scikit-learn each was, and what counts are worth."""

    settings: FeatureSettings
    names: Names
    order: npt.NDArray[np.int64]
    weighting: Weighting | None

    @property
    def n_columns(self) -> int:
        return len(self.order)


@dataclass(frozen=True, eq=False)
class Worth:
    """What a count is worth, as scikit-learn's transformers say."""

    sublinear: bool = False
    rarity: npt.NDArray[np.float64] | None = None
    norm: str | None = None

    @classmethod
    def of(cls, step: Any) -> "Worth":
        """Return what a TfidfTransformer or a TfidfVectorizer says; other vectorizers have a norm at most."""
        rarity = np.array(step.idf_, np.float64) if getattr(step, "use_idf", False) else None
        return cls(bool(getattr(step, "sublinear_tf", False)), rarity, getattr(step, "norm", None))

    @property
    def none(self) -> bool:
        return not self.sublinear and self.rarity is None and self.norm is None

    def settings(self) -> dict[str, Any]:
        """Return the settings of a recipe that say the same."""
        weighting = WEIGHTINGS[self.sublinear, self.rarity is not None]
        return {"weighting": weighting, "unit_length": self.norm or "none"}

    def weighting(self, order: npt.NDArray[np.int64]) -> Weighting | None:
        """Return the same for columns in our order."""
        if self.none:
            return None
        rarity = np.empty(0) if self.rarity is None else self.rarity[order]
        return Weighting(TERMS[self.sublinear], self.norm or "none", np.array([len(order)]), rarity, np.empty(0))


def features_of(vectorizer: Any, transformer: Any, *, presence: bool) -> TextFeatures:
    """Return the features of a fitted vectorizer; all that counts of them may be their presence."""
    _check_cut(vectorizer)
    worth = Worth.of(vectorizer)
    if transformer is not None:
        if not worth.none:
            raise SettingError("features can be weighed once; got a TfidfTransformer behind a weighing vectorizer.")
        worth = Worth.of(transformer)
    worth = Worth() if presence else worth  # what is worth more than 0 is there
    hashed = hasattr(vectorizer, "alternate_sign")
    names, order = _hashed(vectorizer) if hashed else _named(vectorizer.vocabulary_)
    settings = {**_cut(vectorizer), **worth.settings()}
    if vectorizer.binary or presence:
        settings["weighting"] = "presence"
    if hashed:
        settings["hash_bits"] = len(order).bit_length() - 1
    return TextFeatures(FeatureSettings(**settings), names, order, worth.weighting(order))


def _check_cut(vectorizer: Any) -> None:
    """Refuse a vectorizer that cuts texts in a way linnet does not."""
    own = [name for name in ("preprocessor", "tokenizer") if getattr(vectorizer, name) is not None]
    own += ["analyzer"] if callable(vectorizer.analyzer) else []
    if own:
        raise _refusal(own[0], "a function of its own", "linnet cannot take functions along")
    pattern = vectorizer.token_pattern
    if vectorizer.analyzer == "word" and (pattern or "").removeprefix("(?u)") not in PATTERNS:
        raise _refusal("token_pattern", repr(pattern), f"linnet cuts words as {TOKEN_PATTERN!r} does")
    if vectorizer.strip_accents not in (None, "unicode"):
        raise _refusal("strip_accents", repr(vectorizer.strip_accents), "linnet has only 'unicode' and None")
    if vectorizer.input != "content":
        raise _refusal("input", repr(vectorizer.input), "linnet's models read texts, not files of them")


def _refusal(parameter: str, got: str, why: str) -> SettingError:
    return SettingError(f"{parameter} of a vectorizer must be one that linnet has too ({why}); got {got}.")


def _cut(vectorizer: Any) -> dict[str, Any]:
    """Return the settings of a recipe that cut texts the same way."""
    kind, grams = KINDS[vectorizer.analyzer], tuple(int(n) for n in vectorizer.ngram_range)
    stop_words = vectorizer.get_stop_words() if kind == "words" else None
    return {
        "words": None,
        kind: grams,
        "word_pattern": "sklearn",
        "keep_case": not vectorizer.lowercase,
        "strip_accents": vectorizer.strip_accents is not None,
        "stop_words": tuple(sorted(str(word) for word in stop_words or ())),
    }


def _named(vocabulary: Mapping[Any, Any]) -> tuple[Names, npt.NDArray[np.int64]]:
    """Return the names in our order, that of their bytes, and which column each was."""
    try:
        found = sorted((str(name).encode(), int(column)) for name, column in vocabulary.items())
    except UnicodeEncodeError:
        raise SettingError("names of features must be Unicode; got a lone surrogate in the vocabulary.") from None
    return Names.of(name.decode() for name, _ in found), np.array([column for _, column in found], np.int64)


def _hashed(vectorizer: Any) -> tuple[Names, npt.NDArray[np.int64]]:
    """Return no names, and the columns as they are."""
    n = int(vectorizer.n_features)
    if vectorizer.alternate_sign:
        raise _refusal("alternate_sign", "True", "linnet's hashed features have no signs")
    if n != 2 ** (n.bit_length() - 1) or not 2 <= n <= 2**MOST_HASH_BITS:
        raise _refusal("n_features", str(n), f"a power of two up to 2^{MOST_HASH_BITS}")
    return Names.of([]), np.arange(n)
