"""Rounds of an online learner over documents, until they help no more."""

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.sklearn.matrices import Floats

OVERFLOW = (
    "Floating-point under-/overflow occurred at epoch #%d. Scaling input data with StandardScaler "
    "or MinMaxScaler might help."
)


@dataclass(frozen=True)
class Stopping:
    """Rounds end after so many in a row that were not better than the best before by `tol`.

    Where that is None, there are always `max_iter` of them.
    """

    max_iter: int
    tol: float | None
    patience: int
    n_learned: int  # documents that are learned from
    by_held_out: bool  # better on documents held out, not by the objective

    def cost(self, result: _core.SgdRound) -> Floats:
        """Return what has to fall from round to round, for each output."""
        if self.by_held_out:
            return result.held_out_error
        return result.objective / self.n_learned


def learn(
    rounds: _core.SgdRounds, n_outputs: int, stopping: Stopping, progress: "Progress | None"
) -> int:
    """Return how many rounds the output that took the longest had.

    With progress to print, one output is learned at a time.
    """
    if progress is None:
        return _learn(rounds, np.ones(n_outputs, np.uint8), stopping, None)
    n_rounds = []
    for output in range(n_outputs):
        live = np.zeros(n_outputs, np.uint8)
        live[output] = 1
        n_rounds.append(_learn(rounds, live, stopping, progress.of(output)))
    return max(n_rounds)


def _learn(
    rounds: _core.SgdRounds,
    live: npt.NDArray[np.uint8],
    stopping: Stopping,
    progress: "OutputProgress | None",
) -> int:
    best = np.full(len(live), np.inf)
    waits = np.zeros(len(live), np.int64)
    slack = stopping.tol or 0.0
    for epoch in range(1, stopping.max_iter + 1):
        if progress:
            progress.begin(epoch)
        result = rounds.round(live)
        if not result.is_finite:
            raise ValueError(OVERFLOW % epoch)
        if progress:
            progress.end(result)
        cost = stopping.cost(result)
        waits = np.where(cost > best - slack, waits + 1, 0)
        best = np.minimum(best, cost)
        if stopping.tol is not None:
            live &= waits < stopping.patience
        if not live.any():
            if progress:
                progress.converged(epoch)
            return epoch
    return stopping.max_iter


class Progress:
    """Prints scikit-learn's lines after each round."""

    def __init__(self, rounds: _core.SgdRounds, table: Floats, stopping: Stopping) -> None:
        self.rounds = rounds
        self.table = table
        self.stopping = stopping

    def of(self, output: int) -> "OutputProgress":
        """Return the progress of one output, whose time begins now."""
        return OutputProgress(self, output)


class OutputProgress:
    """Prints the lines of one output."""

    def __init__(self, progress: Progress, output: int) -> None:
        self._progress = progress
        self._output = output
        self._start = time.perf_counter()
        n_in_documents = progress.rounds.progress(output).n_nonzero
        n_nonzero = int(np.count_nonzero(progress.table[:, output]))
        self._n_elsewhere = n_nonzero - n_in_documents

    def begin(self, epoch: int) -> None:
        """Print the number of the round."""
        print(f"-- Epoch {epoch}")

    def end(self, result: _core.SgdRound) -> None:
        """Print what the round has led to."""
        output = self._output
        stopping = self._progress.stopping
        now = self._progress.rounds.progress(output)
        n_nonzero = now.n_nonzero + self._n_elsewhere
        loss = result.loss[output] / stopping.n_learned
        objective = result.objective[output] / stopping.n_learned
        line = f"Norm: {now.norm:.2f}, NNZs: {n_nonzero}, Bias: {now.offset:.6f}, T: {now.visits}"
        line += f", Avg. loss: {loss:f}, Objective: {objective:f}"
        if stopping.by_held_out:
            line += f", Validation score: {1 - result.held_out_error[output]:f}"
        print(line)
        print(f"Total training time: {self._seconds():.2f} seconds.")

    def converged(self, epoch: int) -> None:
        """Print that rounds have stopped to help."""
        print(f"Convergence after {epoch} epochs took {self._seconds():.2f} seconds")

    def _seconds(self) -> float:
        return time.perf_counter() - self._start
