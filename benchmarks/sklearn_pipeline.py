"""linnet.sklearn's vectorizers and pipelines, fit to predict, on ag_news, against scikit-learn's.

Both sides start from a list of str. A pipeline learns from all documents and then reads half of
them again.
"""

from functools import partial
from typing import Any

import sklearn.feature_extraction.text
import sklearn.naive_bayes
import sklearn.svm
from sklearn.pipeline import make_pipeline

import linnet.sklearn
from benchmarks.measure import ag_news, report, seconds

OURS = (linnet.sklearn,)
THEIRS = (sklearn.feature_extraction.text, sklearn.naive_bayes, sklearn.svm)
JOBS: tuple[tuple[str, dict[str, Any], str | None, float], ...] = (
    ("CountVectorizer", {}, None, 20),
    ("CountVectorizer", {"ngram_range": (1, 2)}, None, 20),
    ("CountVectorizer", {"analyzer": "char_wb", "ngram_range": (3, 5)}, None, 20),
    ("TfidfVectorizer", {"ngram_range": (1, 2)}, None, 15),
    ("HashingVectorizer", {}, None, 20),
    ("CountVectorizer", {}, "MultinomialNB", 20),
    ("TfidfVectorizer", {"ngram_range": (1, 2)}, "LinearSVC", 8),
)


def run() -> None:
    for vectorizer, settings, learner, wanted in JOBS:
        ours = theirs = float("inf")
        for _ in range(2):  # in turn, so that a busy moment of the machine hits both sides
            theirs = min(theirs, seconds(partial(work, THEIRS, vectorizer, settings, learner), 1))
            ours = min(ours, seconds(partial(work, OURS, vectorizer, settings, learner), 3))
        told = " ".join(str(value).replace(" ", "") for value in settings.values())
        report(f"{vectorizer} {told} {learner or ''}".strip(), ours, theirs, wanted)


def work(
    homes: tuple[Any, ...], vectorizer: str, settings: dict[str, Any], learner: str | None
) -> None:
    """Vectorize the documents; with a learner, learn and read half of them again."""
    texts, labels = ag_news()
    if learner is None:
        made(homes, vectorizer)(**settings).fit_transform(texts)
    else:
        pipeline = make_pipeline(made(homes, vectorizer)(**settings), made(homes, learner)())
        pipeline.fit(texts, labels).predict(texts[::2])


def made(homes: tuple[Any, ...], name: str) -> Any:
    """Return the class of this name."""
    return next(getattr(home, name) for home in homes if name in dir(home))
