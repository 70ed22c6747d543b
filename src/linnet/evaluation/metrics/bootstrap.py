"""What else could have come out: the documents of an evaluation drawn again and again, with replacement.

A measure that sees only the confusion table needs no documents: drawing n documents with replacement gives
each cell a count, and these counts together are one multinomial draw. It is made by halving: of the documents
that fall into a range of cells, a binomial number falls into its first half, and so on down to single cells.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.confusion import Confusion
from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.random import uniforms

RESAMPLES = 1000
SEED = 1
# Cells × resamples worked on at once: some tens of megabytes.
BLOCK = 500_000

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def resampled_counts(confusion: Confusion) -> Counts:
    """Return resamples × labels: the counts of each label, had other documents been drawn."""
    rows, columns = np.nonzero(confusion.counts)
    counts = confusion.counts[rows, columns]
    blocks = _blocks(counts, max(1, BLOCK // max(1, len(counts))))
    parts = [_label_counts(drawn, rows, columns, len(confusion.labels)) for drawn in blocks]
    return Counts(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def multinomials(seed: int, counts: Ints, resamples: int) -> Ints:
    """Return resamples × cells: as many documents as in `counts`, drawn from them with replacement.

    >>> multinomials(1, np.array([5, 0, 15]), 2).tolist()
    [[4, 0, 16], [1, 0, 19]]
    """
    levels = _halvings(counts)
    drawn = np.full((resamples, 1), counts.sum(), np.int64)
    for depth, level in enumerate(levels):
        first, whole = level[0::2], np.maximum(1, level[0::2] + level[1::2])
        chance = uniforms((seed << 8) + depth, drawn.size).reshape(drawn.shape)
        taken = binomials(chance, drawn, np.broadcast_to(first / whole, drawn.shape))
        drawn = np.stack([taken, drawn - taken], axis=2).reshape(resamples, -1)
    return drawn[:, : len(counts)]


def binomials(chance: Floats, n: Ints, share: Floats) -> Ints:
    """Return successes in n trials, picked by `chance` from 0 to 1, for each entry by itself.

    The outcomes are lined up from the likeliest outwards, each as long as it is likely, and `chance` points
    at one of them: exact, in about as many steps as the standard deviation.

    >>> binomials(np.array([0.0, 0.45, 0.74]), np.array([2, 2, 2]), np.array([0.5, 0.5, 0.5])).tolist()
    [1, 1, 2]
    """
    mode = np.minimum(n, np.floor((n + 1) * share)).astype(np.int64)
    result = np.where(share >= 1, n, mode)
    open_ = np.flatnonzero(((share > 0) & (share < 1) & (n > 0)).ravel())
    result.ravel()[open_] = _walk(
        chance.ravel()[open_], n.ravel()[open_], share.ravel()[open_], mode.ravel()[open_]
    )
    return result


def _walk(chance: Floats, n: Ints, share: Floats, mode: Ints) -> Ints:
    """Return the outcome `chance` points at, going from the mode one step up and one step down at a time."""
    result, at = mode.copy(), np.arange(len(mode))
    odds = share / (1 - share)
    above = below = np.exp(_log_likelihood(n, share, mode))
    left, step = chance - above, 0
    while (going := (left >= 0) & ((above > 0) | (below > 0))).any():
        at, left, above, below = at[going], left[going], above[going], below[going]
        n, mode, odds = n[going], mode[going], odds[going]
        above = above * (n - mode - step) / (mode + step + 1) * odds
        below = below * (mode - step) / (n - mode + step + 1) / odds
        step += 1
        # What rounding leaves over after the last possible outcome goes to the likeliest.
        lower = np.where(left < above + below, mode - step, mode)
        result[at] = np.where(left < above, mode + step, lower)
        left = left - above - below
    return result


def _log_likelihood(n: Ints, share: Floats, k: Ints) -> Floats:
    from scipy.special import gammaln

    arrangements = gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0)
    result: Floats = arrangements + k * np.log(share) + (n - k) * np.log1p(-share)
    return result


def _halvings(counts: Ints) -> list[Ints]:
    """Return the totals of ever smaller ranges of cells: 2 of them, 4, 8, up to the single cells."""
    size = 1 << max(0, len(counts) - 1).bit_length()
    levels = [np.concatenate([counts, np.zeros(size - len(counts), np.int64)])]
    while len(levels[0]) > 2:
        levels.insert(0, levels[0][0::2] + levels[0][1::2])
    return levels if size > 1 else []


def _blocks(counts: Ints, size: int) -> Iterator[Ints]:
    for start in range(0, RESAMPLES, size):
        yield multinomials(SEED + start, counts, min(size, RESAMPLES - start))


def _label_counts(
    drawn: Ints, rows: Ints, columns: Ints, labels: int
) -> tuple[Floats, Floats, Floats]:
    right, sure = (
        rows == columns,
        rows < labels,
    )  # rows beyond the labels are documents that got none
    return (
        _sums(drawn[:, right], rows[right], labels),
        _sums(drawn[:, sure], rows[sure], labels),
        _sums(drawn, columns, labels),
    )


def _sums(drawn: Ints, group: Ints, groups: int) -> Floats:
    """Return resamples × groups: the cells of each group added up."""
    result = np.zeros((len(drawn), groups))
    if group.size:
        order = np.argsort(group, kind="stable")
        present, starts = np.unique(group[order], return_index=True)
        result[:, present] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return result
