"""What online classifiers share: where they start, when they stop, and which weights they keep."""

from dataclasses import dataclass
from functools import cached_property
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import _check_sample_weight, validate_data

from linnet import _core
from linnet.features.rows import Rows
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
from linnet.sklearn.online_seeds import shuffle_seeds
from linnet.sklearn.solving import label_weights, warn_unconverged

Flags = npt.NDArray[np.uint8]
# scikit-learn's: few features of a sparse document move, its offset always would.
SPARSE_OFFSET_RATE = 0.01
WORTH_THREADS = 500_000  # values times outputs
REACHED = (
    "Maximum number of iteration reached before convergence. Consider increasing max_iter to "
    "improve the fit."
)
NOT_BALANCED = (
    "class_weight 'balanced' is not supported for partial_fit. Compute the weights of all "
    "documents by `sklearn.utils.compute_class_weight`, and pass them as the class_weight "
    "parameter."
)


@dataclass(frozen=True)
class Steps:
    """How far documents move the weights, and what penalties take back: the engine's settings."""

    step_rule: str
    step_size: float = 1.0  # of the perceptron
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
        coef, intercept = self._starting_weights(init)
        labels, codes = encoded(y)
        self.classes_ = unique_labels(labels)
        self._begin(coef, intercept, X)
        self._learn(X, codes, sample_weight, self.max_iter)
        _ = self.coef_  # is formed now
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
        attributes = vars(self)
        if is_first_call(self, classes) or "_weights" not in attributes:
            self._begin(attributes.get("coef_"), attributes.get("intercept_"), X)
        elif not self.average:
            self._take_attributes()
        self._learn(X, codes_among(y, self.classes_), sample_weight, 1)
        return self

    def _checked(self, X: Any, y: Any, reset: bool) -> Any:
        return validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], order="C", reset=reset
        )

    def _starting_weights(self, init: tuple[Any, Any]) -> tuple[Any, Any]:
        """Return the weights to start from, if any: the initial ones, or those of the last fit."""
        coef, intercept = init
        if self.warm_start and hasattr(self, "coef_"):
            coef = self.coef_ if coef is None else coef
            intercept = self.intercept_ if intercept is None else intercept
        return coef, intercept

    def _begin(self, coef: Any, intercept: Any, X: Any) -> None:
        n_labels = len(self.classes_)
        n_features = X.shape[1]
        if n_labels < 2:
            raise ValueError(
                f"The number of classes has to be greater than one; got {n_labels} class"
            )
        n_outputs = 1 if n_labels == 2 else n_labels
        # Features × outputs, so that the weights of a feature lie together: batches change them in
        # place.
        self._weights = np.zeros((n_features, n_outputs))
        if coef is not None:
            self._weights = _table_of(coef, n_features, n_outputs)
        self._standard_intercept = np.zeros(n_outputs)
        if intercept is not None:
            self._standard_intercept = _intercept_of(intercept, n_outputs)

        self._lags = np.zeros_like(self._weights) if self.average else None
        self._mean_visits = np.zeros(n_outputs)
        self._average_intercept = np.zeros(n_outputs)
        self._averages = False
        self._dtype = X.dtype
        self.t_ = 1.0
        self._show(self._standard_intercept)

    def _take_attributes(self) -> None:
        """Go on from `coef_` and `intercept_`: others may have set them since the last batch."""
        n_features, n_outputs = self._weights.shape
        coef = self.coef_ if self._averages else vars(self).get("coef_")
        if coef is not None and not self._is_learned(coef):
            self._weights = _table_of(coef, n_features, n_outputs)
        learned = self._standard_intercept.astype(self._dtype)
        if not np.array_equal(self.intercept_, learned):
            self._standard_intercept = _intercept_of(self.intercept_, n_outputs)

    def _is_learned(self, coef: Any) -> bool:
        """Return whether these weights are ours.

        Only a copy, which took a pass over all of them, is compared.
        """
        if scipy.sparse.issparse(coef):
            return False
        if _is_same_view(coef, self._standard_coef):
            return True
        return np.array_equal(coef, self._standard_coef.astype(self._dtype, copy=False))

    def _learn(self, X: Any, codes: Codes, sample_weight: Any, max_iter: int) -> None:
        held_out = self._held_out(codes) if self.early_stopping else None
        steps = self._steps()
        track_norms = bool(self.verbose) or (steps.penalised and max_iter > 1)
        # Of an array, scikit-learn shrinks and sums the weights of all features, of a sparse matrix
        # those that are there.
        whole = not scipy.sparse.issparse(X) and (steps.l1 > 0 or track_norms)
        rows = full_rows(X) if whole else solver_rows(X)
        documents = _documents(X, rows, codes, sample_weight, held_out)
        settings = self._settings(X, steps, track_norms)
        starts = self._starts(codes, track_norms)
        lags = self._lags if self.average else None
        rounds = _core.SgdRounds(documents, settings, starts, weights=self._weights, lags=lags)

        stopping = self._stopping(max_iter, len(codes), held_out)
        progress = Progress(rounds, self._weights, stopping) if self.verbose else None
        self.n_iter_ = learn(rounds, len(self._mean_visits), stopping, progress)
        self._keep(rounds.write(), self.n_iter_ * X.shape[0])

    def _settings(self, X: Any, steps: Steps, track_norms: bool) -> _core.SgdSettings:
        sparse = scipy.sparse.issparse(X)
        n_values = X.nnz if sparse else X.size
        many_values = n_values * len(self._mean_visits) >= WORTH_THREADS
        return _core.SgdSettings(
            **vars(steps),
            with_offset=bool(self.fit_intercept),
            offset_rate=SPARSE_OFFSET_RATE if sparse else 1.0,
            shuffled=bool(self.shuffle),
            average_from=float(self.average),
            track_norms=track_norms,
            first_visit=self.t_,
            threads=n_threads() if many_values else 1,
        )

    def _starts(self, codes: Codes, track_norms: bool) -> _core.SgdStarts:
        """Return where each output starts, and what its two sides count for."""
        n_outputs = len(self._mean_visits)
        negative, positive = self._side_weights(codes)
        seeds = np.zeros(n_outputs, np.uint32)
        if self.shuffle:
            seeds = shuffle_seeds(self.random_state, len(self.classes_))
        squares = np.zeros(n_outputs)
        absolutes = np.zeros(n_outputs)
        if track_norms:
            squares = np.einsum("fo,fo->o", self._weights, self._weights)
            absolutes = np.abs(self._weights).sum(axis=0)
        return _core.SgdStarts(
            seeds=seeds,
            positive_weights=positive,
            negative_weights=negative,
            offset=self._standard_intercept,
            mean_offset=self._average_intercept,
            mean_visits=self._mean_visits,
            squares=squares,
            absolutes=absolutes,
        )

    def _side_weights(self, codes: Codes) -> tuple[Floats, Floats]:
        """Return what documents of the rest and of the label count for, for each output."""
        of_label = label_weights(self.class_weight, self.classes_, codes)
        if len(of_label) == 2:
            return of_label[:1], of_label[1:]
        return np.ones(len(of_label)), of_label

    def _stopping(self, max_iter: int, n_documents: int, held_out: Any) -> Stopping:
        tol = self.tol if max_iter > 1 else None
        n_learned = n_documents
        if held_out is not None:
            n_learned = int((held_out == 0).sum())
        by_held_out = held_out is not None
        return Stopping(max_iter, tol, self.n_iter_no_change, n_learned, by_held_out)

    def _keep(self, offsets: _core.SgdOffsets, visits: int) -> None:
        """Keep what was learned; the weights have changed in place."""
        self.t_ += visits
        self._mean_visits = offsets.mean_visits
        # Averaging may be switched off between batches.
        averaged_before = self._averages and bool(self.average)
        self._averages = bool(self.average) and self.average <= self.t_ - 1
        self._keep_intercepts(offsets, averaged_before)
        self._show(self._average_intercept if self._averages else self._standard_intercept)

    def _show(self, intercept: Floats) -> None:
        """Let `intercept_` be this, and `coef_` follow from the weights of now."""
        self.intercept_ = intercept.astype(self._dtype, copy=False)
        self.__dict__.pop("coef_", None)

    def _keep_intercepts(self, offsets: _core.SgdOffsets, averaged_before: bool) -> None:
        """Keep the last and the mean intercept as scikit-learn does: parts give the same numbers.

        Once intercepts are averaged, scikit-learn starts each further `partial_fit` from the last
        intercept before that, and with three labels or more gives the last intercept of the call
        for the mean.
        """
        self._average_intercept = offsets.mean_offset
        two_labels = len(self.classes_) == 2
        averaged = self._averages if two_labels else averaged_before
        if not averaged:
            self._standard_intercept = offsets.offset
        elif not two_labels:
            self._average_intercept = offsets.offset

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
        if "_weights" in state and _is_same_view(state.get("coef_"), self._standard_coef):
            del state["coef_"]
        return state

    def _held_out(self, codes: Codes) -> Flags:
        """Return 1 for documents to stop by, the same part of each label."""
        random = check_random_state(self.random_state)
        held_out = np.zeros(len(codes), np.uint8)
        for label in np.unique(codes):
            documents = random.permutation(np.flatnonzero(codes == label))
            n_held_out = round(self.validation_fraction * len(documents))
            held_out[documents[:n_held_out]] = 1
        if not held_out.any():
            raise ValueError(
                "validation_fraction must leave some documents to stop by; got "
                f"{self.validation_fraction} of {len(codes)}. Raise it, or set "
                "early_stopping=False."
            )
        return held_out


