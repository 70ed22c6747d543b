"""Pipelines of scikit-learn become classifiers with equal scores, and the other way round."""

import functools
import gzip
import json
import os
from itertools import islice
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import (
    ENGLISH_STOP_WORDS,
    CountVectorizer,
    HashingVectorizer,
    TfidfTransformer,
    TfidfVectorizer,
)
from sklearn.linear_model import (
    LogisticRegression,
    PassiveAggressiveClassifier,
    RidgeClassifier,
)
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler, Normalizer

import linnet.sklearn
from linnet.classifier.classifier import load
from linnet.cli.main import main
from linnet.errors import SettingError
from linnet.recipe.recipe import Recipe
from linnet.sklearn import to_classifier
from linnet.tuning.train import train
from tests.sklearn.convert_cases import (
    LABELS,
    MODELS,
    STRANGE,
    TEXTS,
    TWO,
    VECTORIZERS,
    assert_same,
    pipeline_of,
    svc,
)

DATA = os.environ.get("LINNET_DATA")
needs_data = pytest.mark.skipif(
    DATA is None, reason="set LINNET_DATA to the folder with the test corpora"
)


@pytest.mark.parametrize("vectorizer", VECTORIZERS.values(), ids=VECTORIZERS)
@pytest.mark.parametrize("model", ["logistic", "multinomial", "bernoulli"])
def test_every_vectorizer(vectorizer, model):
    pipeline = pipeline_of(vectorizer, MODELS[model])
    assert_same(pipeline, to_classifier(pipeline), TEXTS + STRANGE)


@pytest.mark.parametrize("labels", [LABELS, TWO], ids=["three labels", "two labels"])
@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_every_model(model, labels, tmp_path):
    pipeline = pipeline_of(TfidfVectorizer(min_df=2), model, labels)
    classifier = to_classifier(pipeline)
    assert_same(pipeline, classifier, TEXTS + STRANGE)
    classifier.save(tmp_path / "m.linnet")
    again = load(tmp_path / "m.linnet")
    assert (again.score(TEXTS).values == classifier.score(TEXTS).values).all()
    assert again.to_bytes() == classifier.to_bytes()
    assert Recipe.from_toml(again.recipe.to_toml()) == classifier.recipe
    assert again.recipe.learner.origin == type(model).__name__


OURS = {
    "multinomial": (linnet.sklearn.CountVectorizer(), linnet.sklearn.MultinomialNB()),
    "complement": (
        linnet.sklearn.CountVectorizer(ngram_range=(1, 2)),
        linnet.sklearn.ComplementNB(),
    ),
    "bernoulli": (linnet.sklearn.CountVectorizer(binary=True), linnet.sklearn.BernoulliNB()),
    "svm": (linnet.sklearn.TfidfVectorizer(ngram_range=(1, 2)), linnet.sklearn.LinearSVC()),
    "logistic": (
        linnet.sklearn.TfidfVectorizer(analyzer="char_wb"),
        linnet.sklearn.LogisticRegression(),
    ),
    "nb-logistic": (
        linnet.sklearn.CountVectorizer(binary=True),
        linnet.sklearn.NBLogisticRegression(),
    ),
    "perceptron": (linnet.sklearn.TfidfVectorizer(), linnet.sklearn.Perceptron()),
    "passive-aggressive": (
        linnet.sklearn.TfidfVectorizer(),
        linnet.sklearn.PassiveAggressiveClassifier(),
    ),
    "binomial": (linnet.sklearn.CountVectorizer(), linnet.sklearn.BinomialNB()),
    "binomial of 20": (linnet.sklearn.CountVectorizer(), linnet.sklearn.BinomialNB(trials=20)),
    "mixed": (linnet.sklearn.TfidfVectorizer(), linnet.sklearn.MixedNB("multinomial")),
    "hashed": (
        linnet.sklearn.HashingVectorizer(n_features=100),
        linnet.sklearn.LinearSVC(multi_class="crammer_singer"),
    ),
}


