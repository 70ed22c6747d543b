"""Converted scores are the same to the last digits.

Scaled and projected features, hashed signs, calibration.
"""

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.pipeline import FeatureUnion, make_pipeline

from linnet.classifier.classifier import load
from linnet.cli.main import main
from linnet.errors import SettingError
from linnet.recipe.recipe import Recipe
from linnet.sklearn import to_classifier, to_pipeline
from tests.sklearn.convert_cases import (
    LABELS,
    MODELS,
    PROJECTED,
    SCALED,
    SIGNED,
    STRANGE,
    TEXTS,
    TWO,
    VECTORIZERS,
    assert_same,
    pipeline_of,
    scores_of,
    svc,
)


def with_short_weights(pipeline):
    """Return a pipeline whose weights are float32 numbers, as those of a model file."""
    pipeline[-1].coef_ = pipeline[-1].coef_.astype(np.float32).astype(np.float64)
    return pipeline


@pytest.mark.parametrize("labels", [LABELS, TWO], ids=["three labels", "two labels"])
@pytest.mark.parametrize("vectorizer", (VECTORIZERS | SIGNED).values(), ids=VECTORIZERS | SIGNED)
def test_scores_are_the_same_to_the_last_digits(vectorizer, labels, tmp_path):
    pipeline = with_short_weights(pipeline_of(vectorizer, svc(), labels))
    texts, classifier = TEXTS * 3 + STRANGE, to_classifier(pipeline)
    expected = scores_of(pipeline, texts)
    assert np.abs(classifier.score(texts).values - expected).max() < 1e-9 * np.abs(expected).max()
    classifier.save(tmp_path / "m.linnet")
    again = load(tmp_path / "m.linnet")
    assert (again.score(STRANGE).values == classifier.score(STRANGE).values).all()
    assert again.classify(TEXTS) == pipeline.predict(TEXTS).tolist()  # each by itself
    assert Recipe.from_toml(again.recipe.to_toml()) == classifier.recipe


@pytest.mark.parametrize("vectorizer", SCALED.values(), ids=SCALED)
@pytest.mark.parametrize("model", ["logistic", "multinomial", "bernoulli", "one-vs-rest bernoulli"])
def test_scaled_features(vectorizer, model):
    pipeline = pipeline_of(vectorizer, MODELS[model])
    assert_same(pipeline, to_classifier(pipeline), TEXTS + STRANGE)


@pytest.mark.parametrize("vectorizer", PROJECTED.values(), ids=PROJECTED)
@pytest.mark.parametrize("model", ["logistic", "svm", "one-vs-rest logistic"])
def test_projected_features(vectorizer, model):
    pipeline = pipeline_of(vectorizer, MODELS[model])
    assert_same(pipeline, to_classifier(pipeline), TEXTS + STRANGE)


def test_signs_are_explained_and_told(tmp_path, capsys):
    classifier = to_classifier(pipeline_of(HashingVectorizer(n_features=100), svc(), TWO))
    assert classifier.model.features.n_columns == 200
    assert classifier.model.features.name(7) == "#3-"
    added = classifier.explain(TEXTS[0])
    assert added is not None
    classifier.save(tmp_path / "m.linnet")
    for command in ("inspect", "explain"):
        assert (
            main(
                [
                    command,
                    str(tmp_path / "m.linnet"),
                    *(["a good day"] if command == "explain" else []),
                ]
            )
            == 0
        )
    assert "hashed to 100 columns, with signs" in capsys.readouterr().out
    with pytest.raises(
        SettingError, match="a hash modulus, hash signs and ASCII only come with converted models"
    ):
        Recipe.of(hash_bits=4, hash_signs=True, learner="multinomial")


@pytest.mark.parametrize("vectorizer", SIGNED.values(), ids=SIGNED)
def test_signs_there_and_back(vectorizer):
    if isinstance(vectorizer, FeatureUnion):
        pytest.skip("a pipeline has one kind of feature")
    pipeline = with_short_weights(pipeline_of(vectorizer, LogisticRegression()))
    again = to_pipeline(to_classifier(pipeline))
    assert again.decision_function(TEXTS + STRANGE) == pytest.approx(
        pipeline.decision_function(TEXTS + STRANGE)
    )


@pytest.mark.parametrize("labels", [LABELS, TWO], ids=["three labels", "two labels"])
@pytest.mark.parametrize(
    "model", [svc(), LogisticRegression(), SGDClassifier(random_state=0)], ids=str
)
def test_calibrated_models(model, labels, tmp_path):
    counts, calibrated = CountVectorizer(), CalibratedClassifierCV(model, cv=3, ensemble=False)
    pipeline = make_pipeline(counts, calibrated).fit(TEXTS, labels)
    whole = CalibratedClassifierCV(
        FrozenEstimator(make_pipeline(CountVectorizer(), model).fit(TEXTS, labels))
    )
    for odd in (pipeline, whole.fit(TEXTS, labels)):
        classifier = to_classifier(odd)
        classifier.save(tmp_path / "m.linnet")
        found = load(tmp_path / "m.linnet").score(TEXTS + STRANGE)
        assert found.probabilities() == pytest.approx(odd.predict_proba(TEXTS + STRANGE), abs=1e-6)
        assert found.labels() == odd.predict(TEXTS + STRANGE).tolist()
