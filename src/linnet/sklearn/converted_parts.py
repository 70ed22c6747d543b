"""The steps of a fitted pipeline before its model → vectorizers, and what each says a count is worth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError

VECTORIZERS = ("CountVectorizer", "TfidfVectorizer", "HashingVectorizer")
OURS = ("sklearn", "linnet")  # packages whose classes do what their names say


@dataclass(frozen=True, eq=False)
class Worth:
    """What a count is worth, as scikit-learn's transformers say."""

    sublinear: bool = False
    rarity: npt.NDArray[np.float64] | None = None
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
    """A fitted vectorizer, what its counts are worth, and by what a union multiplies them."""

    vectorizer: Any
    worth: Worth
    factor: float = 1.0

    @property
    def n_columns(self) -> int:
        hashed = hasattr(self.vectorizer, "alternate_sign")
        return int(self.vectorizer.n_features) if hashed else len(self.vectorizer.vocabulary_)


def kind_of(step: Any) -> str:
    """Return the name of a step's class, "" where it is somebody else's."""
    kind = type(step)
    return kind.__name__ if kind.__module__.partition(".")[0] in OURS else ""


def steps_of(pipeline: Any) -> list[Any]:
    """Return the steps of a pipeline, a list or a tuple, without those that do nothing; any other object by itself."""
    steps = [step for _, step in pipeline.steps] if hasattr(pipeline, "steps") else pipeline
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        return [steps]
    return [step for step in steps if step is not None and step != "passthrough"]


def parts_of(steps: Sequence[Any]) -> tuple[Part, ...] | None:
    """Return the vectorizers of steps: one or a union of several, maybe a TfidfTransformer; None for other steps."""
    kinds = [kind_of(step) for step in steps]
    if len(kinds) == 2 and kinds[1] == "TfidfTransformer":
        parts = parts_of(steps[:1])
        return parts and _weighed(parts, Worth.of(steps[1]))
    if len(kinds) == 1 and kinds[0] in VECTORIZERS:
        return (Part(steps[0], Worth.of(steps[0])),)
    return _joined(steps[0]) if kinds == ["FeatureUnion"] else None


def _joined(union: Any) -> tuple[Part, ...] | None:
    """Return the vectorizers of a union, which may be inside pipelines of their own."""
    factors, parts = union.transformer_weights or {}, []
    for name, step in union.transformer_list:
        found = () if step == "drop" else parts_of(steps_of(step))
        if found is None:
            return None
        parts += [replace(part, factor=part.factor * factors.get(name, 1.0)) for part in found]
    return tuple(parts) or None


def _weighed(parts: tuple[Part, ...], worth: Worth) -> tuple[Part, ...]:
    """Return the parts with what a transformer behind all of them says."""
    if not all(part.worth.none for part in parts):
        raise SettingError("features can be weighed once; got a TfidfTransformer behind a weighing vectorizer.")
    if len(parts) > 1 and (worth.norm is not None or worth.sublinear or any(part.factor != 1 for part in parts)):
        raise SettingError(
            "features that are joined must be weighed one by one; got a TfidfTransformer behind a FeatureUnion. Use "
            "a TfidfVectorizer for each."
        )
    ends = np.cumsum([part.n_columns for part in parts])
    rarities = [None] * len(parts) if worth.rarity is None else np.split(worth.rarity, ends[:-1])
    return tuple(
        replace(part, worth=replace(worth, rarity=rarity)) for part, rarity in zip(parts, rarities, strict=True)
    )
