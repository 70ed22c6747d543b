"""Results of tuning in a line, and as tables."""

import pytest

import linnet
from linnet.errors import SettingError
from linnet.recipe.recipe import Recipe
from linnet.tuning.curves import Band, Curve, Point
from linnet.tuning.tried import Tried
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES

FILMS = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 10


def test_tuning_tells_of_the_best_and_of_the_honest_estimate():
    tuned = linnet.tune(FILMS, grid={"smoothing": [1000.0, 0.1]}, folds=3)
    assert repr(tuned).startswith(
        "Tuned(best of 2 recipes: smoothing 0.1, estimate by 8 documents: accuracy 1.000"
    )
    assert repr(tuned.best).startswith("Tried(smoothing 0.1: 1.0000 ± 0.0000 on 32 documents")
    shown = check_html(tuned._repr_html_())
    assert "By 8 documents reserved from the start." in shown
    assert "2 recipes tried to the end" in shown
    assert shown.index("smoothing 0.1") < shown.index("smoothing 1000")
    check_shown(tuned.held)
    check_shown(tuned.classifier)


def test_no_search_has_no_estimate():
    tuned = linnet.choose(FILMS[:4])
    check_shown(tuned)
    assert "no honest estimate" in repr(tuned)
    assert "There is no honest estimate" in check_html(tuned._repr_html_())


def test_what_could_not_learn_says_why():
    problem = str(SettingError(f"a setting must fit; got {NAMES[0]}."))
    tried = Tried({"stop_words": NAMES}, Recipe(), problem=problem)
    check_shown(tried)
    check_shown(Tried({}, Recipe()))


def test_a_curve_is_a_table():
    curve = linnet.curve(FILMS, along="smoothing", values=[0.1, 1000.0], folds=2)
    assert repr(curve) == (
        "Curve(accuracy along smoothing, 2 points, held out 1.000 at 0.1 to 1.000 at 1000)"
    )
    assert "in brackets the lowest and the highest" in check_html(curve._repr_html_())


@pytest.mark.parametrize("n", [0, 1, 100])
def test_curves_of_any_length_are_shown(n):
    point = Point(NAMES[0], Band(None, None, None), Band(0.5, 0.4, 0.6))
    check_shown(Curve(NAMES[1], "accuracy", (point,) * n))
