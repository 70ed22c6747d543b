"""Weighting: what a count is worth, where that depends on the documents."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Features
from linnet.features.weighting import TERMS, UNITS, Weighting
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

MEAN_LENGTHS = "weighting.mean_lengths"
RARITY = "weighting.rarity"


def _pack(classifier: "Classifier") -> Packed:
    weighting = classifier.model.features.weighting
    if weighting is None:
        return Packed()
    header = {"weighting": {"term": weighting.term, "unit": weighting.unit}}
    arrays = {RARITY: weighting.rarity, MEAN_LENGTHS: weighting.mean_lengths}
    return Packed(header, arrays)


def _unpack(file: ModelFile, parts: Parts) -> None:
    header = file.metadata.get("weighting")
    if header is None:
        return
    features = parts.features
    signs = any(block.settings.hash_signs for block in features.of_text)
    of_text = Features(features.fields, features.of_text)
    weighting = Weighting(
        term=header["term"],
        unit=header["unit"],
        block_ends=of_text.block_ends,
        rarity=file.array(RARITY),
        mean_lengths=file.array(MEAN_LENGTHS),
        signs=signs,
    )
    if not _fits(weighting):
        raise file.damaged("its weighting does not fit its features")
    # One number per block is checked at once; rarity, one per feature, when it is used.
    file.check_finite([MEAN_LENGTHS])
    parts.features = replace(features, weighting=weighting)


def _fits(weighting: Weighting) -> bool:
    if weighting.term not in TERMS or weighting.unit not in UNITS:
        return False
    block_ends = weighting.block_ends
    n_columns = int(block_ends[-1]) if len(block_ends) else 0
    rarity_fits = _is_empty_or(weighting.rarity, (n_columns,))
    return rarity_fits and _is_empty_or(weighting.mean_lengths, block_ends.shape)


def _is_empty_or(array: npt.NDArray[Any], shape: tuple[int, ...]) -> bool:
    return array.dtype == np.float64 and array.shape in ((0,), shape)


def _is_weighted(classifier: "Classifier") -> bool:
    return classifier.model.features.weighting is not None


WEIGHTING = Section("weighting", _pack, _unpack, needs={"weighting": _is_weighted})
