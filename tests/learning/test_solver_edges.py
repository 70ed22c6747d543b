"""Solvers where data are odd or settings wrong, and along paths."""

import math
import signal
import threading
from dataclasses import replace

import numpy as np
import pytest

from linnet import _core
from tests.learning.solving import (
    SMOOTH_SOLVERS,
    Data,
    every_fit,
    problem,
    some_data,
)


@pytest.mark.parametrize("offset", ["free", "none"])
@pytest.mark.parametrize("loss", ["logistic", "softmax"])
@pytest.mark.parametrize("solver", ["auto", *SMOOTH_SOLVERS])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_separable_data_without_penalty_does_not_converge(solver, loss, offset, n_labels):
    data = Data(np.eye(6), [[i % n_labels] for i in range(6)], n_labels)
    found = data.fit(solver=solver, loss=loss, offset=offset, l2=0.0, rounds=60, tolerance=1e-4)
    assert not found.converged
    assert np.isfinite(found.weights).all()
    assert np.isfinite(found.offset).all()


@every_fit
def test_empty_rows_constant_columns_and_single_documents_do_no_harm(settings):
    table = np.array([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [2.0, 1.0, 0.0]])
    data = Data(table, [[0], [1], [2], [1]], 3)
    found = data.fit(**settings)
    assert found.converged
    assert np.isfinite(found.weights).all()
    assert (found.weights[2] == 0).all()  # no document has it


@every_fit
def test_no_columns_leave_the_offset(settings):
    data = Data(np.zeros((4, 0)), [[0], [1], [1], [2]], 3)
    found = data.fit(**settings)
    assert found.weights.shape == (0, 3)
    assert found.converged


def test_one_label_and_one_document():
    data = Data(np.array([[1.0, 2.0]]), [[0]], 1)
    for loss in ("logistic", "squared-hinge", "hinge", "softmax"):
        assert data.fit(loss=loss, offset="free").weights.shape == (2, 1)


def test_too_few_rounds_are_admitted():
    found = some_data().fit(rounds=1)
    assert not found.converged
    assert found.gap > 1e-7
    assert found.rounds == 1


@pytest.mark.parametrize("offset", ["free", "none"])
@pytest.mark.parametrize("loss", ["hinge", "squared-hinge", "logistic"])
def test_the_dual_solver_stops_soon_after_it_has_come_near_enough(loss, offset):
    for data in (some_data(seed=seed) for seed in range(4)):
        settings = {"solver": "dual", "loss": loss, "offset": offset, "l2": 1e-3, "tolerance": 1e-2}
        rounds = data.fit(**settings).rounds
        assert not data.fit(**settings, rounds=rounds // 2).converged


def test_a_penalised_offset_of_a_rare_label_is_found_in_a_few_rounds():
    n = 1000
    random = np.random.default_rng(5)
    codes = (np.arange(n) % 100 == 0).astype(int)  # one document in a hundred
    table = np.zeros((n, 400))
    for words in table:
        words[random.choice(200, 7, replace=False)] = 1 / math.sqrt(8)
    own = np.where(
        codes == 1, random.integers(20, size=n), random.integers(200, size=n)
    )  # leans to its label
    table[np.arange(n), 200 + own] = 1 / math.sqrt(8)
    data = Data(table, [[int(code)] for code in codes], 2)
    found = data.fit(
        loss="squared-hinge", solver="dual", offset="penalised", l2=1 / n, tolerance=1e-8
    )
    assert found.converged
    assert (
        found.rounds <= 30
    )  # 93 where the offset takes one step of the same length after each round


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"solver": "dual", "l2": 0.0}, "the dual solver needs l2 above 0"),
        ({"loss": "hinge", "l2": 0.0}, "the dual solver needs l2 above 0"),
        ({"solver": "dual", "l1": 0.1}, "the dual solver takes no l1 penalty"),
        ({"loss": "hinge", "l1": 0.1}, "the dual solver takes no l1 penalty"),
        ({"solver": "newton", "loss": "hinge"}, "the newton solver needs a smooth loss"),
        ({"solver": "lbfgs", "loss": "hinge"}, "the lbfgs solver needs a smooth loss"),
        (
            {"solver": "gradient-descent", "loss": "hinge"},
            "the gradient-descent solver needs a smooth loss",
        ),
        ({"solver": "lbfgs", "l1": 0.1}, "takes no l1 penalty"),
        ({"solver": "coordinate"}, "the coordinate solver needs l1 above 0"),
        ({"loss": "softmax", "l1": 0.1}, "an l1 penalty needs the logistic or squared-hinge loss"),
        ({"loss": "cubic"}, "there is no 'cubic'"),
        ({"l2": -1.0}, "l1 and l2 must be finite numbers, 0 or above"),
        ({"l2": math.nan}, "l1 and l2 must be finite numbers, 0 or above"),
        ({"tolerance": 0.0}, "the tolerance must be above 0"),
        ({"start": (np.zeros((8, 2)), np.zeros(3))}, "weights must be a table of columns × labels"),
        (
            {"start": (np.full((8, 3), math.inf), np.zeros(3))},
            "every weight to start from must be a finite number",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(settings, sentence):
    with pytest.raises(_core.Refusal, match=sentence):
        some_data().fit(**settings)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"starts": np.array([0, 5, 2], np.int64)}, "starts of rows must ascend"),
        (
            {"columns": np.array([0, 1, 7], np.int32)},
            "every column of a row must be below the number",
        ),
        (
            {"values": np.array([1.0, math.nan, 1.0])},
            "every value of a row must be a finite number",
        ),
        ({"label_starts": np.array([0, 1], np.int64)}, "a list of labels per document"),
        ({"label_codes": np.array([0, 2], np.int32)}, "every label's code must be below"),
        ({"weights": np.array([1.0])}, "one weight per document"),
        (
            {"weights": np.array([1.0, -1.0])},
            "the weight of a document must be a finite number, 0 or above",
        ),
        ({"weights": np.array([0.0, 0.0])}, "at least one document must have a weight above 0"),
        (
            {
                "n_labels": 0,
                "label_codes": np.zeros(0, np.int32),
                "label_starts": np.zeros(3, np.int64),
            },
            "at least one",
        ),
    ],
)
def test_arrays_that_do_not_fit_are_refused(wrong, sentence):
    arrays = Data(np.array([[1.0, 2.0], [0.0, 1.0]]), [[0], [1]], 2).arrays()
    with pytest.raises(_core.Refusal, match=sentence):
        problem(**arrays | wrong)


