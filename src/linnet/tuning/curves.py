"""Curves: how good a recipe is on its training documents and on others, along one setting or with more documents.

Where the two are far apart a model has learned its documents by heart; where both are low it can learn too little.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from linnet.errors import SettingError
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.register import Metric
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
from linnet.validation.subtraction import count
from linnet.validation.training_documents import in_memory, labelled_documents, select_documents

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
        return (
            cls(sum(there) / len(there), min(there), max(there)) if there else cls(None, None, None)
        )


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
        points = [
            {"at": one.at, **{name: vars(getattr(one, name)) for name in bands}}
            for one in self.points
        ]
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
) -> Curve:
    """Return the curve of a metric along a setting, or along growing shares of the documents.

    Bands are over the folds, each left out once; along documents, over so many draws of a fifth to judge by. Without a
    metric it is accuracy, or micro-f1 where documents may have several labels. A recipe that names no learner, or none
    at all, is multinomial naive Bayes on counts of words.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 5
    >>> [(one.at, one.held_out.mean) for one in curve(data, along="smoothing", values=[0.1, 1000.0]).points]
    [(0.1, 1.0), (1000.0, 1.0)]
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    _check(along, values)
    folds, threads = Folds.given(folds, base.seed), threads_of(threads)
    documents = labelled_documents(documents, base, "a curve", metadata=folds.columns)
    by = metric_named(metric, multilabel=documents.multilabel)
    documents, base, criteria = in_memory(documents, base, folds, threads)
    judge = _Judge(documents, criteria, by, threads, tokenizer)
    asked = VALUES[along] if values is None else values
    found = (
        judge.along_documents(base, asked, folds)
        if along == DOCUMENTS
        else judge.along(base, along, asked, folds)
    )
    return Curve(along, by.name, tuple(found))


def _check(along: str, values: Sequence[Any] | None) -> None:
    if values is None and along not in VALUES:
        raise SettingError(
            f"a curve along {along} must have values; got none. Name the values to look at."
        )
    if along == DOCUMENTS and not all(0 < share <= 1 for share in values or ()):
        raise SettingError(
            f"shares of the documents must be above 0 and at most 1; got {values}. Write 0.1, 0.5, 1."
        )


@dataclass(frozen=True)
class _Judge:
    """Documents, and what a model is judged by."""

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
        recipes, work = [one.recipe for one in candidates], Work(self.threads, training=True)
        found = self._values(self.documents, recipes, folds.parts(self.criteria), work)
        for one, (training, held_out) in zip(candidates, found, strict=True):
            yield Point(one.settings[setting], Band.of(training), Band.of(held_out))

    def along_documents(
        self, recipe: Recipe, shares: Sequence[float], folds: Folds
    ) -> Iterator[Point]:
        """Yield a point for each share of the documents, by models of so many and a fifth of all to judge by."""
        codes, work = self.criteria.rarest(), Work(self.threads, training=True, only=(0,))
        seeds = range(folds.seed, folds.seed + (folds.n or 1))
        judging = {seed: split(self.criteria, test=RESERVE, seed=seed) == TEST for seed in seeds}
        for share in shares:
            sizes, bands = list[int](), (list[float | None](), list[float | None]())
            for seed, away in judging.items():
                learned = growing_part(codes, ~away, share, seed)
                part = learned[away | learned].astype(np.int32)
                documents = select_documents(self.documents, away | learned)
                ((training, held_out),) = self._values(documents, [recipe], [Parts(part)], work)
                sizes.append(int(np.count_nonzero(learned)))
                bands[0].extend(training)
                bands[1].extend(held_out)
            yield Point(round(sum(sizes) / len(sizes)), *map(Band.of, bands))

    def _values(
        self, documents: Documents, recipes: Sequence[Recipe], repeats: Sequence[Parts], work: Work
    ) -> list[tuple[list[float | None], list[float | None]]]:
        """Return for each recipe the metric of each part: on its training documents, and on those left out."""
        values: list[tuple[list[float | None], list[float | None]]] = [([], []) for _ in recipes]
        fields = len(documents.fields)
        for places in grouped_by(
            range(len(recipes)),
            lambda place: (recipes[place].blocks(fields), recipes[place].column_names),
        ):
            own = [recipes[place] for place in places]
            cut = tokenized(documents, own[0].tokenizer(self.tokenizer, "the recipe"))
            counted = count(cut, own[0], self.threads)
            for one in or_raise(
                chain.from_iterable(scored(counted, parts, own, work) for parts in repeats)
            ):
                for side, said in zip(
                    values[places[one.recipe]], (one.training or one, one), strict=True
                ):
                    side.append(self.metric.of(said.answers(counted)))
        return values


def growing_part(codes: Codes, there: Flags, share: float, seed: int) -> Flags:
    """Return a share of the documents that are there, evenly by label; a larger share has those of a smaller one."""
    order = np.flatnonzero(there)[
        np.argsort(stratified_folds(codes[there], int(there.sum()), seed), kind="stable")
    ]
    sizes = np.bincount(codes[there])
    rank = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    result = np.zeros(len(codes), np.bool_)
    result[order[rank < np.ceil(share * sizes[codes[order]])]] = True
    return result
