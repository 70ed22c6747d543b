"""What was read, counted on the way: documents, empty texts, and bad rows that were left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import reduce
from operator import and_
from typing import Any

from linnet.reading.arrow_columns import null_or_empty
from linnet.reading.documents import Batch, Documents
from linnet.reading.skipped import LostLabel, SkippedRows, label_counts


@dataclass
class Tally:
    """What has been read so far."""

    documents: int = 0
    empty_texts: int = 0
    skipped: SkippedRows = field(default_factory=SkippedRows)
    label_documents: Counter[str] = field(default_factory=Counter)  # where bad rows are skipped

    @property
    def skipped_rows(self) -> int:
        """How many bad rows were left out."""
        return len(self.skipped)

    def lost_labels(self) -> list[LostLabel]:
        """Return the labels that lose more than a fifth of their documents."""
        return self.skipped.lost(self.label_documents)

    def add(self, batch: Batch, *, count_labels: bool = False) -> None:
        """Count one batch, and where asked for the documents of each label."""
        self.documents += len(batch)
        if batch.faults is not None:
            self.skipped.update(batch.faults)
        if count_labels and batch.labels is not None:
            self.label_documents.update(label_counts(batch.labels))
        if batch.texts:
            is_empty = reduce(and_, map(null_or_empty, batch.texts))
            self.empty_texts += int(is_empty.sum())

    def start_again(self) -> None:
        """Count from 0."""
        vars(self).update(vars(Tally()))

    def as_json(self) -> dict[str, Any]:
        """Return what was left out, as plain data."""
        skipped = {
            "reasons": self._reasons(),
            "labels": [asdict(label) for label in self.lost_labels()],
            "unknown_labels": self.skipped.unknown,
        }
        return {"skipped_rows": self.skipped_rows, "skipped": skipped}

    def _reasons(self) -> list[dict[str, Any]]:
        reasons = []
        for rule, reason in self.skipped.reasons.items():
            entry = {"reason": rule, "rows": reason.rows, "first_row": reason.first.number}
            reasons.append({**entry, "got": reason.first.shown()})
        return reasons


def _ignore(_tally: Tally) -> None:
    """Do nothing."""


def tallied(
    documents: Documents, when_read: Callable[[Tally], None] = _ignore
) -> tuple[Documents, Tally]:
    """Return the documents, and a tally of what is read of them.

    `when_read` is called at the end of each reading.

    >>> from linnet.reading import read
    >>> documents, tally = tallied(read(["good film", None], labelled=False))
    >>> [len(batch) for batch in documents.batches()]
    [2]
    >>> tally.documents, tally.empty_texts
    (2, 1)
    """
    tally = Tally()

    def batches() -> Iterator[Batch]:
        tally.start_again()
        for batch in documents.open_batches():
            tally.add(batch, count_labels=documents.skip_bad_rows)
            yield batch
        when_read(tally)

    return replace(documents, open_batches=batches), tally
