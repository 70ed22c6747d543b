"""Curves: how good a recipe is on its training documents and on others.

A curve goes along one setting, or along more and more documents. Where the two are far apart a
model has learned its documents by heart; where both are low it can learn too little.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from linnet.classifier.training_documents import labelled_documents
from linnet.errors import SettingError
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.splits.copies import keeping
from linnet.evaluation.splits.splits import (
    TEST,
    Codes,
    Flags,
    Parts,
    SplitCriteria,
    split,
    stratified_folds,
)
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.grid import candidates_of
from linnet.tuning.tune import RESERVE
from linnet.validation.folds import Folds
from linnet.validation.out_of_fold import Work, grouped_by, or_raise, scored
from linnet.validation.splitting import in_memory, select_documents
from linnet.validation.subtraction import count

DOCUMENTS = "documents"
VALUES: dict[str, list[Any]] = {  # what is tried along a setting where nothing is said
    "smoothing": [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0],
    "strength": [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6],
    "most_frequent": [100, 300, 1000, 3000, 10000, 30000, None],
    DOCUMENTS: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0],
}


@dataclass(frozen=True)
class Band:
    """The mean, the lowest and the highest of some values; None where the metric is undefined."""

    mean: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: Sequence[float | None]) -> "Band":
        """Return the band of the values that are defined.

        >>> Band.of([0.5, 1.0, None])
        Band(mean=0.75, low=0.5, high=1.0)
        """
        defined = [value for value in values if value is not None]
        if not defined:
            return cls(None, None, None)
        mean = sum(defined) / len(defined)
        return cls(mean, min(defined), max(defined))


@dataclass(frozen=True)
class Point:
    """One place of a curve."""

    at: Any  # the value of the setting, or the number of training documents
    training: Band
    held_out: Band

    def as_json(self) -> dict[str, Any]:
        """Return the place and both bands."""
        return {"at": self.at, "training": vars(self.training), "held_out": vars(self.held_out)}


@dataclass(frozen=True)
class Curve:
    """A metric along a setting, or along the number of training documents."""

    along: str
    metric: str
    points: tuple[Point, ...]

    def __repr__(self) -> str:
        from linnet.tuning.results_display import curve_line

        return curve_line(self)

    def _repr_html_(self) -> str:
        from linnet.tuning.results_display import curve_html

        return curve_html(self)

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        points = [point.as_json() for point in self.points]
        return {"along": self.along, "metric": self.metric, "points": points}


def curve(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    along: str = DOCUMENTS,
    values: Sequence[Any] | None = None,
    metric: str | None = None,
    folds: int | Folds = 5,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    copies: Codes | None = None,
) -> Curve:
    """Return the curve of a metric along a setting, or along growing shares of the documents.

    Bands are over the folds, each left out once; along documents, over so many draws of a fifth to
    evaluate on. Without a metric it is accuracy, or micro-f1 where documents may have several
    labels. A recipe that names no learner, or none at all, is multinomial naive Bayes on counts of
    words. Documents with the same number in `copies` stay together.

    >>> data = [("good film", "pos"), ("fine film", "pos")] * 5
    >>> data += [("bad film", "neg"), ("dull film", "neg")] * 5
    >>> points = curve(data, along="smoothing", values=[0.1, 1000.0]).points
    >>> [(point.at, point.held_out.mean) for point in points]
    [(0.1, 1.0), (1000.0, 1.0)]
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    _check(along, values)
    folds = Folds.given(folds, base.seed)
    threads = threads_of(threads)
    documents = labelled_documents(documents, base, "a curve", metadata=folds.columns)
    by = metric_named(metric, multilabel=documents.multilabel)
    documents, base, criteria = in_memory(documents, base, folds, threads)
    criteria = keeping(criteria, copies)
    evaluator = _Evaluator(documents, criteria, by, threads, tokenizer)
    if values is None:
        values = VALUES[along]
    if along == DOCUMENTS:
        points = evaluator.along_documents(base, values, folds)
    else:
        points = evaluator.along(base, along, values, folds)
    return Curve(along, by.name, tuple(points))


