"""A Gaussian with full covariance for each label: numbers that depend on each other.

With m the mean of a label's documents, S = (1/T) Σ (x − m)(x − m)' their covariance and P its
inverse:

    log P(x | label) = −½ (x − m)' P (x − m) − ½ log det 2πS
                     = constant + Σ_j (P m)_j x_j − ½ Σ_j P_jj x_j² − Σ_{j<k} P_jk x_j x_k

so scores are linear in the numbers, their squares and their products, which are a block of
features.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Self

import numpy as np
import numpy.typing as npt

from linnet.errors import Advice, SettingError, listed, quoted
from linnet.features.columns import ColumnSettings
from linnet.learning.dense import WEIGHT_BYTES
from linnet.learning.learner import Ability, Fitted, Inputs, Learner, TrainingData, needed
from linnet.learning.learner_tables import FullGaussianTable
from linnet.learning.table import given_prior, log_prior_of, prior_among
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
Inverse = tuple[Floats, float]  # of a covariance, and the log of its determinant
# The least eigenvalue, where numbers have the size 1: below it scores have hardly a digit left.
LEAST = 1e-12
LEAST_SIZE = 1e-60  # of numbers: so that no product overflows


class FullGaussian(FullGaussianTable, Learner):
    """How it learns: one covariance or one per label, what is added to it, which prior."""

    needs = "rows"
    inputs = Inputs(scaling="centre", numbers_only=True)  # so that squares lose no digits
    abilities = frozenset({Ability.GENERATIVE, Ability.CALIBRATED, Ability.BY_COLUMN})
    file_needs = frozenset({"linear", "products"})

    @property
    def label_prior(self) -> str | Mapping[str, float]:
        """The prior."""
        return self.prior

    def fit(self, data: TrainingData) -> Fitted:
        """Return the weights of numbers, squares and products.

        Scores are log P(label) + log P(x | label).
        """
        features = needed(data.features)
        targets = needed(data.targets)
        rows = needed(data.rows)
        columns = features.of_columns[-1].settings.columns
        # No number is missing, so every row has all of them in turn, and then their products.
        numbers = rows.values.reshape(len(rows), -1)[:, : len(columns)]
        weight = np.ones(len(targets)) if targets.weights is None else targets.weights

        labels = data.labels
        members = [targets.indicator(label) for label in range(len(labels))]
        label_weights = np.array([weight[of].sum() for of in members])
        moments = [_moments(numbers[of], weight[of]) for of in members]
        means = np.array([mean for mean, _ in moments])
        covariances = np.array([covariance for _, covariance in moments])
        if self.covariance == "shared":
            inverses = self._shared_inverse(means, covariances, label_weights, columns)
        else:
            counts = [int(of.sum()) for of in members]
            inverses = self._own_inverses(means, covariances, labels, counts, columns)
        prior = log_prior_of(labels, label_weights, self.prior)
        return Fitted(_weights(means, inverses, prior, len(features.blocks)), "softmax")

    def _shared_inverse(
        self, means: Floats, covariances: Floats, label_weights: Floats, columns: Sequence[str]
    ) -> list[Inverse]:
        """Return the inverse of the mean covariance, once for each label."""
        pooled = np.average(covariances, axis=0, weights=label_weights)
        squares = np.average(means**2, axis=0, weights=label_weights)
        return [self._inverse(pooled, squares, "all labels", columns)] * len(means)

    def _own_inverses(
        self,
        means: Floats,
        covariances: Floats,
        labels: Sequence[str],
        counts: Sequence[int],
        columns: Sequence[str],
    ) -> list[Inverse]:
        """Return the inverse of each label's covariance."""
        inverses = []
        for place, label in enumerate(labels):
            where = f"label {quoted(label)} (documents: {counts[place]})"
            squares = means[place] ** 2
            inverses.append(self._inverse(covariances[place], squares, where, columns))
        return inverses

    def own_columns(self, columns: Sequence[ColumnSettings]) -> tuple[ColumnSettings, ...]:
        """Return the products of each two of the numbers."""
        names = tuple(name for column in columns for name in column.columns)
        return (ColumnSettings("products", names, scaling=columns[0].scaling),)

    def check_labels(self, labels: tuple[str, ...]) -> None:
        """Refuse a given prior of other labels."""
        if isinstance(self.prior, Mapping):
            given_prior(labels, self.prior)

    def check_multilabel(self) -> None:
        """Refuse documents of several labels."""
        raise SettingError(
            f"the {self.learner} learner needs documents of one label each; got several. Use the "
            "gaussian learner."
        )

    def among(self, labels: Sequence[str]) -> Self:
        """Return the learner with a given prior over these labels alone."""
        return replace(self, prior=prior_among(self.prior, labels))

    def weights_bytes(self, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
        """Return the bytes of a product of each pair of columns for each label."""
        return WEIGHT_BYTES * n_outputs * n_columns**2

    def _inverse(
        self, covariance: Floats, squares: Floats, where: str, columns: Sequence[str]
    ) -> Inverse:
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
    """Return the mean and the covariance. By einsum.

    BLAS may sum in another order with other threads.
    """
    n = weight.sum()
    mean = np.einsum("i,ij->j", weight, numbers) / n
    apart = numbers - mean
    return mean, np.einsum("ij,ik->jk", weight[:, None] * apart, apart) / n


def _singular(where: str, columns: Sequence[str]) -> SettingError:
    """Return what is wrong with a covariance, and what to do.

    >>> print(_singular("all labels", ["a"]))  # doctest: +NORMALIZE_WHITESPACE
    all labels: a covariance must have an inverse; got 'a', which hardly varies. Add a ridge or
    leave a column out.
    """
    why = "which hardly varies" if len(columns) == 1 else "which vary as one"
    problem = f"{where}: a covariance must have an inverse; got {listed(columns)}, {why}."
    if where == "all labels":
        return SettingError(problem, Advice("add_ridge"))
    return SettingError(problem, Advice("add_ridge_or_share"))


def _weights(means: Floats, inverses: Sequence[Inverse], prior: Floats, n_blocks: int) -> Weights:
    """Return the weights over the columns (missing, value) of each number, and then its products
    with those after.
    """
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
