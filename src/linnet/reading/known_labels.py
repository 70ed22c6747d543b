"""Documents with no other labels than those that a model knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from linnet.errors import listed, quoted
from linnet.reading.documents import Batch, Documents
from linnet.reading.faults import Fault
from linnet.reading.skipped import SkippedRows

RULE = "a label must be one that the model knows"
ADVICE = "Leave its documents out, train again on all documents,"


def only_known(documents: Documents, labels: Sequence[str]) -> Documents:
    """Return the documents; one with another label is refused, or skipped where bad rows are.

    >>> from linnet.reading import read
    >>> documents = read([("a", "x"), ("b", "z")], skip_bad_rows=True)
    >>> [batch.rows.tolist() for batch in only_known(documents, ["x", "y"]).batches()]
    [[0]]
    """
    known = frozenset(labels)

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            unknown = _unknown_labels(batch, known)
            if not unknown:
                yield batch
                continue
            place = min(unknown)
            fault = _unknown_label(int(batch.rows[place]), unknown[place], labels)
            if not documents.skip_bad_rows:
                raise fault.error_at(documents.place(fault.number))
            yield without_documents(batch, list(unknown), fault)

    return replace(documents, open_batches=batches)


def _unknown_label(number: int, label: str, labels: Sequence[str]) -> Fault:
    rule = f"{RULE} ({listed(labels)})"
    return Fault(number, rule, quoted(label), ADVICE, reason=RULE, labels=())


def _unknown_labels(batch: Batch, known: frozenset[str]) -> dict[int, str]:
    """Return the first unknown label of each document that has one, by the document's place."""
    if batch.labels is None:
        return {}
    encoded = batch.labels.dictionary_encode()
    names = encoded.dictionary.to_pylist()
    is_unknown = np.array([name not in known for name in names], np.bool_)
    if not is_unknown.any():
        return {}
    codes = encoded.indices.to_numpy()
    documents = np.repeat(np.arange(len(batch)), batch.labels_per_document())
    unknown: dict[int, str] = {}
    for place in np.flatnonzero(is_unknown[codes]).tolist():
        unknown.setdefault(int(documents[place]), names[codes[place]])
    return unknown


def without_documents(batch: Batch, places: list[int], first: Fault) -> Batch:
    """Return a batch without the documents at these places: bad rows, `first` says why."""
    faults = SkippedRows()
    if batch.faults is not None:
        faults.update(batch.faults)
    faults.add(first, len(places))
    keep = np.ones(len(batch), np.bool_)
    keep[places] = False
    skipped = np.sort(np.concatenate([batch.skipped, batch.rows[places]]))
    kept = batch.kept(keep)
    return replace(kept, skipped=skipped, faults=faults, kept_columns=batch.kept_columns)
