"""Data in the shape of the NLTK book's examples, made up.

Names, documents and words of a part of speech.
"""

import random

FEMALE, MALE = ("a", "e", "ie", "ah", "ine"), ("k", "o", "rd", "us", "rt")
LETTERS = "abdeghilmnorstu"
ENDINGS = {
    "NN": ("ment", "ness", "er"),
    "VB": ("ize", "ate", "ify"),
    "JJ": ("ous", "ful", "ish"),
    "RB": ("ly",),
}
WORDS = [f"w{number}" for number in range(40)]


def names(n, seed=0):
    """Return (name, gender) pairs; endings tell most of them."""
    chance = random.Random(seed)
    made = []
    for _ in range(n):
        gender = chance.choice(("female", "male"))
        told = gender if chance.random() < 0.9 else chance.choice(("female", "male"))
        stem = "".join(chance.choice(LETTERS) for _ in range(chance.randint(2, 5)))
        made.append(((stem + chance.choice(FEMALE if told == "female" else MALE)).title(), gender))
    return made


def gender_features(name):
    return {"suffix1": name[-1:], "suffix2": name[-2:], "first": name[0].lower()}


def documents(n, seed=0):
    """Return (words, label) pairs; words of even numbers are more frequent in the positive ones."""
    chance = random.Random(seed)
    made = []
    for _ in range(n):
        label = chance.choice(("pos", "neg"))
        own = [word for number, word in enumerate(WORDS) if number % 2 == (label == "neg")]
        made.append(
            ([chance.choice(own if chance.random() < 0.65 else WORDS) for _ in range(12)], label)
        )
    return made


def document_features(words):
    there = set(words)
    return {f"contains({word})": word in there for word in WORDS}


def tagged(n, seed=0):
    """Return (word, part of speech) pairs."""
    chance = random.Random(seed)
    made = []
    for _ in range(n):
        tag = chance.choice(list(ENDINGS))
        told = tag if chance.random() < 0.9 else chance.choice(list(ENDINGS))
        made.append(
            ("".join(chance.choice(LETTERS) for _ in range(4)) + chance.choice(ENDINGS[told]), tag)
        )
    return made


def pos_features(word):
    return {f"endswith({end})": word.endswith(end) for ends in ENDINGS.values() for end in ends}


def featuresets(features, pairs):
    return [(features(one), label) for one, label in pairs]


EXAMPLES = {
    "names": featuresets(gender_features, names(600)),
    "documents": featuresets(document_features, documents(300)),
    "parts of speech": featuresets(pos_features, tagged(500)),
}
