"""The settings of every learner, with the standard library only.

A name may have several rows: rounds and offsets differ from learner to learner.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from linnet.errors import counted, shown
from linnet.learning.learner_rules import (
    BAYES_RULES,
    LINEAR_RULES,
    LOSSES,
    ONLINE_RULES,
)
from linnet.settings.collected import ByLabel
from linnet.settings.kinds import Choice, Flag, Int, Number, Strength, Text
from linnet.settings.setting import Settings, setting

LEAST_STRENGTH = 1e-30
MOST_STRENGTH = 1e12
MOST_RIDGE = 1e100  # so that no product overflows
NAIVE_BAYES = (
    "multinomial", "bernoulli", "complement", "poisson", "binomial",
    "categorical", "gaussian", "mixed",
)  # fmt: skip
ONLINE = ("perceptron", "passive-aggressive")
PRIORS = ("learned", "uniform")


def by_label(values: str | Mapping[str, float]) -> str:
    """Return a name, or labels and their numbers.

    >>> by_label("uniform"), by_label({"ham": 0.9, "spam": 0.1})
    ('uniform', 'ham 0.9, spam 0.1')
    """
    if isinstance(values, str):
        return values
    return ", ".join(f"{shown(label)} {number:g}" for label, number in values.items())


def _learner(default: str, names: tuple[str, ...], **columns: Any) -> Any:
    return setting(Choice(names, "the learner", hint=True), default, "", metavar="NAME", **columns)


def _prior(**columns: Any) -> Any:
    sentence = "a prior must be learned, uniform or LABEL=P,…; got {quoted}."
    kind = ByLabel(PRIORS, sentence=sentence)
    return setting(
        kind,
        "learned",
        "learned (default), uniform, or LABEL=P,LABEL=P,…",
        metavar="PRIOR",
        **columns,
    )


@dataclass(frozen=True)
class NaiveBayesTable(Settings):
    """Which distribution, how much smoothing, which prior."""

    table: ClassVar[str] = "learner"
    page: ClassVar[str] = "naive-bayes.md"
    learners: ClassVar[tuple[str, ...]] = NAIVE_BAYES
    checks = BAYES_RULES

    learner: str = _learner(
        "multinomial", NAIVE_BAYES, words=lambda chosen: f"{chosen.learner} naive Bayes"
    )
    smoothing: float = setting(
        Number(
            least=0,
            below=inf,
            as_float=True,
            sentence="smoothing must be 0 or above; got {value}. Use 1.0 if unsure.",
        ),
        1.0,
        "added to every count; 1 by default, 0 for none",
        metavar="A",
        search="fine",
        words=lambda chosen: (
            "" if chosen.learner == "gaussian" else f"smoothing {chosen.smoothing:g}"
        ),
    )
    prior: str | Mapping[str, float] = _prior(
        words=lambda chosen: (
            "no prior" if chosen.learner == "complement" else f"prior {by_label(chosen.prior)}"
        ),
    )
    norm: bool = setting(
        Flag(),
        False,
        "divide the weights of the complement learner by their sum",
        learners=("complement",),
        words=lambda chosen: "normed" if chosen.norm else "",
    )
    trials: str | None = setting(
        Text(optional=True),
        None,
        "of the binomial learner: how often a feature could have been there",
        metavar="N|COLUMN|length",
        learners=("binomial",),
        written="unless default",
        words=lambda chosen: f"{chosen.trials} trials" if chosen.trials else "",
    )


@dataclass(frozen=True)
class FullGaussianTable(Settings):
    """A covariance of each label or one for all, what is added to its diagonal, which prior."""

    table: ClassVar[str] = "learner"
    page: ClassVar[str] = "naive-bayes.md"
    learners: ClassVar[tuple[str, ...]] = ("full-gaussian",)

    learner: str = _learner("full-gaussian", ("full-gaussian",))
    covariance: str = setting(
        Choice(("own", "shared"), "the covariance", hint=True),
        "own",
        "of the full-gaussian learner: own (default) of each label, or shared by all",
        metavar="HOW",
        words=lambda chosen: (
            "Gaussian with the full covariance "
            + ("shared by all labels" if chosen.covariance == "shared" else "of each label")
        ),
    )
    ridge: float = setting(
        Number(
            least=0,
            most=MOST_RIDGE,
            as_float=True,
            sentence=(
                f"a ridge must be from 0 to {MOST_RIDGE:g}; got {{value}}. Leave it out if unsure."
            ),
        ),
        0.0,
        "added to the diagonal of the covariance of the full-gaussian learner; 0 by default",
        metavar="R",
        words=lambda chosen: f"ridge {chosen.ridge:g}" if chosen.ridge else "",
    )
    prior: str | Mapping[str, float] = _prior(
        words=lambda chosen: f"prior {by_label(chosen.prior)}"
    )


def _penalty_words(chosen: Any) -> str:
    if chosen.penalty == "none":
        return "no penalty"
    strength = chosen.strength or "1/n"
    if isinstance(chosen.strength, float):
        strength = f"{chosen.strength:g}"
    share = f" (l1 share {chosen.l1_share:g})" if chosen.penalty == "elastic" else ""
    return f"{chosen.penalty}{share} penalty of strength {strength}"


@dataclass(frozen=True)
class LinearTable(Settings):
    """Loss, penalty, offset, and when learning stops."""

    table: ClassVar[str] = "learner"
    page: ClassVar[str] = "linear.md"
    learners: ClassVar[tuple[str, ...]] = tuple(LOSSES)
    checks = LINEAR_RULES

    learner: str = _learner("logistic", tuple(LOSSES))
    loss: str = setting(
        Choice(("softmax", "logistic", "squared-hinge", "hinge")),
        "auto",
        "logistic: softmax (default) or logistic (each label against the rest); svm: "
        "squared-hinge or hinge",
        metavar="LOSS",
        words=lambda chosen: f"{chosen.learner} with {chosen.loss} loss",
    )
    penalty: str = setting(
        Choice(("l2", "l1", "elastic", "none"), "the penalty", hint=True),
        "l2",
        "on the weights of logistic and svm: l2 (default), l1, elastic or none",
        metavar="KIND",
        words=_penalty_words,
    )
    strength: float | str | None = setting(
        Strength(
            least=LEAST_STRENGTH,
            most=MOST_STRENGTH,
            optional=True,
            sentence=(
                f"strength must be a number from {LEAST_STRENGTH:g} to {MOST_STRENGTH:g}, or one "
                "over n "
                "such as 0.3/n; got {value}. Leave it out for 1/n, or ask for penalty none."
            ),
        ),
        None,
        "of the penalty, beside the average loss: a number, or 0.3/n; 1/n by default, which is C "
        "= 1 elsewhere",
        metavar="S",
        written="unless default",
        search="fine",
    )
    l1_share: float = setting(
        Number(
            least=0,
            most=1,
            sentence="the l1 share must be from 0 to 1; got {value}. Use 0.5 if unsure.",
        ),
        0.5,
        "of the elastic penalty; 0.5 by default",
        aliases=("--l1-ratio",),
        metavar="P",
    )
    offset: str = setting(
        Choice(("free", "penalised", "none"), "the offset", hint=True),
        "free",
        "free (default), penalised or none",
        aliases=("--intercept",),
        metavar="HOW",
        words=lambda chosen: f"offset {chosen.offset}",
    )
    smoothing: float | None = setting(
        Number(
            above=0,
            below=inf,
            optional=True,
            sentence="smoothing must be above 0 here; got {value}. Use 1.0 if unsure.",
        ),
        None,
        "of the ratios of nb-logistic and nb-svm 1 by default",
        metavar="A",
        learners=("nb-logistic", "nb-svm"),
        written="unless default",
        search="fine",
    )
    solver: str = setting(
        Choice(
            ("auto", "dual", "newton", "lbfgs", "coordinate", "gradient-descent"),
            "the solver",
            hint=True,
        ),
        "auto",
        "auto (default), dual, newton, lbfgs, coordinate or gradient-descent",
        metavar="NAME",
    )
    tolerance: float = setting(
        Number(above=0, below=1),
        1e-4,
        "how far from the best a solver may stop; 1e-4 by default",
        metavar="T",
    )
    rounds: int = setting(
        Int(1),
        1000,
        "most rounds of a solver; 1000 by default",
        metavar="N",
    )

    def fill_in(self) -> None:
        """Set the loss of the learner, and the smoothing of its ratios."""
        if self.loss == "auto" and self.learner in LOSSES:
            # Weights that an l1 penalty makes 0 are found one label at a time.
            one_by_one = self.learner == "logistic" and self.penalty in ("l1", "elastic")
            loss = "logistic" if one_by_one else LOSSES[self.learner][0]
            object.__setattr__(self, "loss", loss)
        if self.smoothing is None and self.learner.startswith("nb-"):
            object.__setattr__(self, "smoothing", 1.0)

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return what the rows say; several labels of a document have a loss each."""
        words = super().in_words()
        if multilabel:
            return words.replace("softmax loss", "logistic loss for each label")
        return words


