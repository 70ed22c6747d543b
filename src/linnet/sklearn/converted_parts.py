"""The steps of a fitted pipeline before its model → vectorizers with their feature scaling."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.sklearn.converted_steps import (
    PROJECTIONS,
    SCALERS,
    VECTORIZERS,
    all_steps,
    branches_of,
    is_hashed,
    is_linear,
    kind_of,
    selected_columns,
    weights_before,
    width_behind,
    width_of,
)

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
BEFORE_A_MODEL = (
    f"one of {', '.join(VECTORIZERS)} or a FeatureUnion of them, then any of TfidfTransformer, "
    "selectors such as "
    f"SelectKBest, {', '.join((*SCALERS, *PROJECTIONS))}"
)


@dataclass(frozen=True, eq=False)
class FeatureScaling:
    """How counts are scaled, as scikit-learn's transformers say."""

    sublinear: bool = False
    rarity: Floats | None = None
    norm: str | None = None

    @classmethod
    def of(cls, step: Any) -> "FeatureScaling":
        """Return what a TfidfTransformer or a TfidfVectorizer says.

        Other vectorizers have a norm at most.
        """
        rarity = None
        if getattr(step, "use_idf", False):
            rarity = np.array(step.idf_, np.float64)
        sublinear = bool(getattr(step, "sublinear_tf", False))
        return cls(sublinear, rarity, getattr(step, "norm", None))

    @property
    def is_count(self) -> bool:
        """Whether counts stay as they are."""
        return not self.sublinear and self.rarity is None and self.norm is None


@dataclass(frozen=True, eq=False)
class Part:
    """A fitted vectorizer, how its counts are scaled, and which of its columns are used."""

    vectorizer: Any
    scaling: FeatureScaling
    counted: Flags  # which columns are there when documents are brought to unit length
    selected: Flags  # which columns a model sees in the end

    @classmethod
    def of(cls, vectorizer: Any) -> "Part":
        """Return a vectorizer with all its columns."""
        every = np.ones(width_of(vectorizer), np.bool_)
        return cls(vectorizer, FeatureScaling.of(vectorizer), every, every)

    @property
    def n_columns(self) -> int:
        return len(self.selected)

    def needed(self, *, presence: bool) -> Flags:
        """Return which columns make a difference to scores."""
        if presence or self.scaling.norm is None:
            return self.selected
        return self.counted


def parts_of(steps: Sequence[Any]) -> tuple[Part, ...]:
    """Return the vectorizers of the steps before a model, in the order of their columns."""
    parts = _parts(steps)
    ends = np.cumsum([part.n_columns for part in parts])
    selected = np.split(selected_columns(steps), ends[:-1])
    pieces = zip(parts, selected, strict=True)
    return tuple(replace(part, selected=flags) for part, flags in pieces)


def _parts(steps: Sequence[Any]) -> tuple[Part, ...]:
    if not steps:
        raise SettingError(
            f"the steps of a pipeline must be {BEFORE_A_MODEL}, and a model; "
            "got none before the model."
        )
    *before, last = steps
    kind = kind_of(last)
    if before and kind == "TfidfTransformer":
        return _weighed(_parts(before), before, FeatureScaling.of(last))
    if before and is_linear(last):
        return _parts(before)
    if not before and kind in VECTORIZERS:
        return (Part.of(last),)
    if not before and kind == "FeatureUnion":
        joined = _joined(last)
        if joined:
            return joined
    raise SettingError(
        f"the steps of a pipeline must be {BEFORE_A_MODEL}, and a model; "
        f"got {type(last).__name__} as step "
        f"{len(steps)}. Leave it out, and fit the pipeline again."
    )


def _joined(union: Any) -> tuple[Part, ...]:
    """Return the vectorizers of a union, which may be inside pipelines of their own."""
    return tuple(part for _, branch in branches_of(union) for part in _parts(branch))


def _weighed(
    parts: tuple[Part, ...], before: Sequence[Any], scaling: FeatureScaling
) -> tuple[Part, ...]:
    """Return the parts with what a TfidfTransformer behind these steps says."""
    _check_weighed(parts, before, scaling)
    ones = np.ones(width_behind(before))
    rarity = ones if scaling.rarity is None else scaling.rarity
    behind = np.stack([ones, rarity])
    (scales, rarities), _ = weights_before(before, behind)
    if scaling.sublinear and not np.isin(scales, (0.0, 1.0)).all():
        raise SettingError(
            "a TfidfTransformer with sublinear_tf must get counts; "
            "got others by a scaler or by transformer_weights. "
            "Put scalers behind it, and fit the pipeline again."
        )
    ends = np.cumsum([part.n_columns for part in parts])[:-1]
    part_scales = np.split(scales, ends)
    part_rarities = np.split(rarities, ends)
    pieces = zip(parts, part_scales, part_rarities, strict=True)
    return tuple(_weighed_part(part, scaling, scale, idf) for part, scale, idf in pieces)


def _weighed_part(part: Part, scaling: FeatureScaling, scale: Floats, rarity: Floats) -> Part:
    """Return a part whose counts are scaled so.

    Hashed columns that are left out are scaled to 0, others are dropped.
    """
    dropped = (scale == 0) & (not is_hashed(part.vectorizer))
    unscaled = bool(np.all((scale == 1) | dropped))
    if scaling.rarity is not None or not unscaled:
        scaling = replace(scaling, rarity=rarity)
    return replace(part, scaling=scaling, counted=scale != 0)


def _check_weighed(parts: tuple[Part, ...], before: Sequence[Any], scaling: FeatureScaling) -> None:
    """Refuse a TfidfTransformer where our weighting cannot do the same."""
    if not all(part.scaling.is_count for part in parts):
        raise SettingError(
            "features can be weighed once; got a TfidfTransformer behind a weighing vectorizer. "
            "Leave one of them out."
        )
    kinds = [kind_of(step) for step in all_steps(before)]
    projections = [kind for kind in kinds if kind in PROJECTIONS]
    if projections:
        raise SettingError(
            "features must be weighed before they are projected; got a TfidfTransformer behind "
            f"{projections[0]}. Swap them, and fit the pipeline again."
        )
    if len(parts) > 1 and (scaling.norm is not None or scaling.sublinear):
        raise SettingError(
            "features that are joined must be weighed one by one; "
            "got a TfidfTransformer behind a FeatureUnion. Use "
            "a TfidfVectorizer for each."
        )
