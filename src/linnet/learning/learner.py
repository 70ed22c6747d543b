"""What a learner is: frozen settings that turn training data into weights.

A learner sees arrays: no file, recipe, classifier or terminal. All that others want to know of it
is said here, so that nobody asks for its class or its name. A learner is a frozen dataclass that is
listed in `learners.LEARNERS`; it says what it needs, and overrides the methods of the abilities
that it has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, Protocol, Self, TypeVar

from linnet.errors import Advice, SettingError
from linnet.features.blocks import Features
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.features.rows import Rows
from linnet.learning.learners import with_setting
from linnet.learning.table import Floats, Table
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights

if TYPE_CHECKING:
    from linnet.learning.left_out import Formula, Shared

Part = TypeVar("Part")
Needs = Literal["totals", "rows", "nothing"]
Link = Literal["softmax", "sigmoid", "margin"]
Scaling = Literal["none", "centre", "standard"]
Strength = float | str | None
Entries = Mapping[tuple[str, ...], float]  # the words of a word or phrase → its weight


class Ability(Enum):
    """What a learner can do that others cannot."""

    EXACT = auto()  # sums of counts are all it needs: a part is left out exactly, by subtraction
    ONE_PASS = auto()  # leave-one-out takes one pass over the documents: `one_pass`
    GENERATIVE = auto()  # it says how likely a document is with each label
    DRAWS = auto()  # documents can be drawn from it
    CALIBRATED = auto()  # its probabilities mean what they say as they are
    STRENGTHS = auto()  # it has a path of strengths: `fit_path`, `with_strength`, `first_strength`
    GOES_ON = auto()  # it goes on from its weights to more documents: `go_on`
    DROPS_ZEROS = auto()  # features that no label has a weight for can be dropped
    BY_COLUMN = auto()  # it looks at each column by itself: levels and numbers, not counts
    FROM_LEXICONS = auto()  # it is made of lexicons instead of documents: `weights_by_hand`


@dataclass(frozen=True)
class Inputs:
    """What a learner reads of documents."""

    presence: bool = False  # a feature is there or not, however often
    squares: bool = False  # sums of squares count
    scaling: Scaling = "none"  # of numbers beside the text
    numbers_only: bool = False  # numeric columns as they are, and nothing else
    every_level: bool = False  # every level of a column counts: no reference coding
    text_length: bool = False  # it counts the words of a text by itself
    foreign: bool = False  # features as another program makes them


@dataclass(frozen=True, eq=False)
class TrainingData:
    """What a learner learns from: totals or rows, as its `needs` say."""

    labels: tuple[str, ...]
    totals: Table | None = None
    features: Features | None = None  # of the rows
    rows: Rows | None = None
    targets: Targets | None = None
    threads: int = 1
    seed: int = 0


def needed(part: Part | None) -> Part:
    """Return a part of the training data, which is there because the learner needs it."""
    assert part is not None
    return part


@dataclass(frozen=True, eq=False)
class Fitted:
    """What a learner has found, and what its scores mean."""

    weights: Weights
    link: Link
    gap: float | None = None  # how far the solver stopped from the best, in its own measure
    converged: bool = True


class Learner(Protocol):
    """Frozen settings of one learner."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def learner(self) -> str:
        """Its name as a setting."""
        ...

    @property
    def name(self) -> str:
        """What `--learner` takes."""
        return self.learner

    @property
    def needs(self) -> Needs:
        """What it learns from.

        Class totals, rows of documents, or nothing, where weights are given.
        """
        ...

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """Return the learner that `to_plain` gave; a class of settings does so."""
        ...

    def to_plain(self) -> dict[str, Any]:
        """Return its settings as plain data; a class of settings does so."""
        ...

    @property
    def inputs(self) -> Inputs:
        """What it reads of documents."""
        return Inputs()

    @property
    def abilities(self) -> frozenset[Ability]:
        """What it can do that others cannot."""
        return frozenset()

    @property
    def file_needs(self) -> frozenset[str]:
        """What a program must know to open a model file of it."""
        return frozenset({"naive-bayes" if self.needs == "totals" else "linear"})

    @property
    def label_prior(self) -> str | Mapping[str, float]:
        """How probable labels are before a document is read: learned, uniform, or as given."""
        return "uniform"

    @property
    def strength(self) -> Strength:
        """The strength of its penalty; None: the usual one."""
        return None

    def fit(self, data: TrainingData) -> Fitted:
        """Return the weights that it finds for documents of one label each, or as `Targets` have
        them.
        """
        ...

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return how it learns, in a few words; `multilabel`: where documents may have several
        labels.
        """
        ...

    # What depends on columns and labels.

    def own_columns(self, columns: Sequence[ColumnSettings]) -> tuple[ColumnSettings, ...]:
        """Return the columns that it adds to those of the recipe."""
        return ()

    def needs_squares(self, columns: Sequence[ColumnSettings]) -> bool:
        """Return whether it cannot do without sums of squares where it reads these columns."""
        return self.inputs.squares

    def check_labels(self, labels: tuple[str, ...]) -> None:
        """Refuse settings that do not fit the labels."""
        return

    def check_multilabel(self) -> None:
        """Refuse documents of several labels, where it cannot tell each label from the rest."""
        return

    def among(self, labels: Sequence[str]) -> Self:
        """Return the learner for a part of the documents that has only these labels."""
        return self

    def rough(self) -> Self:
        """Return a cheaper learner to compare recipes by; itself where there is none."""
        return self

    def regularisation(self, weight: float) -> tuple[float, float]:
        """Return strength and smoothing for documents of this weight in all.

        Of two models, more is simpler.
        """
        return 0.0, 0.0

    def weights_bytes(self, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
        """Return about how many bytes it needs for its weights, beside the documents."""
        return 0

    # Each label against the rest: done by `multilabel.against_rest`, with the help of these.

    def without_prior(self) -> "Learner":
        """Return the learner that takes all labels for equally probable."""
        return self

    def sparse_against_rest(self, table: Table, odds: Floats) -> Weights | None:
        """Return the weights of each label against the rest in fewer numbers.

        None where it has no such formula.
        """
        return None

    # What only some abilities have.

    def fit_path(self, data: TrainingData, strengths: Sequence[Strength]) -> list[Fitted]:
        """Return what it finds with each strength, each from the next stronger one."""
        self._refuse_strengths()

    def with_strength(self, strength: Strength) -> Self:
        """Return the learner with another strength."""
        self._refuse_strengths()

    def first_strength(self, data: TrainingData) -> float:
        """Return the strength that a path begins with: all weights are about to leave 0."""
        self._refuse_strengths()

    def check_path(self) -> None:
        """Refuse a path of strengths that would change nothing."""
        having = ", ".join(with_setting("strength"))
        raise SettingError(
            f"a path of strengths belongs to the learners {having}; got none of them.",
            Advice("name_one_learner"),
        )

    def _refuse_strengths(self) -> NoReturn:
        raise SettingError(f"strengths belong to logistic and svm learners; got {self.name}.")

    def go_on(self, weights: Weights, data: TrainingData) -> Weights:
        """Return what becomes of weights in one round over more documents, in their order."""
        raise SettingError(
            f"the {self.name} learner cannot go on from its weights. Train it again."
        )

    def one_pass(self, shared: "Shared") -> "Formula":
        """Return the scores of left-out documents as a function of what they change."""
        raise SettingError(f"the {self.name} learner leaves documents out one by one.")

    def log_coefficients(self, rows: Rows) -> float:
        """Return the part of the log-likelihood of documents that is the same for all labels."""
        return 0.0

    def weights_by_hand(self, lexicons: Mapping[str, Entries]) -> tuple[Names, Fitted]:
        """Return the words of all lexicons, sorted, and what each is worth for each label."""
        raise SettingError(
            f"this needs the lexicon learner; got {self.name}. Train it on documents."
        )
