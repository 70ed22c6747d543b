"""Kept documents: the texts and labels that the model was trained on, where that was asked for."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.features.names import Names
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section
from linnet.storage.whole_numbers import ascend

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.storage.kept_documents import KeptDocuments


def _pack(classifier: "Classifier") -> Packed:
    kept = classifier.kept
    if kept is None:
        return Packed()
    arrays: dict[str, npt.NDArray[Any]] = {
        "kept.labels": kept.labels,
        "kept.label_starts": kept.label_starts,
    }
    for number, texts in enumerate(kept.texts):
        arrays[f"kept.{number}.bytes"] = texts.bytes
        arrays[f"kept.{number}.offsets"] = texts.offsets
    return Packed(arrays=arrays)


def _unpack(file: ModelFile, parts: Parts) -> None:
    if "kept.labels" not in file.names:
        return
    from linnet.storage.kept_documents import KeptDocuments

    n_fields = len(parts.features.fields)
    texts = tuple(_texts(file, number) for number in range(n_fields))
    kept = KeptDocuments(texts, file.array("kept.labels"), file.array("kept.label_starts"))
    if not _labels_fit(kept, len(parts.model.labels)) or not _texts_fit(kept):
        raise file.damaged("its training documents do not fit its labels")
    parts.kept = kept


def _texts(file: ModelFile, number: int) -> Names:
    return Names(file.array(f"kept.{number}.bytes"), file.array(f"kept.{number}.offsets"))


def _labels_fit(kept: "KeptDocuments", n_labels: int) -> bool:
    codes = kept.labels
    if codes.dtype != np.int32 or codes.ndim != 1:
        return False
    known = np.all((codes >= 0) & (codes < n_labels))
    return bool(known) and ascend(kept.label_starts, len(codes))


def _texts_fit(kept: "KeptDocuments") -> bool:
    return all(_are_texts(texts) and len(texts) == len(kept) for texts in kept.texts)


def _are_texts(texts: Names) -> bool:
    typed = texts.bytes.dtype == np.uint8 and texts.bytes.ndim == 1
    return typed and ascend(texts.offsets, len(texts.bytes))


KEPT_DOCUMENTS = Section("kept documents", _pack, _unpack)