@pytest.mark.parametrize("labels", [LABELS, TWO], ids=["three labels", "two labels"])
@pytest.mark.parametrize("steps", OURS.values(), ids=OURS)
def test_ours_convert_too(steps, labels):
    pipeline = make_pipeline(*steps).fit(TEXTS, labels)
    assert_same(pipeline, to_classifier(pipeline), TEXTS + STRANGE)


@pytest.mark.filterwarnings("ignore:Class PassiveAggressive:FutureWarning")
def test_passive_aggressive_and_sparse_weights():
    pipeline = pipeline_of(CountVectorizer(), PassiveAggressiveClassifier(random_state=0))
    assert_same(pipeline, to_classifier(pipeline), TEXTS)
    pipeline[-1].sparsify()
    assert_same(pipeline, to_classifier(pipeline), TEXTS)


def test_models_of_older_versions_told_each_label_from_the_rest():
    pipeline = pipeline_of(CountVectorizer(), LogisticRegression())
    pipeline[-1].multi_class = "ovr"
    found = to_classifier(pipeline).score(TEXTS)
    own = 1 / (1 + np.exp(-pipeline.decision_function(TEXTS)))
    assert found.probabilities() == pytest.approx(own / own.sum(axis=1, keepdims=True), abs=1e-6)


def test_a_pair_a_search_and_labels_that_are_numbers():
    vectorizer, model = CountVectorizer(), MultinomialNB()
    numbers = [9 if label == "food" else 10 for label in TWO]
    model.fit(vectorizer.fit_transform(TEXTS), numbers)
    classifier = to_classifier((vectorizer, model))
    assert classifier.labels == ("10", "9")  # by their bytes
    assert classifier.classify(TEXTS) == [
        str(one) for one in model.predict(vectorizer.transform(TEXTS))
    ]
    search = GridSearchCV(
        pipeline_of(CountVectorizer(), MultinomialNB()), {"multinomialnb__alpha": [0.1, 1]}, cv=2
    )
    assert_same(search.fit(TEXTS, LABELS).best_estimator_, to_classifier(search), TEXTS)


def test_what_a_converted_model_can_and_cannot_do():
    classifier = to_classifier(
        pipeline_of(TfidfVectorizer(stop_words="english"), LogisticRegression())
    )
    assert set(classifier.recipe.features.stop_words) == ENGLISH_STOP_WORDS
    explanation = classifier.explain(TEXTS[0])
    assert explanation is not None
    assert classifier.documents == 0
    for change in (classifier.learn, classifier.forget):
        with pytest.raises(SettingError, match="a model of the converted learner cannot"):
            change([("text", LABELS[0])])
    with pytest.raises(SettingError, match="a converted model has the weights it came with"):
        train({"text": TEXTS, "label": LABELS}, classifier.recipe)


def numbers_of(texts):
    return np.array([[len(text)] for text in texts])


