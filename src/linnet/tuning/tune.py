"""The recipe that suits documents best, with an honest estimate of how good it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linnet.classifier import Classifier
from linnet.errors import SettingError
from linnet.evaluation.answers import Answers, joined
from linnet.evaluation.evaluation import Evaluation, evaluate_answers
from linnet.evaluation.measures import Measure
from linnet.evaluation.splits import TEST, Flags, Traits, split
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning.naive_bayes import NaiveBayes
from linnet.reading import Documents
from linnet.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.documents import chosen, one_label_each
from linnet.tuning.evaluate import answers
from linnet.tuning.folds import Folds
from linnet.tuning.grid import Candidate, Grid, candidates_of
from linnet.tuning.search import Search, Searched, Told, Tried, tell_nobody
from linnet.tuning.search import search as search_among
from linnet.tuning.train import train

RESERVE = 0.2
DRAWS = 20


@dataclass(frozen=True, eq=False)
class Tuned:
    """A classifier, the recipe that was chosen for it, and what was tried.

    The value of the best recipe is the best of many, and so too good to be true. The estimate is honest: it comes from
    documents that played no part in choosing. There is none where none were reserved.
    """

    classifier: Classifier  # learned from all documents
    recipe: Recipe
    best: Tried
    tried: tuple[Tried, ...]  # in the order of the grid
    metric: str
    documents: int
    answers: Answers | None  # for documents that played no part in choosing
    reserved: int = 0  # how many of them there are
    outer_folds: int | None = None  # None: the reserved documents are one part
    stopped: str = ""  # "budget" or "interrupted", where not all was tried

    @cached_property
    def estimate(self) -> Evaluation | None:
        """How good the classifier is on documents that played no part in choosing it."""
        return None if self.answers is None else evaluate_answers(self.answers)

    def measures(self) -> dict[str, Measure]:
        """Return the measures of the estimate by name, that of the search first; none where there is no estimate."""
        found = {} if self.estimate is None else self.estimate.measures
        return {name: found[name] for name in dict.fromkeys((self.metric, *found)) if name in found}

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "metric": self.metric,
            "documents": self.documents,
            "tried": [one.as_json() for one in self.tried],
            "best": self.best.as_json(),
            "recipe": self.recipe.to_dict(),
            "estimate": {name: measure.as_json() for name, measure in self.measures().items()},
            "reserved": self.reserved,
            "outer_folds": self.outer_folds,
            "stopped": self.stopped or None,
        }


def tune(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    grid: Grid | Sequence[Grid] | None = None,
    *,
    metric: str = "accuracy",
    folds: int | Folds = 5,
    search: str = "grid",
    draws: int | None = None,
    budget: float | None = None,
    one_standard_error: bool = False,
    reserve: float = RESERVE,
    outer_folds: int | None = None,
    calibration: str | None = None,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    told: Told = tell_nobody,
) -> Tuned:
    """Return the classifier of the best recipe of a grid, by cross-validation of all of them.

    A grid has a list of values for each setting that `Recipe.of` takes; all others are as in `recipe`. It may be a list
    of grids. The estimate comes from a reserved share of the documents, or from `outer_folds`, each left out of a whole
    search. Ctrl-C ends the search and keeps the best so far. Where nothing is said of `calibration`, naive Bayes and
    learners of margins get one, since their scores are no honest probabilities by themselves.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 10
    >>> tuned = tune(data, grid={"words": ["1", "1-2"], "smoothing": [0.1, 1.0]})
    >>> tuned.best.settings, tuned.best.value, tuned.estimate.accuracy.value
    ({'words': '1', 'smoothing': 0.1}, 1.0, 1.0)
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    how = Search(
        metric, Folds.given(folds, base.seed), search, budget, one_standard_error, threads_of(threads), tokenizer, told
    )
    _check(reserve, outer_folds)
    documents, base, traits = one_label_each(documents, base, "tuning", how.folds, how.threads)
    candidates = candidates_of(base, grid, DRAWS if search == "random" and draws is None else draws)
    tuning = _Tuning(documents, traits, candidates, how, calibration)
    found, estimated = tuning.nested(outer_folds) if outer_folds else tuning.reserving(reserve)
    classifier = tuning.made(documents, found)
    return Tuned(
        classifier,
        classifier.recipe,
        found.best,
        found.tried,
        metric,
        len(traits),
        estimated,
        0 if estimated is None else len(estimated),
        outer_folds,
        found.stopped,
    )


def _check(reserve: float, outer_folds: int | None) -> None:
    if not 0 <= reserve < 1:
        raise SettingError(f"the reserve must be a share from 0 up to 1; got {reserve}. Use {RESERVE} if unsure.")
    if outer_folds is not None and outer_folds < 2:
        raise SettingError(f"outer folds must be 2 or more; got {outer_folds}. Use 5, or reserve a share.")


@dataclass(frozen=True)
class _Tuning:
    """The same documents, candidates and search for the choice and for its estimate."""

    documents: Documents
    traits: Traits
    candidates: Sequence[Candidate]
    how: Search
    calibration: str | None = None

    def made(self, documents: Documents, found: Searched) -> Classifier:
        """Return the classifier of the best recipe, learned from these documents, and calibrated."""
        recipe = with_calibration(found.best.recipe, self.calibration)
        return train(documents, recipe, threads=self.how.threads, tokenizer=self.how.tokenizer)

    def reserving(self, share: float) -> tuple[Searched, Answers | None]:
        """Search without a reserved part of the documents, and judge the choice by these alone."""
        if not share:
            return search_among(self.documents, self.traits, self.candidates, self.how), None
        away = split(self.traits, test=share, seed=self.how.folds.seed) == TEST
        found = self._searched(~away, self.how)
        return found, self._judged(found, ~away, away)

    def nested(self, n: int) -> tuple[Searched, Answers | None]:
        """Search all documents, and judge searching itself: for each part, a search of the others chooses."""
        budget = self.how.budget and self.how.budget / (n + 1)
        how = replace(self.how, budget=budget)
        found = search_among(self.documents, self.traits, self.candidates, how)
        (parts,) = replace(how.folds, n=n, repeats=1, seed=how.folds.seed + 1).parts(self.traits)
        judged, stopped = list[Answers](), found.stopped
        for part in () if stopped == "interrupted" else parts.judged():
            inner = self._searched(parts.training(part), how)
            judged.append(self._judged(inner, parts.training(part), parts.held_out(part)))
            stopped = stopped or inner.stopped
            if inner.stopped == "interrupted":
                break
        whole = stopped != "interrupted"
        return replace(found, stopped=stopped), joined(judged) if whole else None

    def _searched(self, which: Flags, how: Search) -> Searched:
        return search_among(chosen(self.documents, which), self.traits.select(which), self.candidates, how)

    def _judged(self, found: Searched, training: Flags, held: Flags) -> Answers:
        classifier = self.made(chosen(self.documents, training), found)
        judged = answers(classifier, chosen(self.documents, held), threads=self.how.threads)
        groups = self.traits.groups
        return judged if groups is None else replace(judged, groups=np.asarray(groups[held], np.int64))


def with_calibration(recipe: Recipe, asked: str | None) -> Recipe:
    """Return the recipe with a calibration: as asked, as it has one, or where its scores need one.

    >>> with_calibration(Recipe.of(learner="logistic"), None).calibration, with_calibration(Recipe(), None).calibration
    ('none', 'auto')
    """
    if asked is None and recipe.calibration == "none":
        asked = "auto" if isinstance(recipe.learner, NaiveBayes) or recipe.learner.link == "margin" else "none"
    return recipe if asked is None else replace(recipe, calibration=asked)
