"""One problem for falling strengths: by hand, one side only, and what is said of bad ends."""

import math
import warnings

import numpy as np
import pytest

from linnet.errors import NotConverged, SettingError
from linnet.learning.strength_path import Optimum, StrengthPath, warn_unconverged
from linnet.learning.targets import Targets
from tests.learning.solving import solver_settings
from tests.learning.tables import rows_of

ROWS = rows_of([[-1], [1]])
TARGETS = Targets.of(np.array([0, 1], np.int32), 2)


def path(*strengths, **settings):
    chosen = {"loss": "squared-hinge", "l2": 1.0, **settings}
    return StrengthPath(solver_settings(**chosen), np.array(strengths))


def stopped(**settings):
    return Optimum(np.zeros((1, 1)), np.zeros(1), rounds=7, converged=False, **settings)


def test_each_strength_has_its_own_weights():
    # (1 - w)² + strength / 2 · w², whose slope is 0 at w = 2 / (2 + strength)
    strong, weak = path(6.0, 2.0).solve(ROWS, TARGETS, 1)
    assert strong.weights == pytest.approx(np.array([[1 / 4]]), abs=1e-4)
    assert weak.weights == pytest.approx(np.array([[1 / 2]]), abs=1e-4)
    assert weak.converged
    assert weak.scaled(np.array([-3.0])).weights == pytest.approx(np.array([[-3 / 2]]), abs=3e-4)


def test_offsets_of_softmax_lie_around_0():
    # documents without features, of three labels 1, 2 and 4 times: the logs of 1, 2, 4 around log 2
    targets = Targets.of(np.array([0, 1, 1, 2, 2, 2, 2], np.int32), 3)
    rows = rows_of(np.zeros((7, 1)))
    [found] = path(1.0, loss="softmax", offset="free").solve(rows, targets, 1)
    assert found.offset == pytest.approx(np.array([-math.log(2), 0, math.log(2)]), abs=1e-3)


@pytest.mark.parametrize(
    ("codes", "n_labels", "offset"),
    [([1, 1], 2, math.log(4)), ([0, 0], 2, -math.log(4)), ([0, 0], 1, math.log(4))],
)
def test_documents_of_one_side_only_say_that_side(codes, n_labels, offset):
    targets = Targets.of(np.array(codes, np.int32), n_labels)
    found = path(6.0, 2.0, offset="free").solve(ROWS, targets, 1)
    assert len(found) == 2
    for optimum in found:
        assert optimum.weights.tolist() == [[0.0]]
        assert optimum.offset.tolist() == pytest.approx([offset])


def test_what_the_engine_refuses_is_a_setting_error():
    with pytest.raises(SettingError, match="the newton solver needs a smooth loss"):
        path(1.0, loss="hinge", solver="newton").solve(ROWS, TARGETS, 1)


def test_a_solver_that_stopped_too_early_is_warned_of():
    sentence = (
        r"^the solver stopped after 7 rounds at a gap of 0\.25, above the tolerance 0\.001: "
        r"the weights are not the best there are\."
    )
    with pytest.warns(NotConverged, match=sentence):
        warn_unconverged([stopped(gap=0.25)], 1e-3, has_penalty=True)
    endless = r"^the solver stopped after 7 rounds and found no best weights: without a penalty"
    with pytest.warns(NotConverged, match=endless):
        warn_unconverged([stopped(gap=0.25)], 1e-3, has_penalty=False)


def test_each_strength_that_stopped_too_early_is_warned_of_by_itself():
    fine = Optimum(np.zeros((1, 1)), np.zeros(1))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_unconverged([stopped(gap=0.5), fine, stopped(gap=0.25)], 1e-3, has_penalty=True)
    assert ["gap of 0.5" in str(one.message) for one in caught] == [True, False]
