"""What documents are ranked by for each label: the odds of the label, or its score."""

from collections.abc import Iterator

import numpy as np

from linnet.evaluation.metrics.labelled_predictions import Floats, LabelledPredictions

NUMBERS = 3_000_000  # worked on at once: some tens of megabytes
LABELS = 32  # but no fewer, because each part draws its resamples anew


def has_scores(predictions: LabelledPredictions) -> bool:
    """Return whether there are documents to rank, and scores to rank them by."""
    return len(predictions) > 0 and not np.isnan(predictions.scores.min(initial=np.inf))


def ranking_scores(predictions: LabelledPredictions) -> Iterator[tuple[int, Floats]]:
    """Yield documents × some labels, after the first of these labels; nothing without scores.

    Where there are probabilities, these are the odds of the label: the same order as that of
    probabilities, but also among documents so sure that their probabilities are all rounded to 1.
    """
    if not has_scores(predictions):
        return
    labels_at_once = max(LABELS, NUMBERS // len(predictions))
    firsts = range(0, len(predictions.labels), labels_at_once)
    if predictions.probabilities is None:
        for first in firsts:
            yield first, predictions.scores[:, first : first + labels_at_once]
    else:
        yield from zip(firsts, _odds_in_parts(predictions.probabilities, firsts), strict=True)


def _odds_in_parts(probabilities: Floats, firsts: range) -> Iterator[Floats]:
    """Yield the odds of as many labels as a step has, from each first one on."""
    parts = [probabilities[:, first : first + firsts.step] for first in firsts]
    zeros = np.zeros(len(probabilities))
    sums_after = [zeros]
    for part in parts[:0:-1]:
        sums_after.append(_plus_columns(sums_after[-1], part.T[::-1]))

    sum_before = zeros
    for part in parts:
        yield odds(part, sum_before, sums_after.pop())
        sum_before = _plus_columns(sum_before, part.T)


def _plus_columns(sums: Floats, columns: Floats) -> Floats:
    """Return sums plus columns, one by one: in the same order whatever the size of a part."""
    result = sums.copy()
    for column in columns:
        result += column
    return result


def odds(
    probabilities: Floats, before: Floats | float = 0.0, after: Floats | float = 0.0
) -> Floats:
    """Return p / (sum of the others) for each label.

    `before` and `after` are the sums of labels before and after these.

    >>> odds(np.array([[0.75, 0.25], [1.0, 1e-40]])).tolist()
    [[3.0, 0.3333333333333333], [1e+40, 1e-40]]
    >>> odds(np.array([[1.0, 5e-324]])).tolist()
    [[inf, 5e-324]]
    """
    columns = np.ascontiguousarray(probabilities.T)
    n_documents = columns.shape[1]
    others = np.empty_like(columns)

    left = np.full(n_documents, before)
    for sum_of_others, column in zip(others, columns, strict=True):
        sum_of_others[:] = left
        left += column
    right = np.full(n_documents, after)
    for sum_of_others, column in zip(others[::-1], columns[::-1], strict=True):
        np.add(sum_of_others, right, out=sum_of_others)
        right += column

    is_certain = others <= 0
    with np.errstate(over="ignore"):  # odds beyond all numbers are as good as infinite
        np.divide(columns, others, out=others, where=~is_certain)
    others[is_certain] = np.inf
    return others.T
