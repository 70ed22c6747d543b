"""A Gaussian with full covariance for each label: numbers that depend on each other.

With m the mean of a label's documents, S = (1/T) Σ (x − m)(x − m)' their covariance and P its inverse:

    log P(x | label) = −½ (x − m)' P (x − m) − ½ log det 2πS
                     = constant + Σ_j (P m)_j x_j − ½ Σ_j P_jj x_j² − Σ_{j<k} P_jk x_j x_k

so scores are linear in the numbers, their squares and their products, which are a block of features.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet.errors import Advice, SettingError, listed, quoted
from linnet.learning.preparation import Prepared
from linnet.learning.table import log_prior_of
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights
from linnet.settings.learners import FullGaussianTable

Floats = npt.NDArray[np.float64]
LEAST = 1e-12  # eigenvalue, where numbers have the size 1: below it scores would have hardly a digit left
LEAST_SIZE = 1e-60  # of numbers, MOST_RIDGE: so that no product overflows
MOST_RIDGE = 1e100


@dataclass(frozen=True)
class FullGaussian(FullGaussianTable):
    """How it learns: a covariance of each label or one for all, what is added to its diagonal, which prior."""

    presence = False
    scaling = "centre"  # of numbers: so that their squares lose no digits
    link = "softmax"

    def weights(self, prepared: Prepared, targets: Targets, labels: tuple[str, ...]) -> Weights:
        """Return the weights of numbers, squares and products: scores are log P(label) + log P(x | label)."""
        if targets.multilabel:
            raise SettingError(
                f"the {self.learner} learner needs documents of one label each; got several. Use the gaussian learner."
            )
        columns = prepared.features.of_columns[-1].settings.columns
        # No number is missing, so every row has all of them in turn, and then their products.
        numbers = prepared.rows.values.reshape(len(prepared.rows), -1)[:, : len(columns)]
        weight = np.ones(len(targets)) if targets.weights is None else targets.weights
        inside = [targets.indicator(label) for label in range(len(labels))]
        n = np.array([weight[of].sum() for of in inside])
        means, covariances = map(
            np.array, zip(*(_moments(numbers[of], weight[of]) for of in inside), strict=True)
        )
        if self.covariance == "shared":
            pooled, squares = (np.average(x, axis=0, weights=n) for x in (covariances, means**2))
            inverses = [self._inverse(pooled, squares, "all labels", columns)] * len(labels)
        else:
            where = [
                f"label {quoted(label)} (documents: {of.sum()})"
                for label, of in zip(labels, inside, strict=True)
            ]
            inverses = [
                self._inverse(*each, columns)
                for each in zip(covariances, means**2, where, strict=True)
            ]
        return _weights(
            means, inverses, log_prior_of(labels, n, self.prior), len(prepared.features.blocks)
        )

    def _inverse(
        self, covariance: Floats, squares: Floats, where: str, columns: Sequence[str]
    ) -> tuple[Floats, float]:
        """Return the inverse and the log of the determinant, or say which columns leave none."""
        covariance = covariance + self.ridge * np.eye(len(columns))
        size = np.maximum(np.sqrt(np.diag(covariance) + squares), LEAST_SIZE)
        spreads, axes = np.linalg.eigh(covariance / np.outer(size, size))
        if np.any(spreads < LEAST):
            flat = np.sum(axes[:, spreads < LEAST] ** 2, axis=1) > 0.01
            flat_columns = [name for name, is_flat in zip(columns, flat, strict=True) if is_flat]
            raise _singular(where, flat_columns)
        inverse = np.einsum("ij,kj->ik", axes / spreads, axes) / np.outer(size, size)
        return inverse, float(np.log(spreads).sum() + 2 * np.log(size).sum())


def _moments(numbers: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the covariance. By einsum: BLAS may sum in another order with other threads."""
    n = weight.sum()
    mean = np.einsum("i,ij->j", weight, numbers) / n
    apart = numbers - mean
    return mean, np.einsum("ij,ik->jk", weight[:, None] * apart, apart) / n


def _singular(where: str, columns: Sequence[str]) -> SettingError:
    """Return what is wrong with a covariance, and what to do.

    >>> print(_singular("all labels", ["a"]))
    all labels: a covariance must have an inverse; got 'a', which hardly varies. Add a ridge or leave a column out.
    """
    why = "which hardly varies" if len(columns) == 1 else "which vary as one"
    problem = f"{where}: a covariance must have an inverse; got {listed(columns)}, {why}."
    if where == "all labels":
        return SettingError(problem, Advice("add_ridge"))
    return SettingError(problem, Advice("add_ridge_or_share"))


def _weights(
    means: Floats, inverses: Sequence[tuple[Floats, float]], prior: Floats, n_blocks: int
) -> Weights:
    """Return the weights over the columns (missing, value) of each number, and then its products with those after."""
    n_labels, n = means.shape
    pairs = np.triu_indices(n, 1)
    weights = np.zeros((2 * n + len(pairs[0]), n_labels))
    squares, offset = np.zeros_like(weights), prior - n / 2 * np.log(2 * np.pi)
    for label, (mean, (inverse, log_determinant)) in enumerate(zip(means, inverses, strict=True)):
        pull = inverse @ mean
        weights[1 : 2 * n : 2, label] = pull
        weights[2 * n :, label] = -inverse[pairs]
        squares[1 : 2 * n : 2, label] = -np.diag(inverse) / 2
        offset[label] -= (mean @ pull + log_determinant) / 2
    return Weights.full(weights, prior, n_blocks, offset, squares)
