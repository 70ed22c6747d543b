"""Training record: what was tried and estimated, and a profile of the texts, where something was.

Older programs ignore it.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from linnet.storage.container import ModelFile
from linnet.storage.json_values import BadValueError
from linnet.storage.section import Packed, Parts, Section
from linnet.storage.whole_numbers import narrow

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.storage.training_profile import TrainingProfile


def _pack(classifier: "Classifier") -> Packed:
    if classifier.record is None:
        return Packed()
    header = {"record": classifier.record.as_json()}
    profile = classifier.record.profile
    if profile is None or not profile.fits:
        return Packed(header)
    arrays = {name: narrow(sums) for name, sums in profile.arrays().items()}
    return Packed({**header, "profile": profile.header()}, arrays)


def _unpack(file: ModelFile, parts: Parts) -> None:
    if "record" not in file.metadata:
        return
    from linnet.storage.training_record import TrainingRecord

    try:
        record = TrainingRecord.from_json(file.metadata["record"])
        parts.record = replace(record, profile=_profile(file))
    except BadValueError as error:
        raise file.damaged(f"its training record must be whole: {error}") from None


def _profile(file: ModelFile) -> "TrainingProfile | None":
    if "profile" not in file.metadata:
        return None
    from linnet.storage.training_profile import ARRAYS, TrainingProfile

    arrays = {name: file.array(name) for name in ARRAYS}
    return TrainingProfile.from_parts(file.metadata["profile"], arrays)


TRAINING_RECORD = Section("training record", _pack, _unpack)
