"""Rounds of an online learner, until they help no more."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from linnet.sklearn.online_rounds import Progress, Stopping, learn


class Script:
    """Rounds whose objective is written down: one row for each round, one number for each output.

    After the last one it stays as it is.
    """

    def __init__(self, objectives, held_out_errors=None, is_finite=True):
        self.objectives = np.array(objectives, np.float64)
        self.errors = np.array(held_out_errors if held_out_errors else objectives, np.float64)
        self.is_finite = is_finite
        self.live = []

    def round(self, live):
        self.live.append(live.tolist())
        place = min(len(self.live), len(self.objectives)) - 1
        return SimpleNamespace(
            loss=self.objectives[place] / 2,
            objective=self.objectives[place],
            held_out_error=self.errors[place],
            is_finite=self.is_finite,
        )

    def progress(self, output):
        visits = 3 * len(self.live)
        n_nonzero = 2 - output
        return SimpleNamespace(norm=1.5, n_nonzero=n_nonzero, offset=-0.25, visits=visits)


def stopping(max_iter=100, tol=0.5, patience=2, n_learned=1, by_held_out=False):
    return Stopping(max_iter, tol, patience, n_learned, by_held_out)


def test_rounds_end_after_some_in_a_row_that_were_not_better():
    # 4.8 is less than 0.5 below 5, 4 is better again; then nothing comes.
    script = Script([[9], [5], [4.8], [4], [4]])
    assert learn(script, 1, stopping(), None) == 6


def test_the_objective_is_an_average_over_documents():
    # A tenth of 9, 5 and 0 falls by less than 0.5 once, then by as much.
    assert learn(Script([[9], [5], [0]]), 1, stopping(n_learned=10, patience=1), None) == 2
    assert learn(Script([[9], [5], [0]]), 1, stopping(n_learned=8, patience=1), None) == 4


def test_without_a_tolerance_all_rounds_are_made():
    assert learn(Script([[7]]), 1, stopping(max_iter=9, tol=None), None) == 9
    assert learn(Script([[7]]), 1, stopping(max_iter=2), None) == 2


def test_an_output_that_is_done_is_left_out():
    # The first stays from its first round on, the second falls three times.
    script = Script([[7, 9], [7, 8], [7, 7], [7, 7]])
    assert learn(script, 2, stopping(), None) == 5
    assert script.live == [[1, 1], [1, 1], [1, 1], [0, 1], [0, 1]]


def test_documents_held_out_may_say_when_to_stop():
    script = Script([[9], [5], [1]], held_out_errors=[[0.2], [0.2], [0.2]])
    assert learn(script, 1, stopping(tol=0.0, by_held_out=True), None) == 100
    script = Script([[9], [5], [1]], held_out_errors=[[0.2], [0.2], [0.2]])
    assert learn(script, 1, stopping(tol=0.001, by_held_out=True), None) == 3


def test_weights_that_overflow_are_refused():
    with pytest.raises(ValueError, match="under-/overflow occurred at epoch #1"):
        learn(Script([[9]], is_finite=False), 1, stopping(), None)


def test_progress_is_told_one_output_after_the_other(capsys):
    script = Script([[8, 6]])
    table = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 4.0]])
    limits = stopping(max_iter=2, patience=1, n_learned=4, by_held_out=True)
    assert learn(script, 2, limits, Progress(script, table, limits)) == 2
    assert script.live == [[1, 0], [1, 0], [0, 1], [0, 1]]
    told = re.sub(r"\d\.\d\d seconds", "no time", capsys.readouterr().out).splitlines()
    # 8 / 2 / 4 is the loss, 8 / 4 the objective and 1 - 8 the score of the first output. Of its
    # three weights two are in the documents, and of the second output's one.
    assert told[:3] == [
        "-- Epoch 1",
        "Norm: 1.50, NNZs: 3, Bias: -0.250000, T: 3, Avg. loss: 1.000000, Objective: 2.000000, "
        "Validation score: -7.000000",
        "Total training time: no time.",
    ]
    assert told[6] == "Convergence after 2 epochs took no time"
    assert told[8].startswith("Norm: 1.50, NNZs: 1, Bias: -0.250000, T: 9, Avg. loss: 0.750000")
