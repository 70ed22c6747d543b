"""Calibration and cutoffs as the arrays and a part of the header of a model file, and back."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.model.calibration import METHODS, Calibration, arrays_of
from linnet.model.decision import Decision
from linnet.model.linear_model import LinearModel
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile

Array = npt.NDArray[Any]


def pack_decision(model: LinearModel) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return what goes into the header, and the arrays."""
    said: dict[str, Any] = {}
    arrays: dict[str, Array] = {}
    if model.calibration is not None:
        said["calibration"] = model.calibration.method
        arrays |= {
            f"calibration.{name}": array for name, array in arrays_of(model.calibration).items()
        }
    decision = model.decision
    if decision is not None and decision.chosen:
        names = ("unsure", "approximate")
        said["decision"] = {
            "rules": list(decision.rules),
            **{name: getattr(decision, name) for name in names},
        }
        arrays["decision.cutoffs"] = decision.cutoffs
    elif model.cutoffs is not None:
        arrays["model.cutoffs"] = model.cutoffs  # as the recipe says
    return said, arrays


def unpack_decision(file: ModelFile, model: LinearModel, recipe: Recipe) -> LinearModel:
    """Return the model with the calibration and the decision of its file."""
    for need in ("calibration", "decision"):
        if (need in file.metadata["needs"]) != (need in file.metadata):
            raise file.damaged(f"it must need a {need} where it has one, and only there")
    model = replace(model, calibration=_calibration(file, len(model.labels)))
    if "decision" in file.metadata:
        return replace(model, decision=_decision(file, model))
    if not model.multilabel:
        return model
    model = replace(
        model, decision=recipe.decision(model.labels, has_probabilities=model.has_probabilities)
    )
    given, asked = file.array("model.cutoffs"), np.asarray(model.cutoffs)
    if given.dtype != np.float64 or given.shape != asked.shape or not np.allclose(given, asked):
        raise file.damaged("its cutoffs must be those of its recipe")
    return model


def _calibration(file: ModelFile, n_labels: int) -> Calibration | None:
    if "calibration" not in file.metadata:
        return None
    kind = METHODS[file.metadata["calibration"]]
    arrays = {one.name: file.array(f"calibration.{one.name}") for one in fields(kind)}
    calibration: Calibration = kind(**arrays)
    numbers = all(array.dtype == np.float64 for name, array in arrays.items() if name != "starts")
    if not numbers or not calibration.fits(n_labels):
        raise file.damaged("its calibration does not fit its labels")
    return calibration


def _decision(file: ModelFile, model: LinearModel) -> Decision:
    said, cutoffs = file.metadata["decision"], file.array("decision.cutoffs")
    rules, unsure, approximate = said["rules"], said["unsure"], said["approximate"]
    texts = isinstance(rules, list) and all(isinstance(rule, str) for rule in rules)
    if not texts or not isinstance(unsure, bool) or not isinstance(approximate, bool):
        raise file.damaged("its decision must be rules for labels, and whether it may be unsure")
    sized = (
        cutoffs.dtype == np.float64
        and cutoffs.shape == (len(model.labels),)
        and len(rules) == len(cutoffs)
    )
    if not sized or not model.has_probabilities or not np.all((cutoffs >= 0) & (cutoffs <= 1)):
        raise file.damaged("its cutoffs must be probabilities, one for each label")
    return Decision(cutoffs, tuple(rules), unsure, approximate)
