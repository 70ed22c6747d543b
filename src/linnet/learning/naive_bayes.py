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

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from linnet.features.columns import ColumnSettings
from linnet.learning.column_formulas import NUMBERS, binomial, categorical, gaussian, mixed
from linnet.learning.count_formulas import bernoulli, complement, multinomial, poisson
from linnet.learning.table import Table
from linnet.model.linear_model import Weights
from linnet.settings.learners import NaiveBayesTable

STREAMING = (
    "multinomial",
    "bernoulli",
    "complement",
    "poisson",
)  # sums of counts are all they need


@dataclass(frozen=True)
class NaiveBayes(NaiveBayesTable):
    """How naive Bayes learns: which distribution, how much smoothing, which prior."""

    @property
    def presence(self) -> bool:
        """Whether a feature can only be there or not, however often."""
        return self.learner == "bernoulli"

    @property
    def streams(self) -> bool:
        """Whether sums of counts are all it needs of texts."""
        return self.learner in STREAMING

    @property
    def scaling(self) -> str:
        """Of numbers beside the text: where their squares count they are centred, so that these lose no digits."""
        return "centre" if self.squares else "none"

    @property
    def squares(self) -> bool:
        """Whether sums of squares count."""
        return self.learner in ("gaussian", "mixed")

    def needs_squares(self, columns: Iterable[ColumnSettings]) -> bool:
        """Whether it cannot do without sums of squares where these columns stand beside the text."""
        normal = any(column.kind in (*NUMBERS, "lexicon") for column in columns)
        return self.learner == "gaussian" or (self.learner == "mixed" and normal)

    def weights(self, table: "Table") -> Weights:
        """Return the weights that the formula gives for these totals."""
        return FORMULAS[self.learner](table, self)


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
