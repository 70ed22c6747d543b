"""Pipelines of scikit-learn that become classifiers, and what their scores must be."""

import json

import numpy as np
import pytest
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import (
    CountVectorizer,
    HashingVectorizer,
    TfidfTransformer,
    TfidfVectorizer,
)
from sklearn.feature_selection import (
    SelectFromModel,
    SelectKBest,
    SelectPercentile,
    VarianceThreshold,
    chi2,
    f_classif,
)
from sklearn.linear_model import (
    LogisticRegression,
    LogisticRegressionCV,
    Perceptron,
    RidgeClassifier,
    SGDClassifier,
)
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler
from sklearn.svm import LinearSVC

from linnet import sample


def svc():
    """An SVM of scikit-learn's that comes to rest, and always at the same weights."""
    return LinearSVC(random_state=0, max_iter=100_000)


STRANGE = [
    "",
    "the",
    "İstanbul ΟΔΟΣ naïve café",
    "a\u0301bc 👩‍👩‍👧 🇩🇪 x y",
    "one\u00a0two\tthree  four",
    "don't e-mail 3.14 日本語 हिन्दी",
]


def topics():
    rows = [
        json.loads(line)
        for line in sample.path("topics.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [row["text"] for row in rows], [row["label"] for row in rows]


TEXTS, LABELS = topics()
TWO = ["food" if label == LABELS[0] else "other" for label in LABELS]
VECTORIZERS = {
    "counts": CountVectorizer(),
    "counts 1-2": CountVectorizer(ngram_range=(1, 2), min_df=2, max_features=500),
    "presence": CountVectorizer(binary=True, lowercase=False),
    "english": CountVectorizer(
        stop_words="english", strip_accents="unicode", token_pattern=r"(?u)\b\w{2,}\b"
    ),
    "chars": CountVectorizer(analyzer="char", ngram_range=(2, 3)),
    "own order": CountVectorizer(
        vocabulary=["the", "und", "la", "of", "un coche", "el", "der"], ngram_range=(1, 2)
    ),
    "tf-idf": TfidfVectorizer(),
    "tf-idf of presence": TfidfVectorizer(binary=True, smooth_idf=False),
    "sublinear": TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), norm="l1"),
    "sublinear alone": TfidfVectorizer(
        sublinear_tf=True, use_idf=False, norm=None, stop_words=["the", "la"]
    ),
    "unit length": TfidfVectorizer(use_idf=False),
    "chars in words": TfidfVectorizer(
        analyzer="char_wb", ngram_range=(3, 5), strip_accents="unicode"
    ),
    "transformed": make_pipeline(CountVectorizer(), TfidfTransformer(sublinear_tf=True)),
    "hashed": HashingVectorizer(n_features=2**10, alternate_sign=False),
    "hashed tf-idf": make_pipeline(
        HashingVectorizer(n_features=2**12, alternate_sign=False, norm=None), TfidfTransformer()
    ),
    "all words": TfidfVectorizer(token_pattern=r"(?u)\b\w+\b", ngram_range=(1, 2)),
    "hashed to 1000": HashingVectorizer(n_features=1000, alternate_sign=False, ngram_range=(1, 2)),
    "hashed presence": HashingVectorizer(n_features=300, binary=True),
    "union": FeatureUnion(
        [
            (
                "chars",
                make_pipeline(
                    CountVectorizer(analyzer="char_wb", ngram_range=(2, 3)), TfidfTransformer()
                ),
            ),
            ("words", TfidfVectorizer(ngram_range=(1, 2), stop_words=["the", "la"])),
            ("none", "drop"),
        ],
        transformer_weights={"chars": 0.5},
    ),
    "union of counts": make_pipeline(
        FeatureUnion(
            [("words", CountVectorizer(min_df=2)), ("chars", CountVectorizer(analyzer="char"))]
        ),
        TfidfTransformer(norm=None),
    ),
    "union of hashed": FeatureUnion(
        [
            ("chars", HashingVectorizer(n_features=50, analyzer="char", alternate_sign=False)),
            (
                "words",
                HashingVectorizer(n_features=50, token_pattern=r"\b\w+\b", alternate_sign=False),
            ),
        ]
    ),
    "to ASCII": TfidfVectorizer(strip_accents="ascii", ngram_range=(1, 2)),
    "chars to ASCII": CountVectorizer(
        strip_accents="ascii", analyzer="char_wb", ngram_range=(1, 3), lowercase=False
    ),
    "hashed to ASCII": HashingVectorizer(
        strip_accents="ascii", n_features=300, alternate_sign=False
    ),
    "selected": make_pipeline(TfidfVectorizer(), SelectKBest(chi2, k=60)),
    "selected counts": make_pipeline(
        CountVectorizer(ngram_range=(1, 2)), SelectPercentile(chi2, percentile=20)
    ),
    "selected, then weighed": make_pipeline(
        CountVectorizer(), SelectKBest(chi2, k=60), TfidfTransformer(sublinear_tf=True)
    ),
    "selected, then unit length": make_pipeline(
        CountVectorizer(), VarianceThreshold(0.03), TfidfTransformer(use_idf=False)
    ),
    "selected twice": make_pipeline(
        CountVectorizer(),
        SelectKBest(chi2, k=90),
        TfidfTransformer(),
        SelectFromModel(LogisticRegression()),
    ),
    "hashed, selected": make_pipeline(
        HashingVectorizer(n_features=200, alternate_sign=False), SelectKBest(chi2, k=50)
    ),
    "hashed, selected, then weighed": make_pipeline(
        HashingVectorizer(n_features=200, alternate_sign=False, norm=None),
        SelectKBest(chi2, k=50),
        TfidfTransformer(sublinear_tf=True),
    ),
    "hashed, selected, then unit length": make_pipeline(
        HashingVectorizer(n_features=200, alternate_sign=False, norm=None),
        VarianceThreshold(0.03),
        TfidfTransformer(use_idf=False, norm="l1"),
    ),
    "union, selected": make_pipeline(
        FeatureUnion(
            [
                (
                    "chars",
                    make_pipeline(
                        TfidfVectorizer(analyzer="char", ngram_range=(2, 2)),
                        SelectKBest(chi2, k=80),
                    ),
                ),
                (
                    "words",
                    make_pipeline(CountVectorizer(), SelectKBest(chi2, k=80), TfidfTransformer()),
                ),
            ]
        ),
        SelectPercentile(chi2, percentile=60),
    ),
    "union of counts, selected, then weighed": make_pipeline(
        FeatureUnion([("words", CountVectorizer()), ("chars", CountVectorizer(analyzer="char"))]),
        SelectKBest(chi2, k=50),
        TfidfTransformer(norm=None),
    ),
}
# Where weights are not those of the model: rounding them to float32 comes after scaling.
SCALED = {
    "max abs": make_pipeline(CountVectorizer(), MaxAbsScaler()),
    "standard deviations": make_pipeline(TfidfVectorizer(), StandardScaler(with_mean=False)),
    "not scaled": make_pipeline(TfidfVectorizer(), StandardScaler(with_mean=False, with_std=False)),
    "scaled, then weighed": make_pipeline(CountVectorizer(), MaxAbsScaler(), TfidfTransformer()),
    "scaled, selected, then unit length": make_pipeline(
        CountVectorizer(), MaxAbsScaler(), SelectKBest(chi2, k=60), TfidfTransformer(use_idf=False)
    ),
    "weighed, scaled, selected": make_pipeline(
        HashingVectorizer(n_features=100, alternate_sign=False),
        MaxAbsScaler(),
        SelectKBest(chi2, k=60),
    ),
    "a factor, then weighed": make_pipeline(
        FeatureUnion([("words", CountVectorizer())], transformer_weights={"words": 0.25}),
        TfidfTransformer(),
    ),
    "factors, then weighed": make_pipeline(
        FeatureUnion(
            [("words", CountVectorizer()), ("chars", CountVectorizer(analyzer="char"))],
            transformer_weights={"words": 2, "chars": 0.5},
        ),
        TfidfTransformer(norm=None),
    ),
}
# Values below 0: for linear models only.
PROJECTED = {
    "svd": make_pipeline(TfidfVectorizer(), TruncatedSVD(10, random_state=0)),
    "svd, centred": make_pipeline(
        CountVectorizer(), TruncatedSVD(10, random_state=0), StandardScaler()
    ),
    "selected, svd, selected": make_pipeline(
        CountVectorizer(),
        SelectKBest(chi2, k=90),
        TfidfTransformer(sublinear_tf=True),
        MaxAbsScaler(),
        TruncatedSVD(20, random_state=0),
        SelectKBest(f_classif, k=9),
    ),
    "hashed svd": make_pipeline(
        HashingVectorizer(n_features=300), TruncatedSVD(10, random_state=0)
    ),
    "svd of a branch": FeatureUnion(
        [
            (
                "chars",
                make_pipeline(
                    TfidfVectorizer(analyzer="char", ngram_range=(2, 2)),
                    TruncatedSVD(10, random_state=0),
                    StandardScaler(),
                ),
            ),
            ("words", make_pipeline(TfidfVectorizer(), MaxAbsScaler())),
        ],
        transformer_weights={"chars": 0.1, "words": 3},
    ),
}
SIGNED = {
    "signs, default": HashingVectorizer(),
    "signs, crowded": HashingVectorizer(
        n_features=13, ngram_range=(1, 2)
    ),  # where signs meet in one column
    "signs, crowded l1": HashingVectorizer(n_features=16, norm="l1", stop_words=["the"]),
    "signs, plain": HashingVectorizer(
        n_features=7, norm=None, analyzer="char_wb", ngram_range=(2, 3)
    ),
    "signs, tf-idf": make_pipeline(HashingVectorizer(n_features=40, norm=None), TfidfTransformer()),
    "signs, selected, then weighed": make_pipeline(
        HashingVectorizer(n_features=40, norm=None),
        SelectKBest(f_classif, k=20),
        TfidfTransformer(),
    ),
    "signs, union": FeatureUnion(
        [
            ("chars", HashingVectorizer(n_features=20, analyzer="char", ngram_range=(2, 2))),
            ("words", HashingVectorizer(n_features=20)),
        ]
    ),
}
MODELS = {
    "logistic": LogisticRegression(max_iter=1000),
    "logistic cv": LogisticRegressionCV(
        Cs=2, cv=2, scoring="accuracy", l1_ratios=(0,), use_legacy_attributes=False
    ),
    "svm": svc(),
    "crammer-singer": LinearSVC(multi_class="crammer_singer", random_state=0),
    "sgd": SGDClassifier(random_state=0),
    "sgd logistic": SGDClassifier(loss="log_loss", random_state=0),
    "modified huber": SGDClassifier(loss="modified_huber", random_state=0),
    "ridge": RidgeClassifier(),
    "ridge without intercept": RidgeClassifier(fit_intercept=False),
    "perceptron": Perceptron(),
    "multinomial": MultinomialNB(alpha=0.1),
    "complement": ComplementNB(norm=True),
    "bernoulli": BernoulliNB(alpha=0.5, fit_prior=False),
    "one-vs-rest logistic": OneVsRestClassifier(LogisticRegression()),
    "one-vs-rest sgd": OneVsRestClassifier(SGDClassifier(loss="log_loss", random_state=0)),
    "one-vs-rest svm": OneVsRestClassifier(svc()),
    "one-vs-rest ridge": OneVsRestClassifier(RidgeClassifier()),
    "one-vs-rest multinomial": OneVsRestClassifier(MultinomialNB(alpha=0.1)),
    "one-vs-rest bernoulli": OneVsRestClassifier(BernoulliNB()),
}


