"""A classifier without training: weights by hand, one lexicon per label."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError, listed
from linnet.features.blocks import LONGEST_GRAM, Block, Features
from linnet.features.lexicon import entries
from linnet.learning.class_totals import ClassTotals
from linnet.model.linear_model import LinearModel
from linnet.reading.lexicon import Lexicon
from linnet.recipe.features import FeatureSettings
from linnet.recipe.recipe import Recipe

Words = Lexicon | Mapping[str, float] | Iterable[str] | str | os.PathLike[str]
TAKES = (
    "words",
    "word_pattern",
    "keep_case",
    "strip_accents",
    "stop_words",
    "weighting",
    "lexicons",
)


def lexicon_classifier(
    lexicons: Mapping[str, Words], offset: Mapping[str, float] | None = None, **settings: Any
) -> Classifier:
    """Return the classifier whose labels have these words, or words with weights, or files of them.

    score(label) = offset[label] + Σ over the words of a text of their weight for the label

    >>> classifier = lexicon_classifier({"english": ["bicycle", "con"], "spanish": ["bicicleta", "con"]})
    >>> classifier.classify("una bicicleta con luz"), classifier.score(["con bicycle"]).values.tolist()
    ('spanish', [[2.0, 1.0]])
    """
    return from_lexicons(
        Recipe.of(learner="lexicon", lexicons=lexicons, offset=offset or {}, **settings)
    )


def from_lexicons(recipe: Recipe) -> Classifier:
    """Return the classifier that a recipe with the lexicon learner makes, without documents."""
    learner, settings = recipe.learner, recipe.features
    if learner.needs != "nothing":
        raise SettingError(
            f"this needs the lexicon learner; got {learner.name}. Train it on documents."
        )
    _check(settings)
    single = replace(recipe.blocks(1)[0], shortest=1, longest=1).engine_text()
    lexicons = {one.name: entries(one, single) for one in settings.lexicons}
    longest = max(len(words) for table in lexicons.values() for words in table)
    if longest > LONGEST_GRAM:
        raise SettingError(
            f"a phrase must have at most {LONGEST_GRAM} words; got one of {longest}. Cut it."
        )
    recipe = replace(recipe, features=replace(settings, words=(1, longest)))
    names, fitted = learner.weights_by_hand(lexicons)
    block = Block(recipe.blocks(1)[0], names, np.zeros(len(names), np.int64))
    model = LinearModel(Features(("text",), (block,)), tuple(lexicons), fitted.weights, fitted.link)
    n = len(lexicons)
    return Classifier(
        recipe,
        model,
        ClassTotals(tuple(lexicons), np.zeros(n, np.int64), np.zeros(n), ()),
        exact=False,
    )


def _check(settings: FeatureSettings) -> None:
    if len(settings.lexicons) < 2:
        got = listed([one.name for one in settings.lexicons]) or "none"
        raise SettingError(
            f"the lexicon learner needs a lexicon for each of two labels or more; got {got}. Name them."
        )
    plain = FeatureSettings(**{name: getattr(settings, name) for name in TAKES})
    if settings != plain or settings.weighed or settings.words is None:
        raise SettingError(
            "the lexicon learner counts words as they are; got other features, limits, a selection or a weighting. "
            "Leave them out."
        )
