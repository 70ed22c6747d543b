"""Bad rows that were left out: how many for which reason, and what the labels lose by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from linnet.reading.faults import Fault

if TYPE_CHECKING:
    import pyarrow as pa

LARGE_LOSS = 0.2  # the share of its documents that a label must not lose unnoticed
# However many rows are bad, so much is kept of them.
_MOST_REASONS = 20
_MOST_LABELS = 100_000
_LONGEST_LABEL = 1_000
_OTHER = "other rules"


@dataclass(frozen=True, slots=True)
class Reason:
    """How many rows broke one rule, and the first of them."""

    rows: int
    first: Fault


@dataclass(frozen=True, slots=True)
class LostLabel:
    """A label that loses documents: how many were skipped, and how many are left."""

    label: str
    skipped: int
    left: int
    readable: bool = True  # whether it is UTF-8; escapes stand for what is not

    @property
    def share(self) -> float:
        """The share of its documents that the label loses."""
        return self.skipped / (self.skipped + self.left)


@dataclass
class SkippedRows:
    """The bad rows that were left out, by the rule that they break, and their labels.

    >>> skipped = SkippedRows()
    >>> skipped.add(Fault(7, "text must be UTF-8", "byte 0xfc", labels=("spam",)))
    >>> skipped.add(Fault(9, "text must be UTF-8", "byte 0xdf", labels=("spam",)))
    >>> len(skipped), {name: reason.rows for name, reason in skipped.reasons.items()}
    (2, {'text must be UTF-8': 2})
    >>> skipped.lost({"ham": 5, "spam": 3})
    [LostLabel(label='spam', skipped=2, left=3, readable=True)]
    """

    reasons: dict[str, Reason] = field(default_factory=dict)
    # Rows of each label, and of labels that are not UTF-8 (written with escapes).
    labels: Counter[str] = field(default_factory=Counter)
    unreadable: Counter[str] = field(default_factory=Counter)
    unknown: int = 0  # rows whose label could not be found

    def __repr__(self) -> str:
        from linnet.reading.documents_display import skipped_line

        return skipped_line(self)

    def _repr_html_(self) -> str:
        from linnet.reading.documents_display import skipped_html

        return skipped_html(self)

    def __len__(self) -> int:
        """Return how many rows were left out."""
        return sum(reason.rows for reason in self.reasons.values())

    def add(self, fault: Fault, rows: int = 1) -> None:
        """Count a row, or several that break the same rule, of which this is the first."""
        self._count_reason(fault.kind(), Reason(rows, fault))
        if fault.labels is None:
            self.unknown += rows
            return
        for label in fault.labels:
            if isinstance(label, bytes):
                escaped = label.decode("utf-8", "backslashreplace")
                self._count_label(self.unreadable, escaped, rows)
            else:
                self._count_label(self.labels, label, rows)

    def add_labels(self, labels: pa.Array) -> None:
        """Count the labels of rows that were added before."""
        for label, rows in label_counts(labels).items():
            self._count_label(self.labels, label, rows)

    def update(self, other: SkippedRows) -> None:
        """Count the rows of another, which come later."""
        for name, reason in other.reasons.items():
            self._count_reason(name, reason)
        for label, rows in other.labels.items():
            self._count_label(self.labels, label, rows)
        for label, rows in other.unreadable.items():
            self._count_label(self.unreadable, label, rows)
        self.unknown += other.unknown

    def shifted(self, by: int) -> SkippedRows:
        """Return the same with rows counted from the start of the source."""
        reasons = {}
        for name, reason in self.reasons.items():
            first = replace(reason.first, number=reason.first.number + by)
            reasons[name] = replace(reason, first=first)
        return replace(self, reasons=reasons)

    def lost(self, left: Mapping[str, int]) -> list[LostLabel]:
        """Return the labels that lose more than a fifth of their documents.

        Those of which none is left come first, then those that lose most.
        """
        losses = [LostLabel(label, rows, left.get(label, 0)) for label, rows in self.labels.items()]
        for label, rows in self.unreadable.items():
            losses.append(LostLabel(label, rows, 0, readable=False))
        large = [loss for loss in losses if loss.share > LARGE_LOSS]
        return sorted(large, key=lambda loss: (loss.left > 0, -loss.skipped, loss.label))

    def _count_reason(self, name: str, reason: Reason) -> None:
        if name not in self.reasons and len(self.reasons) >= _MOST_REASONS:
            name = _OTHER
        earlier = self.reasons.get(name)
        if earlier is not None:
            reason = Reason(earlier.rows + reason.rows, earlier.first)
        self.reasons[name] = reason

    def _count_label(self, counts: Counter[str], label: str, rows: int) -> None:
        too_much = len(counts) >= _MOST_LABELS or len(label) > _LONGEST_LABEL
        if too_much and label not in counts:
            self.unknown += rows
        else:
            counts[label] += rows


def label_counts(labels: pa.Array) -> dict[str, int]:
    """Return how often each label is there; those that are null or empty are none.

    >>> import pyarrow as pa
    >>> label_counts(pa.array(["b", "a", None, "b"]))
    {'b': 2, 'a': 1}
    """
    pairs = labels.value_counts().to_pylist()
    return {pair["values"]: pair["counts"] for pair in pairs if pair["values"]}
