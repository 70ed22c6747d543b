"""How new documents differ from the training documents: every kind of shift, and one sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linnet.data_drift.domain import DomainTest
from linnet.data_drift.sentences import drift_sentence
from linnet.data_drift.shift import Shift
from linnet.errors import counted


@dataclass(frozen=True)
class Drift:
    """How new documents differ from the training documents, and what could not be measured."""

    documents: int
    training_documents: int
    shifts: tuple[Shift, ...]
    not_measured: Mapping[str, str] = field(default_factory=dict)  # kind → why
    domain: DomainTest | None = None  # where the training documents are at hand
    n_at_hand: int | None = None  # how many documents were given or kept as those of training

    @property
    def other_training(self) -> str:
        """That documents given as those of training cannot be these, in words; "" otherwise."""
        if self.n_at_hand is None or self.n_at_hand == self.training_documents:
            return ""
        return (
            f"{counted(self.n_at_hand, 'document')} given as training documents are not those that "
            f"the model was trained on: {counted(self.training_documents, 'document')}"
        )

    @property
    def found(self) -> tuple[Shift, ...]:
        """The shifts that are more than chance, and large enough to matter."""
        return tuple(shift for shift in self.shifts if shift.is_found)

    @property
    def is_found(self) -> bool:
        """Whether there is any shift."""
        by_domain = self.domain is not None and self.domain.is_found
        return by_domain or bool(self.found)

    @property
    def is_compared(self) -> bool:
        """Whether anything could be compared."""
        return self.domain is not None or bool(self.shifts)

    @property
    def sentence(self) -> str:
        """What it means, in one sentence."""
        return drift_sentence(self.shifts, self.not_measured, self.domain)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        shifts = {shift.kind: shift.as_json() for shift in self.shifts}
        domain = None if self.domain is None else self.domain.as_json()
        return {
            "documents": self.documents,
            "training_documents": self.training_documents,
            "shifted": self.is_found if self.is_compared else None,
            "sentence": self.sentence,
            "shifts": shifts,
            "not_measured": dict(self.not_measured),
            "domain": domain,
        }

    def __repr__(self) -> str:
        from linnet.data_drift.drift_display import drift_line

        return drift_line(self)

    def _repr_html_(self) -> str:
        from linnet.data_drift.drift_display import drift_html

        return drift_html(self)
