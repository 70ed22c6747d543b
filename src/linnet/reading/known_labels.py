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
    """Return the documents; one with another label than these is refused, or skipped where bad rows are.

    >>> from linnet.reading import read
    >>> documents = read([("a", "x"), ("b", "z")], skip_bad_rows=True)
    >>> [batch.rows.tolist() for batch in only_known(documents, ["x", "y"]).batches()]
    [[1]]
    """
    known = frozenset(labels)

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            new = _new_labels(batch, known)
            if not new:
                yield batch
                continue
            place = min(new)
            rule = f"{RULE} ({listed(labels)})"
            got = quoted(new[place])
            fault = Fault(int(batch.rows[place]), rule, got, ADVICE, reason=RULE, labels=())
            if not documents.skip_bad_rows:
                raise fault.error(documents.name)
            yield _without(batch, list(new), fault)

    return replace(documents, open_batches=batches)


def _new_labels(batch: Batch, known: frozenset[str]) -> dict[int, str]:
    """Return the places of documents with a label that is not known, each with the first such label."""
    if batch.labels is None:
        return {}
    encoded = batch.labels.dictionary_encode()
    names = encoded.dictionary.to_pylist()
    odd = np.array([name not in known for name in names], bool)
    if not odd.any():
        return {}
    codes = encoded.indices.to_numpy()
    documents = np.arange(len(batch))
    if batch.label_starts is not None:
        documents = np.repeat(documents, np.diff(batch.label_starts))
    found: dict[int, str] = {}
    for at in np.flatnonzero(odd[codes]).tolist():
        found.setdefault(int(documents[at]), names[codes[at]])
    return found


def _without(batch: Batch, places: list[int], first: Fault) -> Batch:
    faults = SkippedRows()
    if batch.faults is not None:
        faults.update(batch.faults)
    faults.add(first, len(places))
    keep = np.ones(len(batch), bool)
    keep[places] = False
    skipped = np.sort(np.concatenate([batch.skipped, batch.rows[places]]))
    return replace(batch.kept(keep), skipped=skipped, faults=faults)
