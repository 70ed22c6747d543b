"""Rounds of an online learner over documents, until they help no more."""

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.sklearn.matrices import Floats

OVERFLOW = (
    "Floating-point under-/overflow occurred at epoch #%d. Scaling input data with StandardScaler or "
    "MinMaxScaler might help."
)


@dataclass(frozen=True)
class Stopping:
    """Rounds end after so many in a row that were not better than the best before by `tol`; None: never sooner."""

    max_iter: int
    tol: float | None
    patience: int
    n_learned: int  # documents that are learned from
    judged: bool  # by documents held out, not by the objective

    def cost(self, found: _core.SgdRound) -> Floats:
        """Return what has to fall from round to round, for each output."""
        return found.held_out_error if self.judged else found.objective / self.n_learned


def learn(
    rounds: _core.SgdRounds, n_outputs: int, stopping: Stopping, progress: "Progress | None"
) -> int:
    """Return how many rounds the output that took the longest had; with progress to print, one output at a time."""
    if progress is None:
        return _learn(rounds, np.ones(n_outputs, np.uint8), stopping, None)
    alone = np.eye(n_outputs, dtype=np.uint8)
    return max(
        _learn(rounds, alone[output].copy(), stopping, progress.of(output))
        for output in range(n_outputs)
    )


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
        found = rounds.round(live)
        if not found.is_finite:
            raise ValueError(OVERFLOW % epoch)
        if progress:
            progress.end(found)
        cost = stopping.cost(found)
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
        in_documents = progress.rounds.progress(output).n_nonzero
        self._elsewhere = int(np.count_nonzero(progress.table[:, output])) - in_documents

    def begin(self, epoch: int) -> None:
        """Print the number of the round."""
        print(f"-- Epoch {epoch}")

    def end(self, found: _core.SgdRound) -> None:
        """Print what the round has led to."""
        now = self._progress.rounds.progress(self._output)
        n_learned = self._progress.stopping.n_learned
        loss = found.loss[self._output] / n_learned
        objective = found.objective[self._output] / n_learned
        line = (
            f"Norm: {now.norm:.2f}, NNZs: {now.n_nonzero + self._elsewhere}, Bias: {now.offset:.6f}, "
            f"T: {now.visits}, Avg. loss: {loss:f}, Objective: {objective:f}"
        )
        if self._progress.stopping.judged:
            line += f", Validation score: {1 - found.held_out_error[self._output]:f}"
        print(line)
        print(f"Total training time: {self._seconds():.2f} seconds.")

    def converged(self, epoch: int) -> None:
        """Print that rounds have stopped to help."""
        print(f"Convergence after {epoch} epochs took {self._seconds():.2f} seconds")

    def _seconds(self) -> float:
        return time.perf_counter() - self._start
