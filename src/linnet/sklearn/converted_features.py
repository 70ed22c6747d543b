"""Fitted vectorizers, and how their counts are scaled → our features."""

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

# In the order of our blocks.
KINDS = {"word": "words", "char": "chars", "char_wb": "chars_in_words"}
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
    """How texts are cut, the names of each block, and how counts are scaled.

    A weight here is the weight that scikit-learn has for the column `order` times the sign.
    """

    settings: FeatureSettings
    names: tuple[Names, ...]
    order: Ints
    signs: Floats
    weighting: Weighting | None


@dataclass(frozen=True, eq=False)
class Block:
    """The columns of one vectorizer.

    Their names, where each was, and 1, or −1 for those that count below 0.
    """

    part: Part
    names: Names
    order: Ints
    signs: Floats


def features_of(parts: Sequence[Part], *, presence: bool) -> TextFeatures:
    """Return the features of fitted vectorizers; all that counts of them may be their presence."""
    for part in parts:
        _check_cut(part.vectorizer)
    analyzers = list(KINDS)
    in_our_order = sorted(parts, key=lambda part: analyzers.index(part.vectorizer.analyzer))
    settings = _settings(in_our_order, presence)
    signs = settings.hash_signs
    blocks = [_block(part, presence=presence, signs=signs) for part in in_our_order]

    starts = _starts(parts)
    names = tuple(block.names for block in blocks)
    order = np.concatenate([block.order + starts[block.part] for block in blocks])
    block_signs = np.concatenate([block.signs for block in blocks])
    weighting = None if presence else _weighting(blocks, signs=signs)
    return TextFeatures(settings, names, order, block_signs, weighting)


def _starts(parts: Sequence[Part]) -> dict[Part, int]:
    """Return the first column of each part."""
    starts = {}
    n_columns = 0
    for part in parts:
        starts[part] = n_columns
        n_columns += part.n_columns
    return starts


def _check_cut(vectorizer: Any) -> None:
    """Refuse a vectorizer that cuts texts in a way linnet does not."""
    functions = {
        "preprocessor": vectorizer.preprocessor is not None,
        "tokenizer": vectorizer.tokenizer is not None,
        "analyzer": callable(vectorizer.analyzer),
    }
    for name, is_function in functions.items():
        if is_function:
            raise _refusal(name, "a function of its own", "linnet cannot take functions along")
    if vectorizer.analyzer == "word":
        pattern = vectorizer.token_pattern
        if (pattern or "").removeprefix("(?u)") not in PATTERNS:
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
    settings: dict[str, Any] = {"words": None}
    for kind, part in zip(kinds, parts, strict=True):
        settings[kind] = tuple(map(int, part.vectorizer.ngram_range))
    if kinds[0] == "words":
        settings |= _words(parts[0].vectorizer)
    else:
        settings["word_pattern"] = "sklearn"
    settings |= _shared_settings(parts, presence)
    return FeatureSettings(**settings)


def _shared_settings(parts: Sequence[Part], presence: bool) -> dict[str, Any]:
    """Return the settings that all vectorizers must have in common."""
    rare = any(part.scaling.rarity is not None for part in parts)
    of_parts = []
    for part in parts:
        normalization = _normalization(part.vectorizer)
        of_parts.append(normalization | _scaling(part, rare, presence) | _hashing(part, presence))

    first = of_parts[0]
    for name in first:
        values = [settings[name] for settings in of_parts]
        if any(value != first[name] for value in values):
            raise SettingError(
                f"vectorizers that are joined must agree on {name.replace('_', ' ')}; got "
                f"{' and '.join(map(str, values))}. Fit them with the same."
            )
    return first


def _normalization(vectorizer: Any) -> dict[str, Any]:
    accents = vectorizer.strip_accents
    return {
        "keep_case": not vectorizer.lowercase,
        "strip_accents": accents is not None,
        "ascii_only": accents == "ascii",
    }


def _words(vectorizer: Any) -> dict[str, Any]:
    pattern = vectorizer.token_pattern.removeprefix("(?u)")
    stop_words = vectorizer.get_stop_words() or ()
    return {
        "word_pattern": PATTERNS[pattern],
        "stop_words": tuple(sorted(map(str, stop_words))),
    }


def _scaling(part: Part, rare: bool, presence: bool) -> dict[str, Any]:
    if presence:
        return {"weighting": "presence", "unit_length": "none"}
    unit_length = part.scaling.norm or "none"
    if part.vectorizer.binary:
        return {"weighting": "presence", "unit_length": unit_length}
    weighting = WEIGHTINGS[part.scaling.sublinear, rare]
    return {"weighting": weighting, "unit_length": unit_length}


def _hashing(part: Part, presence: bool) -> dict[str, Any]:
    """Return how names become columns.

    |hash| modulo their number, and below 0 where the hash is.
    """
    vectorizer = part.vectorizer
    if not is_hashed(vectorizer):
        return {"hash_bits": 0, "hash_modulus": 0, "hash_signs": False}
    n = part.n_columns
    signs = bool(vectorizer.alternate_sign and not vectorizer.binary)
    if n > 2**MOST_HASH_BITS:
        raise _refusal("n_features", str(n), f"up to 2^{MOST_HASH_BITS}")
    if signs and (presence or part.scaling.sublinear):
        raise _refusal(
            "alternate_sign", "True", "False before BernoulliNB and before the log of a count"
        )
    bits = max((n - 1).bit_length(), 1)
    modulus = 0 if n == 2**bits else n
    return {"hash_bits": bits, "hash_modulus": modulus, "hash_signs": signs}


def _block(part: Part, *, presence: bool, signs: bool) -> Block:
    if is_hashed(part.vectorizer):
        column_signs = np.array([1.0, -1.0] if signs else [1.0])
        order = np.repeat(np.arange(part.n_columns), len(column_signs))
        return Block(part, Names.of([]), order, np.tile(column_signs, part.n_columns))
    names, order = _needed_names(part.vectorizer.vocabulary_, part.needed(presence=presence))
    return Block(part, names, order, np.ones(len(order)))


def _needed_names(vocabulary: Mapping[Any, Any], needed: Flags) -> tuple[Names, Ints]:
    """Return the needed names in our order, that of their bytes, and the column of each."""
    columns = [(name, int(column)) for name, column in vocabulary.items() if needed[column]]
    try:
        columns = sorted((str(name).encode(), column) for name, column in columns)
    except UnicodeEncodeError:
        raise SettingError(
            "names of features must be Unicode; got a lone surrogate in the vocabulary."
        ) from None
    names = Names.of(name.decode() for name, _ in columns)
    order = np.array([column for _, column in columns], np.int64)
    return names, order


def _weighting(blocks: Sequence[Block], *, signs: bool) -> Weighting | None:
    """Return how counts are scaled, for columns in our order."""
    scalings = [block.part.scaling for block in blocks]
    if all(scaling.is_count for scaling in scalings):
        return None
    rarity = np.empty(0)
    if any(scaling.rarity is not None for scaling in scalings):
        rarity = np.concatenate([_rarity(block) for block in blocks])
    ends = np.cumsum([len(block.order) for block in blocks])
    term = TERMS[scalings[0].sublinear]
    unit = scalings[0].norm or "none"
    return Weighting(term, unit, ends, rarity, np.empty(0), signs)


def _rarity(block: Block) -> Floats:
    rarity = block.part.scaling.rarity
    if rarity is None:
        return np.ones(len(block.order))
    return rarity[block.order]
