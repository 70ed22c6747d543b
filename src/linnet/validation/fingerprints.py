"""Fingerprints of documents: they count the uses of a test set and recognise training."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np

from linnet import _core
from linnet.classifier.classifier import Classifier
from linnet.features.tokenizer import engine_fields
from linnet.learning.counting import LabelCodes, label_hashes
from linnet.reading import Batch, Documents
from linnet.reading.engine_texts import engine_texts


def fingerprinted(
    documents: Documents, classifier: Classifier, threads: int
) -> tuple[Documents, Callable[[], str]]:
    """Return the documents, and a function that gives their fingerprint once they have been read.

    It is the same for the same texts and labels, in whatever order; documents without a text go by
    their columns.
    """
    summed = _FingerprintSum(documents, lambda batch: _fields(batch, classifier), threads)

    def fingerprint() -> str:
        first, second = summed.sums
        together = first.to_bytes(8, "little") + second.to_bytes(8, "little")
        return sha256(together).hexdigest()

    return summed.documents(), fingerprint


def compared_with_training(
    documents: Documents, classifier: Classifier, threads: int
) -> tuple[Documents, Callable[[], bool | None]]:
    """Return the documents, and a function that says whether the classifier learned them.

    It can say so once they have been read. True where they are all the documents that it has
    learned, and no others, in whatever order. None where that cannot be known: nothing was learned,
    or as many documents were learned with weights, which are part of their fingerprint.
    """

    def fields_of(batch: Batch) -> list[Any]:
        one_batch = replace(documents, open_batches=partial(iter, [batch]))
        (own,) = classifier.read(one_batch, labelled=False).open_batches()
        return _learned_fields(own, classifier)

    summed = _FingerprintSum(documents, fields_of, threads)

    def are_learned() -> bool | None:
        if not classifier.documents:
            return None
        if summed.n_documents != classifier.documents:
            return False
        if classifier.learned_with_weights:
            return None
        return summed.sums == classifier.stored_totals.fingerprint

    return summed.documents(), are_learned


class _FingerprintSum:
    """Documents whose fingerprint is summed while they are read, each time from the start."""

    def __init__(
        self, documents: Documents, fields_of: Callable[[Batch], list[Any]], threads: int
    ) -> None:
        self.sums = (0, 0)
        self.n_documents = 0  # those of weight 0 are never learned
        self._documents = documents
        self._fields_of = fields_of
        self._threads = threads

    def documents(self) -> Documents:
        return replace(self._documents, open_batches=self._batches)

    def _batches(self) -> Iterator[Batch]:
        self.sums = (0, 0)
        self.n_documents = 0
        codes = LabelCodes()
        for batch in self._documents.open_batches():
            hashes = label_hashes(codes, codes.encode(batch.label_numbers), batch)
            fields = self._fields_of(batch)
            first, second = _core.fingerprint(fields, hashes, None, threads=self._threads)
            first_sum, second_sum = self.sums
            self.sums = ((first_sum + first) % 2**64, (second_sum + second) % 2**64)
            weights = batch.weights
            self.n_documents += len(batch) if weights is None else int(np.count_nonzero(weights))
            yield batch


def _learned_fields(batch: Batch, classifier: Classifier) -> list[Any]:
    """Return what training takes the fingerprint of: texts or their tokens, and columns."""
    texts = engine_fields(batch.texts, classifier.tokenizer, batch.rows.tolist())
    columns = [engine_texts(column) for column in _columns(batch, classifier)]
    return [*texts, *columns]


def _fields(batch: Batch, classifier: Classifier) -> list[Any]:
    fields = batch.texts or _columns(batch, classifier)
    return [engine_texts(field) for field in fields]


def _columns(batch: Batch, classifier: Classifier) -> Any:
    return classifier.model.features.columns.of_batch(batch).texts()
