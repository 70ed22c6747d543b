"""Whoever comes with a name of scikit-learn reads what it is called here."""

import pytest

from linnet import Recipe, SettingError, tune
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS
from linnet.evaluation.metrics.register import METRICS
from linnet.learning.learners import LEARNERS
from linnet.recipe.table import names
from linnet.settings.sklearn_names import NAMES, hint_of

FILMS = [("good film", "pos"), ("bad film", "neg")] * 10
KNOWN = {
    *names("features"), *names("learner"), *names("recipe"),
    *METRICS, *MULTILABEL_METRICS, *LEARNERS,
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_what_a_hint_names_is_there(name):
    assert set(NAMES[name][0]) <= KNOWN
    assert name not in KNOWN


@pytest.mark.parametrize(
    ("settings", "hint"),
    [
        ({"C": 1.0}, r"scikit-learn's C is strength here, 1 / \(C · documents\): C=1 is "),
        ({"alpha": 1.0}, "scikit-learn's alpha is smoothing or strength here, smoothing of naive"),
        ({"max_iter": 5}, r"scikit-learn's max_iter is rounds here\.$"),
        ({"ngram_range": (1, 2)}, r"is words or chars here, words='1-2' in place of \(1, 2\)\.$"),
        ({"learner": "LinearSVC"}, r"got 'LinearSVC'\. scikit-learn's LinearSVC is svm here\.$"),
    ],
)
def test_a_recipe_says_what_a_setting_is_called(settings, hint):
    with pytest.raises(SettingError, match=hint):
        Recipe.of(**settings)


def test_a_grid_and_a_metric_say_it_too():
    with pytest.raises(SettingError, match="scikit-learn's alpha is smoothing or strength here"):
        tune(FILMS, grid={"alpha": [0.1, 1.0]})
    with pytest.raises(SettingError, match=r"scikit-learn's f1 is macro-f1 or micro-f1 here\.$"):
        tune(FILMS, grid={"smoothing": [0.1, 1.0]}, metric="f1")


def test_another_name_has_no_hint():
    assert hint_of("warmth", KNOWN) == hint_of(("C",), KNOWN) == ""