def pipeline_of(vectorizer, model, labels=LABELS):
    steps = [*vectorizer] if isinstance(vectorizer, Pipeline) else [vectorizer]
    return make_pipeline(*steps, model).fit(TEXTS, labels)


def scores_of(pipeline, texts):
    """Return scores text × label: two labels share one of scikit-learn's."""
    features, model = pipeline[:-1].transform(texts), pipeline[-1]
    if hasattr(model, "predict_joint_log_proba"):
        return model.predict_joint_log_proba(features)
    scores = (
        log_odds(model, features)
        if isinstance(model, OneVsRestClassifier)
        else model.decision_function(features)
    )
    return np.stack([-scores / 2, scores / 2], axis=1) if scores.ndim == 1 else scores


def log_odds(model, features):
    """Return the score of each label of a OneVsRestClassifier, also where its classifiers have but
    probabilities.
    """
    if hasattr(model, "decision_function"):
        return model.decision_function(features)
    joint = [one.predict_joint_log_proba(features) for one in model.estimators_]
    scores = np.stack([one[:, 1] - one[:, 0] for one in joint], axis=1)
    return scores[:, 0] if scores.shape[1] == 1 else scores


def assert_same(pipeline, classifier, texts):
    mine, expected = classifier.score(texts), scores_of(pipeline, texts)
    assert mine.label_names == tuple(pipeline.classes_)
    assert np.abs(mine.values - expected).max() < 1e-6 * np.abs(expected).max()
    assert mine.labels() == pipeline.predict(texts).tolist()
    if mine.has_probabilities:
        assert mine.probabilities() == pytest.approx(pipeline.predict_proba(texts), abs=1e-6)
