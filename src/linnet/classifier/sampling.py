"""The generative side of naive Bayes.

Draw documents from a classifier, and say how likely documents are.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.errors import InputError, ModelFileError, SettingError, quoted
from linnet.evaluation.random import uniforms
from linnet.learning.learner import Ability
from linnet.learning.learners import with_ability
from linnet.threads import threads_of

Floats = npt.NDArray[np.float64]
Drawn = tuple[str, list[tuple[str, int]]]
MOST_DRAWN = 10_000_000  # documents, and features of one of them
MOST_WEIGHT = 1000.0  # logs of what a float can hold, and of ratios of those, stay below


def sample(
    classifier: Classifier, n: int, *, length: int | None = None, seed: int = 0
) -> list[Drawn]:
    """Return n drawn documents.

    A label from the prior, then features given the label, as (name, count).

    Multinomial documents have the length asked for, or a Poisson length with their label's mean;
    Bernoulli ones have each feature or not.

    >>> from linnet import train
    >>> classifier = train([("a a b", "x"), ("c", "y")])
    >>> sample(classifier, 2, length=3, seed=1)
    [('y', [('a', 1), ('b', 1), ('c', 1)]), ('y', [('c', 3)])]
    """
    _check_generative(classifier, "sample", Ability.DRAWS)
    _check_number("the number of documents", n)
    presence = classifier.recipe.learner.inputs.presence
    if length is not None and presence:
        raise SettingError(
            f"length belongs to the multinomial learner; got {quoted(length)} with another. Leave "
            "it out."
        )
    if length is not None:
        _check_number("length", length)
    _ = classifier.totals  # checks a model file to its end
    prior = np.exp(_logs(classifier.model.weights.prior))
    labels = np.searchsorted(np.cumsum(prior)[:-1], uniforms(seed, n), side="right")
    draw = _Bernoulli(classifier) if presence else _Multinomial(classifier, length)
    drawn = []
    for number, label in enumerate(labels.tolist()):
        # Two seeds for each document: one for the length, one for the words.
        own_seed = (seed + 1) * 1_000_003 + 2 * number
        features = _named(classifier, draw.columns(label, own_seed))
        drawn.append((classifier.labels[label], features))
    return drawn


def _check_number(what: str, got: Any) -> None:
    if type(got) is not int or not 0 <= got <= MOST_DRAWN:
        raise SettingError(
            f"{what} must be a whole number from 0 to {MOST_DRAWN}; got {quoted(got)}. Use 10, for "
            "example."
        )


def _named(classifier: Classifier, columns: npt.NDArray[Any]) -> list[tuple[str, int]]:
    distinct, counts = np.unique(columns, return_counts=True)
    names = map(classifier.model.features.name, distinct.tolist())
    return list(zip(names, counts.tolist(), strict=True))


def _dense(classifier: Classifier, label: int) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Return weight and vetoes of every feature for one label."""
    w = classifier.model.weights
    n = len(classifier.labels)
    sizes = np.diff(classifier.model.features.block_ends, prepend=0)
    weights = np.repeat(np.asarray(w.rest).reshape(-1, n)[:, label], sizes)
    vetoes = np.zeros(len(weights), np.int32)
    column = classifier.model.column_of_pair
    mine = np.asarray(w.labels) == label
    weights[column[mine]] += w.weights[mine]
    if len(w.rest_vetoes):
        vetoes = np.repeat(np.asarray(w.rest_vetoes).reshape(-1, n)[:, label], sizes)
        vetoes[column[mine]] += w.vetoes[mine]
    return _logs(weights), vetoes


def _logs(weights: Floats) -> Floats:
    if not np.all(np.abs(weights) < MOST_WEIGHT):
        raise ModelFileError(
            "the weights of a model must be logs; got a damaged file. Train it again."
        )
    return weights


