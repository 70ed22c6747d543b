"""What scikit-learn's parameters of logistic regression mean, and which do not fit together."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse

from linnet.sklearn.logistic_settings import (
    NOT_CONVERGED,
    check_liblinear,
    penalty_of,
    settings_of,
    warn_of_n_jobs,
)


def estimator(**parameters):
    """Return the parameters of an estimator, those that are not given by default."""
    usual = {
        "penalty": "deprecated",
        "l1_ratio": 0.0,
        "C": 1.0,
        "solver": "lbfgs",
        "dual": False,
        "fit_intercept": True,
        "tol": 1e-4,
        "max_iter": 100,
        "random_state": None,
        "classes_": ["ham", "spam"],
    }
    return SimpleNamespace(**(usual | parameters))


@pytest.mark.parametrize(
    ("parameters", "penalty"),
    [
        ({}, "l2"),
        ({"C": np.inf}, None),
        ({"solver": "saga", "l1_ratio": 1}, "l1"),
        ({"solver": "saga", "l1_ratio": 0.5}, "elasticnet"),
        ({"solver": "liblinear", "dual": True}, "l2"),
    ],
    ids=str,
)
def test_the_penalty_follows_from_other_parameters(parameters, penalty):
    assert penalty_of(estimator(**parameters)) == penalty


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"l1_ratio": 1}, "Solver lbfgs supports only 'l2' or None penalties, got l1 penalty"),
        ({"dual": True}, "Solver lbfgs supports only dual=False, got dual=True"),
        (
            {"solver": "liblinear", "l1_ratio": 0.5},
            "Only 'saga' solver supports elasticnet penalty, got solver=liblinear",
        ),
        (
            {"solver": "liblinear", "C": np.inf},
            "C=np.inf as well as penalty=None is not supported for the liblinear solver",
        ),
        (
            {"solver": "liblinear", "dual": True, "l1_ratio": 1},
            "The combination of penalty='l1' and loss='logistic_regression' is not supported when",
        ),
    ],
    ids=str,
)
def test_what_does_not_fit_together_is_refused(parameters, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        penalty_of(estimator(**parameters))


@pytest.mark.filterwarnings("ignore:'penalty' was deprecated:FutureWarning")
@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"penalty": "l2", "l1_ratio": 0.5}, "l1_ratio parameter is only used when penalty is"),
        ({"penalty": "l2", "l1_ratio": 1}, "Inconsistent values: penalty=l2 with l1_ratio=1"),
        ({"penalty": None, "C": 3.0}, "Setting penalty=None will ignore the C and l1_ratio"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_has_no_effect_warns(parameters, sentence):
    with pytest.warns(UserWarning, match=sentence):
        penalty_of(estimator(**parameters))


def test_names_of_penalties_are_deprecated():
    with pytest.warns(FutureWarning, match="'penalty' was deprecated in version 1.8"):
        assert penalty_of(estimator(penalty="l2")) == "l2"
    with pytest.warns(FutureWarning, match="'l1_ratio=None' was deprecated in version 1.8"):
        assert penalty_of(estimator(l1_ratio=None)) == "l2"
    with (
        pytest.warns(FutureWarning, match="'penalty' was deprecated"),
        pytest.raises(ValueError, match="l1_ratio must be specified when penalty is elasticnet"),
    ):
        penalty_of(estimator(penalty="elasticnet", solver="saga", l1_ratio=None))
    with pytest.warns(FutureWarning, match="You provided 'n_jobs=4'"):
        warn_of_n_jobs(4)


def test_liblinear_is_for_two_labels_and_numbers_that_are_not_too_large():
    check_liblinear(np.array([[1e30]]), 2)
    with pytest.raises(ValueError, match="does not support multiclass classification"):
        check_liblinear(np.array([[1.0]]), 3)
    with pytest.raises(ValueError, match="a maximum value > 1e30 results in a frozen fit"):
        check_liblinear(scipy.sparse.csr_array([[0.0, 2e30]]), 2)


def test_what_is_solved_follows_from_labels_solver_and_penalty():
    plain = settings_of(estimator(), "l2")
    assert (plain.loss, plain.C, plain.l1_ratio, plain.offset) == ("logistic", 1, 0, "free")
    assert plain.gap is None
    three = settings_of(estimator(classes_=["a", "b", "c"], fit_intercept=False), None)
    assert (three.loss, three.C, three.offset) == ("softmax", np.inf, "none")
    elastic = settings_of(estimator(l1_ratio=0.3), "elasticnet")
    assert elastic.l1_ratio == 0.3
    liblinear = settings_of(estimator(solver="liblinear", tol=1e-3), "l2")
    assert (liblinear.offset, liblinear.gap) == ("penalised", pytest.approx(1e-6))
    lasso = settings_of(estimator(solver="liblinear"), "l1")
    assert (lasso.l1_ratio, lasso.gap) == (1.0, None)


def test_every_solver_says_how_many_rounds_it_took():
    assert NOT_CONVERGED["lbfgs"].format(7).startswith("lbfgs failed to converge after 7 iter")
    assert NOT_CONVERGED["newton-cholesky"].format(7).endswith("after 7 iterations.")
