"""Fitted vectorizers, and what their counts are worth → our features."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.features.blocks import MOST_HASH_BITS
from linnet.features.names import Names
from linnet.features.weighting import Weighting
from linnet.recipe.features import FeatureSettings
from linnet.sklearn.analyzers import PATTERNS
from linnet.sklearn.converted_parts import Part
from linnet.sklearn.converted_steps import is_hashed

KINDS = {
    "word": "words",
    "char": "chars",
    "char_wb": "chars_in_words",
}  # in the order of our blocks
TERMS = {False: "count", True: "sublinear"}
WEIGHTINGS = {
    (False, False): "counts",
    (True, False): "sublinear",
    (False, True): "tfidf",
    (True, True): "sublinear-tfidf",
}
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TextFeatures:
    """How texts are cut, the names of each block, and what counts are worth.

    A weight here is the weight that scikit-learn has for the column `order` times the sign.
    """

    settings: FeatureSettings
    names: tuple[Names, ...]
    order: Ints
    signs: Floats
    weighting: Weighting | None


@dataclass(frozen=True, eq=False)
class Block:
    """The columns of one vectorizer: their names, where each was, and 1, or −1 for those that count below 0."""

    part: Part
    names: Names
    order: Ints
    signs: Floats


def features_of(parts: Sequence[Part], *, presence: bool) -> TextFeatures:
    """Return the features of fitted vectorizers; all that counts of them may be their presence."""
    for part in parts:
        _check_cut(part.vectorizer)
    firsts = dict(zip(parts, np.cumsum([0, *(part.n_columns for part in parts)]), strict=False))
    ours = sorted(parts, key=lambda part: [*KINDS].index(part.vectorizer.analyzer))
    settings = _settings(ours, presence)
    blocks = [_block(part, presence=presence, signs=settings.hash_signs) for part in ours]
    return TextFeatures(
        settings,
        tuple(block.names for block in blocks),
        np.concatenate([block.order + firsts[block.part] for block in blocks]),
        np.concatenate([block.signs for block in blocks]),
        None if presence else _weighting(blocks, signs=settings.hash_signs),
    )


def _check_cut(vectorizer: Any) -> None:
    """Refuse a vectorizer that cuts texts in a way linnet does not."""
    own = [name for name in ("preprocessor", "tokenizer") if getattr(vectorizer, name) is not None]
    own += ["analyzer"] if callable(vectorizer.analyzer) else []
    if own:
        raise _refusal(own[0], "a function of its own", "linnet cannot take functions along")
    pattern = vectorizer.token_pattern
    if vectorizer.analyzer == "word" and (pattern or "").removeprefix("(?u)") not in PATTERNS:
        raise _refusal("token_pattern", repr(pattern), r"linnet has \b\w\w+\b and \b\w+\b")
    if vectorizer.strip_accents not in (None, "unicode", "ascii"):
        raise _refusal(
            "strip_accents", "a function of its own", "linnet has 'unicode', 'ascii' and None"
        )
    if vectorizer.input != "content":
        raise _refusal(
            "input", repr(vectorizer.input), "linnet's models read texts, not files of them"
        )


def _refusal(parameter: str, got: str, why: str) -> SettingError:
    return SettingError(
        f"{parameter} of a vectorizer must be one that linnet has too ({why}); got {got}."
    )


def _settings(parts: Sequence[Part], presence: bool) -> FeatureSettings:
    """Return the settings of a recipe that say the same."""
    kinds = [KINDS[part.vectorizer.analyzer] for part in parts]
    if len(set(kinds)) < len(kinds):
        raise _refusal(
            "analyzer", "the same for two that are joined", "linnet joins word, char and char_wb"
        )
    rare = any(part.worth.rarity is not None for part in parts)
    shared = [
        {**_cut(part.vectorizer), **_worth(part, rare, presence), **_hashing(part, presence)}
        for part in parts
    ]
    for name in shared[0]:
        if any(one[name] != shared[0][name] for one in shared):
            raise SettingError(
                f"vectorizers that are joined must agree on {name.replace('_', ' ')}; got "
                f"{' and '.join(str(one[name]) for one in shared)}. Fit them with the same."
            )
    grams = {
        kind: tuple(map(int, part.vectorizer.ngram_range))
        for kind, part in zip(kinds, parts, strict=True)
    }
    words = _words(parts[0].vectorizer) if kinds[0] == "words" else {"word_pattern": "sklearn"}
    return FeatureSettings(**{"words": None, **grams, **words, **shared[0]})


def _cut(vectorizer: Any) -> dict[str, Any]:
    accents = vectorizer.strip_accents
    return {
        "keep_case": not vectorizer.lowercase,
        "strip_accents": accents is not None,
        "ascii_only": accents == "ascii",
    }


def _words(vectorizer: Any) -> dict[str, Any]:
    return {
        "word_pattern": PATTERNS[vectorizer.token_pattern.removeprefix("(?u)")],
        "stop_words": tuple(sorted(str(word) for word in vectorizer.get_stop_words() or ())),
    }


def _worth(part: Part, rare: bool, presence: bool) -> dict[str, Any]:
    if presence:
        return {"weighting": "presence", "unit_length": "none"}
    weighting = "presence" if part.vectorizer.binary else WEIGHTINGS[part.worth.sublinear, rare]
    return {"weighting": weighting, "unit_length": part.worth.norm or "none"}


def _hashing(part: Part, presence: bool) -> dict[str, Any]:
    """Return how names become columns: |hash| modulo their number, and below 0 where the hash is."""
    if not is_hashed(part.vectorizer):
        return {"hash_bits": 0, "hash_modulus": 0, "hash_signs": False}
    n, signs = part.n_columns, bool(part.vectorizer.alternate_sign and not part.vectorizer.binary)
    if n > 2**MOST_HASH_BITS:
        raise _refusal("n_features", str(n), f"up to 2^{MOST_HASH_BITS}")
    if signs and (presence or part.worth.sublinear):
        raise _refusal(
            "alternate_sign", "True", "False before BernoulliNB and before the log of a count"
        )
    bits = max((n - 1).bit_length(), 1)
    return {"hash_bits": bits, "hash_modulus": 0 if n == 2**bits else n, "hash_signs": signs}


def _block(part: Part, *, presence: bool, signs: bool) -> Block:
    if is_hashed(part.vectorizer):
        twice = np.array([1.0, -1.0] if signs else [1.0])
        order = np.repeat(np.arange(part.n_columns), len(twice))
        return Block(part, Names.of([]), order, np.tile(twice, part.n_columns))
    names, order = _named(part.vectorizer.vocabulary_, part.needed(presence=presence))
    return Block(part, names, order, np.ones(len(order)))


def _named(vocabulary: Mapping[Any, Any], needed: Flags) -> tuple[Names, Ints]:
    """Return the names that are needed in our order, that of their bytes, and which column each was."""
    try:
        found = sorted(
            (str(name).encode(), int(column))
            for name, column in vocabulary.items()
            if needed[column]
        )
    except UnicodeEncodeError:
        raise SettingError(
            "names of features must be Unicode; got a lone surrogate in the vocabulary."
        ) from None
    return Names.of(name.decode() for name, _ in found), np.array(
        [column for _, column in found], np.int64
    )


def _weighting(blocks: Sequence[Block], *, signs: bool) -> Weighting | None:
    """Return what counts are worth, for columns in our order."""
    worths = [block.part.worth for block in blocks]
    if all(worth.none for worth in worths):
        return None
    rarity = np.empty(0)
    if any(worth.rarity is not None for worth in worths):
        rarity = np.concatenate([_rarity(block) for block in blocks])
    ends = np.cumsum([len(block.order) for block in blocks])
    return Weighting(
        TERMS[worths[0].sublinear], worths[0].norm or "none", ends, rarity, np.empty(0), signs
    )


def _rarity(block: Block) -> Floats:
    rarity = block.part.worth.rarity
    return np.ones(len(block.order)) if rarity is None else rarity[block.order]
