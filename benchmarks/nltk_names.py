"""`linnet.nltk.NaiveBayesClassifier` on names and on documents, made up, against NLTK's own."""

import random
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
    """Return which words each document contains; every second word is more frequent in one label."""
    chance, made = random.Random(0), []
    for _ in range(N_DOCUMENTS):
        positive = chance.random() < 0.5
        there = {f"contains(w{w})": chance.random() < (0.2 if w % 2 == positive else 0.1) for w in range(N_WORDS)}
        made.append((there, "pos" if positive else "neg"))
    return made


def run() -> None:
    for what, pairs in (("names, 3 features", names()), (f"documents, {N_WORDS} features", documents())):
        featuresets = [featureset for featureset, _ in pairs]
        ours, peer = NaiveBayesClassifier.train(pairs), nltk.NaiveBayesClassifier.train(pairs)
        assert ours.classify_many(featuresets[:100]) == peer.classify_many(featuresets[:100])
        ours_peer = (NaiveBayesClassifier, nltk.NaiveBayesClassifier)
        times = [seconds(partial(kind.train, pairs), n) for kind, n in zip(ours_peer, (10, 2), strict=True)]
        report(f"train, {what}", *times, 20)
        times = [seconds(partial(one.classify_many, featuresets), n) for one, n in ((ours, 5), (peer, 1))]
        report(f"classify_many, {what}", *times, 20)
        few = featuresets[:20]
        times = [seconds(partial(each, one, few), n) / len(few) for one, n in ((ours, 100), (peer, 10))]
        report(f"classify, one by one, {what}", *times, 20)


def each(classifier: Any, featuresets: list[dict[str, Any]]) -> None:
    """Classify featuresets by single calls."""
    for featureset in featuresets:
        classifier.classify(featureset)
