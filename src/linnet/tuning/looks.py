"""Which documents a classifier is judged by: fingerprints that count the uses of a test set and recognise training."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

from linnet import _core
from linnet.classifier import Classifier
from linnet.features.rows import engine_texts
from linnet.features.tokenizer import engine_fields
from linnet.learning.counting import LabelCodes, label_hashes
from linnet.reading import Batch, Documents


def fingerprinted(documents: Documents, classifier: Classifier, threads: int) -> tuple[Documents, Callable[[], str]]:
    """Return the documents, and a function that gives their fingerprint once they have been read.

    It is the same for the same texts and labels, in whatever order; documents without a text go by their columns.
    """
    codes, sums = LabelCodes(), [0, 0]

    def batches() -> Iterator[Batch]:
        sums[:] = [0, 0]
        for batch in documents.open_batches():
            hashes = label_hashes(codes, codes.encode(batch.labels), batch)
            found = _core.fingerprint(_fields(batch, classifier), hashes, None, threads)
            sums[:] = [(before + more) % 2**64 for before, more in zip(sums, found, strict=True)]
            yield batch

    def fingerprint() -> str:
        return sha256(b"".join(part.to_bytes(8, "little") for part in sums)).hexdigest()

    return replace(documents, open_batches=batches), fingerprint


def compared_with_training(
    documents: Documents, classifier: Classifier, threads: int
) -> tuple[Documents, Callable[[], bool | None]]:
    """Return the documents, and a function that says, once they have been read, whether the classifier learned them.

    True where they are all the documents that it has learned, and no others, in whatever order. None where that cannot
    be known: nothing was learned, or documents were learned with weights, which are part of their fingerprint.
    """
    codes = LabelCodes()
    sums = [0, 0]

    def batches() -> Iterator[Batch]:
        sums[:] = [0, 0]
        for batch in documents.open_batches():
            hashes = label_hashes(codes, codes.encode(batch.labels), batch)
            found = _core.fingerprint(_learned_fields(batch, classifier), hashes, None, threads)
            sums[:] = [(before + more) % 2**64 for before, more in zip(sums, found, strict=True)]
            yield batch

    def are_learned() -> bool | None:
        if not classifier.documents or classifier.learned_with_weights:
            return None
        return tuple(sums) == classifier.stored_totals.fingerprint

    return replace(documents, open_batches=batches), are_learned


def _learned_fields(batch: Batch, classifier: Classifier) -> list[Any]:
    """Return what training takes the fingerprint of: texts, cut into tokens where it was so, and metadata columns."""
    texts = engine_fields(batch.texts, classifier.tokenizer, batch.rows.tolist())
    columns = classifier.model.features.columns.of_batch(batch).texts()
    return [*texts, *(engine_texts(column) for column in columns)]


def _fields(batch: Batch, classifier: Classifier) -> list[Any]:
    columns = batch.texts or classifier.model.features.columns.of_batch(batch).texts()
    return [engine_texts(column) for column in columns]
