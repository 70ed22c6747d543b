"""How well documents of a label rank above the others: ROC areas and average precision.

ROC area: of all pairs of a document that has the label and one that has not, the share where the first ranks higher; a
tie counts half. Average precision: the precision at each document that has the label, averaged; ties come together.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.answers import Answers, Flags, Floats, Ints
from linnet.evaluation.intervals import logit_interval, wilson


@dataclass(frozen=True, eq=False)
class Ranks:
    """Documents from the highest score of a label to the lowest, those with the same score together."""

    order: Ints  # documents, highest first
    has: Flags  # which of these have the label
    ends: Ints  # per distinct score, how many documents score as high or higher
    positives: Ints  # how many of those have the label

    @property
    def documents(self) -> int:
        """The number of documents."""
        return len(self.order)

    @property
    def negatives(self) -> Ints:
        """Per distinct score, how many documents without the label score as high or higher."""
        return self.ends - self.positives

    @property
    def both(self) -> bool:
        """Whether there are documents with the label and without it."""
        return bool(self.documents) and 0 < self.positives[-1] < self.documents


def ranked(scores: Floats, has: Flags) -> Ranks:
    """Return the documents ranked by their scores for one label, given which of them have it."""
    order = np.argsort(-scores, kind="stable").astype(np.int64)
    falling = scores[order]
    ends = np.flatnonzero(np.append(falling[1:] != falling[:-1], [True] * bool(len(order)))).astype(np.int64) + 1
    return Ranks(order, has[order], ends, np.cumsum(has[order], dtype=np.int64)[ends - 1])


def rankings(answers: Answers) -> Iterator[Ranks]:
    """Yield the ranks of each label; nothing where scores are not known."""
    table = strengths(answers)
    for label in range(0 if table is None else len(answers.labels)):
        assert table is not None
        yield ranked(table[:, label], answers.truth == label)


def strengths(answers: Answers) -> Floats | None:
    """Return documents × labels: what documents are ranked by; None where scores are not known.

    Where there are probabilities, these are the odds of the label: the same order as that of probabilities, but also
    among documents so sure that their probabilities are all rounded to 1.
    """
    if np.isnan(answers.scores).any():
        return None
    return answers.scores if answers.probabilities is None else odds(answers.probabilities)


def odds(probabilities: Floats) -> Floats:
    """Return p / (sum of the others) for each label.

    >>> odds(np.array([[0.75, 0.25], [1.0, 1e-40]])).tolist()
    [[3.0, 0.3333333333333333], [1e+40, 1e-40]]
    """
    others = np.zeros_like(probabilities)
    others[:, 1:] += np.cumsum(probabilities[:, :-1], axis=1)
    others[:, :-1] += np.cumsum(probabilities[:, :0:-1], axis=1)[:, ::-1]
    return np.asarray(np.divide(probabilities, others, out=np.full_like(others, np.inf), where=others > 0))


def roc_area(ranks: Ranks) -> float | None:
    """Return the area under the ROC curve; None where all documents have the label, or none has it."""
    if not ranks.both:
        return None
    up, along = np.diff(ranks.positives, prepend=0), np.diff(ranks.negatives, prepend=0)
    pairs = float(np.sum(along * (ranks.positives - up / 2)))
    return pairs / (int(ranks.positives[-1]) * int(ranks.negatives[-1]))


def average_precision(ranks: Ranks) -> float | None:
    """Return the average precision; None where no document has the label."""
    if not ranks.documents or not ranks.positives[-1]:
        return None
    up = np.diff(ranks.positives, prepend=0)
    return float(np.sum(up * (ranks.positives / ranks.ends)) / ranks.positives[-1])


def influences(ranks: Ranks, area: float) -> Floats:
    """Return how far each document pulls the ROC area up or down: DeLong's placements, less the area.

    A document with the label has the share of the others that rank below it, one without it the share of the label's
    that rank above it, a tie being half; divided by how many there are of its kind. The sum of squares is the
    variance of the area.
    """
    up, along = np.diff(ranks.positives, prepend=0), np.diff(ranks.negatives, prepend=0)
    n_up, n_along = int(ranks.positives[-1]), int(ranks.negatives[-1])
    of_own = ((n_along - ranks.negatives + along / 2) / n_along - area) / math.sqrt(n_up * max(1, n_up - 1))
    of_others = ((ranks.positives - up / 2) / n_up - area) / math.sqrt(n_along * max(1, n_along - 1))
    sizes, result = np.diff(ranks.ends, prepend=0), np.empty(ranks.documents)
    result[ranks.order] = np.where(ranks.has, np.repeat(of_own, sizes), np.repeat(of_others, sizes))
    return result


def area_interval(area: float, influence: Floats, fewest: int) -> tuple[float, float]:
    """Return the interval of a ROC area, or of the mean of several, from the influences of documents.

    An area of 0 or 1 says nothing of how it varies. Then the rarer kind of documents, `fewest`, are taken as trials
    that all went the same way, as Wilson's interval of a share does.
    """
    if 0 < area < 1:
        return logit_interval(area, math.sqrt(float(np.sum(influence**2))))
    found = wilson(round(area * fewest), fewest)
    assert found is not None
    return found


def mean_defined(values: list[float | None]) -> float | None:
    """Return the mean of what is defined; None where nothing is.

    >>> mean_defined([0.5, None, 1.0])
    0.75
    """
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
