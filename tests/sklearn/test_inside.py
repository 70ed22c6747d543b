"""Our classifiers inside scikit-learn.

Pipelines, searches, calibration, columns, routing, frames.
"""

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_html_repr

from linnet import sklearn as ours

TEXTS = [
    "win a prize now",
    "a prize to win",
    "cheap prize now",
    "see you at noon",
    "lunch at noon",
    "see you there",
] * 4
LABELS = ["spam", "spam", "spam", "ham", "ham", "ham"] * 4
TEXT_CLASSIFIERS = [
    "BernoulliNB",
    "BinomialNB",
    "ComplementNB",
    "GaussianNB",
    "LinearSVC",
    "LogisticRegression",
    "MixedNB",
    "MultinomialNB",
    "NBLogisticRegression",
    "PassiveAggressiveClassifier",
    "Perceptron",
]


@pytest.mark.parametrize("name", TEXT_CLASSIFIERS)
def test_in_a_pipeline_and_cross_validated(name, tmp_path):
    pipeline = make_pipeline(CountVectorizer(), getattr(ours, name)())
    assert cross_val_score(pipeline, TEXTS, LABELS, cv=3).mean() > 0.9
    pipeline.fit(TEXTS, LABELS)
    joblib.dump(pipeline, tmp_path / "pipeline.joblib")
    assert joblib.load(tmp_path / "pipeline.joblib").predict(["a cheap prize"]).tolist() == ["spam"]
    assert name in estimator_html_repr(pipeline)


def test_a_grid_is_searched():
    pipeline = make_pipeline(TfidfVectorizer(), ours.LogisticRegression())
    search = GridSearchCV(pipeline, {"logisticregression__C": [0.1, 10.0]}, cv=3).fit(TEXTS, LABELS)
    assert search.predict(["lunch"]).tolist() == ["ham"]


@pytest.mark.parametrize("name", ["LinearSVC", "MultinomialNB", "Perceptron"])
def test_calibrated(name):
    X = CountVectorizer().fit_transform(TEXTS)
    calibrated = CalibratedClassifierCV(getattr(ours, name)(), cv=3).fit(X, LABELS)
    assert np.allclose(calibrated.predict_proba(X).sum(axis=1), 1)


def test_beside_other_columns():
    table = pd.DataFrame({"text": TEXTS, "hour": [3.0, 2.0, 4.0, 12.0, 13.0, 12.0] * 4})
    columns = ColumnTransformer(
        [("text", CountVectorizer(), "text"), ("hour", "passthrough", ["hour"])]
    )
    pipeline = make_pipeline(columns, ours.LogisticRegression()).fit(table, LABELS)
    assert pipeline.predict(table[:1]).tolist() == ["spam"]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_give_names(frame):
    table = frame({"win": [2.0, 0.0, 1.0, 0.0], "noon": [0.0, 1.0, 0.0, 3.0]})
    classifier = ours.MultinomialNB().fit(table, ["spam", "ham", "spam", "ham"])
    assert classifier.feature_names_in_.tolist() == ["win", "noon"]
    assert classifier.predict(table).tolist() == ["spam", "ham", "spam", "ham"]


def test_weights_are_routed():
    X = CountVectorizer().fit_transform(TEXTS)
    weights = np.where(np.array(LABELS) == "spam", 5.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        classifier = (
            ours.MultinomialNB()
            .set_fit_request(sample_weight=True)
            .set_score_request(sample_weight=False)
        )
        scores = cross_val_score(classifier, X, LABELS, params={"sample_weight": weights}, cv=3)
    assert scores.shape == (3,)
    assert clone(classifier).fit(X, LABELS, weights).class_count_.tolist() == [12.0, 60.0]


def test_labels_that_are_new_are_refused():
    with pytest.raises(ValueError, match="do not exist in the initial classes"):
        ours.MultinomialNB().partial_fit([[1]], ["c"], classes=["a", "b"])
