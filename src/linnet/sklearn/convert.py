"""A fitted pipeline of scikit-learn → a classifier with equal scores.

Classes are known by name: ours convert too.
"""

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
    Calibrators,
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
    weights_before,
)
from linnet.sklearn.converted_weights import (
    MODELS,
    FittedModel,
    counts_presence,
    model_of,
    weights_of,
)


def to_classifier(pipeline: Any) -> Classifier:
    """Return a classifier that scores texts as a fitted pipeline, or a list of its steps, does.

    The steps are a CountVectorizer, TfidfVectorizer or HashingVectorizer, or a FeatureUnion of
    them, then maybe a TfidfTransformer, selectors, scalers and a TruncatedSVD, and a linear model
    or naive Bayes, which may be calibrated or in a OneVsRestClassifier. The weights of linear
    models become float32, so scores agree to about six digits. A TextClassifier alone gives the
    classifier that it holds.

    >>> from sklearn.feature_extraction.text import TfidfVectorizer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> pipeline = make_pipeline(TfidfVectorizer(), LogisticRegression())
    >>> pipeline = pipeline.fit(["good film", "bad film"], ["pos", "neg"])
    >>> classifier = to_classifier(pipeline)
    >>> classifier.classify(["good", "bad"])
    ['pos', 'neg']
    >>> theirs = pipeline.predict_proba(["bad"])[0, 0]
    >>> bool(abs(classifier.probabilities("bad")["neg"] - theirs) < 1e-6)
    True
    """
    steps = steps_of(getattr(pipeline, "best_estimator_", pipeline))
    if len(steps) == 1 and kind_of(steps[0]) == "TextClassifier":
        return _inside(steps[0])
    calibrators = Calibrators()
    if steps:
        inner, calibrators = uncalibrated(steps[-1])
        steps = [*steps[:-1], *steps_of(inner)]
    _check(steps)
    *before, model = steps
    check_calibrated(model, calibrators)
    presence = counts_presence(model)

    try:
        features = features_of(parts_of(before), presence=presence)
        fitted = calibrated(model_of(model), calibrators)
        fitted = _behind_vectorizers(fitted, before, presence=presence)
    except AttributeError as error:
        raise SettingError(
            f"a pipeline must be fitted to be converted; got one without: {error}. Fit it."
        ) from None
    calibration = calibration_of(fitted, calibrators)
    return _classifier(features, fitted, calibration, kind_of(model))


def _inside(text_classifier: Any) -> Classifier:
    """Return the classifier that a TextClassifier holds, with the labels as it was given them."""
    if not hasattr(text_classifier, "classifier_"):
        raise SettingError("a TextClassifier must be fitted to be converted; got one that is not.")
    classifier: Classifier = text_classifier.classifier_
    return classifier


def _check(steps: list[Any]) -> None:
    """Refuse steps without a model that we have too."""
    if steps and kind_of(steps[-1]) in MODELS:
        return
    last = type(steps[-1]).__name__ if steps else "none"
    raise SettingError(
        f"the steps of a pipeline must be {BEFORE_A_MODEL}, and one of {', '.join(MODELS)}; got "
        f"{last} as the last."
    )


def _behind_vectorizers(fitted: FittedModel, before: list[Any], *, presence: bool) -> FittedModel:
    """Return a model of the columns of its vectorizers."""
    if presence:
        _check_presence(before)
    table, added = weights_before(before, fitted.table, scaled=not presence)
    return replace(fitted, table=table, offset=fitted.offset + added)


def _check_presence(before: list[Any]) -> None:
    """Refuse steps behind which one cannot see which features are there."""
    steps = list(all_steps(before))
    projections = [kind_of(step) for step in steps if kind_of(step) in PROJECTIONS]
    if projections:
        raise SettingError(
            f"BernoulliNB must see which features are there; got {projections[0]} before it. "
            "Leave one of them out."
        )
    unions = [step for step in steps if kind_of(step) == "FeatureUnion"]
    factors = [factor for union in unions for factor, _ in branches_of(union)]
    if any(factor <= 0 for factor in factors):
        raise SettingError(
            f"transformer_weights must be above 0 before BernoulliNB; got {min(factors)}. "
            "Drop such a part instead."
        )


def _classifier(
    features: TextFeatures, fitted: FittedModel, calibration: Calibration | None, origin: str
) -> Classifier:
    check_labels(fitted.labels, multilabel=fitted.multilabel)
    learner = Converted(origin=origin)
    method = "none" if calibration is None else calibration.method
    recipe = Recipe(features.settings, learner, calibration=method, cutoff=fitted.cutoff)
    model = LinearModel(
        Features(("text",), _blocks(features, recipe), features.weighting),
        fitted.labels,
        weights_of(fitted, features),
        fitted.link,
        fitted.multilabel,
        calibration,
    )
    if fitted.multilabel:
        has_probabilities = model.has_probabilities
        decision = recipe.decision(fitted.labels, has_probabilities=has_probabilities)
        model = replace(model, decision=decision)
    return Classifier(recipe, model, _no_totals(fitted), exact=False)


def _blocks(features: TextFeatures, recipe: Recipe) -> tuple[Block, ...]:
    """Return the blocks of features; in how many documents each was is not known."""
    blocks = []
    for settings, names in zip(recipe.blocks(1), features.names, strict=True):
        block = Block(settings, names)
        frequencies = np.zeros(block.n_columns, np.int64)
        blocks.append(replace(block, frequencies=frequencies))
    return tuple(blocks)


def _no_totals(fitted: FittedModel) -> ClassTotals:
    """Return totals of labels that do not know on how many documents the model was fitted."""
    labels = (ALL_DOCUMENTS, *fitted.labels) if fitted.multilabel else fitted.labels
    unknown = np.zeros(len(labels), np.int64)
    return ClassTotals(labels, unknown, unknown.astype(np.float64), ())