REFUSED = {
    "tokenizer": (
        CountVectorizer(tokenizer=str.split, token_pattern=None),
        "tokenizer of a vectorizer",
    ),
    "preprocessor": (CountVectorizer(preprocessor=str.lower), "preprocessor of a vectorizer"),
    "analyzer": (CountVectorizer(analyzer=str.split), "analyzer of a vectorizer"),
    "pattern": (TfidfVectorizer(token_pattern=r"(?u)\b\w\w\w+\b"), "token_pattern of a vectorizer"),
    "accents": (CountVectorizer(strip_accents=str.swapcase), "strip_accents of a vectorizer"),
    "two of a kind": (
        FeatureUnion([("a", CountVectorizer()), ("b", CountVectorizer())]),
        "analyzer of a vectorizer",
    ),
    "other case": (
        FeatureUnion(
            [("a", CountVectorizer(lowercase=False)), ("b", CountVectorizer(analyzer="char"))]
        ),
        "vectorizers that are joined must agree on keep case; got True and False",
    ),
    "weighed together": (
        make_pipeline(
            FeatureUnion([("a", CountVectorizer()), ("b", CountVectorizer(analyzer="char"))]),
            TfidfTransformer(),
        ),
        "features that are joined must be weighed one by one",
    ),
    "other in a union": (
        FeatureUnion(
            [("a", CountVectorizer()), ("b", make_pipeline(CountVectorizer(), Normalizer()))]
        ),
        "the steps of a pipeline must be .*; got Normalizer as step 2. Leave it out",
    ),
    "twice": (make_pipeline(TfidfVectorizer(), TfidfTransformer()), "features can be weighed once"),
    "unknown": (
        make_pipeline(TfidfVectorizer(), TruncatedSVD(5), Normalizer()),
        "the steps of a pipeline must be .*; got Normalizer as step 3. "
        "Leave it out, and fit the pipeline again",
    ),
    "no vectorizer": (FunctionTransformer(numbers_of), "got FunctionTransformer as step 1"),
    "weighed behind a projection": (
        make_pipeline(CountVectorizer(), TruncatedSVD(5), TfidfTransformer()),
        "features must be weighed before they are projected; "
        "got a TfidfTransformer behind TruncatedSVD",
    ),
    "scaled before a logarithm": (
        make_pipeline(CountVectorizer(), MaxAbsScaler(), TfidfTransformer(sublinear_tf=True)),
        "sublinear_tf must get counts; got others by a scaler",
    ),
    "clipped": (
        make_pipeline(CountVectorizer(), MaxAbsScaler(clip=True)),
        "MaxAbsScaler must not clip",
    ),
}


