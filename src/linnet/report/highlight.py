"""A text cut into pieces, each with what its words add: found again in the text by the names of their features.

A feature that stands in the text three times gives each of these places a third of what it adds, spread over its
letters and digits; a word gets the sum of its characters. So n-grams of words and of characters light up alike.
Features that cannot be found (hashed ones without names, lemmas, columns) stay in the list beside the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from linnet.features.blocks import BlockSettings, Features

# Scripts that write no spaces have no words to light up, but characters.
PIECES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|\W+")

Piece = tuple[str, float]


def pieces(text: str, settings: BlockSettings, added: Iterable[tuple[str, float]]) -> list[Piece]:
    """Return the text in pieces, words and what lies between, each with what its features add.

    >>> pieces("Good, good film", BlockSettings(), [("good", 3.0), ("film", -1.0)])
    [('Good', 1.5), (', ', 0.0), ('good', 1.5), (' ', 0.0), ('film', -1.0)]
    """
    folded, values = _folded(text, settings), [0.0] * len(text)
    for name, value in added:
        places = _places(folded, name, settings.kind)
        for begin, end in places:
            inside = [at for at in range(begin, end) if text[at].isalnum()] or range(begin, end)
            for at in inside:
                values[at] += value / len(places) / len(inside)
    return [(found.group(), sum(values[found.start() : found.end()])) for found in PIECES.finditer(text)]


def names_in_block(features: Features, block: int, names: Sequence[str]) -> dict[str, str]:
    """Return full name → the bare names that a block of texts has, of those that are of this block."""
    own = features.of_text[block].settings
    start = "" if len(features.blocks) == 1 else f"{features.fields[own.field]}.{own.kind}:"
    return {name: name.removeprefix(start) for name in names if name.startswith(start)}


def _folded(text: str, settings: BlockSettings) -> str:
    """Return the text as the features see it, character by character, so that places stay the same."""
    return "".join(_fold(character, settings) for character in text)


def _fold(character: str, settings: BlockSettings) -> str:
    if settings.strip_accents:
        character = unicodedata.normalize("NFKD", character)[0]
    lower = character.lower() if settings.lower else character
    return lower if len(lower) == 1 else character


def _places(text: str, name: str, kind: str) -> list[tuple[int, int]]:
    """Return where a feature stands in a text; of hashed ones that share a column, all of them."""
    found = []
    for one in name.split(" | "):
        words = re.split(r"\s+", one.strip())
        if not any(words) or not all(word in text for word in words):
            continue  # quickly: a long document has thousands of features
        between = r"\W+" if kind == "words" else r"\s+"
        begin = r"(?<!\w)" if kind == "words" or one[0] == " " else ""
        end = r"(?!\w)" if kind == "words" or one[-1] == " " else ""
        # A look ahead, because n-grams overlap.
        pattern = f"{begin}(?=({between.join(map(re.escape, words))}){end})"
        found += [match.span(1) for match in re.finditer(pattern, text)]
    return found