def test_softmax_refuses_documents_without_exactly_one_label():
    data = replace(some_data(), labels=[[0, 1]] * 60)
    with pytest.raises(_core.Refusal, match="softmax needs exactly one label per document"):
        data.fit(loss="softmax")
    with pytest.raises(_core.Refusal, match="Crammer and Singer's loss needs three labels or more"):
        data.fit(loss="crammer-singer")
    with pytest.raises(_core.Refusal, match="Crammer and Singer's loss leaves no offset free"):
        Data(np.eye(3), [[0], [1], [2]], 3).fit(loss="crammer-singer", offset="free")


def test_ctrl_c_stops_a_fit():
    data = some_data(n=2000, n_columns=50)
    threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        data.fit(loss="hinge", l2=1e-9, tolerance=1e-15, rounds=10**9)


@pytest.mark.parametrize(
    "settings",
    [
        {"l1": 1.0, "l2": 0.0, "offset": "free"},
        {"l1": 0.5, "l2": 0.5},
        {"l1": 0.0, "l2": 1.0, "offset": "free"},
    ],
)
def test_each_point_of_a_path_is_its_own_optimum(settings):
    data = some_data(n_columns=20)
    strengths = [0.2, 0.1, 0.05, 0.01]
    for strength, found in zip(strengths, data.path(strengths, **settings), strict=True):
        scaled = settings | {"l1": settings["l1"] * strength, "l2": settings["l2"] * strength}
        alone = data.fit(**scaled)
        assert found.converged
        assert found.objectives == pytest.approx(alone.objectives, rel=1e-5)
        assert found.weights == pytest.approx(alone.weights, abs=1e-3)
        if not settings["l2"]:
            assert ((found.weights == 0) == (alone.weights == 0)).all()


def test_a_column_that_a_row_has_twice_is_noticed():
    starts = np.array([0, 2, 4], np.int64)
    assert not _core.repeats_columns(starts, np.array([1, 0, 0, 1], np.int32), 2)
    assert _core.repeats_columns(starts, np.array([1, 0, 1, 1], np.int32), 2)
    with pytest.raises(_core.Refusal, match="every column of a row must be below the number"):
        _core.repeats_columns(starts, np.array([1, 0, 0, 2], np.int32), 2)


@pytest.mark.parametrize("strengths", [[], [0.0], [1.0, math.nan]])
def test_a_path_needs_strengths_above_0(strengths):
    with pytest.raises(_core.Refusal, match="strength"):
        some_data().path(strengths, l1=1.0)
