"""What is known of a recipe that was tried."""

import math

import pytest

from linnet.evaluation.metrics.register import METRICS
from linnet.recipe.recipe import Recipe
from linnet.tuning.tried import SearchProgress, Tried, ignore_progress, rank


def tried(*by_part, documents=10, **more):
    return Tried({"smoothing": 0.1}, Recipe.of(smoothing=0.1), by_part, 0, documents, **more)


def test_the_value_is_the_mean_of_the_parts_where_it_is_defined():
    # Of 0.5 and 0.7: mean 0.6, deviation √(0.01 + 0.01), over √2.
    one = tried(0.5, None, 0.7)
    assert one.value == pytest.approx(0.6)
    assert one.standard_error == pytest.approx(0.1)


def test_one_part_has_no_standard_error_and_no_part_no_value():
    assert (tried(0.5).value, tried(0.5).standard_error) == (0.5, None)
    assert (tried().value, tried(None).value, tried().standard_error) == (None, None, None)


def test_most_documents_come_first_then_the_best_value_and_no_value_last():
    few, worse, better, unknown = (
        tried(0.9, documents=5),
        tried(0.5),
        tried(0.7),
        tried(None, documents=99),
    )
    order = sorted([unknown, few, worse, better], key=lambda one: rank(one, METRICS["accuracy"]))
    assert order == [better, worse, few, unknown]
    assert rank(unknown, METRICS["accuracy"]) == (0, math.inf)


def test_of_a_loss_the_smallest_is_best():
    losses = [tried(0.7), tried(0.5)]
    assert min(losses, key=lambda one: rank(one, METRICS["log-loss"])) == tried(0.5)


def test_as_json_a_problem_that_there_is_not_is_null():
    assert tried(0.5, None).as_json() == {
        "settings": {"smoothing": 0.1},
        "value": 0.5,
        "standard_error": None,
        "by_part": [0.5, None],
        "features": 0,
        "documents": 10,
        "problem": None,
    }
    assert tried(problem="no features").as_json()["problem"] == "no features"


def test_progress_that_nobody_asked_for_is_not_printed(capsys):
    ignore_progress(SearchProgress(1, 2))
    assert capsys.readouterr() == ("", "")
