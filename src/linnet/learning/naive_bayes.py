"""Naive Bayes as formulas over totals.

With c the total of a feature for a label, a the smoothing, V the number of features and N the
documents of the label:

    multinomial   log P(feature | label) = log((c + a) / (sum of c + V a))
    Bernoulli     t = (documents that have it + a) / (N + 2 a);
                  absent features count too, with log(1 - t)
    complement    weight = -log((rest + a) / (sum of rest + V a)),
                  rest = the feature's total over the other labels
    categorical   log P(level | label) = log((documents + a) / (N + L a)),
                  L the levels of the column
    Poisson       rate r = (c + a) / (N + a); log P(x | label) = x log r - r - log x!
    binomial      t = (c + a) / (n + 2 a), n all trials of the label;
                  x log t + (trials - x) log(1 - t)
    Gaussian      mean m and variance v; -(x - m)² / 2v - log(2 pi v) / 2,
                  v never below a billionth of the largest
    mixed         words multinomial, levels categorical, numbers Gaussian: log-likelihoods add

Most pairs (feature, label) were never seen, and all of those of one label have the same weight: its
`rest`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from linnet.errors import SettingError
from linnet.features.columns import ColumnSettings
from linnet.features.rows import Rows
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
from linnet.learning.learner_tables import NaiveBayesTable
from linnet.learning.table import Floats, Table, given_prior, prior_among
from linnet.model.linear_model import Weights

if TYPE_CHECKING:
    from linnet.learning.left_out import Formula, Shared

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


class NaiveBayes(NaiveBayesTable, Learner):
    """How naive Bayes learns: which distribution, how much smoothing, which prior."""

    needs = "totals"

    @property
    def inputs(self) -> Inputs:
        """What it reads: squares of numbers count in Gaussians, which are centred so that these
        lose no digits.
        """
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
                "several labels per document need smoothing above 0 and no norm. Use smoothing 1 "
                "if unsure."
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

    def one_pass(self, shared: "Shared") -> "Formula":
        """Return the scores of left-out documents as a function of what they change."""
        from linnet.learning import left_out

        if self.learner == "complement":
            return left_out.complement(shared, self.smoothing, norm=self.norm)
        formula = left_out.bernoulli if self.learner == "bernoulli" else left_out.multinomial
        return formula(shared, self.smoothing)

    def log_coefficients(self, rows: Rows) -> float:
        """Return the log of length! / product of counts! of multinomial documents, -log(counts!) of
        Poisson ones.
        """
        if self.learner == "multinomial":
            return log_multinomial_coefficients(rows)
        return -log_factorials(rows) if self.learner == "poisson" else 0.0


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