class _Multinomial:
    def __init__(self, classifier: Classifier, length: int | None) -> None:
        self.classifier = classifier
        self.length = length
        self.cumulative: dict[int, Floats] = {}
        totals = classifier.totals
        n = len(totals.labels)
        sums = sum(np.bincount(block.labels, block.sums, minlength=n) for block in totals.blocks)
        self.means = sums / totals.weights
        if length is None and not np.all(self.means <= MOST_DRAWN):
            raise SettingError(
                f"documents to draw must have at most {MOST_DRAWN} features; got more. Give a "
                "length."
            )

    def columns(self, label: int, seed: int) -> npt.NDArray[Any]:
        length = poisson(float(self.means[label]), seed) if self.length is None else self.length
        if label not in self.cumulative:
            weights, vetoes = _dense(self.classifier, label)
            self.cumulative[label] = np.cumsum(np.where(vetoes > 0, 0.0, np.exp(weights)))
        reach = self.cumulative[label]
        if len(reach) == 0 or reach[-1] == 0:
            return np.empty(0, np.int64)
        chances = uniforms(seed + 1, length) * reach[-1]
        return np.asarray(np.searchsorted(reach, chances, side="right"))


class _Bernoulli:
    def __init__(self, classifier: Classifier) -> None:
        self.classifier = classifier
        self.chances: dict[int, Floats] = {}

    def columns(self, label: int, seed: int) -> npt.NDArray[Any]:
        if label not in self.chances:
            weights, vetoes = _dense(self.classifier, label)
            chance = np.exp(-np.logaddexp(0.0, -weights))
            self.chances[label] = np.where(vetoes > 0, 0.0, np.where(vetoes < 0, 1.0, chance))
        chances = self.chances[label]
        return np.flatnonzero(uniforms(seed, len(chances)) < chances)


def poisson(mean: float, seed: int) -> int:
    """Return a draw from a Poisson distribution, by inversion, piece by piece for a large mean.

    >>> poisson(0.0, 1), poisson(4.0, 1), poisson(2000.0, 1)
    (0, 4, 2048)
    """
    pieces = int(mean // 500) + 1
    return sum(_small_poisson(mean / pieces, float(u)) for u in uniforms(seed, pieces))


def _small_poisson(mean: float, u: float) -> int:
    chance = np.exp(-mean)
    reached, k = chance, 0
    while reached <= u and chance > 0:
        k += 1
        chance *= mean / k
        reached += chance
    return k


def log_likelihood(classifier: Classifier, documents: Any, threads: int | None = 1) -> float:
    """Return the joint log-likelihood of labelled documents.

    The sum of log P(label) + log P(features given label).

    Multinomial documents have their coefficient log(length! / product of counts!), Poisson ones
    their
    -log(counts!); unknown features take no part.

    >>> from linnet import train
    >>> classifier = train([("a", "x"), ("b", "y")])
    >>> # log(1/2) + log(2) + log(2/3) + log(1/3)
    >>> round(log_likelihood(classifier, [("a b", "x")]), 6)
    -1.504077
    """
    _check_generative(classifier, "likelihood", Ability.GENERATIVE)
    documents = classifier.read(documents)
    threads = threads_of(threads)
    code_of = {label: code for code, label in enumerate(classifier.labels)}
    total = 0.0
    for batch in documents.batches():
        rows = classifier.rows(batch, threads)
        values = classifier.model.score(rows, threads).values
        labels = batch.labels.to_pylist() if batch.labels is not None else []
        unknown = next((label for label in labels if label not in code_of), None)
        if unknown is not None:
            raise InputError(
                f"{documents.name}: a label must be one the model knows; got {quoted(unknown)}."
            )
        codes = [code_of[label] for label in labels]
        total += float(values[np.arange(len(labels)), codes].sum())
        total += classifier.recipe.learner.log_coefficients(rows)
    return total


def _check_generative(classifier: Classifier, what: str, ability: Ability) -> None:
    """Refuse a classifier whose learner has no such thing."""
    learner = classifier.recipe.learner
    features = classifier.model.features
    counts_only = Ability.EXACT in learner.abilities
    if counts_only and Ability.GENERATIVE not in learner.abilities:
        raise SettingError(
            f"the {learner.name} learner is not generative, so it has no {what}. Train with "
            "multinomial or bernoulli."
        )
    if classifier.multilabel:
        raise SettingError(
            f"a {what} needs labels that exclude each other; got a model of several per document."
        )
    has_more = bool(features.of_columns or features.weighting is not None)
    if ability not in learner.abilities or (counts_only and has_more):
        able = ", ".join(with_ability(ability))
        raise SettingError(
            f"a {what} needs a model of one of {able}, and counts of texts alone; got "
            f"{learner.name}. Train one."
        )
