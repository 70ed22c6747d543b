"""What online classifiers share: where they start, when they stop, and which weights they keep."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import _check_sample_weight, validate_data

from linnet import _core
from linnet.sklearn.linear_classifier import LinearClassifier
from linnet.sklearn.matrices import (
    Codes,
    Floats,
    codes_among,
    encoded,
    full_rows,
    is_first_call,
    n_threads,
    solver_rows,
)
from linnet.sklearn.online_rounds import Progress, Stopping, learn
from linnet.sklearn.solving import MOST_SEED, label_weights, warn_unconverged

SPARSE_OFFSET_RATE = (
    0.01  # scikit-learn's: few features of a sparse document move, its offset always would
)
WORTH_THREADS = 500_000  # values times outputs
REACHED = "Maximum number of iteration reached before convergence. Consider increasing max_iter to improve the fit."
NOT_BALANCED = (
    "class_weight 'balanced' is not supported for partial_fit. Compute the weights of all documents by "
    "`sklearn.utils.compute_class_weight`, and pass them as the class_weight parameter."
)


@dataclass(frozen=True)
class Steps:
    """How far documents move the weights, and what penalties take back."""

    rule: str
    size: float = 1.0  # of the perceptron's steps
    cap: float = 1.0  # of passive-aggressive steps
    l1: float = 0.0
    l2: float = 0.0
    learning_rate: float = 1.0  # of the penalties

    @property
    def penalised(self) -> bool:
        return self.l1 > 0 or self.l2 > 0


class OnlineClassifier(LinearClassifier):
    """Learns document by document; a subclass says how far it moves (`_steps`)."""

    _parameter_constraints = {
        "fit_intercept": ["boolean"],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left"), None],
        "shuffle": ["boolean"],
        "verbose": ["verbose"],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
        "early_stopping": ["boolean"],
        "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        "warm_start": ["boolean"],
    }
    average: Any = False

    def _steps(self) -> Steps:
        raise NotImplementedError

    def _fit(self, X: Any, y: Any, init: tuple[Any, Any], sample_weight: Any) -> Self:
        X, y = self._checked(X, y, reset=True)
        start = self._warm(init)
        labels, codes = encoded(y)
        self.classes_ = unique_labels(labels)
        self._begin(start, X)
        self._learn(X, codes, sample_weight, self.max_iter)
        _ = self.coef_
        if self.tol is not None and self.n_iter_ == self.max_iter:
            warn_unconverged(REACHED)
        return self

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Self:
        first = not hasattr(self, "classes_")
        if first and self.class_weight == "balanced":
            raise ValueError(NOT_BALANCED)
        if first and self.early_stopping:
            raise ValueError("early_stopping should be False with partial_fit")
        X, y = self._checked(X, y, reset=first)
        if is_first_call(self, classes) or "_weights" not in vars(self):
            self._begin((vars(self).get("coef_"), vars(self).get("intercept_")), X)
        elif not self.average:
            self._take_attributes()
        self._learn(X, codes_among(y, self.classes_), sample_weight, 1)
        return self

    def _checked(self, X: Any, y: Any, reset: bool) -> Any:
        return validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], order="C", reset=reset
        )

    def _warm(self, init: tuple[Any, Any]) -> tuple[Any, Any]:
        """Return the weights to start from, if any: those given, or those of the last fit."""
        if not self.warm_start or not hasattr(self, "coef_"):
            return init
        last = (self.coef_, self.intercept_)
        return (last[0] if init[0] is None else init[0], last[1] if init[1] is None else init[1])

    def _begin(self, init: tuple[Any, Any], X: Any) -> None:
        n = len(self.classes_)
        n_features = X.shape[1]
        if n < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {n} class")
        outputs = 1 if n == 2 else n
        # Features × outputs, so that the weights of a feature lie together: batches change them in place.
        self._weights = (
            np.zeros((n_features, outputs))
            if init[0] is None
            else _table_of(init[0], n_features, outputs)
        )
        self._lags = np.zeros_like(self._weights) if self.average else None
        self._mean_visits = np.zeros(outputs)
        self._standard_intercept = (
            np.zeros(outputs) if init[1] is None else _intercept_of(init[1], outputs)
        )
        self._average_intercept = np.zeros(outputs)
        self._averages = False
        self._dtype = X.dtype
        self.t_ = 1.0
        self._show(self._standard_intercept)

    def _take_attributes(self) -> None:
        """Go on from `coef_` and `intercept_` as they are now: others may have set them since the last batch."""
        n_features, outputs = self._weights.shape
        coef = self.coef_ if self._averages else vars(self).get("coef_")
        if coef is not None and not self._is_learned(coef):
            self._weights = _table_of(coef, n_features, outputs)
        learned = self._standard_intercept.astype(self._dtype)
        if not np.array_equal(self.intercept_, learned):
            self._standard_intercept = _intercept_of(self.intercept_, outputs)

    def _is_learned(self, coef: Any) -> bool:
        """Return whether these weights are ours; only a copy, which took a pass over all of them, is compared."""
        if scipy.sparse.issparse(coef):
            return False
        if _is_same_view(coef, self._standard_coef):
            return True
        return np.array_equal(coef, self._standard_coef.astype(self._dtype, copy=False))

    def _learn(self, X: Any, codes: Codes, sample_weight: Any, max_iter: int) -> None:
        weights = np.ones(len(codes))
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
        held_out = self._held_out(codes) if self.early_stopping else None
        steps = self._steps()
        track_norms = bool(self.verbose) or (steps.penalised and max_iter > 1)
        # Of an array, scikit-learn shrinks and sums the weights of all features, of a sparse matrix
        # those that are there.
        whole = not scipy.sparse.issparse(X) and (steps.l1 > 0 or track_norms)
        rows = full_rows(X) if whole else solver_rows(X)
        rounds = _core.SgdRounds(
            _core.SgdDocuments(rows=rows.engine(), codes=codes, weights=weights, held_out=held_out),
            self._settings(X, steps, track_norms),
            self._starts(codes, track_norms),
            weights=self._weights,
            lags=self._lags if self.average else None,
        )
        n_learned = len(codes) if held_out is None else int((held_out == 0).sum())
        tol = self.tol if max_iter > 1 else None
        stopping = Stopping(max_iter, tol, self.n_iter_no_change, n_learned, held_out is not None)
        progress = Progress(rounds, self._weights, stopping) if self.verbose else None
        self.n_iter_ = learn(rounds, len(self._mean_visits), stopping, progress)
        self._keep(rounds.write(), self.n_iter_ * X.shape[0])

    def _settings(self, X: Any, steps: Steps, track_norms: bool) -> _core.SgdSettings:
        size = _n_values(X) * len(self._mean_visits)
        return _core.SgdSettings(
            step_rule=steps.rule,
            step_size=steps.size,
            cap=steps.cap,
            l1=steps.l1,
            l2=steps.l2,
            learning_rate=steps.learning_rate,
            with_offset=bool(self.fit_intercept),
            offset_rate=SPARSE_OFFSET_RATE if scipy.sparse.issparse(X) else 1.0,
            shuffled=bool(self.shuffle),
            average_from=float(self.average),
            track_norms=track_norms,
            first_visit=self.t_,
            threads=n_threads() if size >= WORTH_THREADS else 1,
        )

    def _starts(self, codes: Codes, track_norms: bool) -> _core.SgdStarts:
        """Return where each output starts, and what its two sides count for."""
        of_label = label_weights(self.class_weight, self.classes_, codes)
        outputs = len(self._mean_visits)
        two = outputs == 1
        table = self._weights
        zeros = np.zeros(outputs)
        return _core.SgdStarts(
            seeds=self._seeds() if self.shuffle else np.zeros(outputs, np.uint32),
            positive_weights=of_label[1:] if two else of_label,
            negative_weights=of_label[:1] if two else np.ones(outputs),
            offset=self._standard_intercept,
            mean_offset=self._average_intercept,
            mean_visits=self._mean_visits,
            squares=np.einsum("fo,fo->o", table, table) if track_norms else zeros,
            absolutes=np.abs(table).sum(axis=0) if track_norms else zeros,
        )

    def _seeds(self) -> Any:
        """Return the seed of each output's order of documents, drawn as scikit-learn draws them."""
        n = len(self.classes_)
        if isinstance(self.random_state, Integral):
            return _seeds_of(int(self.random_state), n)
        return _drawn_seeds(check_random_state(self.random_state), n)

    def _keep(self, found: _core.SgdOffsets, visits: int) -> None:
        """Keep what was learned; the weights have changed in place."""
        self.t_ += visits
        self._mean_visits = found.mean_visits
        # Averaging may be switched off between batches.
        averaged_before = self._averages and bool(self.average)
        self._averages = bool(self.average) and self.average <= self.t_ - 1
        self._keep_intercepts(found, averaged_before)
        self._show(self._average_intercept if self._averages else self._standard_intercept)

    def _show(self, intercept: Floats) -> None:
        """Let `intercept_` be this, and `coef_` follow from the weights of now."""
        self.intercept_ = intercept.astype(self._dtype, copy=False)
        self.__dict__.pop("coef_", None)

    def _keep_intercepts(self, found: _core.SgdOffsets, averaged_before: bool) -> None:
        """Keep the last and the mean intercept as scikit-learn does, so that parts give the same numbers.

        Once intercepts are averaged, scikit-learn starts each further `partial_fit` from the last intercept before
        that, and with three labels or more gives the last intercept of the call for the mean.
        """
        self._average_intercept = found.mean_offset
        two = len(self.classes_) == 2
        if not (self._averages if two else averaged_before):
            self._standard_intercept = found.offset
        elif not two:
            self._average_intercept = found.offset

    @cached_property
    def coef_(self) -> Any:
        """The weights, outputs × features: the last ones, or their mean where asked for."""
        if "_weights" not in vars(self):
            raise AttributeError(f"{type(self).__name__} has no coef_ before it is fitted.")
        coef = self._average_coef if self._averages else self._standard_coef
        return coef.astype(self._dtype, copy=False)

    @property
    def _standard_coef(self) -> Floats:
        return self._weights.T

    @property
    def _average_coef(self) -> Floats:
        """The mean of the weights after each visit; the last ones where averaging has not begun."""
        if self._lags is None:
            raise AttributeError(f"{type(self).__name__} has no _average_coef with average=False.")
        visits = np.where(self._mean_visits > 0, self._mean_visits, 1.0)
        return np.asarray(self._weights - self._lags / visits).T

    def __getstate__(self) -> Any:
        """Leave out what can be made again."""
        state = dict(super().__getstate__())
        if (
            "coef_" in state
            and "_weights" in state
            and _is_same_view(state["coef_"], self._standard_coef)
        ):
            del state["coef_"]
        return state

    def _held_out(self, codes: Codes) -> Any:
        held_out = np.zeros(len(codes), np.uint8)
        held_out[self._aside(codes)] = 1
        return held_out

    def _aside(self, codes: Codes) -> Any:
        """Return documents to stop by, the same part of each label."""
        random, chosen = check_random_state(self.random_state), []
        for label in np.unique(codes):
            own = random.permutation(np.flatnonzero(codes == label))
            chosen.append(own[: round(self.validation_fraction * len(own))])
        aside = np.sort(np.concatenate(chosen))
        if not len(aside):
            raise ValueError(
                f"validation_fraction must leave some documents to stop by; got {self.validation_fraction} of "
                f"{len(codes)}. Raise it, or set early_stopping=False."
            )
        return aside


