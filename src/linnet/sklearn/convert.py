"""A fitted pipeline of scikit-learn → a classifier with equal scores. Classes are known by name: ours convert too."""

from dataclasses import replace
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.classifier.fit import check_labels
from linnet.errors import SettingError
from linnet.features.blocks import Block, Features
from linnet.learning.class_totals import ALL_DOCUMENTS, ClassTotals
from linnet.learning.converted import Converted
from linnet.model.calibration import Calibration
from linnet.model.linear_model import LinearModel
from linnet.recipe.recipe import Recipe
from linnet.sklearn.converted_calibration import (
    calibrated,
    calibration_of,
    check_calibrated,
    uncalibrated,
)
from linnet.sklearn.converted_features import TextFeatures, features_of
from linnet.sklearn.converted_parts import BEFORE_A_MODEL, parts_of
from linnet.sklearn.converted_steps import (
    PROJECTIONS,
    all_steps,
    branches_of,
    kind_of,
    steps_of,
    taken_back,
)
from linnet.sklearn.converted_weights import (
    MODELS,
    FoundModel,
    counts_presence,
    model_of,
    weights_of,
)


def to_classifier(pipeline: Any) -> Classifier:
    """Return a classifier that scores texts as a fitted pipeline, or its steps in a list or tuple, does.

    The steps are a CountVectorizer, TfidfVectorizer or HashingVectorizer, or a FeatureUnion of them, then maybe a
    TfidfTransformer, selectors, scalers and a TruncatedSVD, and a linear model or naive Bayes, which may be calibrated
    or in a OneVsRestClassifier. The weights of linear models become float32, so scores agree to about six digits.

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
    _check(steps)
    *before, model = steps
    check_calibrated(model, calibrators)
    presence = counts_presence(model)
    try:
        features = features_of(parts_of(before), presence=presence)
        found = calibrated(model_of(model), calibrators)
        found = _behind_vectorizers(found, before, presence=presence)
    except AttributeError as error:
        raise SettingError(
            f"a pipeline must be fitted to be converted; got one without: {error}. Fit it."
        ) from None
    return _classifier(features, found, calibration_of(found, calibrators), kind_of(model))


def _check(steps: list[Any]) -> None:
    """Refuse steps without a model that we have too."""
    if not steps or kind_of(steps[-1]) not in MODELS:
        raise SettingError(
            f"the steps of a pipeline must be {BEFORE_A_MODEL}, and one of {', '.join(MODELS)}; got "
            f"{type(steps[-1]).__name__ if steps else 'none'} as the last."
        )


def _behind_vectorizers(found: FoundModel, before: list[Any], *, presence: bool) -> FoundModel:
    """Return a model of the columns of its vectorizers."""
    if presence:
        _check_presence(before)
    table, added = taken_back(before, found.table, scaled=not presence)
    return replace(found, table=table, offset=found.offset + added)


def _check_presence(before: list[Any]) -> None:
    """Refuse steps behind which one cannot see which features are there."""
    steps = list(all_steps(before))
    projection = next((kind_of(step) for step in steps if kind_of(step) in PROJECTIONS), None)
    if projection is not None:
        raise SettingError(
            f"BernoulliNB must see which features are there; got {projection} before it. Leave one of them out."
        )
    factors = [
        factor
        for step in steps
        if kind_of(step) == "FeatureUnion"
        for factor, _ in branches_of(step)
    ]
    if any(factor <= 0 for factor in factors):
        raise SettingError(
            f"transformer_weights must be above 0 before BernoulliNB; got {min(factors)}. Drop such a part instead."
        )


def _classifier(
    features: TextFeatures, found: FoundModel, calibration: Calibration | None, origin: str
) -> Classifier:
    check_labels(found.labels, multilabel=found.multilabel)
    method = "none" if calibration is None else calibration.method
    recipe = Recipe(
        features.settings, Converted(origin=origin), calibration=method, cutoff=found.cutoff
    )
    blocks = [
        Block(one, names) for one, names in zip(recipe.blocks(1), features.names, strict=True)
    ]
    blocks = [replace(block, frequencies=np.zeros(block.n_columns, np.int64)) for block in blocks]
    named = Features(("text",), tuple(blocks), features.weighting)
    model = LinearModel(
        named, found.labels, weights_of(found, features), found.link, found.multilabel, calibration
    )
    if found.multilabel:
        model = replace(
            model, decision=recipe.decision(found.labels, has_probabilities=model.has_probabilities)
        )
    return Classifier(recipe, model, _no_totals(found), exact=False)


def _no_totals(found: FoundModel) -> ClassTotals:
    """Return totals of labels that do not know on how many documents the model was fitted."""
    labels = (ALL_DOCUMENTS, *found.labels) if found.multilabel else found.labels
    unknown = np.zeros(len(labels), np.int64)
    return ClassTotals(labels, unknown, unknown.astype(np.float64), ())
