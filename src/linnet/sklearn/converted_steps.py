"""The steps of a fitted pipeline before its model.

Which ones there are, and weights taken back through them.

Behind the vectorizers a step may leave columns out (selectors), divide them (scalers) or add them
up (projections). All of them are linear, so the weights behind them are weights of the vectorizers'
own columns.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError

OURS = ("sklearn", "linnet")  # packages whose classes do what their names say
VECTORIZERS = ("CountVectorizer", "TfidfVectorizer", "HashingVectorizer")
SCALERS = ("MaxAbsScaler", "StandardScaler")
PROJECTIONS = ("TruncatedSVD",)
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
# Weights labels × columns, and what is added to the score of each label.
Affine = tuple[Floats, Floats]


def kind_of(step: Any) -> str:
    """Return the name of a step's class, "" where it is somebody else's."""
    kind = type(step)
    package = kind.__module__.partition(".")[0]
    return kind.__name__ if package in OURS else ""


def steps_of(pipeline: Any) -> list[Any]:
    """Return the steps of a pipeline, a list or a tuple, without those that do nothing.

    Any other object by itself.
    """
    steps = pipeline
    if hasattr(pipeline, "steps"):
        steps = [step for _, step in pipeline.steps]
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        return [steps]
    return [step for step in steps if step is not None and step != "passthrough"]


def branches_of(union: Any) -> Iterator[tuple[float, list[Any]]]:
    """Yield the steps of each branch of a FeatureUnion, and by what it multiplies them."""
    factors = union.transformer_weights or {}
    for name, step in union.transformer_list:
        if isinstance(step, str) and step == "drop":
            continue
        yield factors.get(name, 1.0), steps_of(step)


def all_steps(steps: Sequence[Any]) -> Iterator[Any]:
    """Yield all steps, those inside of unions too."""
    for step in steps:
        yield step
        if kind_of(step) == "FeatureUnion":
            for _, branch in branches_of(step):
                yield from all_steps(branch)


def is_selector(step: Any) -> bool:
    """Return whether a step leaves columns out, such as SelectKBest."""
    return bool(kind_of(step)) and hasattr(step, "get_support")


def is_linear(step: Any) -> bool:
    """Return whether weights can be taken back through a step."""
    return is_selector(step) or kind_of(step) in (*SCALERS, *PROJECTIONS)


def is_hashed(vectorizer: Any) -> bool:
    """Return whether a vectorizer has no vocabulary."""
    return hasattr(vectorizer, "alternate_sign")


def width_of(vectorizer: Any) -> int:
    """Return how many columns a vectorizer has."""
    if is_hashed(vectorizer):
        return int(vectorizer.n_features)
    return len(vectorizer.vocabulary_)


def weights_before(steps: Sequence[Any], table: Floats, *, scaled: bool = True) -> Affine:
    """Return the weights of the vectorizers' columns that score as a table behind the steps does.

    Not `scaled`, columns only find their places: in front of a TfidfTransformer, whose rarity says
    how they are scaled, and where only the presence of features counts.
    """
    added = np.zeros(len(table))
    for place, step in reversed(list(enumerate(steps))):
        _check_width(step, table.shape[1], width_behind(steps[: place + 1]))
        more = np.zeros(len(table))
        if kind_of(step) == "TfidfTransformer":
            scaled = False
        elif kind_of(step) == "FeatureUnion":
            table, more = _before_union(step, table, scaled=scaled)
        elif is_selector(step):
            table = _unselected(step.get_support(), table)
        elif kind_of(step) in PROJECTIONS:
            table = _unprojected(step, table, scaled=scaled)
        elif kind_of(step) in SCALERS and scaled:
            table, more = _unscaled(step, table)
        added = added + more
    return table, added


def selected_columns(steps: Sequence[Any]) -> Flags:
    """Return which of the vectorizers' columns no selector leaves out."""
    ones = np.ones((1, width_behind(steps)))
    table, _ = weights_before(steps, ones, scaled=False)
    return np.asarray(table[0] > 0)


def _unselected(support: Flags, table: Floats) -> Floats:
    """Return a table of the columns that a selector has chosen as one of all of them.

    The others have 0.
    """
    all_columns = np.zeros((len(table), len(support)))
    all_columns[:, support] = table
    return all_columns


def _unprojected(projection: Any, table: Floats, *, scaled: bool) -> Floats:
    """Return the weights of the columns that a projection adds up: every one takes part."""
    components = np.asarray(projection.components_, np.float64)
    if not scaled:
        return np.ones((len(table), components.shape[1]))
    return table @ components


def _unscaled(scaler: Any, table: Floats) -> Affine:
    """Return weights of the columns before they were divided, and what their means add."""
    if getattr(scaler, "clip", False):
        raise SettingError(
            f"{kind_of(scaler)} must not clip, which is not linear; got clip=True. "
            "Fit the pipeline with clip=False."
        )
    if scaler.scale_ is not None:
        table = table / scaler.scale_
    if getattr(scaler, "with_mean", False):
        return table, -table @ scaler.mean_
    return table, np.zeros(len(table))


def _before_union(union: Any, table: Floats, *, scaled: bool) -> Affine:
    """Return weights taken back through each branch of a union, side by side."""
    columns = [np.empty((len(table), 0))]
    added = np.zeros(len(table))
    first = 0
    for factor, steps in branches_of(union):
        end = first + width_behind(steps)
        behind = table[:, first:end]
        if scaled:
            behind = behind * factor
        before, more = weights_before(steps, behind, scaled=scaled)
        columns.append(before)
        added = added + more
        first = end
    return np.concatenate(columns, axis=1), added


def width_behind(steps: Sequence[Any]) -> int:
    """Return how many columns come out of steps."""
    last = steps[-1]
    if kind_of(last) in VECTORIZERS:
        return width_of(last)
    if kind_of(last) == "FeatureUnion":
        return sum(width_behind(branch) for _, branch in branches_of(last))
    if is_selector(last):
        return int(last.get_support().sum())
    if kind_of(last) in PROJECTIONS:
        return len(last.components_)
    if kind_of(last) in SCALERS:
        return int(last.n_features_in_)
    return width_behind(steps[:-1])


def _check_width(step: Any, got: int, given: int) -> None:
    if got != given:
        raise SettingError(
            "each step of a pipeline must be fitted on the columns of the step before it; "
            f"got {got} columns behind "
            f"{kind_of(step)}, which has {given}. Fit the whole pipeline at once."
        )
