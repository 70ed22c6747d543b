"""Time to the same relative gap of the objective, 2 threads, against LIBLINEAR and scikit-learn.

tf-idf of words 1-2, no offset, strength 1/n (C = 1), on ag_news and 200,000 documents of
reddit_domain. Each side runs at its loosest setting that reaches the gap; one plain function
evaluates what both sides return.
"""

import gzip
import json
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import scipy.sparse as sp
from liblinear.liblinearutil import train
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from benchmarks.measure import data, report
from linnet import _core
from linnet.features.rows import Rows
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets

Fit = Callable[[Any], np.ndarray]  # a setting → weights, columns × labels
TOLERANCES = (0.3, 0.1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5)
TIMES = 3  # the best of so many, on both sides
EPSILONS = (3.0, 1.0, 0.3, 0.1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5)


@dataclass(frozen=True)
class Task:
    """A table, its labels, and what is to be made small."""

    name: str
    rows: sp.csr_matrix
    codes: np.ndarray
    loss: str
    l1: float = 0.0

    def problem(self) -> _core.Problem:
        starts = self.rows.indptr.astype(np.int64)
        rows = Rows(starts, self.rows.indices.astype(np.int32), self.rows.data)
        targets = Targets.of(self.codes.astype(np.int32), int(self.codes.max()) + 1)
        return problem_of(rows, targets, self.rows.shape[1])

    def settings(self, tolerance: float) -> _core.SolverSettings:
        l2 = 0.0 if self.l1 else 1 / self.rows.shape[0]
        return _core.SolverSettings(
            loss=self.loss,
            l1=self.l1,
            l2=l2,
            offset="none",
            tolerance=tolerance,
            rounds=1000,
            seed=1,
            threads=2,
        )

    def ours(self, tolerance: float) -> np.ndarray:
        return _core.fit_linear(self.problem(), self.settings(tolerance)).weights

    def objective(self, weights: np.ndarray) -> float:
        at = _core.OutputWeights(np.ascontiguousarray(weights), np.zeros(weights.shape[1]))
        return float(_core.linear_objective(self.problem(), self.settings(1.0), at).sum())

    def liblinear(self, kind: int) -> Fit:
        def fit(epsilon: float) -> np.ndarray:
            model = train(self.codes.astype(float), self.rows, f"-s {kind} -c 1 -e {epsilon} -q")
            columns = model.get_nr_feature()
            labels = [int(label) for label in model.get_labels()]
            flat = np.ctypeslib.as_array(model.w, shape=(columns * len(labels),))
            weights = np.zeros((self.rows.shape[1], len(labels)))
            weights[:columns, labels] = flat.reshape(columns, len(labels))
            return weights

        return fit

    def scikit_learn(self, make: Callable[[float], Any]) -> Fit:
        def fit(tolerance: float) -> np.ndarray:
            model = make(tolerance).fit(self.rows, self.codes)
            parts = [model] if hasattr(model, "coef_") else model.estimators_
            return np.vstack([part.coef_ for part in parts]).T

        return fit


@cache
def table(name: str, n: int | None) -> tuple[sp.csr_matrix, np.ndarray]:
    """Return tf-idf rows of words 1-2 that two documents have, and the codes of the labels."""
    with gzip.open(data(name), "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in islice(lines, n)]
    texts = [document["text"] for document in documents]
    labels = [document["label"] for document in documents]
    rows = TfidfVectorizer(ngram_range=(1, 2), min_df=2).fit_transform(texts)
    _, codes = np.unique(labels, return_inverse=True)
    return rows.tocsr(), codes


def timed(fit: Fit, setting: float) -> tuple[float, np.ndarray]:
    start = time.perf_counter()
    weights = fit(setting)
    return time.perf_counter() - start, weights


def time_to(task: Task, fit: Fit, settings: Iterable[float], goal: float) -> float:
    """Return the best time at the loosest setting whose objective reaches the goal."""
    for setting in settings:
        taken, weights = timed(fit, setting)
        if task.objective(weights) <= goal:
            return min([taken, *(timed(fit, setting)[0] for _ in range(TIMES - 1))])
    return float("inf")


def compare(task: Task, peers: dict[str, tuple[list[Fit], float]], gaps: tuple[float, ...]) -> None:
    """Report each peer, the fastest of its kinds, at each gap."""
    best = task.objective(task.ours(1e-6 if task.l1 == 0 else 1e-4))
    for gap in gaps:
        goal = best * (1 + gap)
        ours = time_to(task, task.ours, TOLERANCES, goal)
        for peer, (fits, wanted) in peers.items():
            taken = min(time_to(task, fit, EPSILONS, goal) for fit in fits)
            penalty = " l1" if task.l1 else ""
            report(f"{task.name} {task.loss}{penalty} to {gap:g}, {peer}", ours, taken, wanted)


def lbfgs(tolerance: float) -> Any:
    return LogisticRegression(tol=tolerance, max_iter=10000, fit_intercept=False)


def svc(tolerance: float) -> Any:
    return LinearSVC(tol=tolerance, fit_intercept=False)


def path(task: Task) -> None:
    """Report 20 strengths, from hardly a weight down to the task's, beside the last alone."""
    strengths = np.geomspace(0.01 / task.l1, 1.0, 20)
    settings = task.settings(1e-2)
    problem = task.problem()
    whole = min(
        timed(lambda _: _core.fit_path(problem, settings, strengths), 0)[0] for _ in range(3)
    )
    alone = min(timed(task.ours, 1e-2)[0] for _ in range(3))
    report(f"{task.name} {task.loss} l1, path of 20 beside one", whole, alone, 0.25)


def run() -> None:
    warnings.simplefilter("ignore", ConvergenceWarning)
    for name, file, n in (
        ("ag", "ag_news/train.jsonl.gz", None),
        ("reddit", "reddit_domain/all.jsonl.gz", 200_000),
    ):
        rows, codes = table(file, n)
        logistic = Task(name, rows, codes, "logistic")
        svm = Task(name, rows, codes, "squared-hinge")
        softmax = Task(name, rows, codes, "softmax")
        lasso = Task(name, rows, codes, "logistic", l1=1 / rows.shape[0])
        one_vs_rest = logistic.scikit_learn(lambda tolerance: OneVsRestClassifier(lbfgs(tolerance)))
        liblinear = [logistic.liblinear(7), logistic.liblinear(0)]
        compare(logistic, {"LIBLINEAR": (liblinear, 1.5)}, (1e-3, 1e-5))
        compare(logistic, {"lbfgs": ([one_vs_rest], 15)}, (1e-3,))
        svms = {
            "LIBLINEAR": ([svm.liblinear(1), svm.liblinear(2)], 1.5),
            "LinearSVC": ([svm.scikit_learn(svc)], 3),
        }
        compare(svm, svms, (1e-3, 1e-5))
        compare(softmax, {"lbfgs": ([softmax.scikit_learn(lbfgs)], 10)}, (1e-3,))
        compare(lasso, {"LIBLINEAR": ([lasso.liblinear(6)], 2)}, (1e-3,))
        path(lasso)