@pytest.mark.parametrize(("vectorizer", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_translated_is_refused_in_a_sentence(vectorizer, sentence):
    with pytest.raises(SettingError, match=sentence):
        to_classifier(pipeline_of(vectorizer, svc()))


class Shouting(CountVectorizer):
    def build_preprocessor(self):
        return str.upper


def test_other_models_are_refused():
    counts = CountVectorizer()
    endless = pipeline_of(CountVectorizer(), MultinomialNB())
    endless[-1].feature_log_prob_[0, 0] = -np.inf
    for odd, sentence in (
        (make_pipeline(counts, LogisticRegression()), "a pipeline must be fitted"),
        (pipeline_of(counts, BernoulliNB(binarize=1)), "binarize of BernoulliNB must be 0"),
        (endless, "must be finite"),
        (pipeline_of(Shouting(), MultinomialNB()), "the steps of a pipeline must be"),
        (
            pipeline_of(counts, CalibratedClassifierCV(svc(), cv=2)),
            "got 2 of them by sigmoid. Fit it with ensemble=False",
        ),
        (
            pipeline_of(
                counts,
                OneVsRestClassifier(
                    CalibratedClassifierCV(svc(), cv=2, ensemble=False, method="isotonic")
                ),
            ),
            "must be calibrated by method='sigmoid'; got isotonic. "
            "Put the CalibratedClassifierCV around",
        ),
        (
            pipeline_of(counts, OneVsRestClassifier(make_pipeline(MaxAbsScaler(), svc()))),
            "the classifiers in a OneVsRestClassifier must be one of .*; got Pipeline",
        ),
        (
            pipeline_of(make_pipeline(counts, TruncatedSVD(5)), BernoulliNB()),
            "BernoulliNB must see which features are there; got TruncatedSVD before it",
        ),
        (
            pipeline_of(
                FeatureUnion([("a", counts)], transformer_weights={"a": -1}), BernoulliNB()
            ),
            "transformer_weights must be above 0 before BernoulliNB; got -1",
        ),
        (
            pipeline_of(counts, CalibratedClassifierCV(MultinomialNB(), cv=2, ensemble=False)),
            "what is calibrated must be scores; got the probabilities of MultinomialNB",
        ),
        (
            pipeline_of(counts, linnet.sklearn.MixedNB("bernoulli")),
            "MixedNB must be multinomial for all columns",
        ),
        (
            pipeline_of(HashingVectorizer(n_features=64), BernoulliNB()),
            "alternate_sign of a vectorizer",
        ),
        (
            pipeline_of(
                counts, RidgeClassifier(), [[0, 1, 1], [1, 0, 0], [0, 1, 0]] * (len(TEXTS) // 3)
            ),
            "one label",
        ),
        ((counts, pipeline_of(CountVectorizer(max_features=3), svc())[-1]), "fitted on the"),
        (svc(), "the steps of a pipeline must be .*; got none before the model"),
        ([FeatureUnion([("a", "drop")]), svc()], "got FeatureUnion as step 1"),
        (17, "the steps of a pipeline must be .*; got int"),
        ([], "the steps of a pipeline must be"),
    ):
        with pytest.raises(SettingError, match=sentence):
            to_classifier(odd)


def test_gaussian_naive_bayes_is_refused():
    model = GaussianNB().fit(CountVectorizer().fit_transform(TEXTS).toarray(), LABELS)
    with pytest.raises(SettingError, match="the steps of a pipeline must be"):
        to_classifier([CountVectorizer().fit(TEXTS), model])


def test_what_is_no_pipeline_becomes_a_classifier_of_ours(tmp_path, capsys):
    recipe = {"chars": "2-3", "learner": "svm", "weighting": "tfidf", "calibration": "platt"}
    classifier = train({"text": TEXTS, "label": LABELS}, recipe)
    classifier.save(tmp_path / "m.linnet")
    assert main(["convert", str(tmp_path / "m.linnet"), str(tmp_path / "e.joblib")]) == 0
    assert (
        "to become a pipeline: so this is a linnet.sklearn.TextClassifier, which needs linnet"
        in capsys.readouterr().err
    )
    estimator = joblib.load(tmp_path / "e.joblib")
    assert estimator.predict(TEXTS).tolist() == classifier.classify(TEXTS)
    assert (
        estimator.predict_proba(TEXTS).tolist() == classifier.score(TEXTS).probabilities().tolist()
    )
    assert estimator.classes_.tolist() == list(classifier.labels)


def test_several_labels_become_no_estimator(tmp_path, capsys):
    train([("good fun", ["pos", "fun"]), ("dull", [])] * 5, {"learner": "logistic"}).save(
        tmp_path / "m.linnet"
    )
    assert main(["convert", str(tmp_path / "m.linnet"), str(tmp_path / "e.joblib")]) == 2
    assert (
        "a model must read one text by linnet's own words and give one label to become an estimator"
        in capsys.readouterr().err
    )


@functools.cache
def ag_news(part, n):
    with gzip.open(Path(DATA) / "ag_news" / f"{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, n)]
    return [row["text"] for row in rows], [row["label"] for row in rows]


@needs_data
@pytest.mark.parametrize(
    "model",
    [LogisticRegression(tol=1e-3), svc(), MultinomialNB()],
    ids=lambda m: type(m).__name__,
)
def test_news_are_predicted_as_by_scikit_learn(model, tmp_path):
    texts, labels = ag_news("train", 5000)
    pipeline = make_pipeline(TfidfVectorizer(ngram_range=(1, 2), min_df=2), model).fit(
        texts, labels
    )
    joblib.dump(pipeline, tmp_path / "p.joblib")
    news, _ = ag_news("test", None)
    (tmp_path / "news.jsonl").write_text(
        "".join(json.dumps({"text": text}) + "\n" for text in news)
    )
    assert main(["convert", str(tmp_path / "p.joblib"), str(tmp_path / "m.linnet"), "--trust"]) == 0
    assert (
        main(
            [
                "predict",
                str(tmp_path / "m.linnet"),
                str(tmp_path / "news.jsonl"),
                "-o",
                str(tmp_path / "out.jsonl"),
            ]
        )
        == 0
    )
    found = [
        json.loads(line)["label"] for line in (tmp_path / "out.jsonl").read_text().splitlines()
    ]
    assert found == pipeline.predict(news).tolist()
    assert_same(pipeline, load(tmp_path / "m.linnet"), news)
