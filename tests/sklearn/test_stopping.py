"""How far linear classifiers are solved.

As far as scikit-learn's at the same settings, and no further.
"""

import gzip
import json
import os
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from scipy.special import logsumexp
from sklearn import linear_model, svm
from sklearn.feature_extraction.text import TfidfTransformer, TfidfVectorizer
from threadpoolctl import threadpool_limits

from linnet import sklearn as ours

THEIRS = {"LinearSVC": svm.LinearSVC, "LogisticRegression": linear_model.LogisticRegression}
DATA = os.environ.get("LINNET_DATA")


@cache
def texts(n_labels, n=1500, words=4000):
    """Return tf-idf rows of made-up texts, rare words among them, and labels, the last of them
    rare.
    """
    random = np.random.default_rng(n_labels)
    shares = 1 / np.arange(1, n_labels + 1) ** 1.5
    codes = random.choice(n_labels, size=n, p=shares / shares.sum())
    frequency = 1 / np.arange(1, words + 1)
    counts = scipy.sparse.lil_array((n, words))
    for i, code in enumerate(codes):
        leaning = np.where(np.arange(words) % 10 == code, 2.0, 1.0) * frequency
        for word in random.choice(words, size=12, p=leaning / leaning.sum()):
            counts[i, word] += 1
    return TfidfTransformer().fit_transform(counts.tocsr()), codes


@cache
def reviews():
    """Return tf-idf rows of mr, and its labels."""
    with gzip.open(Path(DATA) / "mr" / "all.jsonl.gz", "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]
    X = TfidfVectorizer().fit_transform([document["text"] for document in documents])
    return X, np.unique([document["label"] for document in documents], return_inverse=True)[1]


def objective(model, X, codes, C):
    """Return C · Σ loss + penalty."""
    scores = model.decision_function(X)
    penalty = np.square(model.coef_).sum() / 2
    if "LinearSVC" in type(model).__name__:
        scores = scores.reshape(len(codes), -1)
        labels = [1] if scores.shape[1] == 1 else np.arange(scores.shape[1])
        losses = np.maximum(0, 1 - np.where(codes[:, None] == labels, 1, -1) * scores) ** 2
        return C * losses.sum() + penalty + np.square(model.intercept_).sum() / 2
    if scores.ndim == 1:
        scores = np.stack([np.zeros_like(scores), scores], axis=1)
    return C * (logsumexp(scores, axis=1) - scores[np.arange(len(codes)), codes]).sum() + penalty


def fitted(kind, X, codes, **settings):
    with (
        warnings.catch_warnings(),
        threadpool_limits(1),
    ):  # many threads only get in each other's way here
        warnings.simplefilter("ignore")
        return kind(random_state=0, **settings).fit(X, codes)


# What the objective may be above scikit-learn's, as a share of it: LIBLINEAR goes far, lbfgs stops
# early.
WITHIN = {"LinearSVC": 1e-7, "LogisticRegression": 1e-4}


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("n_labels", [2, 8])
@pytest.mark.parametrize("name", THEIRS)
def test_the_objective_is_as_small_as_scikit_learns(name, n_labels, C):
    X, codes = texts(n_labels)
    mine = objective(fitted(getattr(ours, name), X, codes, C=C), X, codes, C)
    theirs = objective(fitted(THEIRS[name], X, codes, C=C), X, codes, C)
    assert mine <= theirs * (1 + WITHIN[name])


@pytest.mark.skipif(DATA is None, reason="set LINNET_DATA to the folder with the test corpora")
@pytest.mark.parametrize("name", THEIRS)
def test_real_texts_are_solved_as_far_as_by_scikit_learn_and_no_further(name):
    X, codes = reviews()
    mine = fitted(getattr(ours, name), X, codes)
    theirs = objective(fitted(THEIRS[name], X, codes), X, codes, 1)
    smallest = objective(
        fitted(getattr(ours, name), X, codes, tol=1e-7, max_iter=1000), X, codes, 1
    )
    reached = objective(mine, X, codes, 1)
    assert reached <= theirs * (1 + 1e-8)
    assert reached > smallest * (1 + 1e-11)


@pytest.mark.parametrize("n_labels", [2, 8])
@pytest.mark.parametrize("name", THEIRS)
def test_a_small_text_problem_stops_where_tol_says(name, n_labels):
    X, codes = texts(n_labels)
    loose, usual, tight = (
        fitted(getattr(ours, name), X, codes, tol=tol).n_iter_ for tol in (1e-2, 1e-4, 1e-6)
    )
    assert np.max(loose) < np.max(usual) < np.max(tight)


@pytest.mark.parametrize("name", THEIRS)
def test_the_order_of_columns_within_a_row_does_not_matter(name):
    X, codes = texts(2)
    documents = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    order = np.lexsort((-X.indices, documents))  # the last column of each row first
    turned = scipy.sparse.csr_array((X.data[order], X.indices[order], X.indptr), shape=X.shape)
    assert not turned.has_sorted_indices
    mine = getattr(ours, name)(tol=1e-6).fit(turned, codes)
    np.testing.assert_allclose(
        mine.coef_, getattr(ours, name)(tol=1e-6).fit(X, codes).coef_, atol=1e-4
    )


@pytest.mark.parametrize("name", THEIRS)
def test_a_column_that_a_row_has_twice_counts_as_their_sum(name):
    X, codes = texts(2)
    halves = scipy.sparse.csr_array(
        (np.repeat(X.data / 2, 2), np.repeat(X.indices, 2), 2 * X.indptr), shape=X.shape
    )
    assert not halves.has_canonical_format
    once = getattr(ours, name)().fit(X, codes)
    np.testing.assert_array_equal(getattr(ours, name)().fit(halves, codes).coef_, once.coef_)
