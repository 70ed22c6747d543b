"""A CalibratedClassifierCV around one linear model → the model, and our calibration."""

from dataclasses import replace
from typing import Any

import numpy as np

from linnet.classifier import Classifier
from linnet.errors import SettingError
from linnet.model.calibration import Platt
from linnet.sklearn.converted_parts import kind_of


def uncalibrated(model: Any) -> tuple[Any, list[Any]]:
    """Return the model inside a CalibratedClassifierCV, and its calibrators; any other model as it is, and none."""
    if kind_of(model) != "CalibratedClassifierCV":
        return model, []
    found = getattr(model, "calibrated_classifiers_", [])
    if len(found) != 1 or model.method != "sigmoid":
        got = f"{len(found)} of them by {model.method}"
        raise SettingError(
            "a CalibratedClassifierCV must have one model with sigmoid calibration, where linnet has the same; got "
            f"{got}. Fit it with ensemble=False and method='sigmoid'."
        )
    inner = found[0].estimator
    return inner.estimator if kind_of(inner) == "FrozenEstimator" else inner, list(found[0].calibrators)


def calibrated(classifier: Classifier, model: Any, calibrators: list[Any]) -> Classifier:
    """Return a classifier with the calibration of its pipeline, if any: P(label) = sigmoid(−a · score − b)."""
    if not calibrators:
        return classifier
    if not hasattr(model, "decision_function"):
        raise SettingError(
            f"what is calibrated must be scores; got the probabilities of {type(model).__name__}. Convert it without "
            "calibration, and calibrate the result."
        )
    slopes, offsets = (np.array([-getattr(one, name) for one in calibrators]) for name in ("a_", "b_"))
    if len(calibrators) == 1:  # of the second label; the first has what is left
        slopes, offsets = np.repeat(slopes, 2), np.array([-offsets[0], offsets[0]])
    names = [str(one) for one in np.asarray(model.classes_).tolist()]
    places = [names.index(label) for label in classifier.labels]
    found = replace(classifier.model, link="margin", calibration=Platt(slopes[places], offsets[places]))
    return replace(classifier, recipe=replace(classifier.recipe, calibration="platt"), model=found)
