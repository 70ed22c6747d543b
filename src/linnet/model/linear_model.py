"""The one model type: a weight per feature and label, and an offset per label."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError, ModelFileError, SettingError
from linnet.features.blocks import Block, Features
from linnet.features.columns import Columns
from linnet.features.rows import Rows, count, no_features, with_columns
from linnet.model.calibration import Calibration
from linnet.model.decision import Decision, check_min_probability
from linnet.model.scores import Scores, keeps_order
from linnet.reading.engine_texts import n_texts

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Vetoes = npt.NDArray[np.int32]
Dense = npt.NDArray[np.float32]
ALWAYS_STORED = ("rest", "starts", "labels", "weights")  # in a file also where they are empty
MANY_TEXTS = 200
UNFIT = (
    "the weights of a model must fit its features and labels; got a damaged file. Train it again."
)
MOST_VALUE = 1e100  # beyond this is no number of a document that can be scored
# Beyond this is no weight of a sound model: a Gaussian of numbers around 1e-59 has 1e118.
MOST_WEIGHT = 1e150
NO_NUMBERS = (
    f"the {{}} of a model must be numbers up to {MOST_WEIGHT:g}; got others: its file is damaged. "
    "Train it again."
)


def _no_floats() -> Floats:
    return np.empty(0)


def _no_vetoes() -> Vetoes:
    return np.empty(0, np.int32)


def _no_dense() -> Dense:
    return np.empty(0, np.float32)


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights by feature, sparse: only what differs from a label's `rest` is stored.

    weight(feature, label) = rest[block, label] + shared[feature] * scale[block, label] + stored
    Infinities are counted, not added: a label whose vetoes sum above 0 scores minus infinity.
    """

    offset: Floats  # per label
    prior: Floats  # per label, log: what a document gets that every label vetoes
    rest: Floats  # per block and label, as one row
    starts: Ints  # per feature, one more at the end
    labels: npt.NDArray[np.int32]  # of each stored pair
    weights: Floats  # of each stored pair, minus rest
    shared: Floats = field(default_factory=_no_floats)
    scale: Floats = field(default_factory=_no_floats)
    offset_vetoes: Vetoes = field(default_factory=_no_vetoes)
    rest_vetoes: Vetoes = field(default_factory=_no_vetoes)
    vetoes: Vetoes = field(default_factory=_no_vetoes)
    squares: Floats = field(default_factory=_no_floats)  # of each stored pair: times x²
    dense: Dense = field(default_factory=_no_dense)  # in place of stored pairs

    @classmethod
    def full(
        cls,
        weights: Floats,
        prior: Floats,
        n_blocks: int,
        offset: Floats | None = None,
        squares: Floats | None = None,
    ) -> "Weights":
        """Return a table features × labels as weights of which every pair is stored."""
        n_columns, n_labels = weights.shape
        rest = np.zeros(n_blocks * n_labels)
        starts = np.arange(n_columns + 1) * n_labels
        labels = np.tile(np.arange(n_labels, dtype=np.int32), n_columns)
        flat_squares = _no_floats() if squares is None else squares.reshape(-1)
        return cls(
            offset=prior if offset is None else offset,
            prior=prior,
            rest=rest,
            starts=starts,
            labels=labels,
            weights=weights.reshape(-1),
            squares=flat_squares,
        )

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def check_sound(self) -> None:
        """Read all of the weights, and refuse those of a damaged file."""
        for array in self.arrays().values():
            if array.dtype.kind != "f":
                continue
            most = min(MOST_WEIGHT, float(np.finfo(array.dtype).max))
            if not np.all(np.abs(array) <= most):
                raise ModelFileError(NO_NUMBERS.format("weights"))

    def engine(self, block_ends: Ints) -> _core.Weights:
        """Return the weights as the engine takes them, over the same arrays."""
        return _core.Weights(block_ends=block_ends, **self.arrays())

    def arrays(self) -> dict[str, Any]:
        """Return the arrays that are there, by name."""
        arrays = {one.name: getattr(self, one.name) for one in fields(self)}
        there = [name for name, array in arrays.items() if len(array) or name in ALWAYS_STORED]
        return {name: arrays[name] for name in there}