def _documents(
    X: Any, rows: Rows, codes: Codes, sample_weight: Any, held_out: Flags | None
) -> _core.SgdDocuments:
    weights = np.ones(len(codes))
    if sample_weight is not None:
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
    return _core.SgdDocuments(rows=rows.engine(), codes=codes, weights=weights, held_out=held_out)


def _table_of(coef: Any, n_features: int, n_outputs: int) -> Floats:
    """Return a table of its own, features × outputs, of weights outputs × features."""
    dense = coef.toarray() if scipy.sparse.issparse(coef) else coef
    table = np.asarray(dense, np.float64)
    if n_outputs == 1:
        table = table.reshape(1, -1)
    expected = (n_outputs, n_features)
    if table.shape != expected:
        raise ValueError(
            f"Provided coef_ does not match dataset: its shape must be {expected}; got "
            f"{np.shape(coef)}. Give one weight for each output and feature."
        )
    return np.array(table.T, order="C")


def _intercept_of(intercept: Any, n_outputs: int) -> Floats:
    """Return intercepts of its own, one for each output."""
    copied = np.array(intercept, np.float64).reshape(-1)
    if len(copied) != n_outputs:
        raise ValueError(
            f"Provided intercept_ does not match dataset: its shape must be {(n_outputs,)}; got "
            f"{np.shape(intercept)}. Give one number for each output."
        )
    return copied


def _is_same_view(array: Any, other: Floats) -> bool:
    """Return whether both are the same numbers in memory, in the same order."""
    return isinstance(array, np.ndarray) and array.__array_interface__ == other.__array_interface__
