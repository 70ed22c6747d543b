"""What an evaluation knows of the training: beside that, a score can be understood."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linnet.evaluation.metrics.measures import Measure

ON_TRAINING_DOCUMENTS = (
    "The model was trained on exactly these documents: on new ones expect lower scores."
)


@dataclass(frozen=True)
class TrainingFacts:
    """Whether the documents are those of the training, and what was estimated then."""

    on_training_documents: bool | None  # None where that cannot be known
    estimates: "Mapping[str, Measure]" = field(default_factory=dict)  # by name; none where unknown

    @property
    def caution(self) -> str:
        """What a reader must know before the measures; "" where there is nothing."""
        return ON_TRAINING_DOCUMENTS if self.on_training_documents else ""
