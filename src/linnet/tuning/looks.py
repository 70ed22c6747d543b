"""Which documents a classifier is judged by: a fingerprint, to count looks at the same test set."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

from linnet import _core
from linnet.classifier import Classifier
from linnet.features.rows import engine_texts
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


def _fields(batch: Batch, classifier: Classifier) -> list[Any]:
    columns = batch.texts or classifier.model.features.columns.of_batch(batch).texts()
    return [engine_texts(column) for column in columns]
