"""What scikit-learn's callbacks are called with while weights are solved for."""

import numpy as np
import pytest

from linnet import sklearn as ours

X = np.array([[2.0, 0, 1], [1, 0, 0], [0, 3, 0], [0, 1, 1], [1, 0, 4], [0, 0, 2], [0, 0, 0]])
Y = ["a", "a", "b", "b", "c", "c", "b"]


def test_callbacks_see_each_round():
    seen = []

    class Watching:
        def setup(self, **_):
            seen.append("setup")

        def on_fit_task_begin(self, _, context):
            seen.append(f"begin {context.task_name} {context.task_id}")

        def on_fit_task_end(self, *_, fitted_estimator):
            seen.append(None if fitted_estimator is None else fitted_estimator.score(X, Y))

        def teardown(self, **_):
            seen.append("teardown")

    mine = ours.LogisticRegression().set_callbacks(Watching()).fit(X, Y)
    score = mine.score(X, Y)
    begun = [f"begin lbfgs-iter {number}" for number in range(mine.n_iter_[0] + 1)]
    assert [one for one in seen if isinstance(one, str)] == [
        "setup",
        "begin fit 0",
        *begun,
        "teardown",
    ]
    assert seen[-5:] == [score, begun[-1], None, score, "teardown"]
    assert np.array_equal(mine.coef_, ours.LogisticRegression().fit(X, Y).coef_)


class Recording:
    """Keeps what each task begins with."""

    def __init__(self):
        self.weights = []
        self.metadata = []

    def setup(self, **_):
        """Nothing is needed before."""

    def on_fit_task_begin(self, _, context, *, metadata, fitted_estimator):
        self.metadata.append(metadata)
        if context.task_name == "lbfgs-iter":
            self.weights.append(fitted_estimator.coef_)

    def on_fit_task_end(self, *_):
        """Nothing is kept of the end."""

    def teardown(self, **_):
        """Nothing is left to be done."""


def test_rounds_begin_with_weights_of_0_and_the_last_ones_are_those_of_the_fit():
    recording = Recording()
    mine = ours.LogisticRegression().set_callbacks(recording).fit(X, Y)
    assert not recording.weights[0].any()
    assert len(recording.weights) == mine.n_iter_[0] + 1
    assert np.array_equal(recording.weights[-1], mine.coef_)


def test_what_documents_weigh_is_told():
    recording = Recording()
    weights = np.arange(1.0, 8.0)
    ours.LogisticRegression().set_callbacks(recording).fit(X, Y, weights)
    assert recording.metadata[0]["sample_weight"].tolist() == weights.tolist()
    unweighted = Recording()
    ours.LogisticRegression().set_callbacks(unweighted).fit(X, Y)
    assert set(unweighted.metadata) == {None}


def test_other_solvers_warn_that_they_tell_no_rounds():
    recording = Recording()
    mine = ours.LogisticRegression(solver="newton-cg")
    sentence = "only supported in LogisticRegression for solver='lbfgs'. This estimator has "
    with pytest.warns(UserWarning, match=f"{sentence}solver='newton-cg'"):
        mine.set_callbacks(recording)
    mine.fit(X, Y)
    assert recording.metadata == [None]  # of the fit alone
    assert recording.weights == []
