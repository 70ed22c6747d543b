"""The scores of a model: documents × labels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.model.calibration import Calibration, log_sigmoid
from linnet.model.decision import Decision, unsure_below

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
LINKS = ("softmax", "sigmoid", "margin")


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of documents for labels; minus infinity is a veto. The link makes them probabilities.

    softmax  log scores of labels that exclude each other
    sigmoid  the log-odds of each label against the rest
    margin   no probabilities, unless by a calibration: how far a document lies on the label's side

    Where there may be several labels, a document has every one that is above its cutoff: none, one
    or several.

    >>> scores = Scores(("ham", "spam"), np.log([[0.2, 0.6]]), np.log([0.5, 0.5]))
    >>> scores.labels(), scores.probabilities().round(2).tolist()
    (['spam'], [[0.25, 0.75]])
    """

    label_names: tuple[str, ...]
    values: Floats
    prior: Floats  # log probabilities: what is left to say of a document that every label vetoes
    link: str = "softmax"
    multilabel: bool = False  # whether a document may have any number of labels
    calibration: Calibration | None = None
    decision: Decision | None = None  # always there where there may be several labels
    min_probability: float = 0.0  # a label that is less probable is not given

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line
        from linnet.errors import counted

        documents = counted(len(self.values), "document")
        return line("Scores", documents, f"labels {label_list(self.label_names)}", self.link)

    def vetoed(self) -> npt.NDArray[np.bool_]:
        """Return which documents every label vetoes; they get the prior."""
        return np.asarray(np.all(np.isneginf(self.values), axis=1))

    def settled(self) -> Floats:
        """Return the scores with the prior where every label is vetoed."""
        return self._or_prior(self.values)

    def _or_prior(self, values: Floats) -> Floats:
        vetoed = self.vetoed()
        if not vetoed.any():
            return values
        return np.where(vetoed[:, None], self.prior, values)

    def ranking(self) -> Floats:
        """Return scores, or what a calibration that changes their order makes of them."""
        if keeps_order(self.calibration):
            return self.settled()
        return self.log_probabilities()

    def best(self) -> Ints:
        """Return the place of the most probable label of each document; the first of equals."""
        return np.asarray(np.argmax(self.ranking(), axis=1))

    def decided(self) -> Ints:
        """Return the place of the one label that each document gets, UNSURE where none."""
        if self.multilabel or self.decision is None:
            decided = self.best()
        else:
            decided = self.decision.decide(self.probabilities())
        if self.multilabel or not self.min_probability:
            return decided
        return unsure_below(decided, self.probabilities(), self.min_probability)

    def chosen(self) -> npt.NDArray[np.bool_]:
        """Return documents × labels: which labels each document has."""
        if not self.multilabel:
            every_label = np.arange(len(self.label_names))
            return np.asarray(self.decided()[:, None] == every_label)
        assert self.decision is not None
        if not self.has_probabilities:
            return self.decision.above(self.values)
        probabilities = self.probabilities()
        return self.decision.above(probabilities) & (probabilities >= self.min_probability)

    def labels(self) -> list[Any]:
        """Return the label of each document, None where unsure; of multilabel ones the list."""
        if self.multilabel:
            return [self._names_of(chosen) for chosen in self.chosen()]
        names = (*self.label_names, None)  # UNSURE is the last
        return [names[label] for label in self.decided().tolist()]

    def _names_of(self, chosen: npt.NDArray[np.bool_]) -> list[str]:
        return [self.label_names[label] for label in np.flatnonzero(chosen).tolist()]

    @property
    def has_probabilities(self) -> bool:
        """Whether the scores can be read as probabilities."""
        return self.link != "margin" or self.calibration is not None

    def log_probabilities(self) -> Floats:
        """Return log P(label given document): scores minus the log of their summed exponentials.

        Where each label was told from the rest, the log of each one's own probability takes the
        place of its score; it is the answer itself where labels do not exclude each other. So it is
        with a calibration.
        """
        if not self.has_probabilities:
            raise SettingError(
                "these scores are margins, not probabilities. "
                "Calibrate the model, or train a logistic or naive Bayes "
                "learner."
            )
        by_itself = self._or_prior(self._each_by_itself())
        if self.multilabel:
            return by_itself
        shifted = by_itself - by_itself.max(axis=1, keepdims=True)
        total = np.exp(shifted).sum(axis=1, keepdims=True)
        return np.asarray(shifted - np.log(total))

    def _each_by_itself(self) -> Floats:
        """Return the log probability of each label by itself; of a softmax, its score."""
        if self.calibration is None and self.link == "softmax":
            return self.values
        if self.calibration is None:
            return log_sigmoid(self.values)
        shares = self.calibration.log_shares(self.values, self.link, multilabel=self.multilabel)
        return np.where(np.isneginf(self.values), -np.inf, shares)

    def probabilities(self) -> Floats:
        """Return P(label given document); each row sums to 1, unless documents are multilabel."""
        return np.exp(self.log_probabilities())


def keeps_order(calibration: Calibration | None) -> bool:
    """Return whether the highest score is always the most probable."""
    return calibration is None or calibration.shared
