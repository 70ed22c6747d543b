"""Trying recipes on documents that their models have not learned."""

import pytest

from linnet.errors import SettingError
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.tuning import search as searching
from linnet.tuning.grid import candidates_of
from linnet.tuning.search import search
from linnet.tuning.search_plan import Search
from linnet.validation.folds import Folds
from linnet.validation.splitting import criteria_of

# Words tell nothing here: every model says "a", which two in three documents of each fold have.
SAME = [("film", "a"), ("film", "a"), ("film", "b")] * 4
FILMS = [("good film", "pos"), ("bad film", "neg")] * 6
SEVERAL = [("good", ["pos"]), ("good fun", ["fun", "pos"]), ("fun", ["fun"]), ("dull", [])] * 4


def searched(pairs, grid, base=None, metric=None, folds=2, **how):
    documents = read(pairs)
    metric = metric_named(metric, multilabel=documents.multilabel)
    folds = Folds(folds)
    candidates = candidates_of(Recipe.of(**(base or {})), grid)
    settings = Search(metric=metric, folds=folds, **how)
    return search(documents, criteria_of(documents, folds), candidates, settings)


def values(found):
    return [tried.value for tried in found.tried]


def test_a_recipe_is_judged_by_each_fold_in_turn():
    found = searched(SAME, {"smoothing": [0.5, 1.0]})
    first, second = found.tried
    assert first.by_part == second.by_part == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert (first.documents, first.features, first.problem) == (12, 1, "")
    assert found.best is first  # of equals
    assert found.stopped == ""


def test_the_best_is_the_smallest_of_a_loss():
    found = searched(FILMS, {"smoothing": [100.0, 0.1]}, metric="log-loss")
    # The less smoothing, the surer of "good" and "bad".
    assert found.best.settings == {"smoothing": 0.1}
    assert values(found)[1] < values(found)[0]


def test_within_a_standard_error_the_recipe_of_fewest_features_and_most_smoothing_is_taken():
    grid = {"words": ["1-2", "1"], "smoothing": [0.1, 1.0]}
    assert searched(FILMS, grid).best.settings == {"words": "1-2", "smoothing": 0.1}
    found = searched(FILMS, grid, one_standard_error=True)
    assert values(found) == [1.0] * 4
    assert found.best.settings == {"words": "1", "smoothing": 1.0}


def test_a_recipe_that_cannot_learn_has_a_problem_and_where_none_can_it_is_raised():
    base = {"weighting": "tfidf"}
    found = searched(FILMS, {"min_documents": [1000, 1]}, base)
    assert values(found) == [None, 1.0]
    assert "must leave some features" in found.tried[0].problem
    with pytest.raises(SettingError, match="must leave some features"):
        searched(FILMS, {"min_documents": [1000, 2000]}, base)


def test_a_metric_that_no_recipe_has_is_refused():
    with pytest.raises(SettingError) as refused:
        searched(FILMS, {"strength": [0.1]}, {"learner": "svm"}, metric="log-loss")
    assert str(refused.value) == (
        "the log-loss must be defined for some recipe; got none. Choose another."
    )


@pytest.mark.parametrize("calibration", ["shared-platt", "platt"])
def test_margins_have_probabilities_once_they_are_calibrated(calibration):
    base = {"learner": "svm", "calibration": calibration}
    found = searched(FILMS * 4, {"strength": [0.1]}, base, metric="log-loss")
    assert len(found.best.by_part) == 2
    assert 0 < found.best.value < 0.5  # below ln 2, that of guessing


def test_sets_of_labels_are_decided_by_calibrated_probabilities():
    base = {"learner": "svm", "calibration": "platt"}
    found = searched(SEVERAL * 4, {"strength": [0.01]}, base, metric="subset-accuracy")
    assert found.best.value == 1.0
    # No probability is above 0.9999: no document gets a label, and one in four has none.
    base = {"learner": "logistic", "calibration": "platt", "cutoff": 0.9999}
    strict = searched(SEVERAL * 4, {"strength": [0.01]}, base, metric="subset-accuracy")
    assert strict.best.value == 0.25
    # So it is with a cutoff of margins, which a penalty keeps below 2.
    base = {"learner": "svm", "calibration": "platt", "cutoff": 2.0}
    strict = searched(SEVERAL * 4, {"strength": [0.01]}, base, metric="subset-accuracy")
    assert strict.best.value == 0.25


def test_a_spent_budget_and_ctrl_c_leave_the_recipes_that_are_finished(monkeypatch):
    grid = {"words": ["1", "1-2", "1-3"]}
    clock = iter(range(100))
    monkeypatch.setattr(searching, "monotonic", lambda: next(clock))
    spent = searched(FILMS, grid, budget=0.5)
    assert (spent.stopped, values(spent)) == ("budget", [1.0, None, None])

    def interrupt(progress):
        if progress.done == 2 and not progress.stopped:
            raise KeyboardInterrupt

    stopped = searched(FILMS, grid, progress=interrupt)
    assert (stopped.stopped, values(stopped)) == ("interrupted", [1.0, 1.0, None])


def test_ctrl_c_before_a_recipe_is_finished_leaves_nothing():
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        searched(FILMS, {"smoothing": [1.0]}, progress=interrupt)


def test_by_kinds_documents_are_counted_once_for_both_rounds(monkeypatch):
    counted = []
    count = searching.count

    def counting(documents, recipe, threads):
        counted.append(recipe.features.words)
        return count(documents, recipe, threads)

    monkeypatch.setattr(searching, "count", counting)
    found = searched(FILMS, {"words": ["1", "1-2"], "smoothing": [0.1, 1.0]}, kind="kinds")
    assert values(found) == [1.0] * 4
    assert counted == [(1, 1), (1, 2)]


def test_repeats_and_a_tokenizer_are_taken():
    documents = read(FILMS)
    folds = Folds(2, repeats=3)
    recipe, tokenizer = Recipe().cut_by(lambda text: text.split("-"))
    how = Search(folds=folds, tokenizer=tokenizer)
    candidates = candidates_of(recipe, {"words": ["1"]})
    found = search(documents, criteria_of(documents, folds), candidates, how)
    assert found.best.by_part == (1.0,) * 6
    assert found.best.features == 2  # "good film" and "bad film" are one token each
