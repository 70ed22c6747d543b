"""Documents that have a time: rows without one are bad rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from linnet.errors import quoted
from linnet.reading.documents import Batch, Documents
from linnet.reading.error_values import is_error_value
from linnet.reading.faults import Fault
from linnet.reading.known_labels import without_documents


def is_no_time(value: str | None) -> bool:
    """Return whether a cell is empty, or an error value of a spreadsheet.

    >>> is_no_time(None), is_no_time(" "), is_no_time("#N/A"), is_no_time("2025-04-03")
    (True, True, True, False)
    """
    return value is None or not value.strip() or is_error_value(value)


def only_timed(documents: Documents, column: str) -> Documents:
    """Return the documents; one without a time in a metadata column is refused, or skipped where
    bad rows are.

    >>> from linnet.reading import read
    >>> mails = {"text": ["a", "b"], "label": ["x", "y"], "day": ["2025-04-03", None]}
    >>> documents = read(mails, metadata="day", skip_bad_rows=True)
    >>> [batch.rows.tolist() for batch in only_timed(documents, "day").batches()]
    [[0]]
    """
    if column not in documents.metadata:
        return documents
    metadata_place = documents.metadata.index(column)

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            values = batch.metadata[metadata_place].to_pylist()
            places = np.flatnonzero([is_no_time(value) for value in values]).tolist()
            if not places:
                yield batch
                continue
            first = places[0]
            fault = _no_time(int(batch.rows[first]), column, values[first])
            if not documents.skip_bad_rows:
                raise fault.error_at(documents.place(fault.number))
            yield without_documents(batch, places, fault)

    return replace(documents, open_batches=batches)


def _no_time(row: int, column: str, value: str | None) -> Fault:
    got = "none" if value is None else quoted(value)
    return Fault(row, f"column {quoted(column)} must have a time", got, "Drop the row", labels=())