def _step_words(chosen: Any) -> str:
    if chosen.learner == "perceptron":
        return "perceptron"
    cap = "" if chosen.variant == "pa" else f", cap {chosen.cap:g}"
    return f"{chosen.learner} ({chosen.variant}{cap})"


@dataclass(frozen=True)
class OnlineTable(Settings):
    """How far an online learner moves, and for how many rounds over the documents."""

    table: ClassVar[str] = "learner"
    page: ClassVar[str] = "online.md"
    learners: ClassVar[tuple[str, ...]] = ONLINE
    checks = ONLINE_RULES

    learner: str = _learner("perceptron", ONLINE, words=_step_words)
    variant: str = setting(
        Choice(("pa-1", "pa-2", "pa"), "the variant", hint=True),
        "pa-1",
        "how far passive-aggressive moves: pa-1 (default), pa-2 or pa, which has no cap",
        metavar="NAME",
        learners=("passive-aggressive",),
    )
    cap: float = setting(
        Number(
            above=0,
            below=inf,
            as_float=True,
            sentence="the cap must be above 0; got {value}. Use 1.0 if unsure.",
        ),
        1.0,
        "on the steps of passive-aggressive; 1 by default, smaller is gentler",
        metavar="C",
        learners=("passive-aggressive",),
    )
    averaged: bool = setting(
        Flag(),
        True,
        "perceptron and passive-aggressive: the mean of the weights after each document "
        "(default), or the last ones",
        words=lambda chosen: "averaged" if chosen.averaged else "",
    )
    offset: str = setting(
        Choice(("free", "none"), "the offset of online learners", hint=True),
        "free",
        "of perceptron and passive-aggressive free (default) or none",
        words=lambda chosen: f"offset {chosen.offset}",
        place=2,
    )
    rounds: int = setting(
        Int(1, sentence="rounds must be 1 or above; got {value}. Use 10 if unsure."),
        10,
        "of perceptron and passive-aggressive 10 by default",
        metavar="N",
        words=lambda chosen: f"up to {counted(chosen.rounds, 'round')}",
        place=1,
    )


