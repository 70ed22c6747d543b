"""Documents with planted duplicates, exact and near."""

import random
import re

WORDS = [
    f"{a}{b}{c}"
    for a in ("lor", "ip", "dol")
    for b in ("em", "sum", "or", "it")
    for c in ("a", "us", "is", "o")
]


def made_up(n, seed):
    chance = random.Random(seed)
    return [(" ".join(chance.choices(WORDS, k=30)) + f" {i}", f"L{i % 2}") for i in range(n)]


def dressed(text):
    """Return the same text with other case and punctuation."""
    return f"«{re.sub(' ', ' -- ', text.upper())}!»"


def grams(text):
    plain = " ".join(re.findall(r"[^\W_]+", text.lower()))
    return {plain[i : i + 5] for i in range(max(1, len(plain) - 4))}


def likeness(a, b):
    a, b = grams(a), grams(b)
    return len(a & b) / len(a | b)


def changed(text, chance):
    """Return a text with one or two words changed, still alike."""
    while True:
        words = text.split()
        for _ in range(chance.randint(1, 2)):
            words[chance.randrange(len(words))] = chance.choice(WORDS)
        found = " ".join(words)
        if found != text and likeness(text, found) >= 0.8:
            return found


def planted(documents, n, seed=0):
    """Return (training, held out, which are exact, which are near).

    Half of the documents with some of the others.
    """
    chance = random.Random(seed)
    half = len(documents) // 2
    training, held = documents[:half], documents[half:]
    long = [pair for pair in training if len(pair[0].split()) >= 12]
    sources = chance.sample(long, 2 * n)
    exact = [(dressed(text), label) for text, label in sources[:n]]
    near = [(changed(text, chance), label) for text, label in sources[n:]]
    first = len(held)
    return (
        training,
        [*held, *exact, *near],
        range(first, first + n),
        range(first + n, first + 2 * n),
    )
