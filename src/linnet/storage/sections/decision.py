"""Decision: calibration and cutoffs, and whether the model has changed since they were found."""

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.model.calibration import METHODS, Calibration, arrays_of
from linnet.model.decision import Decision
from linnet.model.linear_model import LinearModel
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def _pack(classifier: "Classifier") -> Packed:
    header: dict[str, Any] = {}
    arrays: dict[str, npt.NDArray[Any]] = {}
    model = classifier.model
    if classifier.stale:
        header["stale"] = True
    if model.calibration is not None:
        header["calibration"] = model.calibration.method
        for name, array in arrays_of(model.calibration).items():
            arrays[f"calibration.{name}"] = array

    decision = model.decision
    if decision is not None and decision.chosen:
        header["decision"] = {
            "rules": list(decision.rules),
            "unsure": decision.unsure,
            "approximate": decision.approximate,
        }
        arrays["decision.cutoffs"] = decision.cutoffs
    elif model.cutoffs is not None:
        arrays["model.cutoffs"] = model.cutoffs  # as the recipe says
    return Packed(header, arrays)


def _unpack(file: ModelFile, parts: Parts) -> None:
    for need in ("calibration", "decision"):
        if (need in file.metadata["needs"]) != (need in file.metadata):
            raise file.damaged(f"it must need a {need} where it has one, and only there")
    parts.stale = bool(file.metadata.get("stale", False))
    calibration = _calibration(file, len(parts.model.labels))
    model = replace(parts.model, calibration=calibration)
    if "decision" in file.metadata:
        model = replace(model, decision=_decision(file, model))
    elif model.multilabel:
        model = _decided_by_recipe(file, model, parts.recipe)
    parts.model = model


def _calibration(file: ModelFile, n_labels: int) -> Calibration | None:
    if "calibration" not in file.metadata:
        return None
    kind = METHODS[file.metadata["calibration"]]
    arrays = {field.name: file.array(f"calibration.{field.name}") for field in fields(kind)}
    calibration: Calibration = kind(**arrays)
    floats = [array for name, array in arrays.items() if name != "starts"]
    typed = all(array.dtype == np.float64 for array in floats)
    if not typed or not calibration.fits(n_labels):
        raise file.damaged("its calibration does not fit its labels")
    return calibration


def _decision(file: ModelFile, model: LinearModel) -> Decision:
    """Return the decision that was found on documents."""
    header = file.metadata["decision"]
    rules, unsure, approximate = header["rules"], header["unsure"], header["approximate"]
    texts = isinstance(rules, list) and all(isinstance(rule, str) for rule in rules)
    if not texts or not isinstance(unsure, bool) or not isinstance(approximate, bool):
        raise file.damaged("its decision must be rules for labels, and whether it may be unsure")

    cutoffs = file.array("decision.cutoffs")
    n_labels = len(model.labels)
    fits = cutoffs.dtype == np.float64 and cutoffs.shape == (n_labels,) and len(rules) == n_labels
    if not fits or not model.has_probabilities or not np.all((cutoffs >= 0) & (cutoffs <= 1)):
        raise file.damaged("its cutoffs must be probabilities, one for each label")
    return Decision(cutoffs, tuple(rules), unsure, approximate)


def _decided_by_recipe(file: ModelFile, model: LinearModel, recipe: Recipe) -> LinearModel:
    """Return the model with the cutoffs of its recipe, which must be those of the file."""
    decision = recipe.decision(model.labels, has_probabilities=model.has_probabilities)
    model = replace(model, decision=decision)
    own = file.array("model.cutoffs")
    of_recipe = np.asarray(model.cutoffs)
    fits = own.dtype == np.float64 and own.shape == of_recipe.shape
    if not fits or not np.allclose(own, of_recipe):
        raise file.damaged("its cutoffs must be those of its recipe")
    return model


def _is_calibrated(classifier: "Classifier") -> bool:
    return classifier.model.calibration is not None


def _has_cutoffs(classifier: "Classifier") -> bool:
    decision = classifier.model.decision
    return decision is not None and decision.chosen


DECISION = Section(
    "decision",
    _pack,
    _unpack,
    needs={"calibration": _is_calibrated, "decision": _has_cutoffs},
)
