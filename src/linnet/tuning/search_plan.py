"""How a search goes: its settings, the documents of its rounds, and the recipes of each round."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.splits.splits import Codes, Flags, SplitCriteria, stratified_folds
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.recipe.table import fine_settings
from linnet.tuning.tried import ProgressCallback, Tried, ignore_progress, rank
from linnet.validation.folds import Folds

if TYPE_CHECKING:
    from linnet.tuning.search_work import JobProgress

KINDS = ("grid", "random", "halving", "kinds")
TIMES = 3  # of successive halving: the best third goes on, on three times as many documents
BEST = 4  # of kinds: the best quarter goes on
FEWEST_KINDS = 3  # that go on, whatever their quarter is
FEWEST = 300  # documents of the first round of halving, or as many as there are
FINE = fine_settings()  # settings that make no other kind of recipe

Share = tuple[int, int]  # so many of so many parts


@dataclass(frozen=True)
class Search:
    """How recipes are tried and the best one is chosen."""

    metric: Metric = field(default_factory=lambda: metric_named(None, multilabel=False))
    folds: Folds = field(default_factory=lambda: Folds(5))
    kind: str = "grid"
    budget: float | None = None  # seconds; at least one recipe is finished
    one_standard_error: bool = False
    threads: int = 1
    tokenizer: TokensOf | Tokenizer | None = None
    progress: ProgressCallback = field(default=ignore_progress, compare=False)
    job: "JobProgress | None" = field(default=None, compare=False)  # None: the search is all of it
    rounds: tuple[int, ...] = ()  # documents of each round; where none are named, they are computed

    def __post_init__(self) -> None:
        """Refuse what is not there."""
        if self.kind not in KINDS:
            raise SettingError(
                f"a search must be one of {', '.join(KINDS)}; got {quoted(self.kind)}. "
                "Choose one of these."
            )
        if self.folds.n is None:
            raise SettingError(
                "recipes are compared by folds of some documents; got leave-one-out. "
                "Name their number."
            )
        if self.budget is not None and not 0 < self.budget < math.inf:
            raise SettingError(
                f"a budget must be a time above 0 seconds; got {self.budget}. Write 60s or 5m."
            )


def rounds_of(criteria: SplitCriteria, candidates: int, how: Search) -> list[Flags]:
    """Return the documents of each round of a search among so many recipes.

    Later rounds contain the documents of earlier ones.
    """
    shares = _shares_of_rounds(how, len(criteria), candidates)
    return _nested_samples(criteria.rarest(), shares, how.folds.seed)


def _shares_of_rounds(how: Search, n: int, candidates: int) -> list[Share]:
    """Return the share of n documents that each round is tried on."""
    if how.kind in ("grid", "random"):
        return [(1, 1)]
    if how.rounds:
        return _shares_of_sizes(how, n)
    if how.kind == "kinds":
        return [(1, 1), (1, 1)]
    return _shares_of_halving(n, candidates)


def _shares_of_sizes(how: Search, n: int) -> list[Share]:
    """Return the shares that come nearest to the sizes of the rounds that are named."""
    first_size = how.rounds[0]
    parts = max(1, n // first_size)
    takes = [min(parts, round(size / first_size)) for size in how.rounds]
    if how.kind != "kinds":
        takes = list(dict.fromkeys(takes))
    return [(take, parts) for take in takes]


def _shares_of_halving(n: int, candidates: int) -> list[Share]:
    """Return shares that grow threefold while the recipes become a third of what they were."""
    last = 0
    while math.ceil(candidates / TIMES**last) > TIMES:
        last += 1
    parts = min(TIMES**last, max(1, n // FEWEST))
    takes = [max(1, parts // TIMES ** (last - number)) for number in range(last + 1)]
    return [(take, parts) for take in takes]


def _nested_samples(codes: Codes, shares: Sequence[Share], seed: int) -> list[Flags]:
    """Return a stratified sample for each share; the larger ones contain the smaller ones."""
    _, parts = shares[0]
    part = np.zeros(len(codes), np.int32)
    if parts > 1:
        part = stratified_folds(codes, parts, seed + 1)
    return [part < take for take, _ in shares]


def recipes_of_round(how: Search, tried: Sequence[Tried], number: int) -> list[int]:
    """Return the places of the recipes that go on in a round, or begin in it."""
    best_first = sorted(range(len(tried)), key=lambda place: rank(tried[place], how.metric))
    if how.kind != "kinds":
        n_left = math.ceil(len(tried) / TIMES**number)
        return sorted(best_first[:n_left])

    kinds = [_kind_of(recipe) for recipe in tried]
    if number == 0:
        return [place for place, kind in enumerate(kinds) if kind not in kinds[:place]]
    ranked_kinds = list(dict.fromkeys(kinds[place] for place in best_first))
    return _of_best_kinds(kinds, ranked_kinds)


def _of_best_kinds(kinds: Sequence[str], ranked_kinds: Sequence[str]) -> list[int]:
    """Return the places of recipes whose kind is among the best quarter."""
    n_kinds = max(FEWEST_KINDS, math.ceil(len(ranked_kinds) / BEST))
    best_kinds = ranked_kinds[:n_kinds]
    return [place for place, kind in enumerate(kinds) if kind in best_kinds]


def likely_recipes_of_round(how: Search, tried: Sequence[Tried], number: int) -> list[int]:
    """Return the places of recipes that will be tried in a later round, as far as one can tell.

    Kinds that were not tried yet are taken for the best: those with the most features come last,
    and they mostly are.
    """
    if how.kind != "kinds" or number == 0:
        return recipes_of_round(how, tried, number)
    kinds = [_kind_of(recipe) for recipe in tried]
    known = {kind for kind, recipe in zip(kinds, tried, strict=True) if recipe.documents}
    best_first = sorted(range(len(tried)), key=lambda place: rank(tried[place], how.metric))
    unknown = [kind for kind in reversed(kinds) if kind not in known]
    ranked = [kinds[place] for place in best_first if kinds[place] in known]
    return _of_best_kinds(kinds, list(dict.fromkeys([*unknown, *ranked])))


def _kind_of(tried: Tried) -> str:
    """Return what recipes of the same kind have in common: all settings but the fine ones."""
    coarse = {name: value for name, value in tried.settings.items() if name not in FINE}
    return repr(coarse)
