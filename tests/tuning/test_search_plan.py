"""How a search goes: its rounds, and the recipes of each."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.recipe.recipe import Recipe
from linnet.tuning.search_plan import Search, recipes_of_round, rounds_of
from linnet.tuning.tried import Tried
from linnet.validation.folds import Folds


def rounds(kind, n, candidates=1, **settings):
    """The documents of each round, of which every third has the rarer label."""
    criteria = SplitCriteria((np.arange(n) % 3 == 0).astype(np.int32))
    return rounds_of(criteria, candidates, Search(kind=kind, **settings))


def sizes(kind, n, candidates=1, **settings):
    return [int(np.count_nonzero(which)) for which in rounds(kind, n, candidates, **settings)]


def tried(value, **settings):
    by_part = () if value is None else (value,)
    return Tried(settings, Recipe(), by_part, documents=10)


def test_a_grid_is_one_round_of_all_documents_and_kinds_are_two():
    assert sizes("grid", 900, 100) == sizes("random", 900, 100) == [900]
    assert sizes("kinds", 900, 100) == [900, 900]


def test_halving_takes_three_times_as_many_documents_each_round():
    # 18 recipes on a ninth, 6 on a third, 2 on all.
    assert sizes("halving", 2700, 18) == [300, 900, 2700]
    assert sizes("halving", 2700, 3) == [2700]
    # 899 documents make two parts of at least 300: one in the first rounds.
    assert sizes("halving", 899, 18) == [450, 450, 899]
    assert sizes("halving", 120, 18) == [120, 120, 120]


def test_later_rounds_contain_earlier_ones_and_their_share_of_each_label():
    first, second, _ = rounds("halving", 2700, 18)
    assert not np.any(first & ~second)
    rare = np.arange(2700) % 3 == 0
    assert np.count_nonzero(first & rare) == 100


def test_rounds_may_be_named():
    assert sizes("halving", 100, rounds=(10, 30)) == [10, 30]
    assert sizes("halving", 100, rounds=(60, 80)) == [100]  # the same documents twice
    assert sizes("kinds", 100, rounds=(60, 80)) == [100, 100]


def test_the_best_third_goes_on_in_the_order_of_the_grid():
    values = [0.1, 0.9, None, 0.5, 0.7, 0.2, 0.3]
    recipes = [tried(value, seed=place) for place, value in enumerate(values)]
    halving = Search(kind="halving")
    assert recipes_of_round(halving, recipes, 0) == [*range(7)]
    assert recipes_of_round(halving, recipes, 1) == [1, 3, 4]  # a third of 7, rounded up
    losses = Search(kind="halving", metric=METRICS["log-loss"])
    assert recipes_of_round(losses, recipes, 2) == [0]


def test_by_kinds_the_first_of_each_kind_begins_and_three_kinds_go_on():
    recipes = []
    for words, value in (("1", 0.5), ("1-2", 0.9), ("1-3", 0.6), ("2", 0.7)):
        recipes += [tried(value, words=words, smoothing=1.0), tried(None, words=words, smoothing=2)]
    kinds = Search(kind="kinds")
    assert recipes_of_round(kinds, recipes, 0) == [0, 2, 4, 6]
    assert recipes_of_round(kinds, recipes, 1) == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"kind": "magic"}, "must be one of grid, random, halving, kinds; got 'magic'"),
        ({"folds": Folds(None)}, "folds of some documents; got leave-one-out. Name their number"),
        ({"budget": 0}, "a budget must be a time above 0 seconds; got 0. Write 60s or 5m"),
        ({"budget": float("inf")}, "a budget must be a time above 0 seconds; got inf"),
    ],
)
def test_a_search_that_cannot_be_is_refused(settings, sentence):
    with pytest.raises(SettingError, match=sentence):
        Search(**settings)
