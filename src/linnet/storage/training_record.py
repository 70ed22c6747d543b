"""What a model file remembers of its training: what was tried, and the estimate of how good it is.

A record is for people: no prediction depends on it. It holds no text and no time, only numbers,
names of settings and names of labels.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linnet.errors import counted, quoted
from linnet.storage.json_values import (
    BadValueError,
    as_count,
    as_flag,
    as_list,
    as_number,
    as_object,
    as_text,
    mapped,
    optional,
    part,
)

if TYPE_CHECKING:
    from linnet.evaluation.metrics.measures import Measure
    from linnet.storage.training_profile import TrainingProfile

MOST_TRIED = 10  # recipes that are remembered, the best ones
LONGEST_SETTING = 100  # characters

Json = dict[str, Any]


@dataclass(frozen=True)
class TriedRecipe:
    """A recipe that was tried, and how good it was on documents that its models had not learned."""

    settings: Mapping[str, Any]  # those that were tried; all others are in the recipe of the model
    value: float
    standard_error: float | None
    features: int  # of its models, on average
    documents: int  # that it was tried on

    def as_json(self) -> Json:
        """Return it as the file and `--json` have it."""
        return {
            "settings": dict(self.settings),
            "value": self.value,
            "standard_error": self.standard_error,
            "features": self.features,
            "documents": self.documents,
        }

    @classmethod
    def from_json(cls, value: Any) -> "TriedRecipe":
        """Return what `as_json` gave."""
        settings = as_object(part(value, "settings"))
        if any(isinstance(setting, dict) for setting in settings.values()):
            raise BadValueError("a setting must be a plain value")
        return cls(
            settings=settings,
            value=as_number(part(value, "value")),
            standard_error=optional(part(value, "standard_error"), as_number),
            features=as_count(part(value, "features")),
            documents=as_count(part(value, "documents")),
        )


@dataclass(frozen=True)
class Estimate:
    """How good the model is, by documents that played no part in choosing it."""

    measures: "Mapping[str, Measure]"
    documents: int
    outer_folds: int | None  # None: the documents were reserved from the start
    # Whether it is from new documents, which may be of another kind than the old ones.
    on_new_documents: bool = False

    @property
    def found_by(self) -> str:
        """How the documents were kept out of choosing, in words."""
        if self.outer_folds is None:
            return "reserved from the start"
        return f"in {self.outer_folds} outer folds"

    @property
    def occasion(self) -> str:
        """When it was found, in words."""
        if self.on_new_documents:
            return f"on {counted(self.documents, 'new document')} when it was retrained"
        return "when it was trained"

    @property
    def origin(self) -> str:
        """When it was found, and by which documents, in words."""
        if self.on_new_documents:
            return self.occasion
        return f"{self.occasion}, by {counted(self.documents, 'document')} {self.found_by}"

    def as_json(self) -> Json:
        """Return it as the file and `--json` have it."""
        only_retrained = {"on_new_documents": True} if self.on_new_documents else {}
        return {
            "documents": self.documents,
            "outer_folds": self.outer_folds,
            **only_retrained,
            "measures": {name: measure.as_json() for name, measure in self.measures.items()},
        }

    @classmethod
    def from_json(cls, value: Any) -> "Estimate":
        """Return what `as_json` gave."""
        return cls(
            measures=mapped(part(value, "measures"), _measure),
            documents=as_count(part(value, "documents")),
            outer_folds=optional(part(value, "outer_folds"), as_count),
            on_new_documents=as_flag(value.get("on_new_documents", False)),
        )


@dataclass(frozen=True)
class Baseline:
    """What always giving the most frequent label comes to."""

    label: str
    accuracy: float

    @classmethod
    def of(cls, label_counts: Mapping[str, int]) -> "Baseline":
        """Return the baseline of documents that have one label each; of equal labels, the first.

        >>> Baseline.of({"ham": 3, "spam": 1})
        Baseline(label='ham', accuracy=0.75)
        """
        label = max(label_counts, key=lambda name: label_counts[name])
        return cls(label, label_counts[label] / sum(label_counts.values()))

    def as_json(self) -> Json:
        """Return it as the file and `--json` have it."""
        return {"label": self.label, "accuracy": self.accuracy}

    @classmethod
    def from_json(cls, value: Any) -> "Baseline":
        """Return what `as_json` gave."""
        return cls(as_text(part(value, "label")), as_number(part(value, "accuracy")))


@dataclass(frozen=True)
class TrainingRecord:
    """What was tried and estimated when a model was made; `stale` once it has changed since."""

    metric: str  # what recipes were compared by
    n_tried: int
    best: tuple[TriedRecipe, ...]  # the best ones, best first
    estimate: Estimate | None  # None: no documents were kept out of choosing
    baseline: Baseline | None  # None where documents may have several labels
    label_counts: Mapping[str, int]
    versions: Mapping[str, str] = field(default_factory=dict)
    stopped: str | None = None  # why not all was tried: "budget" or "interrupted"
    stale: bool = False
    # What the training texts are like; the file has it beside the rest of the record.
    profile: "TrainingProfile | None" = None

    def __repr__(self) -> str:
        from linnet.display.words import label_counts, line

        tried = f"{counted(self.n_tried, 'recipe')} tried"
        estimate = f"{self.metric} {self.main_measure}" if self.main_measure else ""
        return line("TrainingRecord", tried, estimate, label_counts(self.label_counts))

    @property
    def main_measure(self) -> "Measure | None":
        """The estimate by the metric that recipes were compared by."""
        return None if self.estimate is None else self.estimate.measures.get(self.metric)

    def as_json(self) -> Json:
        """Return it as the file and `--json` have it."""
        estimate = None if self.estimate is None else self.estimate.as_json()
        baseline = None if self.baseline is None else self.baseline.as_json()
        return {
            "metric": self.metric,
            "tried": self.n_tried,
            "best": [tried.as_json() for tried in self.best],
            "estimate": estimate,
            "baseline": baseline,
            "labels": dict(self.label_counts),
            "versions": dict(self.versions),
            "stopped": self.stopped,
            "stale": self.stale,
        }

    @classmethod
    def from_json(cls, value: Any) -> "TrainingRecord":
        """Return what `as_json` gave; a BadValueError says what else it is."""
        metric = as_text(part(value, "metric"))
        n_tried = as_count(part(value, "tried"))
        best = as_list(part(value, "best"), MOST_TRIED)
        estimate = optional(part(value, "estimate"), Estimate.from_json)
        baseline = optional(part(value, "baseline"), Baseline.from_json)
        label_counts = mapped(part(value, "labels"), as_count)
        versions = mapped(part(value, "versions"), as_text)
        stopped = optional(part(value, "stopped"), as_text)
        stale = as_flag(part(value, "stale"))
        return cls(
            metric=metric,
            n_tried=n_tried,
            best=tuple(map(TriedRecipe.from_json, best)),
            estimate=estimate,
            baseline=baseline,
            label_counts=label_counts,
            versions=versions,
            stopped=stopped,
            stale=stale,
        )


def _measure(value: Any) -> "Measure":
    from linnet.evaluation.metrics.measures import Measure

    number = optional(part(value, "value"), as_number)
    reason = optional(value.get("reason"), as_text)
    ends = optional(part(value, "interval"), lambda interval: as_list(interval, 2))
    if ends is None:
        return Measure(number, None, reason)
    if len(ends) != 2:
        raise BadValueError("an interval must be two numbers")
    low, high = map(as_number, ends)
    return Measure(number, (low, high), reason)


def outdated(
    record: TrainingRecord | None, learned: "TrainingProfile | None" = None
) -> TrainingRecord | None:
    """Return the record, if any, of a model that has changed since.

    The profile grows by that of the documents that it has learned, and loses the labels that the
    model before predicted: the one of now may answer otherwise.
    """
    if record is None:
        return None
    profile = record.profile
    if profile is not None and learned is not None:
        profile = profile + learned
    if profile is not None:
        profile = replace(profile, predicted=None, n_predicted=0)
    return replace(record, stale=True, profile=profile)


def plain_value(value: Any) -> Any:
    """Return a setting as JSON has it; what JSON has not, and what is long, becomes a short text.

    >>> plain_value((1, 2)), plain_value(0.5), len(plain_value("x" * 1000)) < 100
    ([1, 2], 0.5, True)
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, list | tuple):
        value = [plain_value(entry) for entry in value]
    if len(repr(value)) > LONGEST_SETTING or not _is_json(value):
        return quoted(value)
    return value


def _is_json(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int | str | list)
