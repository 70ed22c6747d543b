"""Weights: the arrays of the linear model, and what its scores mean."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from linnet.model.linear_model import LinearModel, Weights
from linnet.model.scores import LINKS
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

USUAL_LINK = "softmax"
# As many numbers as labels or blocks are checked at once; as many as features, when they are used.
SMALL = ("model.offset", "model.prior", "model.rest", "model.scale")


def _pack(classifier: "Classifier") -> Packed:
    model = classifier.model
    header: dict[str, Any] = {}
    if model.link != USUAL_LINK:
        header["link"] = model.link
    arrays = {f"model.{name}": array for name, array in model.weights.arrays().items()}
    return Packed(header, arrays)


def _unpack(file: ModelFile, parts: Parts) -> None:
    weights = _weights(file)
    if len(weights.offset) + parts.multilabel != len(parts.labels) or not parts.features.blocks:
        raise file.damaged("its labels, blocks and offsets do not fit each other")
    link = str(file.metadata.get("link", USUAL_LINK))
    if link not in LINKS:
        raise file.damaged("what its scores mean must be known")

    labels = parts.labels[1:] if parts.multilabel else parts.labels
    parts.model = LinearModel(parts.features, labels, weights, link, parts.multilabel)


def _weights(file: ModelFile) -> Weights:
    file.check_finite(name for name in SMALL if name in file.names)
    arrays = {}
    for field in fields(Weights):
        name = f"model.{field.name}"
        if name in file.names:
            arrays[field.name] = file.array(name)
    return Weights(**arrays)


WEIGHTS = Section("weights", _pack, _unpack)
