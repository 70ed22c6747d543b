"""A fitted pipeline of scikit-learn → a classifier with equal scores. Classes are known by name: ours convert too."""

from collections.abc import Sequence
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
from linnet.sklearn.converted_features import VECTORIZERS, TextFeatures, features_of
from linnet.sklearn.converted_weights import MODELS, FoundWeights, weights_of

OURS = ("sklearn", "linnet")  # packages whose classes do what their names say


def to_classifier(pipeline: Any) -> Classifier:
    """Return a classifier that scores texts as a fitted pipeline, or its steps in a list or tuple, does.

    The steps are a CountVectorizer, TfidfVectorizer or HashingVectorizer, maybe a TfidfTransformer, and a linear model
    or naive Bayes. The weights of linear models become float32, so scores agree to about six digits.

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
    vectorizer, transformer, model = _steps(getattr(pipeline, "best_estimator_", pipeline))
    try:
        features = features_of(vectorizer, transformer, presence=_kind(model) == "BernoulliNB")
        found = weights_of(model, features)
    except AttributeError as error:
        raise SettingError(f"a pipeline must be fitted to be converted; got one without: {error}. Fit it.") from None
    return _classifier(features, found, _kind(model))


def _classifier(features: TextFeatures, found: FoundWeights, origin: str) -> Classifier:
    check_labels(found.labels, several=False)
    recipe = Recipe(features=features.settings, learner=Converted(origin=origin))
    block = Block(recipe.blocks(1)[0], features.names, np.zeros(features.n_columns, np.int64))
    named = Features(("text",), (block,), features.weighting)
    unknown = np.zeros(len(found.labels), np.int64)  # how many documents it was fitted on
    totals = ClassTotals(found.labels, unknown, unknown.astype(np.float64), ())
    return Classifier(recipe, LinearModel(named, found.labels, found.weights, found.link), totals, exact=False)


def _steps(pipeline: Any) -> tuple[Any, Any, Any]:
    """Return the vectorizer, the transformer if any, and the model."""
    steps = [step for _, step in pipeline.steps] if hasattr(pipeline, "steps") else pipeline
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        raise SettingError(
            f"a pipeline or its steps must be converted; got {type(pipeline).__name__}. Put the vectorizer and the "
            "model into one."
        )
    steps = [step for step in steps if step is not None and not isinstance(step, str)]  # "passthrough"
    kinds = [_kind(step) for step in steps]
    wanted = (VECTORIZERS, ("TfidfTransformer",), MODELS) if len(steps) == 3 else (VECTORIZERS, MODELS)
    if len(steps) != len(wanted) or not all(kind in known for kind, known in zip(kinds, wanted, strict=True)):
        raise SettingError(
            f"the steps of a pipeline must be one of {', '.join(VECTORIZERS)}, maybe a TfidfTransformer, and one of "
            f"{', '.join(MODELS)}; got {', '.join(type(step).__name__ for step in steps) or 'none'}."
        )
    return steps[0], steps[1] if len(steps) == 3 else None, steps[-1]


def _kind(step: Any) -> str:
    """Return the name of a step's class, "" where it is somebody else's."""
    kind = type(step)
    return kind.__name__ if kind.__module__.partition(".")[0] in OURS else ""
