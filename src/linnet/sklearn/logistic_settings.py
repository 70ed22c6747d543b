"""What scikit-learn's parameters of logistic regression mean, and which do not fit together."""

import warnings
from typing import Any

import numpy as np

from linnet.sklearn.solving import Settings, seed_of

MORE = (
    "Increase the number of iterations to improve the convergence (max_iter={0}).\n"
    "You might also want to scale the data as shown in:\n"
    "    https://scikit-learn.org/stable/modules/preprocessing.html\n"
    "Please also refer to the documentation for alternative solver options:\n"
    "    https://scikit-learn.org/stable/modules/linear_model.html#logistic-regression"
)
# For these scikit-learn refuses matrices with 64-bit indices.
SHORT_INDICES = ("liblinear", "sag", "saga")
REACHED = "The max_iter was reached which means the coef_ did not converge"
NOT_CONVERGED = {
    "lbfgs": "lbfgs failed to converge after {0} iteration(s). " + MORE,
    "newton-cg": "newton-cg failed to converge after {0} iteration(s). " + MORE,
    "newton-cholesky": "Newton solver did not converge after {0} iterations.",
    "liblinear": "Liblinear failed to converge, increase the number of iterations.",
    "sag": REACHED,
    "saga": REACHED,
}
DEPRECATED = (
    "'penalty' was deprecated in version 1.8 and will be removed in 1.10. To avoid this warning, "
    "leave 'penalty' set to its default value and use 'l1_ratio' or 'C' instead. Use l1_ratio=0 "
    "instead of penalty='l2', l1_ratio=1 instead of penalty='l1', l1_ratio set to a float between "
    "0 and 1 instead of penalty='elasticnet', and C=np.inf instead of penalty=None."
)
L1_RATIOS = {"l2": 0, "l1": 1}  # of the deprecated names of penalties


def penalty_of(estimator: Any) -> str | None:
    """Return the penalty that penalty, l1_ratio and C ask for.

    Warn or refuse where they contradict each other.
    """
    l1_ratio = estimator.l1_ratio
    if estimator.penalty == "deprecated":
        penalty = _implied_penalty(estimator)
    else:
        penalty = estimator.penalty
        _warn(DEPRECATED, FutureWarning)
    _check_solver(estimator.solver, penalty, estimator.dual)

    if penalty != "elasticnet" and l1_ratio is not None and 0 < l1_ratio < 1:
        _warn(
            f"l1_ratio parameter is only used when penalty is 'elasticnet'. Got (penalty={penalty})"
        )
    if L1_RATIOS.get(estimator.penalty, l1_ratio) != l1_ratio:
        _warn(
            f"Inconsistent values: penalty={estimator.penalty} with l1_ratio={l1_ratio}. "
            "penalty is deprecated. Please use l1_ratio only."
        )
    if penalty == "elasticnet" and l1_ratio is None:
        raise ValueError("l1_ratio must be specified when penalty is elasticnet.")
    if estimator.penalty is None and estimator.C != 1.0:
        _warn("Setting penalty=None will ignore the C and l1_ratio parameters")
    return penalty


def _implied_penalty(estimator: Any) -> str | None:
    if np.isinf(estimator.C):
        return None
    if estimator.l1_ratio is None:
        _warn(
            "'l1_ratio=None' was deprecated in version 1.8 and will trigger an error in 1.10. Use "
            "0<=l1_ratio<=1 instead.",
            FutureWarning,
        )
    return {0: "l2", 1: "l1"}.get(estimator.l1_ratio or 0, "elasticnet")


def _warn(message: str, category: type[Warning] = UserWarning) -> None:
    warnings.warn(message, category, stacklevel=5)


def warn_of_n_jobs(n_jobs: int) -> None:
    """Warn that a parameter has no effect."""
    warnings.warn(
        "'n_jobs' has no effect since 1.8 and will be removed in 1.10. "
        f"You provided 'n_jobs={n_jobs}', please leave it unspecified.",
        FutureWarning,
        stacklevel=4,
    )


def _check_solver(solver: str, penalty: str | None, dual: bool) -> None:
    if solver not in ("liblinear", "saga") and penalty not in ("l2", None):
        raise ValueError(
            f"Solver {solver} supports only 'l2' or None penalties, got {penalty} penalty."
        )
    if solver != "liblinear" and dual:
        raise ValueError(f"Solver {solver} supports only dual=False, got dual={dual}")
    if penalty == "elasticnet" and solver != "saga":
        raise ValueError(f"Only 'saga' solver supports elasticnet penalty, got solver={solver}.")
    if solver == "liblinear" and penalty is None:
        raise ValueError(
            "C=np.inf as well as penalty=None is not supported for the liblinear solver"
        )
    if dual and penalty == "l1":
        raise ValueError(
            "Unsupported set of arguments: The combination of penalty='l1' and "
            "loss='logistic_regression' is not supported when dual=True, Parameters: penalty='l1', "
            "loss='logistic_regression', dual=True"
        )


def check_liblinear(X: Any, n_labels: int) -> None:
    """Refuse what scikit-learn refuses for this solver."""
    if n_labels > 2:
        raise ValueError(
            "The 'liblinear' solver does not support multiclass classification (n_classes >= 3). "
            "Either use another solver or wrap the estimator in a OneVsRestClassifier to keep "
            "applying a one-versus-rest scheme. Only binary classification is supported. The type "
            "of the target is multiclass."
        )
    if X.max() > 1e30:
        raise ValueError(
            "Using the 'liblinear' solver while X contains a maximum value > 1e30 results in a "
            "frozen fit. Please choose another solver or rescale the input X."
        )


def settings_of(estimator: Any, penalty: str | None) -> Settings:
    """Return what is to be solved."""
    liblinear = estimator.solver == "liblinear"
    loss = "softmax" if len(estimator.classes_) > 2 else "logistic"
    C = np.inf if penalty is None else estimator.C
    l1_ratio = {"l1": 1.0, "elasticnet": estimator.l1_ratio}.get(penalty or "", 0.0)
    offset = "none"
    if estimator.fit_intercept:
        offset = "penalised" if liblinear else "free"
    # LIBLINEAR goes about as far as tol² at the same tol; the other solvers stop where their gap is
    # about tol.
    gap = estimator.tol**2 if liblinear and l1_ratio == 0 else None
    return Settings(
        loss=loss,
        C=C,
        l1_ratio=l1_ratio,
        offset=offset,
        dual=estimator.dual,
        tol=estimator.tol,
        max_iter=estimator.max_iter,
        seed=seed_of(estimator.random_state),
        gap=gap,
    )