def _table_of(coef: Any, n_features: int, outputs: int) -> Floats:
    """Return a table of its own, features × outputs, of weights that were given as outputs × features."""
    given = np.asarray(coef.toarray() if scipy.sparse.issparse(coef) else coef, np.float64)
    if outputs == 1:
        given = given.reshape(1, -1)
    if given.shape != (outputs, n_features):
        raise ValueError(
            f"Provided coef_ does not match dataset: its shape must be {(outputs, n_features)}; got {np.shape(coef)}. "
            "Give one weight for each output and feature."
        )
    return np.array(given.T, order="C")


def _intercept_of(given: Any, outputs: int) -> Floats:
    """Return intercepts of its own, one for each output."""
    intercept = np.array(given, np.float64).reshape(-1)
    if len(intercept) != outputs:
        raise ValueError(
            f"Provided intercept_ does not match dataset: its shape must be {(outputs,)}; got {np.shape(given)}. "
            "Give one number for each output."
        )
    return intercept


def _is_same_view(one: Any, other: Floats) -> bool:
    """Return whether both are the same numbers in memory, in the same order."""
    return isinstance(one, np.ndarray) and one.__array_interface__ == other.__array_interface__


@lru_cache(maxsize=64)
def _seeds_of(seed: int, n_labels: int) -> Any:
    """Return the seeds drawn from one, as each batch of `partial_fit` draws them again."""
    return _drawn_seeds(np.random.RandomState(seed), n_labels)


def _drawn_seeds(random: np.random.RandomState, n_labels: int) -> Any:
    if n_labels == 2:
        return np.array([_shuffle_seed(random)], np.uint32)
    own = np.random.RandomState()  # seeded again for each output: cheaper than one each
    drawn = []
    for seed in random.randint(MOST_SEED, size=n_labels):
        own.seed(seed)
        drawn.append(_shuffle_seed(own))
    return np.array(drawn, np.uint32)


def _shuffle_seed(random: np.random.RandomState) -> int:
    random.randint(1, MOST_SEED)  # scikit-learn draws one that it does not use
    return int(random.randint(MOST_SEED))


def _n_values(X: Any) -> int:
    return int(X.nnz if scipy.sparse.issparse(X) else X.size)
