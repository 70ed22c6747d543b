"""A classifier as the header and the arrays of a model file, and back, section by section."""

import warnings
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from linnet import __version__, _core
from linnet.errors import ModelFileError, SettingError
from linnet.storage.container import FORMAT, ModelFile
from linnet.storage.section import Parts
from linnet.storage.sections import NEEDS, SECTIONS
from linnet.storage.sections.compact import CompactFile, compacted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Array = npt.NDArray[Any]


def pack(classifier: "Classifier") -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the header and the arrays of a classifier."""
    if classifier.model.min_probability:
        raise SettingError(
            "a model file has cutoffs, but no lowest probability; "
            f"got {classifier.model.min_probability:g}. "
            "Save the classifier without it, and pass it when predicting."
        )
    header = {
        "format": FORMAT,
        "needs": _needs(classifier),
        "linnet": __version__,
        "unicode": _core.UNICODE_VERSION,
    }
    arrays: dict[str, Array] = {}
    for section in SECTIONS:
        packed = section.pack(classifier)
        header |= packed.header
        arrays |= packed.arrays
    if classifier.recipe.narrow:
        arrays = compacted(arrays, len(classifier.labels))
    return header, arrays


def _needs(classifier: "Classifier") -> list[str]:
    """Return what a program must know to open the file."""
    needs = list[str]()
    for section in SECTIONS:
        needs += [name for name, is_needed in section.needs.items() if is_needed(classifier)]
    return sorted(needs)


def unpack(file: ModelFile) -> dict[str, Any]:
    """Return the parts of the classifier of an opened file, by name."""
    if "narrow" in file.metadata["needs"]:
        file = CompactFile.of(file)
    try:
        parts = _parts(file)
        _warn_of_other_unicode(file)
    except ModelFileError:
        raise
    except (KeyError, ValueError, TypeError, IndexError, OverflowError, AttributeError) as error:
        raise file.damaged(error) from None
    return {
        "recipe": parts.recipe,
        "model": parts.model,
        "stored_totals": parts.totals,
        "exact": parts.exact,
        "label": parts.label,
        "stale": parts.stale,
        "kept": parts.kept,
        "record": parts.record,
    }


def _parts(file: ModelFile) -> Parts:
    parts = Parts()
    for section in SECTIONS:
        section.unpack(file, parts)
    _ = parts.model.engine  # checks the shapes of all arrays
    return parts


def _warn_of_other_unicode(file: ModelFile) -> None:
    made_with = file.metadata["unicode"]
    if not isinstance(made_with, str):
        raise file.damaged("it must say which Unicode it was made with")
    if made_with != _core.UNICODE_VERSION:
        warnings.warn(
            f"{file.where} was trained with Unicode {made_with}, this linnet has "
            f"{_core.UNICODE_VERSION}: words of characters that are new or changed may be cut "
            "differently. Train it again to be sure.",
            stacklevel=2,
        )


__all__ = ["NEEDS", "pack", "unpack"]
