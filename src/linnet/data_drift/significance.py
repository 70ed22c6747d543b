"""Whether the means of two samples of documents differ by more than chance explains.

Each document is a vector x: flags of its labels, of its length, or shares of its n-grams. For two
samples of n and m documents from one distribution, d = mean − mean' has the covariance
C (1/n + 1/m), where C is that of one document. So the statistic

T = Σ w d²    has the mean    E = (1/n + 1/m) Σ w C[j, j]

and T / E is about χ²[v] / v, where v, the effective number of dimensions, makes the variances the
same: v = (Σ w C[j, j])² / Σ w w' C[j, k]². Documents are counted, not words: what stands in one
document is not independent.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Samples:
    """Two samples of documents: how many, their means, and the variances of one document."""

    n: int
    n_new: int
    mean: Floats
    new_mean: Floats
    variances: Floats  # under one distribution

    @property
    def difference(self) -> Floats:
        """How far the means are apart."""
        return self.new_mean - self.mean

    @property
    def scale(self) -> float:
        """The variance of the difference, in variances of one document."""
        return 1 / self.n + 1 / self.n_new

    def distance(self) -> float:
        """Return the total variation distance of two distributions: 0 the same, 1 disjoint."""
        return float(np.abs(self.difference).sum() / 2)

    def distance_by_chance(self) -> float:
        """Return the mean of that distance for two samples from one distribution.

        E|d| = √(2/π) · the standard deviation of d
        """
        deviations = np.sqrt(self.variances * self.scale)
        return float(np.sqrt(2 / np.pi) * deviations.sum() / 2)

    def p_value(self, weights: Floats, dimensions: float) -> float:
        """Return how often chance gives differences as large as these."""
        statistic = float(np.sum(weights * self.difference**2))
        expected = float(np.sum(weights * self.variances)) * self.scale
        if expected <= 0:
            return 0.0 if statistic > 0 else 1.0
        from scipy.special import gammaincc

        return float(gammaincc(dimensions / 2, dimensions / 2 * statistic / expected))


def pooled_variances(first: Floats, n: int, second: Floats, m: int) -> Floats:
    """Return the variances of one document by those of two samples, each around its own mean."""
    return ((n - 1) * first + (m - 1) * second) / max(1, n + m - 2)


def dimensions_of(covariance: Floats) -> float:
    """Return the effective number of dimensions of a covariance that is known.

    >>> dimensions_of(np.eye(3)), dimensions_of(np.ones((3, 3)))
    (3.0, 1.0)
    """
    squares = float(np.sum(covariance**2))
    if squares <= 0:
        return 1.0
    return float(np.trace(covariance)) ** 2 / squares


def dimensions_in_sample(rows: Floats) -> float:
    """Return the effective number of dimensions by a sample of documents × dimensions.

    Of S, the covariance in a sample of m, E[tr S²] is tr C² + (tr C)² / (m − 1) and a little more,
    which is taken out; the result is at most 3 (m − 1), and 1 for fewer than 4 documents.
    """
    m = len(rows)
    if m < 4:
        return 1.0
    centred = rows - rows.mean(axis=0)
    covariance = centred.T @ centred / (m - 1)
    trace = float(np.trace(covariance))
    if trace <= 0:
        return 1.0
    excess = float(np.sum(covariance**2)) - trace**2 / (m - 1)
    squares = (m - 1) ** 2 / ((m - 2) * (m + 1)) * excess
    most = float(min(rows.shape[1], 3 * (m - 1)))
    if squares <= trace**2 / most:
        return most
    return max(1.0, trace**2 / squares)
