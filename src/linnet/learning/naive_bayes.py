"""Naive Bayes as formulas over totals.

With c the total of a feature for a label, a the smoothing, V the number of features and N the documents of the label:

    multinomial   log P(feature | label) = log((c + a) / (sum of c + V a))
    Bernoulli     t = (documents that have it + a) / (N + 2 a); absent features count too, with log(1 - t)
    complement    weight = -log((rest + a) / (sum of rest + V a)), rest = the feature's total over the other labels
    categorical   log P(level | label) = log((documents + a) / (N + L a)), L the levels of the column
    Poisson       rate r = (c + a) / (N + a); log P(x | label) = x log r - r - log x!
    binomial      t = (c + a) / (n + 2 a), n all trials of the label; x log t + (trials - x) log(1 - t)
    Gaussian      mean m and variance v; -(x - m)² / 2v - log(2 pi v) / 2, v never below a billionth of the largest
    mixed         words multinomial, levels categorical, numbers Gaussian: log-likelihoods add

Most pairs (feature, label) were never seen, and all of those of one label have the same weight: its `rest`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from linnet.errors import Advice, SettingError, quoted, shown
from linnet.features.columns import ColumnSettings
from linnet.features.rows import Rows
from linnet.learning import left_out
from linnet.learning.column_formulas import NUMBERS, binomial, categorical, gaussian, mixed
from linnet.learning.count_formulas import (
    bernoulli,
    complement,
    log_factorials,
    log_multinomial_coefficients,
    multinomial,
    multinomial_against_rest,
    poisson,
)
from linnet.learning.learner import Ability, Fitted, Inputs, Learner, TrainingData, needed
from linnet.learning.table import Floats, Table, check_prior, given_prior, prior_among
from linnet.model.linear_model import Weights

LEAST_SMOOTHING = 1e-300  # what logs and sums can hold
MOST_SMOOTHING = 1e100
COUNTS = frozenset({Ability.EXACT, Ability.ONE_PASS, Ability.GENERATIVE, Ability.DRAWS})
COLUMNS = frozenset({Ability.GENERATIVE, Ability.BY_COLUMN})
ABILITIES: dict[str, frozenset[Ability]] = {
    "multinomial": COUNTS,
    "bernoulli": COUNTS,
    "complement": frozenset({Ability.EXACT, Ability.ONE_PASS}),
    "poisson": frozenset({Ability.EXACT, Ability.GENERATIVE}),
    "binomial": frozenset(),
    "categorical": COLUMNS,
    "gaussian": COLUMNS,
    "mixed": frozenset({Ability.BY_COLUMN}),
}


@dataclass(frozen=True)
class NaiveBayes(Learner):
    """How naive Bayes learns: which distribution, how much smoothing, which prior."""

    learner: str = "multinomial"
    smoothing: float = 1.0
    prior: str | Mapping[str, float] = "learned"
    norm: bool = False
    trials: str | None = None  # of the binomial learner: a number, "length", or a column

    needs = "totals"

    def __post_init__(self) -> None:
        if self.learner not in FORMULAS:
            raise SettingError(
                f"a learner must be one of {', '.join(FORMULAS)}; got {quoted(self.learner)}. Choose one of these."
            )
        self._check_trials()
        self._check_smoothing()
        self._check_complement()
        check_prior(self.prior)
        # So that 1 and 1.0 give the same file.
        object.__setattr__(self, "smoothing", float(self.smoothing))

    def _check_trials(self) -> None:
        if self.learner == "binomial" and self.trials is None:
            raise SettingError(
                "the binomial learner needs trials; got none. Give a number, length or a column."
            )
        if self.learner != "binomial" and self.trials is not None:
            raise SettingError(
                f"trials belong to the binomial learner; got {quoted(self.trials)} without it.",
                Advice("name_learner_or_leave_out", learner="binomial", what="them"),
            )

    def _check_smoothing(self) -> None:
        if not 0 <= self.smoothing < np.inf:
            raise SettingError(
                f"smoothing must be 0 or above; got {self.smoothing}. Use 1.0 if unsure."
            )
        if self.smoothing and not LEAST_SMOOTHING <= self.smoothing <= MOST_SMOOTHING:
            raise SettingError(
                f"smoothing must be 0, or from {LEAST_SMOOTHING} to {MOST_SMOOTHING}; got {self.smoothing}. "
                "Use 1.0 if unsure."
            )

    def _check_complement(self) -> None:
        is_complement = self.learner == "complement"
        if is_complement and self.smoothing == 0:
            raise SettingError(
                "the complement learner needs smoothing above 0; got 0. Use 1.0 if unsure."
            )
        if is_complement and self.prior != "learned":
            raise SettingError("the complement learner has no prior; got one. Leave it out.")
        if self.norm and not is_complement:
            raise SettingError(
                "norm belongs to the complement learner; got it without.",
                Advice("name_learner_or_leave_out", learner="complement", what="it"),
            )

    @property
    def inputs(self) -> Inputs:
        """What it reads: squares of numbers count in Gaussians, which are centred so that these lose no digits."""
        squares = self.learner in ("gaussian", "mixed")
        return Inputs(
            presence=self.learner == "bernoulli",
            squares=squares,
            scaling="centre" if squares else "none",
            every_level=self.learner in ("categorical", "mixed"),
            text_length=self.trials == "length",
        )

    @property
    def abilities(self) -> frozenset[Ability]:
        """What its distribution allows."""
        return ABILITIES[self.learner]

    @property
    def label_prior(self) -> str | Mapping[str, float]:
        """The prior; complement has none, so that all labels are equally probable."""
        return "uniform" if self.learner == "complement" else self.prior

    def fit(self, data: TrainingData) -> Fitted:
        """Return the weights that the formula gives for these totals."""
        return Fitted(self.weights(needed(data.totals)), "softmax")

    def weights(self, table: Table) -> Weights:
        """Return the weights that the formula gives for these totals."""
        return FORMULAS[self.learner](table, self)

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return the distribution, the smoothing and the prior."""
        words = f"{self.learner} naive Bayes"
        if self.learner != "gaussian":
            words += f", smoothing {self.smoothing:g}"
        words += ", no prior" if self.learner == "complement" else f", prior {given(self.prior)}"
        if self.trials:
            words += f", {self.trials} trials"
        return f"{words}, normed" if self.norm else words

    def own_columns(self, columns: Sequence[ColumnSettings]) -> tuple[ColumnSettings, ...]:
        """Return the column of trials, where there are some."""
        return () if self.trials is None else (ColumnSettings("trials", (self.trials,)),)

    def needs_squares(self, columns: Sequence[ColumnSettings]) -> bool:
        """Return whether something is Gaussian: a mix has Gaussians of numbers alone."""
        has_numbers = any(column.kind in (*NUMBERS, "lexicon") for column in columns)
        return self.learner == "gaussian" or (self.learner == "mixed" and has_numbers)

    def check_labels(self, labels: tuple[str, ...]) -> None:
        """Refuse a given prior of other labels."""
        if isinstance(self.prior, Mapping):
            given_prior(labels, self.prior)

    def check_multilabel(self) -> None:
        """Refuse settings that tell no label from the rest."""
        if self.smoothing == 0 or self.norm:
            raise SettingError(
                "several labels per document need smoothing above 0 and no norm. Use smoothing 1 if unsure."
            )

    def among(self, labels: Sequence[str]) -> Self:
        """Return the learner with a given prior over these labels alone."""
        return replace(self, prior=prior_among(self.prior, labels))

    def regularisation(self, weight: float) -> tuple[float, float]:
        """Return its smoothing."""
        return 0.0, self.smoothing

    def without_prior(self) -> "NaiveBayes":
        """Return the learner of a uniform prior; against the rest, complement is multinomial."""
        name = "multinomial" if self.learner == "complement" else self.learner
        return replace(self, learner=name, prior="uniform")

    def sparse_against_rest(self, table: Table, odds: Floats) -> Weights | None:
        """Return weights that are stored only for the features that a label has been seen with."""
        if self.learner not in ("multinomial", "complement"):
            return None
        return multinomial_against_rest(table, self.smoothing, odds)

    def one_pass(self, shared: left_out.Shared) -> left_out.Formula:
        """Return the scores of left-out documents as a function of what they change."""
        if self.learner == "complement":
            return left_out.complement(shared, self.smoothing, norm=self.norm)
        formula = left_out.bernoulli if self.learner == "bernoulli" else left_out.multinomial
        return formula(shared, self.smoothing)

    def log_coefficients(self, rows: Rows) -> float:
        """Return the log of length! / product of counts! of multinomial documents, -log(counts!) of Poisson ones."""
        if self.learner == "multinomial":
            return log_multinomial_coefficients(rows)
        return -log_factorials(rows) if self.learner == "poisson" else 0.0


def given(prior: str | Mapping[str, float]) -> str:
    """Return a prior, or other numbers of labels, in words.

    >>> given("learned"), given({"ham": 0.9, "spam": 0.1})
    ('learned', 'ham 0.9, spam 0.1')
    """
    if isinstance(prior, str):
        return prior
    return ", ".join(f"{shown(label)} {number:g}" for label, number in prior.items())


FORMULAS: dict[str, Callable[[Table, NaiveBayes], Weights]] = {
    "multinomial": multinomial,
    "bernoulli": bernoulli,
    "complement": complement,
    "poisson": poisson,
    "binomial": binomial,
    "categorical": categorical,
    "gaussian": gaussian,
    "mixed": mixed,
}