def _offset_words(chosen: Any) -> str:
    if chosen.learner != "lexicon" or not chosen.offset:
        return ""
    return f"offsets {by_label(chosen.offset)}"


@dataclass(frozen=True)
class ByHandTable(Settings):
    """An offset for labels that have one."""

    table: ClassVar[str] = "learner"
    page: ClassVar[str] = "lexicons.md"
    learners: ClassVar[tuple[str, ...]] = ("lexicon",)

    learner: str = _learner("lexicon", ("lexicon",), words=lambda _: "weights by hand")
    offset: Mapping[str, float] = setting(
        ByLabel(
            below=1e100,
            in_order=True,
            other_names="free, penalised, none",
            sentence="offsets by hand must be a finite number for labels; got {quoted}.",
        ),
        {},
        "of the lexicon learner LABEL=W,LABEL=W,…",
        words=_offset_words,
    )


@dataclass(frozen=True)
class ConvertedTable(ByHandTable):
    """What a converted model was before."""

    page: ClassVar[str] = "convert.md"
    learners: ClassVar[tuple[str, ...]] = ("converted",)

    learner: str = _learner("converted", ("converted",))
    origin: str = setting(
        Text(),
        "",
        "of a converted model: the program that it comes from",
        option=None,
        words=lambda chosen: f"converted from {chosen.origin or 'another program'}",
    )
