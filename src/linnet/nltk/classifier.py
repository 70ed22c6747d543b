"""Any learner of linnet behind NLTK's methods."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from linnet.classifier import classifier as linnet_classifier
from linnet.errors import InputError
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import Columns
from linnet.learning.learner import Ability
from linnet.learning.learners import with_ability
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.nltk.interface import Featureset, FeaturesetClassifier, Floats
from linnet.nltk.named_featuresets import is_present, named_features
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make

NAMED = "features"  # the column of featuresets
LABEL = "(label)"  # the column of labels; others may have any name of a feature
Pair = tuple[Any, Any]


class Classifier(FeaturesetClassifier):
    """A classifier of featuresets by any learner.

    Strings are levels, numbers count as they are, True is 1, False 0.

    The learners categorical, mixed, gaussian and full-gaussian look at each name by itself: then
    True and False are levels too, and a name that a featureset does not have is missing.

    >>> names = [({"last": "a", "length": 4}, "female"), ({"last": "k", "length": 7}, "male")]
    >>> classifier = Classifier.train(names, {"learner": "logistic", "strength": 0.1})
    >>> classifier.classify({"last": "k", "length": 6}), classifier.most_informative_features(1)
    ('male', [('length', None)])
    """

    def __init__(
        self, linnet: linnet_classifier.Classifier, labels: Iterable[Any], pairs: Iterable[Pair]
    ) -> None:
        self.linnet = linnet  # to save, to explain, …
        self._labels = {str(label): label for label in labels}
        self._pairs = dict(chain.from_iterable(_column_names(*pair) for pair in pairs))

    @classmethod
    def train(
        cls,
        labeled_featuresets: Iterable[tuple[Featureset, Any]],
        recipe: Recipe | Mapping[str, Any],
    ) -> "Classifier":
        """Return the classifier of (featureset, label) pairs by a recipe or a dict of settings."""
        try:
            featuresets, labels = zip(*labeled_featuresets, strict=True)
        except (TypeError, ValueError):
            raise InputError(
                "training needs pairs of a featureset and a label; got others, or none."
            ) from None
        distinct = {str(label): label for label in labels}
        if len(distinct) < len(set(labels)):
            raise InputError(
                "labels must differ as strings; got some that do not, such as 1 and '1'. "
                "Rename them."
            )
        recipe = _with_features_of(featuresets, recipe)
        names = recipe.column_names
        read_as: dict[str, Any] = {
            "categorical": names.categorical,
            "numeric": names.numeric,
            "features": names.named,
        }
        columns = _columns(featuresets, recipe)
        columns[LABEL] = [str(label) for label in labels]
        documents = read(columns, text=(), label=LABEL, many_labels=True, **read_as)
        classifier = make(documents, recipe)
        pairs = {pair for featureset in featuresets for pair in featureset.items()}
        return cls(classifier, distinct.values(), pairs)

    def labels(self) -> list[Any]:
        """Return the labels, sorted by the bytes of their names."""
        return [self._labels[name] for name in self.linnet.labels]

    def classify_many(self, featuresets: Iterable[Featureset]) -> list[Any]:
        """Return the label of each featureset."""
        names = self._scores(featuresets).labels()
        return [self._labels.get(name) for name in names]

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset), where the learner has probabilities."""
        return self._scores(featuresets).log_probabilities()

    def _scores(self, featuresets: Iterable[Featureset]) -> Scores:
        featuresets = list(featuresets)
        model = self.linnet.model
        kinds = [block.settings.kind for block in model.features.blocks]
        if featuresets and kinds == ["named"]:
            named = named_features(featuresets)
            if named is not None:
                columns = Columns(len(featuresets), named=named)
                return model.score(model.rows([], columns=columns))
        return self.linnet.score(_columns(featuresets, self.linnet.recipe))

    def most_informative_features(self, n: int = 100) -> list[Pair]:
        """Return (name, value) by how far apart the weights of two labels are.

        A number has the value None.
        """
        model = self.linnet.model
        columns = range(model.features.n_columns)
        spreads = np.array([np.ptp(model.weight_of(column)[0]) for column in columns])
        order = np.argsort(-spreads, kind="stable").tolist()
        pairs = dict.fromkeys(self._pair(column) for column in order)
        return list(pairs)[:n]

    def _pair(self, column: int) -> Pair:
        name = _column_name(self.linnet.model, column)
        return self._pairs.get(name, (name, None))

    def show_most_informative_features(self, n: int = 10) -> None:
        """Print them, one a line."""
        print("Most Informative Features")
        for name, value in self.most_informative_features(n):
            print(f"{name!s:>24} = {value!r}")


def _column_names(name: Any, value: Any) -> Iterator[tuple[str, Pair]]:
    """Yield the names that columns of a pair may have, each with the pair that it stands for."""
    yield f"{name}={value}", (name, value)
    if isinstance(value, bool):
        yield str(name), (name, True)
    elif isinstance(value, int | float):
        yield str(name), (name, None)


def _column_name(model: LinearModel, column: int) -> str:
    """Return the name of a column, whatever kind its block is of."""
    starts = [0, *model.features.block_ends.tolist()]
    number = bisect_right(starts, column) - 1
    block = model.features.blocks[number]
    name = block.name(column - starts[number])
    if not isinstance(block, ColumnBlock):
        return name

    settings = block.settings
    if settings.kind == "categorical":
        return f"{settings.columns[0]}={name}"
    if settings.kind == "numeric":
        return settings.columns[0]
    return name


def _with_features_of(
    featuresets: Sequence[Featureset], recipe: Recipe | Mapping[str, Any]
) -> Recipe:
    """Return the recipe with the features that featuresets have, and without those of texts."""
    learner = recipe.learner.name if isinstance(recipe, Recipe) else recipe.get("learner")
    features: dict[str, Any] = {"words": None, "chars": None, "chars_in_words": None}
    if learner in with_ability(Ability.BY_COLUMN):
        features |= _names_by_kind(featuresets)
    else:
        features["named"] = NAMED

    if isinstance(recipe, Recipe):
        return replace(recipe, features=replace(recipe.features, **features))
    return Recipe.given({**recipe, **features})


def _names_by_kind(featuresets: Sequence[Featureset]) -> dict[str, tuple[str, ...]]:
    """Return which names have levels and which have numbers, in the order of their first sight."""
    has_levels: dict[str, bool] = {}
    for featureset in featuresets:
        for key, value in featureset.items():
            name = str(key)
            has_levels[name] = has_levels.get(name, False) or _is_level(value)
    categorical = tuple(name for name, levels in has_levels.items() if levels)
    numeric = tuple(name for name, levels in has_levels.items() if not levels)
    return {"categorical": categorical, "numeric": numeric}


def _is_level(value: Any) -> bool:
    if isinstance(value, bool):
        return True
    return value is not None and not isinstance(value, int | float)


def _columns(featuresets: Sequence[Featureset], recipe: Recipe) -> dict[str, list[Any]]:
    """Return featuresets as columns that can be read."""
    features = recipe.features
    if features.named is not None:
        return {features.named: [_present(featureset) for featureset in featuresets]}

    rows = [{str(name): value for name, value in featureset.items()} for featureset in featuresets]
    columns = {}
    for name in features.categorical:
        columns[name] = [_level(row.get(name)) for row in rows]
    for name in features.numeric:
        columns[name] = [row.get(name) for row in rows]
    return columns


def _present(featureset: Featureset) -> dict[Any, Any]:
    return {name: value for name, value in featureset.items() if is_present(value)}


def _level(value: Any) -> str | None:
    return None if value is None else str(value)
