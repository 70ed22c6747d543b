"""The steps of a fitted pipeline before its model → vectorizers, and what each says a count is worth."""

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
    f"one of {', '.join(VECTORIZERS)} or a FeatureUnion of them, then any of TfidfTransformer, selectors such as "
    f"SelectKBest, {', '.join((*SCALERS, *PROJECTIONS))}"
)


@dataclass(frozen=True, eq=False)
class Worth:
    """What a count is worth, as scikit-learn's transformers say."""

    sublinear: bool = False
    rarity: Floats | None = None
    norm: str | None = None

    @classmethod
    def of(cls, step: Any) -> "Worth":
        """Return what a TfidfTransformer or a TfidfVectorizer says; other vectorizers have a norm at most."""
        rarity = np.array(step.idf_, np.float64) if getattr(step, "use_idf", False) else None
        return cls(bool(getattr(step, "sublinear_tf", False)), rarity, getattr(step, "norm", None))

    @property
    def none(self) -> bool:
        return not self.sublinear and self.rarity is None and self.norm is None


@dataclass(frozen=True, eq=False)
class Part:
    """A fitted vectorizer, what its counts are worth, and which of its columns are used."""

    vectorizer: Any
    worth: Worth
    counted: Flags  # which columns are there when documents are brought to unit length
    left: Flags  # which columns a model sees in the end

    @classmethod
    def of(cls, vectorizer: Any) -> "Part":
        """Return a vectorizer with all its columns."""
        every = np.ones(width_of(vectorizer), np.bool_)
        return cls(vectorizer, Worth.of(vectorizer), every, every)

    @property
    def n_columns(self) -> int:
        return len(self.left)

    def needed(self, *, presence: bool) -> Flags:
        """Return which columns make a difference to scores."""
        return self.left if presence or self.worth.norm is None else self.counted


def parts_of(steps: Sequence[Any]) -> tuple[Part, ...]:
    """Return the vectorizers of the steps before a model, in the order of their columns."""
    parts = _parts(steps)
    ends = np.cumsum([part.n_columns for part in parts])
    left = np.split(selected_columns(steps), ends[:-1])
    return tuple(replace(part, left=flags) for part, flags in zip(parts, left, strict=True))


def _parts(steps: Sequence[Any]) -> tuple[Part, ...]:
    if not steps:
        raise SettingError(
            f"the steps of a pipeline must be {BEFORE_A_MODEL}, and a model; got none before the model."
        )
    *before, last = steps
    kind = kind_of(last)
    if before and kind == "TfidfTransformer":
        return _weighed(_parts(before), before, Worth.of(last))
    if before and is_linear(last):
        return _parts(before)
    if not before and kind in VECTORIZERS:
        return (Part.of(last),)
    joined = _joined(last) if not before and kind == "FeatureUnion" else ()
    if joined:
        return joined
    raise SettingError(
        f"the steps of a pipeline must be {BEFORE_A_MODEL}, and a model; got {type(last).__name__} as step "
        f"{len(steps)}. Leave it out, and fit the pipeline again."
    )


def _joined(union: Any) -> tuple[Part, ...]:
    """Return the vectorizers of a union, which may be inside pipelines of their own."""
    return tuple(part for _, branch in branches_of(union) for part in _parts(branch))


def _weighed(parts: tuple[Part, ...], before: Sequence[Any], worth: Worth) -> tuple[Part, ...]:
    """Return the parts with what a TfidfTransformer behind these steps says."""
    _check_weighed(parts, before, worth)
    ones = np.ones(width_behind(before))
    behind = np.stack([ones, ones if worth.rarity is None else worth.rarity])
    (scales, rarities), _ = weights_before(before, behind)
    if worth.sublinear and not np.isin(scales, (0.0, 1.0)).all():
        raise SettingError(
            "a TfidfTransformer with sublinear_tf must get counts; got others by a scaler or by transformer_weights. "
            "Put scalers behind it, and fit the pipeline again."
        )
    ends = np.cumsum([part.n_columns for part in parts])[:-1]
    pieces = zip(parts, np.split(scales, ends), np.split(rarities, ends), strict=True)
    return tuple(_weighed_part(part, worth, scale, rarity) for part, scale, rarity in pieces)


def _weighed_part(part: Part, worth: Worth, scale: Floats, rarity: Floats) -> Part:
    """Return a part whose counts are worth this; hashed columns that are left out are worth 0, others are dropped."""
    gone = (scale == 0) & (not is_hashed(part.vectorizer))
    plain = worth.rarity is None and bool(np.all((scale == 1) | gone))
    return replace(part, worth=replace(worth, rarity=None if plain else rarity), counted=scale != 0)


def _check_weighed(parts: tuple[Part, ...], before: Sequence[Any], worth: Worth) -> None:
    """Refuse a TfidfTransformer where our weighting cannot do the same."""
    if not all(part.worth.none for part in parts):
        raise SettingError(
            "features can be weighed once; got a TfidfTransformer behind a weighing vectorizer. Leave one of them out."
        )
    projection = next(
        (kind_of(step) for step in all_steps(before) if kind_of(step) in PROJECTIONS), None
    )
    if projection is not None:
        raise SettingError(
            f"features must be weighed before they are projected; got a TfidfTransformer behind {projection}. Swap "
            "them, and fit the pipeline again."
        )
    if len(parts) > 1 and (worth.norm is not None or worth.sublinear):
        raise SettingError(
            "features that are joined must be weighed one by one; got a TfidfTransformer behind a FeatureUnion. Use "
            "a TfidfVectorizer for each."
        )
