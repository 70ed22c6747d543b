"""The recipe that suits documents best, with an honest estimate of how good it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier import Classifier
from linnet.errors import SettingError
from linnet.evaluation.answers import Answers, joined
from linnet.evaluation.evaluation import Evaluation, evaluate_answers
from linnet.evaluation.measures import Measure
from linnet.evaluation.splits import stratified_folds
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.reading import Documents
from linnet.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.documents import chosen, fitting, label_codes, labelled_documents, remembered
from linnet.tuning.evaluate import answers
from linnet.tuning.grid import Candidate, Grid, candidates_of
from linnet.tuning.search import Search, Searched, Told, Tried, search, tell_nobody
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

    @property
    def estimate(self) -> Evaluation | None:
        """How good the classifier is on documents that played no part in choosing it."""
        found = self.answers
        return None if found is None else evaluate_answers(found)

    def measures(self) -> dict[str, Measure]:
        """Return the measures of the estimate by name; none where there is no estimate."""
        found = self.estimate
        return {} if found is None else found.measures

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
    folds: int = 5,
    search: str = "grid",
    draws: int | None = None,
    budget: float | None = None,
    one_standard_error: bool = False,
    reserve: float = RESERVE,
    outer_folds: int | None = None,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    told: Told = tell_nobody,
) -> Tuned:
    """Return the classifier of the best recipe of a grid, by cross-validation of all of them.

    A grid has a list of values for each setting that `Recipe.of` takes; all others are as in `recipe`. It may be a list
    of grids. The estimate comes from a reserved share of the documents, or from `outer_folds`, each left out of a whole
    search. Ctrl-C ends the search and keeps the best so far.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 10
    >>> tuned = tune(data, grid={"words": ["1", "1-2"], "smoothing": [0.1, 1.0]})
    >>> tuned.best.settings, tuned.best.value, tuned.estimate.accuracy.value
    ({'words': '1', 'smoothing': 0.1}, 1.0, 1.0)
    """
    how = Search(metric, folds, search, budget, one_standard_error, threads_of(threads), tokenizer, told)
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    documents = remembered(labelled_documents(documents, base, "tuning"))
    _check(documents, reserve, outer_folds)
    drawn = DRAWS if search == "random" and draws is None else draws
    candidates = candidates_of(fitting(base, documents), grid, drawn)
    tuning = _Tuning(documents, candidates, how)
    found, estimated = tuning.nested(outer_folds) if outer_folds else tuning.reserving(reserve)
    classifier = tuning.made(documents, found)
    return Tuned(
        classifier,
        found.best.recipe,
        found.best,
        found.tried,
        metric,
        len(tuning.codes),
        estimated,
        0 if estimated is None else len(estimated),
        outer_folds,
        found.stopped,
    )


def _check(documents: Documents, reserve: float, outer_folds: int | None) -> None:
    if documents.several:
        raise SettingError(
            f"{documents.name}: tuning needs documents of one label each; got lists of labels. Use cross-validation."
        )
    if not 0 <= reserve < 1:
        raise SettingError(f"the reserve must be a share from 0 up to 1; got {reserve}. Use {RESERVE} if unsure.")
    if outer_folds is not None and outer_folds < 2:
        raise SettingError(f"outer folds must be 2 or more; got {outer_folds}. Use 5, or reserve a share.")


class _Tuning:
    """The same documents, candidates and search for the choice and for its estimate."""

    def __init__(self, documents: Documents, candidates: Sequence[Candidate], how: Search) -> None:
        self.documents, self.candidates, self.how = documents, candidates, how
        self.codes = label_codes(documents)
        self.seed = candidates[0].recipe.seed

    def made(self, documents: Documents, found: Searched) -> Classifier:
        """Return the classifier of the best recipe, learned from these documents."""
        return train(documents, found.best.recipe, threads=self.how.threads, tokenizer=self.how.tokenizer)

    def reserving(self, share: float) -> tuple[Searched, Answers | None]:
        """Search without a reserved part of the documents, and judge the choice by these alone."""
        away = reserved_part(self.codes, share, self.seed)
        if not away.any():
            return search(self.documents, self.candidates, self.how), None
        found = search(chosen(self.documents, ~away), self.candidates, self.how)
        return found, self._judged(found, away)

    def nested(self, folds: int) -> tuple[Searched, Answers | None]:
        """Search all documents, and judge searching itself: by each part, a search of the others chooses for it."""
        budget = self.how.budget and self.how.budget / (folds + 1)
        how = replace(self.how, budget=budget)
        found = search(self.documents, self.candidates, how)
        if found.stopped == "interrupted":
            return found, None
        part, judged = stratified_folds(self.codes, folds, self.seed + 2), []
        for fold in range(folds):
            inner = search(chosen(self.documents, part != fold), self.candidates, how)
            judged.append(self._judged(inner, part == fold))
            if inner.stopped == "interrupted":
                return replace(found, stopped="interrupted"), None
        return found, joined(judged)

    def _judged(self, found: Searched, held: npt.NDArray[np.bool_]) -> Answers:
        classifier = self.made(chosen(self.documents, ~held), found)
        return answers(classifier, chosen(self.documents, held), threads=self.how.threads)


def reserved_part(codes: npt.NDArray[Any], share: float, seed: int) -> npt.NDArray[np.bool_]:
    """Return which documents are put aside: a share of every label, drawn at random.

    >>> reserved_part(np.array([0] * 6 + [1] * 4), 0.5, seed=1).astype(int).tolist()
    [0, 1, 1, 1, 0, 0, 1, 1, 0, 0]
    """
    place = stratified_folds(codes, len(codes), seed)  # among all, shuffled within their label
    return np.asarray(np.floor((place + 1) * share) > np.floor(place * share))
