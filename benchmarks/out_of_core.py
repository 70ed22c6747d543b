"""Mini-batches of hashed text, as in scikit-learn's out-of-core example, against its classes.

A stream is read in batches of 1,000 documents, hashed to 2^18 columns; each classifier learns from
each batch and is scored on the first 1,000 documents. CPU seconds of one thread, of the whole and
of `partial_fit` alone.
"""

import gzip
import itertools
import json
import os
import time
import warnings
from collections import Counter
from typing import Any

import numpy as np
import sklearn.feature_extraction.text
import sklearn.linear_model
import sklearn.naive_bayes
from threadpoolctl import threadpool_limits

import linnet.sklearn
from benchmarks.measure import data, report

OURS = (linnet.sklearn,)
THEIRS = (sklearn.feature_extraction.text, sklearn.linear_model, sklearn.naive_bayes)
STREAMS = (
    (
        "r52/train.jsonl.gz",
        "acq",
    ),  # the example's own question: is Reuters news about an acquisition?
    ("mr/all.jsonl.gz", None),
    ("ag_news/train.jsonl.gz", None),
    ("stackoverflow_titles/all.jsonl.gz", None),
)
BATCH = 1000
BATCHES = 9
CLASSIFIERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Perceptron", {}),
    ("PassiveAggressiveClassifier", {"random_state": 0}),
    ("MultinomialNB", {"alpha": 0.01}),
)
WIDE: tuple[tuple[str, dict[str, Any]], ...] = (("MultinomialNB", {}), ("ComplementNB", {}))
Batches = list[tuple[list[str], list[str]]]


def run() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    warnings.simplefilter(
        "ignore", FutureWarning
    )  # scikit-learn removes its own passive-aggressive
    with threadpool_limits(1):  # scikit-learn sums by BLAS, whose waiting threads would count too
        for name, positive in STREAMS:
            batches = stream(name, positive)
            labels = sorted({label for _, given in batches for label in given})
            what = f"{name.split('/')[0]} {len(labels)} labels"
            compare(f"{what} 2^18", batches, labels, 18, CLASSIFIERS)
            compare(f"{what} 2^20", batches, labels, 20, WIDE)


def stream(name: str, positive: str | None) -> Batches:
    """Return the documents to score on, then those to learn from.

    A positive label is against the rest.
    """
    with gzip.open(data(name), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in itertools.islice(lines, BATCH * (BATCHES + 1))]
    batches = [rows[start : start + BATCH] for start in range(0, len(rows), BATCH)]
    return [
        ([row["text"] for row in batch], [_label(row["label"], positive) for row in batch])
        for batch in batches
    ]


def _label(label: str, positive: str | None) -> str:
    return label if positive is None or label == positive else "other"


def compare(what: str, batches: Batches, labels: list[str], bits: int, classifiers: Any) -> None:
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    for turn in range(5):  # in turn, so that a busy moment of the machine hits both sides
        for best, homes in ((theirs, THEIRS), (ours, OURS)):
            for part, took in out_of_core(homes, batches, labels, bits, classifiers).items():
                best[part] = took if turn == 0 else min(best[part], took)
    for part in ours:
        report(f"{what} {part}", ours[part], theirs[part], 5.0 if part == "whole" else 1.0)


def out_of_core(
    homes: Any, batches: Batches, labels: list[str], bits: int, classifiers: Any
) -> dict[str, float]:
    """Return the CPU seconds of the whole example, and of each classifier's `partial_fit`."""
    spent: Counter[str] = Counter()
    start = time.process_time()
    vectorizer = made(homes, "HashingVectorizer")(n_features=2**bits, alternate_sign=False)
    models = [made(homes, name)(**settings) for name, settings in classifiers]
    test, *learned = batches
    rows_test = vectorizer.transform(test[0])
    labels_test = np.array(test[1])
    for texts, given in learned:
        rows = vectorizer.transform(texts)
        truth = np.array(given)
        for model in models:
            begun = time.process_time()
            model.partial_fit(rows, truth, classes=labels)
            spent[type(model).__name__] += time.process_time() - begun
            model.score(rows_test, labels_test)
    spent["whole"] = time.process_time() - start
    return dict(spent)


def made(homes: Any, name: str) -> Any:
    """Return the class of this name."""
    return next(getattr(home, name) for home in homes if name in dir(home))
