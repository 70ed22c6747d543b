"""The bootstrap of counts: documents of an evaluation drawn again and again, with replacement.

A metric that sees only the confusion table needs no documents: drawing n documents with replacement
gives each cell a count, and these counts together are one multinomial draw. It is made by halving:
of the documents that fall into a range of cells, a binomial number falls into its first half, and
so on down to single cells.
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
    cells = confusion.counts[rows, columns]
    n_labels = len(confusion.labels)
    resamples_at_once = max(1, BLOCK // max(1, len(cells)))

    right = list[Floats]()
    predicted = list[Floats]()
    true = list[Floats]()
    is_right = rows == columns
    has_label = rows < n_labels  # the row beyond the labels: documents that got none
    for drawn in _blocks(cells, resamples_at_once):
        right.append(_sums(drawn[:, is_right], rows[is_right], n_labels))
        predicted.append(_sums(drawn[:, has_label], rows[has_label], n_labels))
        true.append(_sums(drawn, columns, n_labels))
    return Counts(np.concatenate(right), np.concatenate(predicted), np.concatenate(true))


def multinomials(seed: int, counts: Ints, resamples: int) -> Ints:
    """Return resamples × cells: as many documents as in `counts`, drawn from them with replacement.

    >>> multinomials(1, np.array([5, 0, 15]), 2).tolist()
    [[4, 0, 16], [1, 0, 19]]
    """
    drawn = np.full((resamples, 1), counts.sum(), np.int64)
    for depth, totals in enumerate(_range_totals(counts)):
        first_half = totals[0::2]
        whole = np.maximum(1, first_half + totals[1::2])
        share = np.broadcast_to(first_half / whole, drawn.shape)

        chances = uniforms((seed << 8) + depth, drawn.size)
        taken = binomials(chances.reshape(drawn.shape), drawn, share)
        halves = np.stack([taken, drawn - taken], axis=2)
        drawn = halves.reshape(resamples, -1)
    return drawn[:, : len(counts)]


def binomials(chance: Floats, n: Ints, share: Floats) -> Ints:
    """Return successes in n trials, picked by `chance` from 0 to 1, for each entry by itself.

    The outcomes are lined up from the likeliest outwards, each as long as it is likely, and
    `chance` points at one of them: exact, in about as many steps as the standard deviation.

    >>> share = np.array([0.5, 0.5, 0.5])
    >>> binomials(np.array([0.0, 0.45, 0.74]), np.array([2, 2, 2]), share).tolist()
    [1, 1, 2]
    """
    mode = np.minimum(n, np.floor((n + 1) * share))
    mode = mode.astype(np.int64)
    result = np.where(share >= 1, n, mode)

    is_random = (share > 0) & (share < 1) & (n > 0)
    result[is_random] = _walk_from_mode(
        chance[is_random], n[is_random], share[is_random], mode[is_random]
    )
    return result


def _walk_from_mode(chance: Floats, n: Ints, share: Floats, mode: Ints) -> Ints:
    """Return the outcome `chance` points at, one step up and one down from the mode at a time."""
    result = mode.copy()
    entry = np.arange(len(mode))
    odds = share / (1 - share)
    above = np.exp(_log_likelihood(n, share, mode))
    below = above
    left = chance - above
    step = 0
    while True:
        going = (left >= 0) & ((above > 0) | (below > 0))
        if not going.any():
            return result
        entry, left, above, below = entry[going], left[going], above[going], below[going]
        n, mode, odds = n[going], mode[going], odds[going]

        above = above * (n - mode - step) / (mode + step + 1) * odds
        below = below * (mode - step) / (n - mode + step + 1) / odds
        step += 1
        # What rounding leaves over after the last possible outcome goes to the likeliest.
        lower = np.where(left < above + below, mode - step, mode)
        result[entry] = np.where(left < above, mode + step, lower)
        left = left - above - below


def _log_likelihood(n: Ints, share: Floats, k: Ints) -> Floats:
    from scipy.special import gammaln

    arrangements = gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0)
    result: Floats = arrangements + k * np.log(share) + (n - k) * np.log1p(-share)
    return result


def _range_totals(counts: Ints) -> list[Ints]:
    """Return the totals of ever smaller ranges of cells: of 2 ranges, of 4, up to single cells."""
    size = 1 << max(0, len(counts) - 1).bit_length()
    if size == 1:
        return []
    padding = np.zeros(size - len(counts), np.int64)
    levels = [np.concatenate([counts, padding])]
    while len(levels[0]) > 2:
        finer = levels[0]
        levels.insert(0, finer[0::2] + finer[1::2])
    return levels


def _blocks(counts: Ints, size: int) -> Iterator[Ints]:
    for start in range(0, RESAMPLES, size):
        yield multinomials(SEED + start, counts, min(size, RESAMPLES - start))


def _sums(drawn: Ints, group: Ints, n_groups: int) -> Floats:
    """Return resamples × groups: the cells of each group added up."""
    result = np.zeros((len(drawn), n_groups))
    if group.size:
        order = np.argsort(group, kind="stable")
        present, starts = np.unique(group[order], return_index=True)
        result[:, present] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return result
