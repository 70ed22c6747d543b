"""Made-up documents of two kinds, messages and film reviews, drawn at random from their words."""

import random
from string import ascii_lowercase

MESSAGES = "call me at noon see you lunch today ok thanks win prize now free pills report due home"
FILMS = "the film is a dull plot with good jokes and fine actors who seem to care about its story"


def drawn(words: str, n: int, *, seed: int, length: int = 8, new_words: float = 0.1):
    """Return n texts of about so many words, some of which nobody has used before."""
    source = random.Random(seed)
    vocabulary = words.split()
    texts = []
    for _ in range(n):
        n_words = max(1, round(source.gauss(length, length / 4)))
        chosen = source.choices(vocabulary, k=n_words)
        for place in range(n_words):
            if source.random() < new_words:
                chosen[place] = "".join(source.choices(ascii_lowercase, k=7))
        texts.append(" ".join(chosen))
    return texts


def labelled(texts, *, share: float = 0.5, seed: int = 0):
    """Return the texts with labels ham and spam; spam has about this share."""
    source = random.Random(seed)
    return [(text, "spam" if source.random() < share else "ham") for text in texts]
