"""Training record: what was tried and estimated, where something was. Older programs ignore it."""

from typing import TYPE_CHECKING

from linnet.storage.container import ModelFile
from linnet.storage.json_values import BadValueError
from linnet.storage.section import Packed, Parts, Section

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def _pack(classifier: "Classifier") -> Packed:
    if classifier.record is None:
        return Packed()
    return Packed({"record": classifier.record.as_json()})


def _unpack(file: ModelFile, parts: Parts) -> None:
    if "record" not in file.metadata:
        return
    from linnet.storage.training_record import TrainingRecord

    try:
        parts.record = TrainingRecord.from_json(file.metadata["record"])
    except BadValueError as error:
        raise file.damaged(f"its training record must be whole: {error}") from None


TRAINING_RECORD = Section("training record", _pack, _unpack)
