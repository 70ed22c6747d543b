"""Bad rows that were left out: how many for which reason, and what the labels lose by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from linnet.reading.faults import Fault

if TYPE_CHECKING:
    import pyarrow as pa

MUCH = 0.2  # the share of its documents that a label must not lose unnoticed
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


@dataclass
class SkippedRows:
    """The bad rows that were left out, by the rule that they break, and their labels as far as they can be read.

    >>> skipped = SkippedRows()
    >>> skipped.add(Fault(7, "text must be UTF-8", "byte 0xfc", labels=("spam",)))
    >>> skipped.add(Fault(9, "text must be UTF-8", "byte 0xdf", labels=("spam",)))
    >>> len(skipped), {name: reason.rows for name, reason in skipped.reasons.items()}
    (2, {'text must be UTF-8': 2})
    >>> skipped.lost({"ham": 5, "spam": 3})
    [LostLabel(label='spam', skipped=2, left=3, readable=True)]
    """

    reasons: dict[str, Reason] = field(default_factory=dict)
    labels: Counter[str] = field(default_factory=Counter)  # rows of each label
    unreadable: Counter[str] = field(
        default_factory=Counter
    )  # of labels that are not UTF-8, with escapes
    unknown: int = 0  # rows whose label could not be found

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
                self._count_label(self.unreadable, label.decode("utf-8", "backslashreplace"), rows)
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
        """Return the labels that lose more than a fifth of their documents, those that lose most first."""
        found = [LostLabel(label, rows, left.get(label, 0)) for label, rows in self.labels.items()]
        found += [
            LostLabel(label, rows, 0, readable=False) for label, rows in self.unreadable.items()
        ]
        much = [one for one in found if one.skipped > MUCH * (one.skipped + one.left)]
        return sorted(much, key=lambda one: (one.left > 0, -one.skipped, one.label))

    def _count_reason(self, name: str, reason: Reason) -> None:
        if name not in self.reasons and len(self.reasons) >= _MOST_REASONS:
            name = _OTHER
        known = self.reasons.get(name)
        rows = reason.rows + (known.rows if known else 0)
        self.reasons[name] = Reason(rows, known.first if known else reason.first)

    def _count_label(self, counts: Counter[str], label: str, rows: int) -> None:
        new = label not in counts
        if new and (len(counts) >= _MOST_LABELS or len(label) > _LONGEST_LABEL):
            self.unknown += rows
        else:
            counts[label] += rows


def label_counts(labels: pa.Array) -> dict[str, int]:
    """Return how often each label is there; those that are null or empty are none.

    >>> import pyarrow as pa
    >>> label_counts(pa.array(["b", "a", None, "b"]))
    {'b': 2, 'a': 1}
    """
    counts = {one["values"]: one["counts"] for one in labels.value_counts().to_pylist()}
    return {label: count for label, count in counts.items() if label}