@dataclass(frozen=True, eq=False)
class LinearModel:
    """Named features, labels and weights: score = offset + sum of x * weight.

    The link says what scores mean.
    """

    features: Features
    labels: tuple[str, ...]
    weights: Weights
    link: str = "softmax"
    multilabel: bool = False  # whether a document may have any number of labels: it has a decision
    calibration: Calibration | None = None
    decision: Decision | None = None
    min_probability: float = 0.0  # in memory only: a label that is less probable is not given

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line
        from linnet.errors import counted

        features = counted(self.features.n_columns, "feature")
        return line("LinearModel", features, f"labels {label_list(self.labels)}", self.link)

    @cached_property
    def engine(self) -> _core.Model:
        """The engine's view of the model, over the same arrays."""
        weighting = self.features.weighting
        try:
            return _core.Model(
                blocks=list(self._engine_blocks()),
                weights=self.weights.engine(self.features.block_ends),
                weighting=None if weighting is None else weighting.engine(),
            )
        except _core.Refusal as error:
            raise ModelFileError(
                f"the arrays of a model must fit each other; got: {error}. Train it again."
            ) from None
        except TypeError:
            raise ModelFileError(
                "the arrays of a model must fit each other; got: an array of another type. "
                "Train it again."
            ) from None

    def _engine_blocks(self) -> Iterator[_core.FrozenBlock]:
        first = 0
        for block in self.features.of_text:
            yield block.engine(first)
            first += block.n_columns

    def rows(self, texts: Any, threads: int = 1, columns: Columns | None = None) -> Rows:
        """Return the weighted known features of documents: texts by field, and their columns."""
        rows = self.counts(texts, threads, columns)
        if self.features.weighting is not None:
            rows = self.features.weighting.weigh(rows, threads)
            _check_weighed(rows)
        if columns is None or not self.features.of_columns:
            return rows
        first = sum(block.n_columns for block in self.features.of_text)
        return with_columns(rows, self.features.of_columns, columns, first)

    def counts(self, texts: Any, threads: int = 1, columns: Columns | None = None) -> Rows:
        """Return how often the known features stand in texts."""
        if not self.features.of_text:
            return no_features(n_texts(texts[0]) if columns is None else columns.n_documents)
        if n_texts(texts[0]) < MANY_TEXTS:
            return Rows.of_engine(self.engine.rows(texts, threads=threads))
        # Many texts share their words: count them as if training, and look each distinct name up
        # only once.
        blocks = [block.settings for block in self.features.of_text]
        features, rows = count(texts, blocks, threads)
        return rows.renumber(self.places(features))

    def places(self, counted: Features) -> npt.NDArray[np.int32]:
        """Return the column here of each column of features that were just counted, or -1."""
        places = [self._places(number, block) for number, block in enumerate(counted.of_text)]
        return np.concatenate([np.empty(0, np.int32), *places])

    def _places(self, number: int, counted: Block) -> npt.NDArray[np.int32]:
        """Return the column here of each column of a block that was just counted, or -1."""
        first = int(self.features.block_ends[number - 1]) if number else 0
        if counted.settings.hash_bits:
            return np.arange(first, first + counted.n_columns, dtype=np.int32)
        return self.engine.find_all(number, counted.names.engine())

    def score(self, rows: Rows, threads: int = 1) -> Scores:
        """Return the scores of rows over this model's columns."""
        found = self.engine.score(rows.engine(), threads=threads)
        if not found.in_range:
            self._check_scores(rows, found.scores)
        return self.scores(found.scores)

    def _check_scores(self, rows: Rows, values: Floats) -> None:
        """Refuse scores that are no numbers; the error names the model or the documents.

        Large ones may come of sound weights, and minus infinity: of a Gaussian far from all that it
        has seen.
        """
        self.weights.check_sound()
        if np.all(values < np.inf):
            return
        largest = np.abs(rows.values).max(initial=0)
        if largest <= MOST_VALUE:
            raise ModelFileError(NO_NUMBERS.format("scores"))
        raise InputError(
            f"the numbers of a document must be from {-MOST_VALUE:g} to {MOST_VALUE:g} "
            f"to be scored; got {largest:g}. "
            "Scale them."
        )

    def scores(self, values: Floats) -> Scores:
        """Return scores that were computed by this model, with what they mean."""
        return Scores(
            self.labels,
            values,
            prior=np.asarray(self.weights.prior),
            link=self.link,
            multilabel=self.multilabel,
            calibration=self.calibration,
            decision=self.decision,
            min_probability=self.min_probability,
        )

    @property
    def has_probabilities(self) -> bool:
        """Whether it gives probabilities."""
        return self.link != "margin" or self.calibration is not None

    @property
    def picks_highest(self) -> bool:
        """Whether a document simply gets the label that scores highest."""
        if self.min_probability:
            return False
        return self.decision is None and keeps_order(self.calibration)

    @property
    def may_be_unsure(self) -> bool:
        """Whether a document may get no label where labels exclude each other."""
        if self.multilabel:
            return False
        return bool(self.min_probability) or (
            self.decision is not None and self.decision.may_be_unsure
        )

    def with_min_probability(self, min_probability: float | None) -> "LinearModel":
        """Return the model that gives no label whose probability is below; None: as it is."""
        if min_probability is None:
            return self
        check_min_probability(min_probability)
        if min_probability and not self.has_probabilities:
            raise SettingError(
                "a lowest probability needs a model that has probabilities; "
                "got scores that are margins. "
                "Calibrate the model, or train a logistic or naive Bayes learner."
            )
        return replace(self, min_probability=min_probability)

    @property
    def tuned(self) -> bool:
        """Whether a calibration or cutoffs were found on documents."""
        if self.calibration is not None:
            return True
        return self.decision is not None and self.decision.chosen

    def tuned_as(self, other: "LinearModel") -> "LinearModel":
        """Return this model with the calibration and cutoffs of another one of the same labels."""
        if self.labels == other.labels:
            return replace(self, calibration=other.calibration, decision=other.decision)
        warnings.warn(
            "calibration and cutoffs must fit the labels; got other labels by this change, "
            "so both were left out. "
            "Calibrate it again.",
            stacklevel=5,
        )
        return self

    @property
    def cutoffs(self) -> Floats | None:
        """What a multilabel document must score above to have each label, uncalibrated."""
        if not self.multilabel or self.decision is None:
            return None
        cutoffs = self.decision.cutoffs
        if self.link == "margin":
            return cutoffs
        return np.asarray(np.log(cutoffs) - np.log1p(-cutoffs))

    @property
    def n_used(self) -> int:
        """How many features have a weight other than 0 for some label: an l1 penalty leaves few."""
        if not len(self.weights.dense):
            return self.features.n_columns
        table = self.weights.dense.reshape(-1, len(self.labels))
        return int(np.any(table != 0, axis=1).sum())

    @cached_property
    def column_of_pair(self) -> Ints:
        """The column that each stored pair (feature, label) belongs to."""
        starts = np.asarray(self.weights.starts)
        labels = np.asarray(self.weights.labels)
        sizes = np.diff(starts)
        covers_all = starts[0] == 0 and starts[-1] == len(labels)
        if not covers_all or np.any(sizes < 0):
            raise ModelFileError(UNFIT)
        self._check_label_numbers(labels)
        return np.repeat(np.arange(self.features.n_columns), sizes)

    def _check_label_numbers(self, labels: npt.NDArray[np.int32]) -> None:
        """Refuse stored pairs of labels that there are not."""
        if not np.all((labels >= 0) & (labels < len(self.labels))):
            raise ModelFileError(UNFIT)

    def added(self, column: int, value: float) -> Floats:
        """Return what a feature of this value adds to each score; minus infinity is a veto."""
        weight, vetoes = self.weight_of(column)
        added = value * weight
        if len(self.weights.squares):
            pairs = self._pairs_of(column)
            labels = self.weights.labels[pairs]
            added[labels] += value * value * self.weights.squares[pairs]
        return np.where(vetoes > 0, -np.inf, added)

    def _pairs_of(self, column: int) -> slice:
        """Return where the stored pairs of a feature are."""
        start, end = self.weights.starts[column : column + 2].tolist()
        return slice(start, end)

    def weight_of(self, column: int) -> tuple[Floats, Vetoes]:
        """Return the weight, and the vetoes, of one feature for each label."""
        w = self.weights
        n = len(self.labels)
        vetoes = np.zeros(n, np.int32)
        if len(w.dense):
            return _checked_weight(w.dense[column * n : column * n + n]), vetoes

        block = int(np.searchsorted(self.features.block_ends, column, side="right"))
        of_block = slice(block * n, block * n + n)
        pairs = self._pairs_of(column)
        labels = w.labels[pairs]
        self._check_label_numbers(labels)

        weight = np.array(w.rest[of_block])
        if len(w.shared):
            weight += w.shared[column] * w.scale[of_block]
        weight[labels] += w.weights[pairs]
        if len(w.rest_vetoes):
            vetoes += w.rest_vetoes[of_block]
            vetoes[labels] += w.vetoes[pairs]
        return _checked_weight(weight), vetoes


def _checked_weight(weight: npt.NDArray[np.floating[Any]]) -> Floats:
    """Return the weight of a feature for each label; refuse what only a damaged file has."""
    with np.errstate(invalid="ignore"):
        checked = np.asarray(weight, np.float64)
        sound = np.abs(checked) <= MOST_WEIGHT
    if not sound.all():
        raise ModelFileError(NO_NUMBERS.format("weights"))
    return checked


def _check_weighed(rows: Rows) -> None:
    """Refuse what a rarity of a damaged file makes of counts."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = abs(rows.values.sum())
    if not total < MOST_VALUE:
        raise ModelFileError(NO_NUMBERS.format("rarities"))
