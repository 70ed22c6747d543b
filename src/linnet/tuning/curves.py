"""Curves: how good a recipe is on its training documents and on others, along one setting or with more documents.

Where the two are far apart a model has learned its documents by heart; where both are low it can learn too little.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.evaluation.metrics import METRICS, Metric
from linnet.evaluation.splits import Parts, stratified_folds
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.reading import Documents
from linnet.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.documents import chosen, fitting, label_codes, labelled_documents, remembered
from linnet.tuning.grid import candidates_of
from linnet.tuning.out_of_fold import Scored, Work, alike, scored, surely
from linnet.tuning.subtraction import Counted, count
from linnet.tuning.tune import RESERVE, reserved_part

DOCUMENTS = "documents"
VALUES: dict[str, list[Any]] = {  # what is tried along a setting where nothing is said
    "smoothing": [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0],
    "strength": [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6],
    "most_frequent": [100, 300, 1000, 3000, 10000, 30000, None],
    DOCUMENTS: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0],
}


@dataclass(frozen=True)
class Band:
    """The mean of several values, the lowest and the highest; None where the metric is undefined."""

    mean: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: Sequence[float | None]) -> "Band":
        """Return the band of the values that are defined.

        >>> Band.of([0.5, 1.0, None])
        Band(mean=0.75, low=0.5, high=1.0)
        """
        there = [value for value in values if value is not None]
        return cls(sum(there) / len(there), min(there), max(there)) if there else cls(None, None, None)


@dataclass(frozen=True)
class Point:
    """One place of a curve."""

    at: Any  # the value of the setting, or the number of training documents
    training: Band
    held_out: Band


@dataclass(frozen=True)
class Curve:
    """A metric along a setting, or along the number of training documents."""

    along: str
    metric: str
    points: tuple[Point, ...]

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        bands = ("training", "held_out")
        points = [{"at": one.at, **{name: vars(getattr(one, name)) for name in bands}} for one in self.points]
        return {"along": self.along, "metric": self.metric, "points": points}


def curve(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    along: str = DOCUMENTS,
    values: Sequence[Any] | None = None,
    metric: str = "accuracy",
    folds: int = 5,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> Curve:
    """Return the curve of a metric along a setting, or along growing shares of the documents.

    Bands are over the folds, each left out once; along documents, over so many draws of a fifth to judge by.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 5
    >>> [(one.at, one.held_out.mean) for one in curve(data, along="smoothing", values=[0.1, 1000.0]).points]
    [(0.1, 1.0), (1000.0, 1.0)]
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    documents = remembered(labelled_documents(documents, base, "a curve"))
    _check(documents, along, values, metric)
    base = fitting(base, documents)
    judge = _Judge(documents, METRICS[metric], folds, threads_of(threads), tokenizer)
    asked = VALUES[along] if values is None else values
    points = judge.along_documents(base, asked) if along == DOCUMENTS else judge.along_setting(base, along, asked)
    return Curve(along, metric, tuple(points))


def _check(documents: Documents, along: str, values: Sequence[Any] | None, metric: str) -> None:
    if documents.several:
        raise SettingError(f"{documents.name}: a curve needs documents of one label each; got lists of labels.")
    if values is None and along not in VALUES:
        raise SettingError(
            f"a curve along {along} must have values; got none. Name some, or go along {', '.join(VALUES)}."
        )
    if along == DOCUMENTS and not all(0 < share <= 1 for share in values or ()):
        raise SettingError(f"shares of the documents must be above 0 and at most 1; got {values}. Write 0.1, 0.5, 1.")
    if metric not in METRICS:
        raise SettingError(f"a metric must be one of {', '.join(METRICS)}; got {metric!r}. Choose one of these.")


@dataclass(frozen=True)
class _Judge:
    """Documents, and what a model is judged by."""

    documents: Documents
    metric: Metric
    folds: int
    threads: int
    tokenizer: TokensOf | Tokenizer | None

    def along_setting(self, base: Recipe, along: str, values: Sequence[Any]) -> Iterator[Point]:
        """Yield a point for each value, by models of all folds but one."""
        candidates = candidates_of(base, {along: list(values)})
        recipes = [one.recipe for one in candidates]
        part = stratified_folds(label_codes(self.documents), self.folds, base.seed)
        found = self._values(self.documents, recipes, part, Work(self.threads, training=True))
        for one, (training, held_out) in zip(candidates, found, strict=True):
            yield Point(one.settings[along], Band.of(training), Band.of(held_out))

    def along_documents(self, recipe: Recipe, shares: Sequence[float]) -> Iterator[Point]:
        """Yield a point for each share of the documents, by models of so many and a fifth of all to judge by."""
        codes, work = label_codes(self.documents), Work(self.threads, training=True, only=(0,))
        for share in shares:
            sizes, training, held_out = list[int](), list[float | None](), list[float | None]()
            for draw in range(self.folds):
                away = reserved_part(codes, RESERVE, recipe.seed + draw)
                learned = ~away & _first(codes, ~away, share, recipe.seed + draw)
                documents, part = chosen(self.documents, away | learned), learned[away | learned].astype(np.int32)
                ((own, others),) = self._values(documents, [recipe], part, work)
                sizes.append(int(np.count_nonzero(learned)))
                training += own
                held_out += others
            yield Point(round(sum(sizes) / len(sizes)), Band.of(training), Band.of(held_out))

    def _values(
        self, documents: Documents, recipes: Sequence[Recipe], part: npt.NDArray[Any], work: Work
    ) -> list[tuple[list[float | None], list[float | None]]]:
        """Return for each recipe the metric of each part: on its training documents, and on those left out."""
        values: list[tuple[list[float | None], list[float | None]]] = [([], []) for _ in recipes]
        fields = len(documents.fields)
        for places in alike(range(len(recipes)), lambda place: recipes[place].blocks(fields)):
            first = recipes[places[0]]
            cut = tokenized(documents, first.tokenizer(self.tokenizer, "the recipe"))
            counted = count(cut, first, self.threads)
            for one in surely(scored(counted, Parts(part), [recipes[place] for place in places], work)):
                training, held_out = values[places[one.recipe]]
                held_out.append(self._value(one, counted))
                if one.training is not None:
                    training.append(self._value(one.training, counted))
        return values

    def _value(self, one: Scored, counted: Counted) -> float | None:
        return self.metric.of(one.answers(counted))


def _first(codes: npt.NDArray[Any], there: npt.NDArray[np.bool_], share: float, seed: int) -> npt.NDArray[np.bool_]:
    """Return a share of the documents that are there, evenly by label; a larger share has those of a smaller one."""
    order = np.flatnonzero(there)[np.argsort(stratified_folds(codes[there], int(there.sum()), seed), kind="stable")]
    sizes = np.bincount(codes[there])
    rank = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    result = np.zeros(len(codes), np.bool_)
    result[order[rank < np.ceil(share * sizes[codes[order]])]] = True
    return result