def _check(along: str, values: Sequence[Any] | None) -> None:
    if values is None and along not in VALUES:
        raise SettingError(
            f"a curve along {along} must have values; got none. Name the values to look at."
        )
    if along == DOCUMENTS and not all(0 < share <= 1 for share in values or ()):
        raise SettingError(
            f"shares of the documents must be above 0 and at most 1; got {values}. "
            "Write 0.1, 0.5, 1."
        )


@dataclass(frozen=True)
class _Evaluator:
    """Documents, and the metric of models on some of them."""

    documents: Documents
    criteria: SplitCriteria
    metric: Metric
    threads: int
    tokenizer: TokensOf | Tokenizer | None

    def along(
        self, base: Recipe, setting: str, values: Sequence[Any], folds: Folds
    ) -> Iterator[Point]:
        """Yield a point for each value, by the models of all folds."""
        candidates = candidates_of(base, {setting: list(values)})
        recipes = [candidate.recipe for candidate in candidates]
        work = Work(self.threads, training=True)
        by_recipe = self._values(self.documents, recipes, folds.parts(self.criteria), work)
        for candidate, both in zip(candidates, by_recipe, strict=True):
            yield both.point(candidate.settings[setting])

    def along_documents(
        self, recipe: Recipe, shares: Sequence[float], folds: Folds
    ) -> Iterator[Point]:
        """Yield a point for each share of the documents; a fifth of all is held out."""
        codes = self.criteria.rarest()
        work = Work(self.threads, training=True, only=(0,))
        seeds = range(folds.seed, folds.seed + (folds.n or 1))
        held_out_by_seed = {
            seed: split(self.criteria, test=RESERVE, seed=seed) == TEST for seed in seeds
        }
        for share in shares:
            sizes = list[int]()
            both = _Values()
            for seed, held_out in held_out_by_seed.items():
                learned = growing_part(codes, ~held_out, share, seed)
                used = held_out | learned
                parts = Parts(learned[used].astype(np.int32))
                documents = select_documents(self.documents, used)
                (drawn,) = self._values(documents, [recipe], [parts], work)
                sizes.append(int(np.count_nonzero(learned)))
                both.extend(drawn)
            yield both.point(round(sum(sizes) / len(sizes)))

    def _values(
        self, documents: Documents, recipes: Sequence[Recipe], repeats: Sequence[Parts], work: Work
    ) -> list["_Values"]:
        """Return for each recipe the metric of each part."""
        by_recipe = [_Values() for _ in recipes]
        n_fields = len(documents.fields)

        def counts_key(place: int) -> tuple[Any, Any]:
            return recipes[place].blocks(n_fields), recipes[place].column_names

        for places in grouped_by(range(len(recipes)), counts_key):
            own = [recipes[place] for place in places]
            tokenizer = own[0].tokenizer(self.tokenizer, "the recipe")
            counted = count(tokenized(documents, tokenizer), own[0], self.threads)
            results = chain.from_iterable(scored(counted, parts, own, work) for parts in repeats)
            for result in or_raise(results):
                both = by_recipe[places[result.recipe]]
                training = result.training or result
                both.training.append(self.metric.of(training.predictions(counted)))
                both.held_out.append(self.metric.of(result.predictions(counted)))
        return by_recipe


@dataclass(frozen=True)
class _Values:
    """The metric of each part: on its training documents, and on those left out."""

    training: list[float | None] = field(default_factory=list)
    held_out: list[float | None] = field(default_factory=list)

    def extend(self, others: "_Values") -> None:
        self.training.extend(others.training)
        self.held_out.extend(others.held_out)

    def point(self, at: Any) -> Point:
        return Point(at, Band.of(self.training), Band.of(self.held_out))


def growing_part(codes: Codes, available: Flags, share: float, seed: int) -> Flags:
    """Return a share of the available documents, evenly by label.

    A larger share has the documents of a smaller one.
    """
    n_available = int(available.sum())
    by_label = np.argsort(stratified_folds(codes[available], n_available, seed), kind="stable")
    order = np.flatnonzero(available)[by_label]
    sizes = np.bincount(codes[available])
    first_of_label = np.cumsum(sizes) - sizes
    rank = np.arange(len(order)) - np.repeat(first_of_label, sizes)
    n_wanted = np.ceil(share * sizes[codes[order]])

    result = np.zeros(len(codes), np.bool_)
    result[order[rank < n_wanted]] = True
    return result
