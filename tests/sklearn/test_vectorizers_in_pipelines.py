"""Our vectorizers among scikit-learn's tools."""

import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction import text as theirs
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import FeatureUnion, Pipeline

import linnet.sklearn as ours
from tests.sklearn.vectorizer_cases import LINES, assert_equal_matrices, every_class, said


@every_class
@pytest.mark.parametrize("fitted", [False, True])
def test_pickle_joblib_and_clone_keep_what_they_should(name, fitted, tmp_path):
    vectorizer = getattr(ours, name)(ngram_range=(1, 2), stop_words=["the"])
    if fitted:
        vectorizer.fit(LINES).transform(LINES[:2])
    joblib.dump(vectorizer, tmp_path / "file")
    pickled = pickle.loads(pickle.dumps(vectorizer))  # noqa: S301
    for copy in (pickled, joblib.load(tmp_path / "file")):
        assert copy.get_params() == vectorizer.get_params()
        assert_equal_matrices(
            (copy if fitted else copy.fit(LINES)).transform(LINES),
            vectorizer.fit(LINES).transform(LINES),
        )
    again = clone(vectorizer)
    assert again.get_params() == vectorizer.get_params()
    assert name == "HashingVectorizer" or not hasattr(again, "vocabulary_")


@every_class
def test_classes_are_scikit_learns_too(name):
    mine, other = getattr(ours, name)(), getattr(theirs, name)()
    assert isinstance(mine, type(other))
    assert mine.get_params() == other.get_params()
    assert repr(mine) == repr(other)
    assert name in mine._repr_html_()
    assert hasattr(mine, "set_output") == hasattr(other, "set_output")
    assert isinstance(ours.TfidfVectorizer(), ours.CountVectorizer)


def test_pipelines_predict_as_scikit_learns_do():
    labels = [i % 2 for i in range(len(LINES))]
    mine, other = (
        Pipeline(
            [
                ("count", module.CountVectorizer()),
                ("tfidf", module.TfidfTransformer()),
                ("nb", MultinomialNB()),
            ]
        )
        for module in (ours, theirs)
    )
    expected = other.fit(LINES, labels).predict_proba(LINES)
    np.testing.assert_allclose(mine.fit(LINES, labels).predict_proba(LINES), expected, atol=1e-12)


def test_unions_and_column_transformers_work():
    union = FeatureUnion(
        [("words", ours.CountVectorizer()), ("chars", ours.TfidfVectorizer(analyzer="char_wb"))]
    )
    assert union.fit_transform(LINES).shape[1] == len(union.get_feature_names_out())
    frame = pd.DataFrame({"a": LINES, "b": LINES[::-1], "n": range(len(LINES))})
    columns = ColumnTransformer(
        [("a", ours.CountVectorizer(), "a"), ("b", ours.TfidfVectorizer(), ["b"])],
        remainder="passthrough",
    )
    assert columns.fit_transform(frame).shape == (len(LINES), len(columns.get_feature_names_out()))


def test_who_asks_for_pandas_gets_scikit_learns_error():
    def asked(module, name):
        frame = pd.DataFrame({"a": LINES})
        return (
            ColumnTransformer([("a", getattr(module, name)(), "a")])
            .set_output(transform="pandas")
            .fit_transform(frame)
        )

    for name in ("CountVectorizer", "HashingVectorizer"):
        mine, other = (
            said(lambda name=name: asked(ours, name)),
            said(lambda name=name: asked(theirs, name)),
        )
        assert mine == other
        assert mine[1] is not None


def test_a_grid_is_searched():
    pipeline = Pipeline([("tfidf", ours.TfidfVectorizer()), ("nb", MultinomialNB())])
    grid = {
        "tfidf__ngram_range": [(1, 1), (1, 2)],
        "tfidf__min_df": [1, 2],
        "tfidf__norm": ["l1", "l2"],
    }
    search = GridSearchCV(pipeline, grid, cv=2).fit(LINES, [i % 2 for i in range(len(LINES))])
    assert set(search.best_params_) == set(grid)
