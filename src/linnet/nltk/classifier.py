"""Any learner of linnet behind NLTK's methods."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
from linnet.nltk.named_featuresets import is_there, named_features
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make

NAMED, LABEL = "features", "(label)"  # columns; names of features are beside the second
Pair = tuple[Any, Any]


class Classifier(FeaturesetClassifier):
    """A classifier of featuresets by any learner: strings are levels, numbers count as they are, True is 1, False 0.

    The learners categorical, mixed, gaussian and full-gaussian look at each name by itself: then True and False are
    levels too, and a name that a featureset does not have is missing.

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
        self._pairs = dict(named for pair in pairs for named in _called(*pair))

    @classmethod
    def train(
        cls,
        labeled_featuresets: Iterable[tuple[Featureset, Any]],
        recipe: Recipe | Mapping[str, Any],
    ) -> "Classifier":
        """Return the classifier that a recipe, or a dict of settings for one, makes of (featureset, label) pairs."""
        try:
            featuresets, labels = zip(*labeled_featuresets, strict=True)
        except (TypeError, ValueError):
            raise InputError(
                "training needs pairs of a featureset and a label; got others, or none."
            ) from None
        known = {str(label): label for label in labels}
        if len(known) < len(set(labels)):
            raise InputError(
                "labels must differ as strings; got some that do not, such as 1 and '1'. Rename them."
            )
        recipe = _fitting(recipe, featuresets)
        columns, names = _documents(featuresets, recipe), recipe.column_names
        read_as: dict[str, Any] = {
            "categorical": names.categorical,
            "numeric": names.numeric,
            "features": names.named,
        }
        documents = read(
            columns | {LABEL: list(map(str, labels))},
            text=(),
            label=LABEL,
            many_labels=True,
            **read_as,
        )
        pairs = {pair for featureset in featuresets for pair in featureset.items()}
        return cls(make(documents, recipe), known.values(), pairs)

    def labels(self) -> list[Any]:
        """Return the labels, sorted by the bytes of their names."""
        return [self._labels[name] for name in self.linnet.labels]

    def classify_many(self, featuresets: Iterable[Featureset]) -> list[Any]:
        """Return the label of each featureset."""
        return [self._labels.get(name) for name in self._scores(featuresets).labels()]

    def log_probabilities(self, featuresets: Iterable[Featureset]) -> Floats:
        """Return log P(label given featureset), where the learner has probabilities."""
        return self._scores(featuresets).log_probabilities()

    def _scores(self, featuresets: Iterable[Featureset]) -> Scores:
        featuresets, model = list(featuresets), self.linnet.model
        only_named = [block.settings.kind for block in model.features.blocks] == ["named"]
        named = named_features(featuresets) if only_named and featuresets else None
        if named is None:
            return self.linnet.score(_documents(featuresets, self.linnet.recipe))
        return model.score(model.rows([], columns=Columns(len(featuresets), named=named)))

    def most_informative_features(self, n: int = 100) -> list[Pair]:
        """Return (name, value) by how far apart the weights of two labels are; a number has the value None."""
        model = self.linnet.model
        spread = np.array(
            [np.ptp(model.weight_of(column)[0]) for column in range(model.features.n_columns)]
        )
        found = [
            self._pair(model, column) for column in np.argsort(-spread, kind="stable").tolist()
        ]
        return list(dict.fromkeys(found))[:n]

    def _pair(self, model: LinearModel, column: int) -> Pair:
        key = _key(model, column)
        return self._pairs.get(key, (key, None))

    def show_most_informative_features(self, n: int = 10) -> None:
        """Print them, one a line."""
        print("Most Informative Features")
        for name, value in self.most_informative_features(n):
            print(f"{name!s:>24} = {value!r}")


def _called(name: Any, value: Any) -> Iterator[tuple[str, Pair]]:
    """Yield what columns of a pair may be called, and what they tell."""
    yield f"{name}={value}", (name, value)
    if isinstance(value, int | float):
        yield str(name), (name, True if isinstance(value, bool) else None)


def _key(model: LinearModel, column: int) -> str:
    """Return what a column is called, whatever kind its block is of."""
    ends = model.features.block_ends
    number = int(np.searchsorted(ends, column, side="right"))
    block = model.features.blocks[number]
    bare = block.name(column - (int(ends[number - 1]) if number else 0))
    kind = block.settings.kind
    if not isinstance(block, ColumnBlock) or kind not in ("categorical", "numeric"):
        return bare
    return (
        f"{block.settings.columns[0]}={bare}"
        if kind == "categorical"
        else block.settings.columns[0]
    )


def _fitting(recipe: Recipe | Mapping[str, Any], featuresets: Sequence[Featureset]) -> Recipe:
    """Return the recipe with the features that featuresets have, and without those of texts."""
    learner = recipe.learner.name if isinstance(recipe, Recipe) else recipe.get("learner")
    read: dict[str, Any] = {"words": None, "chars": None, "chars_in_words": None}
    read |= (
        _columns(featuresets) if learner in with_ability(Ability.BY_COLUMN) else {"named": NAMED}
    )
    if isinstance(recipe, Recipe):
        return replace(recipe, features=replace(recipe.features, **read))
    return Recipe.given({**recipe, **read})


def _columns(featuresets: Sequence[Featureset]) -> dict[str, tuple[str, ...]]:
    """Return which names have levels and which have numbers, in the order of their first sight."""
    levels: dict[str, bool] = {}
    for featureset in featuresets:
        for name, value in featureset.items():
            number = value is None or (
                isinstance(value, int | float) and not isinstance(value, bool)
            )
            levels[str(name)] = levels.get(str(name), False) or not number
    categorical = tuple(name for name, there in levels.items() if there)
    return {
        "categorical": categorical,
        "numeric": tuple(name for name in levels if name not in categorical),
    }


def _documents(featuresets: Sequence[Featureset], recipe: Recipe) -> dict[str, list[Any]]:
    """Return featuresets as columns that can be read."""
    features = recipe.features
    if features.named is not None:
        return {features.named: [_there(featureset) for featureset in featuresets]}
    rows = [{str(name): value for name, value in featureset.items()} for featureset in featuresets]
    levels = {name: [_level(row.get(name)) for row in rows] for name in features.categorical}
    return levels | {name: [row.get(name) for row in rows] for name in features.numeric}


def _there(featureset: Featureset) -> dict[Any, Any]:
    return {name: value for name, value in featureset.items() if is_there(value)}


def _level(value: Any) -> str | None:
    return None if value is None else str(value)
