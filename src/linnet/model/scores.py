"""What a model says: documents × labels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError

Floats = npt.NDArray[np.float64]
LINKS = ("softmax", "sigmoid", "margin")


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of documents for labels; minus infinity is a veto. The link says how they become probabilities.

    softmax  log scores of labels that exclude each other
    sigmoid  the log-odds of each label against the rest
    margin   no probabilities: how far a document lies on the label's side

    Where there are cutoffs, a document has every label whose score is above its cutoff: none, one or several.

    >>> scores = Scores(("ham", "spam"), np.log([[0.2, 0.6]]), np.log([0.5, 0.5]))
    >>> scores.labels(), scores.probabilities().round(2).tolist()
    (['spam'], [[0.25, 0.75]])
    """

    label_names: tuple[str, ...]
    values: Floats
    prior: Floats  # log probabilities: what is left to say of a document that every label vetoes
    link: str = "softmax"
    cutoffs: Floats | None = None  # per label; None: labels exclude each other

    def vetoed(self) -> npt.NDArray[np.bool_]:
        """Return which documents every label vetoes; they get the prior."""
        return np.asarray(np.all(np.isneginf(self.values), axis=1))

    def settled(self) -> Floats:
        """Return the scores with the prior where every label is vetoed."""
        vetoed = self.vetoed()
        return np.where(vetoed[:, None], self.prior, self.values) if vetoed.any() else self.values

    def best(self) -> npt.NDArray[np.int64]:
        """Return the number of the highest label of each document; the first where several tie."""
        return np.asarray(np.argmax(self.settled(), axis=1))

    def chosen(self) -> npt.NDArray[np.bool_]:
        """Return documents × labels: which labels each document has."""
        if self.cutoffs is not None:
            return np.asarray(self.values > self.cutoffs)
        return np.asarray(self.best()[:, None] == np.arange(len(self.label_names)))

    def labels(self) -> list[Any]:
        """Return the highest label of each document; where it may have several, the list of those above the cutoff."""
        if self.cutoffs is None:
            return [self.label_names[number] for number in self.best().tolist()]
        return [[self.label_names[number] for number in np.flatnonzero(row).tolist()] for row in self.chosen()]

    @property
    def probable(self) -> bool:
        """Whether the scores can be read as probabilities."""
        return self.link != "margin"

    def log_probabilities(self) -> Floats:
        """Return log P(label given document): scores minus the log of their summed exponentials.

        Where each label was told from the rest, the log of each one's own probability takes the place of its score;
        it is the answer itself where labels do not exclude each other.
        """
        if not self.probable:
            raise SettingError("these scores are margins, not probabilities. Train a logistic or naive Bayes learner.")
        values = self.settled() if self.link == "softmax" else -np.logaddexp(0.0, -self.values)
        if self.cutoffs is not None:
            return np.asarray(values)
        shifted = values - values.max(axis=1, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))

    def probabilities(self) -> Floats:
        """Return P(label given document); each row sums to 1, but where a document may have several labels."""
        return np.exp(self.log_probabilities())
