"""A label column with almost as many values as rows is perhaps no label.

That is asked before anything is learned.
"""

from collections.abc import Iterator
from dataclasses import replace

from linnet.errors import Advice, InputError, quoted
from linnet.reading import Batch, Documents

MANY_LABELS = 1_000  # up to which nobody is asked
FEW_DOCUMENTS = 4  # per label on average, from which on nobody is asked
MOST_LABELS = 1_000_000  # beyond which the rest of the rows need not be read


def with_few_labels(documents: Documents) -> Documents:
    """Return the documents; reading them to the end refuses almost as many labels.

    Unless these are meant. The question is asked once: documents that were checked, and parts of
    them, are not checked again.
    """
    if documents.many_labels:
        return documents
    return replace(documents, many_labels=True, open_batches=lambda: _checked_batches(documents))


def _checked_batches(documents: Documents) -> Iterator[Batch]:
    labels = set[str]()
    n_occurrences = 0
    n_rows = 0
    for batch in documents.open_batches():
        yield batch
        if batch.labels is None:
            continue
        n_rows += len(batch)
        n_occurrences += len(batch.labels)
        labels.update(batch.label_numbers.distinct)
        if len(labels) > MOST_LABELS and are_many(len(labels), n_occurrences):
            break
    if are_many(len(labels), n_occurrences):
        column = quoted(documents.label)
        raise InputError(
            f"{documents.name}: a label must have several documents to learn from; "
            f"got {len(labels):,} different labels in {n_rows:,} rows: is {column} the label?",
            Advice("keep_many_labels"),
        )


def refuse_unknown_labels(name: str, n_unknown: int, n_documents: int) -> None:
    """Refuse labels that the model does not know where these are almost as many as documents."""
    if are_many(n_unknown, n_documents):
        raise InputError(
            f"{name}: labels must be those of the model, or a few others; "
            f"got {n_unknown:,} others in {n_documents:,} rows.",
            Advice("name_column", role="label"),
        )


def are_many(n_labels: int, n_occurrences: int) -> bool:
    """Return whether there are more than 1,000 labels, of fewer than 4 documents on average.

    >>> are_many(20_000, 40_000), are_many(5_000, 25_000), are_many(150, 300)
    (True, False, False)
    """
    return n_labels > MANY_LABELS and n_occurrences < FEW_DOCUMENTS * n_labels
