"""scikit-learn's callbacks: what they are called with while weights are solved for."""

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    CallbackSupportMixin: Any = object
else:
    try:
        from sklearn.callback import CallbackSupportMixin
    except ImportError:  # scikit-learn has callbacks since 1.9

        class CallbackSupportMixin:
            """Takes no callbacks."""


class Callbacks(CallbackSupportMixin):
    """An estimator that reports its rounds to callbacks where its solver is lbfgs."""

    solver: str
    max_iter: int

    def set_callbacks(self, *callbacks: Any) -> Self:
        """Set what is called while weights are solved for."""
        if self.solver != "lbfgs":
            warnings.warn(
                f"Callbacks are only supported in {type(self).__name__} for solver='lbfgs'. This "
                f"estimator has solver='{self.solver}', callbacks will be ignored during the "
                "solving of the regression.",
                stacklevel=2,
            )
        super().set_callbacks(*callbacks)
        return self

    def _begin(self, X: Any, y: Any, sample_weight: Any) -> "FitProgress":
        """Report that a fit begins, where there are callbacks."""
        if not hasattr(self, "_skl_callbacks"):
            return FitProgress(self, None, {})
        context = self._init_callback_context(max_subtasks=max(self.max_iter, 1) + 1)
        metadata = None if sample_weight is None else {"sample_weight": sample_weight}
        progress = FitProgress(self, context, {"X": X, "y": y, "metadata": metadata})
        context.call_on_fit_task_begin(estimator=self, **progress.data)
        return progress


class FitProgress:
    """The progress of a fit, reported to callbacks; where there are none, nothing happens."""

    def __init__(self, estimator: Any, context: Any, data: dict[str, Any]) -> None:
        self.estimator = estimator
        self.context = context
        self.data = data

    def rounds(self, n: int, attributes: Callable[[int], dict[str, Any]]) -> None:
        """Report the rounds of a fit and the empty one, with the attributes after each.

        They are reported once it is known how many there are, so no callback can end the fit.
        """
        if self.context is None or self.estimator.solver != "lbfgs":
            return
        after = attributes(0)
        for number in range(1, max(n, 1) + 1):
            task = self._begin_round(after)
            after = attributes(number)
            task.call_on_fit_task_end(
                estimator=self.estimator, **self.data, reconstruction_attributes=after
            )
        self._begin_round(after).call_on_fit_task_end(estimator=self.estimator)

    def _begin_round(self, attributes: dict[str, Any]) -> Any:
        task = self.context.subcontext(task_name="lbfgs-iter")
        task.call_on_fit_task_begin(
            estimator=self.estimator, **self.data, reconstruction_attributes=attributes
        )
        return task

    def end(self) -> None:
        """Report that the fit is done."""
        if self.context is not None:
            self.context.call_on_fit_task_end(
                estimator=self.estimator, **self.data, reconstruction_attributes={}
            )
