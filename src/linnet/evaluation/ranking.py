"""How well documents of a label rank above the others: ROC areas and average precision.

ROC area: of all pairs of a document that has the label and one that has not, the share where the first ranks higher; a
tie counts half. Average precision: the precision at each document that has the label, averaged; ties come together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.answers import Answers, Flags, Floats, Ints


@dataclass(frozen=True, eq=False)
class Ranks:
    """Documents from the highest score of a label to the lowest, those with the same score together."""

    order: Ints  # documents, highest first
    ends: Ints  # per distinct score, how many documents score as high or higher
    positives: Ints  # how many of those have the label
    documents: int

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
    return Ranks(order, ends, np.cumsum(has[order], dtype=np.int64)[ends - 1], len(order))


def rankings(answers: Answers) -> Iterator[Ranks]:
    """Yield the ranks of each label; nothing where scores are not known.

    Where there are probabilities, documents are ranked by the odds of the label: the same order, but also among
    documents so sure that their probabilities are all rounded to 1.
    """
    if np.isnan(answers.scores).any():
        return
    table = answers.scores if answers.probabilities is None else odds(answers.probabilities)
    for label in range(len(answers.labels)):
        yield ranked(table[:, label], answers.truth == label)


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


def mean_defined(values: list[float | None]) -> float | None:
    """Return the mean of what is defined; None where nothing is.

    >>> mean_defined([0.5, None, 1.0])
    0.75
    """
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
