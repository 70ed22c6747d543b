"""`linnet.nltk.NaiveBayesClassifier` on names and on documents, made up, against NLTK's own."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import nltk

from benchmarks.measure import report, seconds
from linnet.nltk import NaiveBayesClassifier

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOWELS = "aeiou"
N_NAMES, N_DOCUMENTS, N_WORDS = 8000, 1000, 1000  # more documents would take NLTK minutes
Labelled = list[tuple[dict[str, Any], str]]


def names() -> Labelled:
    """Return three features of each name; most that end in a vowel are female."""
    chance, made = random.Random(0), []
    for _ in range(N_NAMES):
        name = "".join(chance.choice(LETTERS) for _ in range(chance.randint(3, 9)))
        female = (name[-1] in VOWELS) != (chance.random() < 0.2)
        features = {"last": name[-1], "last_two": name[-2:], "first": name[0]}
        made.append((features, "female" if female else "male"))
    return made


def documents() -> Labelled:
    """Return which words each document has; every second word is more frequent in one label."""
    chance, made = random.Random(0), []
    for _ in range(N_DOCUMENTS):
        positive = chance.random() < 0.5
        there = {
            f"contains(w{w})": chance.random() < (0.2 if w % 2 == positive else 0.1)
            for w in range(N_WORDS)
        }
        made.append((there, "pos" if positive else "neg"))
    return made


def run() -> None:
    for what, pairs in (
        ("names, 3 features", names()),
        (f"documents, {N_WORDS} features", documents()),
    ):
        measure(what, pairs)


def measure(what: str, pairs: Labelled) -> None:
    """Report training and classifying the same featuresets."""
    featuresets = [featureset for featureset, _ in pairs]
    ours = NaiveBayesClassifier.train(pairs)
    peer = nltk.NaiveBayesClassifier.train(pairs)
    assert ours.classify_many(featuresets[:100]) == peer.classify_many(featuresets[:100])
    compare(
        f"train, {what}",
        lambda kind: kind.train(pairs),
        NaiveBayesClassifier,
        nltk.NaiveBayesClassifier,
    )
    compare(f"classify_many, {what}", lambda one: one.classify_many(featuresets), ours, peer)
    compare(f"classify, one by one, {what}", lambda one: each(one, featuresets[:100]), ours, peer)


def compare(what: str, work: Callable[[Any], Any], ours: Any, peer: Any) -> None:
    """Report the best time of each; in turn, so that a busy moment hits both sides."""
    best = [float("inf"), float("inf")]
    for _ in range(4):
        times = seconds(partial(work, ours), 10), seconds(partial(work, peer), 1)
        best = list(map(min, best, times))
    report(what, *best, 20)


def each(classifier: Any, featuresets: list[dict[str, Any]]) -> None:
    """Classify featuresets by single calls."""
    for featureset in featuresets:
        classifier.classify(featureset)
