"""The share of a recipe's features that stay."""

import pytest

from linnet.recipe.recipe import Recipe
from linnet.tuning.fewer import Fewer

BASE = Recipe.of(learner="svm", words="1-2")


@pytest.mark.parametrize(
    ("share", "n", "top"),
    [(0.5, 4000, 2000), (1 / 32, 34, 1), (0.3, 5.6, 2), (0.001, 10, 1)],
)
def test_a_share_of_the_features_stays_and_at_least_one(share, n, top):
    few = Fewer(share, "chi2").of(BASE, n)
    assert few == Recipe.of(learner="svm", words="1-2", select="chi2", select_top=top, narrow=True)


def test_where_all_features_stay_the_file_is_narrow_and_nothing_is_selected():
    assert Fewer().of(BASE, 4000) == Recipe.of(learner="svm", words="1-2", narrow=True)
    selected = Recipe.of(select="chi2", select_top=7)
    assert Fewer().of(selected, 4000) == Recipe.of(select="chi2", select_top=7, narrow=True)
