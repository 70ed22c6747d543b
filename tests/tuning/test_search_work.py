"""The tasks of a search: what is dearer than what."""

from linnet.recipe.recipe import Recipe
from linnet.tuning.search_work import (
    JobProgress,
    count_task,
    features_weight,
    fit_task,
    group_tasks,
    make_task,
    mean_task,
)
from linnet.tuning.work_plan import WorkPlan

SVM = Recipe.of(learner="svm", words="1-2")
BAYES = Recipe.of(learner="multinomial", words="1-2")


def test_more_lengths_of_sequences_cost_more():
    both = Recipe.of(words="1-2", chars_in_words="2-5")
    assert features_weight(both) == 2 + 4 * 1.5
    assert features_weight(Recipe.of(words="none", numeric=["age"])) == 1.0


def test_a_solver_costs_more_than_totals():
    assert fit_task(SVM, 100).amount > fit_task(BAYES, 100).amount


def test_a_fit_of_other_features_has_the_pace_of_its_learner():
    chars = Recipe.of(learner="svm", chars="2-5")
    first, *others = fit_task(SVM, 1).kinds
    assert fit_task(chars, 1).kinds[0] != first
    assert fit_task(chars, 1).kinds[1:] == tuple(others)


def test_recipes_of_a_group_are_counted_once_and_fitted_by_learner():
    stronger = Recipe.of(learner="svm", words="1-2", strength=0.1)
    count, svm, bayes = group_tasks([SVM, stronger, BAYES], 100, 2)
    assert count == count_task(SVM, 100)
    assert (svm.documents, bayes.documents) == (100 * 2 * 2, 100 * 2)
    assert group_tasks([SVM], 100, 2, counted=True) == [fit_task(SVM, 200)]


def test_a_calibration_and_a_solver_that_goes_on_cost_more():
    plain = Recipe.of(learner="svm", words="1-2", calibration="none")
    calibrated = Recipe.of(learner="svm", words="1-2", calibration="platt")
    assert make_task(calibrated, 100).amount > make_task(plain, 100).amount
    assert make_task(plain, 100).amount > fit_task(plain, 100).amount


def test_naive_bayes_costs_what_it_costs_to_go_through_its_features():
    made = make_task(BAYES, 100)
    assert made.kinds[1:] == count_task(BAYES, 100).kinds
    assert made.amount > count_task(BAYES, 100).amount


def test_one_of_several_costs_what_they_cost_on_average():
    tasks = mean_task([fit_task(SVM, 100), fit_task(BAYES, 100)])
    assert [task.documents for task in tasks] == [50, 50]
    assert mean_task([]) == []


def test_progress_has_the_share_and_the_time_left_of_the_plan():
    told = []
    now = [0.0]
    plan = WorkPlan(lambda: now[0])
    job = JobProgress(told.append, plan)
    plan.begin([fit_task(SVM, 10)], "comparing recipes")
    now[0] = 2.0
    plan.end()
    plan.expect([fit_task(SVM, 30)])
    job.report(done=1, to_do=4)
    assert (told[0].done, told[0].to_do, told[0].doing) == (1, 4, "comparing recipes")
    assert (told[0].share, told[0].seconds_left) == (0.25, 6.0)
