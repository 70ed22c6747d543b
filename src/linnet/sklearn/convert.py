"""A fitted pipeline of scikit-learn → a classifier with equal scores. Classes are known by name: ours convert too."""

from dataclasses import replace
from typing import Any

import numpy as np

from linnet.classifier import Classifier
from linnet.errors import SettingError
from linnet.features.blocks import Block, Features
from linnet.fitting import check_labels
from linnet.learning.class_totals import ClassTotals
from linnet.learning.converted import Converted
from linnet.model.linear_model import LinearModel
from linnet.recipe import Recipe
from linnet.sklearn.converted_calibration import calibrated, uncalibrated
from linnet.sklearn.converted_features import TextFeatures, features_of
from linnet.sklearn.converted_parts import VECTORIZERS, Part, kind_of, parts_of, steps_of
from linnet.sklearn.converted_weights import MODELS, FoundWeights, weights_of


def to_classifier(pipeline: Any) -> Classifier:
    """Return a classifier that scores texts as a fitted pipeline, or its steps in a list or tuple, does.

    The steps are a CountVectorizer, TfidfVectorizer or HashingVectorizer, or a FeatureUnion of them, maybe a
    TfidfTransformer, and a linear model or naive Bayes, which may be calibrated. The weights of linear models become
    float32, so scores agree to about six digits.

    >>> from sklearn.feature_extraction.text import TfidfVectorizer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> pipeline = make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(["good film", "bad film"], ["pos", "neg"])
    >>> classifier = to_classifier(pipeline)
    >>> classifier.classify(["good", "bad"])
    ['pos', 'neg']
    >>> bool(abs(classifier.probabilities("bad")["neg"] - pipeline.predict_proba(["bad"])[0, 0]) < 1e-6)
    True
    """
    steps = steps_of(getattr(pipeline, "best_estimator_", pipeline))
    inner, calibrators = uncalibrated(steps[-1] if steps else None)
    steps = [*steps[:-1], *steps_of(inner)] if steps else steps
    try:
        parts, model = _checked(steps)
        features = features_of(parts, presence=kind_of(model) == "BernoulliNB")
        found = weights_of(model, features, sum(part.n_columns for part in parts))
    except AttributeError as error:
        raise SettingError(f"a pipeline must be fitted to be converted; got one without: {error}. Fit it.") from None
    return calibrated(_classifier(features, found, kind_of(model)), model, calibrators)


def _checked(steps: list[Any]) -> tuple[tuple[Part, ...], Any]:
    """Return the vectorizers and the model of steps."""
    parts = parts_of(steps[:-1])
    if parts is None or kind_of(steps[-1]) not in MODELS:
        raise SettingError(
            f"the steps of a pipeline must be one of {', '.join(VECTORIZERS)} or a FeatureUnion of them, maybe a "
            f"TfidfTransformer, and one of {', '.join(MODELS)}; got "
            f"{', '.join(type(step).__name__ for step in steps) or 'none'}."
        )
    return parts, steps[-1]


def _classifier(features: TextFeatures, found: FoundWeights, origin: str) -> Classifier:
    check_labels(found.labels, several=False)
    recipe = Recipe(features=features.settings, learner=Converted(origin=origin))
    blocks = [Block(one, names) for one, names in zip(recipe.blocks(1), features.names, strict=True)]
    blocks = [replace(block, frequencies=np.zeros(block.n_columns, np.int64)) for block in blocks]
    named = Features(("text",), tuple(blocks), features.weighting)
    unknown = np.zeros(len(found.labels), np.int64)  # how many documents it was fitted on
    totals = ClassTotals(found.labels, unknown, unknown.astype(np.float64), ())
    return Classifier(recipe, LinearModel(named, found.labels, found.weights, found.link), totals, exact=False)
