"""A label column with almost as many values as rows is perhaps no label: that is asked before anything is learned."""

from collections.abc import Iterator
from dataclasses import replace

from linnet import _core
from linnet.errors import Advice, InputError, quoted
from linnet.features.rows import engine_texts
from linnet.reading import Batch, Documents

MANY = 1_000  # labels, up to which nobody is asked
EACH = 4  # documents per label on average, from which on nobody is asked
MOST = 1_000_000  # labels, beyond which the rest of the rows need not be read


def with_few_labels(documents: Documents) -> Documents:
    """Return the documents; reading them to the end refuses labels that are almost as many, unless that is meant.

    The question is asked once: documents that were checked, and parts of them, are not checked again.
    """
    if documents.many_labels:
        return documents
    return replace(documents, many_labels=True, open_batches=lambda: _counted(documents))


def _counted(documents: Documents) -> Iterator[Batch]:
    labels, given, rows = set[str](), 0, 0
    for batch in documents.open_batches():
        yield batch
        if batch.labels is None:
            continue
        rows += len(batch)
        given += len(batch.labels)
        labels.update(_core.number_texts(engine_texts(batch.labels)).distinct)
        if len(labels) > MOST and are_many(len(labels), given):
            break
    if are_many(len(labels), given):
        got = f"{len(labels):,} different labels in {rows:,} rows: is {quoted(documents.label)} the label?"
        raise InputError(
            f"{documents.name}: a label must have several documents to learn from; got {got}",
            Advice("keep_many_labels"),
        )


def refuse_unknown_labels(name: str, unknown: int, given: int) -> None:
    """Refuse to judge by labels that the model does not know where these are almost as many as the documents."""
    if are_many(unknown, given):
        raise InputError(
            f"{name}: labels must be those of the model, or a few others; got {unknown:,} others in {given:,} rows.",
            Advice("name_column", role="label"),
        )


def are_many(labels: int, given: int) -> bool:
    """Return whether there are more than 1,000 labels, given to fewer than 4 documents each on average.

    >>> are_many(20_000, 40_000), are_many(5_000, 25_000), are_many(150, 300)
    (True, False, False)
    """
    return labels > MANY and given < EACH * labels
