"""A section of the model file: one part of a classifier, as keys of the header and as arrays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from linnet.features.blocks import Features
from linnet.model.linear_model import LinearModel
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile
from linnet.storage.totals import LazyTotals

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.storage.kept_documents import KeptDocuments
    from linnet.storage.training_record import TrainingRecord

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Packed:
    """What a section puts into the file."""

    header: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)


@dataclass(eq=False)
class Parts:
    """The parts of a classifier while it is read: each section adds its own."""

    recipe: Recipe = field(init=False)
    labels: tuple[str, ...] = field(
        init=False
    )  # as totals have them, also the one for all documents
    label: str | None = None  # the column of the labels
    multilabel: bool = False
    features: Features = field(init=False)
    model: LinearModel = field(init=False)
    stale: bool = False
    totals: LazyTotals = field(init=False)
    exact: bool = field(init=False)
    kept: "KeptDocuments | None" = None
    record: "TrainingRecord | None" = None


@dataclass(frozen=True, eq=False)
class Section:
    """How one part of a classifier is packed and unpacked.

    `needs` names what a program must know to read what the section may write, each with a function
    that says whether a classifier makes use of it.
    """

    name: str
    pack: Callable[["Classifier"], Packed]
    unpack: Callable[[ModelFile, Parts], None]
    needs: Mapping[str, Callable[["Classifier"], bool]] = field(default_factory=dict)
