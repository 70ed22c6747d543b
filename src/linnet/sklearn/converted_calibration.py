"""A CalibratedClassifierCV around one linear model → the model, and our calibration."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.model.calibration import Calibration, Isotonic, Platt, Temperature
from linnet.sklearn.converted_steps import kind_of
from linnet.sklearn.converted_weights import CERTAIN, FittedModel, classes_of

Floats = npt.NDArray[np.float64]
LOWEST = 1e-300  # stands for a probability of 0, which has no logarithm


@dataclass(frozen=True, eq=False)
class Calibrators:
    """How scikit-learn calibrates.

    One calibrator for each label, or one for two labels, or for all.
    """

    method: str = "none"
    each: tuple[Any, ...] = ()
    classes: tuple[str, ...] = ()  # where those of the model inside are but their numbers


def uncalibrated(model: Any) -> tuple[Any, Calibrators]:
    """Return the model inside a CalibratedClassifierCV, and its calibrators.

    Any other model as it is, and none.
    """
    if kind_of(model) == "OneVsRestClassifier":
        return _uncalibrated_each(model)
    if kind_of(model) != "CalibratedClassifierCV":
        return model, Calibrators()
    fitted = getattr(model, "calibrated_classifiers_", [])
    if len(fitted) != 1 or model.method not in MAPS:
        raise SettingError(
            "a CalibratedClassifierCV must have one model, "
            f"calibrated by one of {', '.join(MAPS)}; "
            f"got {len(fitted)} of them by {model.method}. Fit it with ensemble=False."
        )
    inner = fitted[0].estimator
    if kind_of(inner) == "FrozenEstimator":
        inner = inner.estimator
    classes = classes_of(model) if model.method == "temperature" else ()
    return inner, Calibrators(model.method, tuple(fitted[0].calibrators), classes)


def _uncalibrated_each(model: Any) -> tuple[Any, Calibrators]:
    """Return a OneVsRestClassifier of the models inside its classifiers, and their calibrators."""
    estimators = getattr(model, "estimators_", [])
    parts = [uncalibrated(estimator) for estimator in estimators]
    methods = {calibrators.method for _, calibrators in parts if calibrators.each}
    if not methods:
        return model, Calibrators()
    if methods != {"sigmoid"}:
        raise SettingError(
            "the classifiers in a OneVsRestClassifier must be calibrated by method='sigmoid'; got "
            f"{', '.join(sorted(methods))}. "
            "Put the CalibratedClassifierCV around the OneVsRestClassifier."
        )
    plain = copy(model)
    plain.estimators_ = [inner for inner, _ in parts]
    each = tuple(calibrators.each[0] if calibrators.each else None for _, calibrators in parts)
    return plain, Calibrators("sigmoid", each)


def check_calibrated(model: Any, calibrators: Calibrators) -> None:
    """Refuse calibrators of probabilities: these are no map of scores."""
    if calibrators.each and not hasattr(model, "decision_function"):
        raise SettingError(
            f"what is calibrated must be scores; got the probabilities of {type(model).__name__}. "
            "Convert it without "
            "calibration, and calibrate the result."
        )


def calibration_of(fitted: FittedModel, calibrators: Calibrators) -> Calibration | None:
    """Return our map from the scores of a model to the probabilities that its calibrators give.

    None without any.
    """
    if not calibrators.each:
        return None
    calibration_map = MAPS[calibrators.method]
    return calibration_map(fitted, calibrators.each)


def calibrated(fitted: FittedModel, calibrators: Calibrators) -> FittedModel:
    """Return a model whose scores are calibrated.

    A steep line through knots needs all their digits.
    """
    if not calibrators.each:
        return fitted
    precise = fitted.precise or calibrators.method == "isotonic"
    classes = calibrators.classes or fitted.classes
    return replace(fitted, classes=classes, link="margin", cutoff=None, precise=precise)


def _platt(fitted: FittedModel, each: Sequence[Any]) -> Platt:
    """Return P(label) = sigmoid(−a · score − b); the first of two labels has what is left."""
    # A label without a calibrator has a probability of 0 or 1 whatever its score.
    slopes = np.zeros(len(fitted.offset))
    offsets = np.where(fitted.offset > 0, CERTAIN, -CERTAIN)
    for place, calibrator in zip(range(len(offsets)), each, strict=True):
        if calibrator is not None:
            slopes[place] = -calibrator.a_
            offsets[place] = -calibrator.b_
    if len(fitted.classes) == 2 and len(each) == 1:
        slopes = np.repeat(slopes, 2)
        offsets = np.array([-offsets[0], offsets[0]])
    return Platt(slopes[fitted.order], offsets[fitted.order])


def _isotonic(fitted: FittedModel, each: Sequence[Any]) -> Isotonic:
    """Return the lines of each label.

    That of the first of two labels is the mirror of the other.
    """
    lines = [_line(calibrator) for calibrator in each]
    if len(fitted.classes) == 2 and len(each) == 1:
        knots, heights = lines[0]
        lines = [(-knots[::-1], 1.0 - heights[::-1]), (knots, heights)]
    lines = [lines[place] for place in fitted.order]
    lengths = [len(knots) for knots, _ in lines]
    starts = np.cumsum([0, *lengths])
    all_knots = np.concatenate([knots for knots, _ in lines])
    all_heights = np.concatenate([heights for _, heights in lines])
    return Isotonic(starts, all_knots, np.clip(all_heights, LOWEST, 1.0))


def _line(calibrator: Any) -> tuple[Floats, Floats]:
    """Return the knots and heights of a calibrator, each level part a little longer at both ends.

    The documents it was fitted on lie at these ends: so they stay on the level whatever the last
    digit of their score.
    """
    knots = np.array(calibrator.X_thresholds_, np.float64)
    heights = np.array(calibrator.y_thresholds_, np.float64)
    level = np.diff(heights, prepend=np.nan, append=np.nan) == 0
    begins = level[1:] & ~level[:-1]
    ends = level[:-1] & ~level[1:]
    step = 1e-12 * np.abs(knots).max()
    longer = knots + step * (ends.astype(int) - begins)
    if np.all(np.diff(longer) > 0):
        return longer, heights
    return knots, heights


def _temperature(fitted: FittedModel, each: Sequence[Any]) -> Temperature:
    """Return 1/β.

    scikit-learn takes −s and s as the scores of two labels, where we have half of them.
    """
    beta = float(each[0].beta_)
    if len(fitted.classes) == 2:
        beta *= 2
    return Temperature(np.array([1 / beta]))


MAPS: dict[str, Callable[[FittedModel, Sequence[Any]], Calibration]] = {
    "sigmoid": _platt,
    "isotonic": _isotonic,
    "temperature": _temperature,
}
