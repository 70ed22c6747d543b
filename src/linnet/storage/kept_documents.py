"""Training documents that a model keeps on request, and those nearest to another text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import Advice, InputError, SettingError
from linnet.features.names import Names
from linnet.features.rows import Rows
from linnet.features.tokenizer import Tokenizer, engine_fields
from linnet.learning.pairs import never_learned
from linnet.model.linear_model import LinearModel
from linnet.reading import Batch, Documents
from linnet.reading.engine_texts import engine_texts

KEPT = "the documents that the model keeps"  # what errors call them

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Neighbour:
    """A training document, and how like it is: the cosine of the weighted features of both."""

    texts: tuple[str, ...]  # field by field
    labels: tuple[str, ...]
    likeness: float

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def as_json(self) -> dict[str, Any]:
        """Return the document for `--json`."""
        return {"texts": list(self.texts), "labels": list(self.labels), "likeness": self.likeness}


@dataclass(frozen=True, eq=False)
class KeptDocuments:
    """Texts field by field, and the numbers of the labels of each document."""

    texts: tuple[Names, ...]
    labels: npt.NDArray[np.int32]
    label_starts: npt.NDArray[np.int64]  # where those of each document start, one more at the end

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def __len__(self) -> int:
        return len(self.label_starts) - 1

    @classmethod
    def of(cls, documents: Documents, labels: Sequence[str]) -> "KeptDocuments":
        """Return the documents with those of their labels that are among these."""
        code_of = {label: code for code, label in enumerate(labels)}
        texts: list[list[Any]] = [[] for _ in documents.fields]
        codes: list[int] = []
        ends = [0]
        for batch in documents.batches():
            for parts, text in zip(texts, batch.texts, strict=True):
                parts.append(text)
            for own in _labels_by_document(batch):
                codes += [code_of[label] for label in own if label in code_of]
                ends.append(len(codes))
        names = tuple(_joined(parts) for parts in texts)
        return cls(names, np.array(codes, np.int32), np.array(ends, np.int64))

    def parted(self, gone: Documents, labels: Sequence[str]) -> tuple[Documents, Documents]:
        """Return documents that are to go, held in memory, and those that are left without them."""
        batches = [*gone.batches()]
        held = replace(gone, open_batches=lambda: iter(batches))
        stay = self._staying(KeptDocuments.of(held, labels))
        batch = self._batch(stay, labels, multilabel=held.multilabel)
        left = replace(
            held,
            name=KEPT,
            open_batches=lambda: iter([batch]),
            categorical=(),
            numeric=(),
            features=None,
            metadata=(),
            first_row=0,
            frame_index=None,
        )
        return held, left

    def documents(
        self, fields: tuple[str, ...], labels: Sequence[str], *, multilabel: bool
    ) -> Documents:
        """Return all of them to read, under the names of their text columns."""
        everything = np.ones(len(self), np.bool_)
        batch = self._batch(everything, labels, multilabel=multilabel)
        return Documents(
            name=KEPT,
            fields=fields,
            label="label",
            note="",
            open_batches=lambda: iter([batch]),
            multilabel=multilabel,
            first_row=0,
        )

    def _batch(self, stay: Flags, labels: Sequence[str], *, multilabel: bool) -> Batch:
        """Return those of the documents that stay."""
        n_documents = int(np.count_nonzero(stay))
        sizes = np.diff(self.label_starts)
        codes = self.labels[np.repeat(stay, sizes)]
        starts = None
        if multilabel:
            starts = np.concatenate([[0], np.cumsum(sizes[stay])])
        own_texts = tuple(_strings(compress(texts, stay)) for texts in self.texts)
        own_labels = _strings(labels[code] for code in codes.tolist())
        return Batch(
            rows=np.arange(n_documents),
            next_row=n_documents,
            texts=own_texts,
            labels=own_labels,
            ids=None,
            weights=None,
            share=1.0,
            label_starts=starts,
        )

    def _staying(self, gone: "KeptDocuments") -> Flags:
        """Return which documents stay when others go, all of which must be here."""
        wanted = Counter(gone._keys())
        stay = np.ones(len(self), np.bool_)
        for place, key in enumerate(self._keys()):
            if wanted[key] > 0:
                wanted[key] -= 1
                stay[place] = False
        if wanted.total() > 0:
            raise never_learned("a document that the model does not keep")
        if not stay.any():
            raise InputError(
                "forgetting must leave some documents; got all of them. Delete the model instead."
            )
        return stay

    def _keys(self) -> Iterator[Any]:
        """Yield what tells documents apart: their texts and labels."""
        starts = self.label_starts.tolist()
        labels = [tuple(sorted(self.labels[slice(*ends)].tolist())) for ends in pairwise(starts)]
        return zip(*self.texts, labels, strict=True)

    def nearest(
        self, model: LinearModel, texts: Sequence[str], n: int, tokenizer: Tokenizer | None
    ) -> list[Neighbour]:
        """Return the n documents whose texts are most like these, the first of equals first."""
        own_rows = model.rows(engine_fields(self._fields(tokenizer), tokenizer))
        row = model.rows(engine_fields([[text] for text in texts], tokenizer))
        likeness = _cosines(own_rows, row)
        order = np.argsort(-likeness, kind="stable")[:n]
        nearest = [int(place) for place in order if likeness[place] > 0]
        return [self._neighbour(place, likeness[place], model.labels) for place in nearest]

    def _fields(self, tokenizer: Tokenizer | None) -> list[Any]:
        """Return the texts as str for a tokenizer, and as buffers for the engine."""
        if tokenizer is None:
            return [(texts.offsets, texts.bytes) for texts in self.texts]
        return [list(texts) for texts in self.texts]

    def _neighbour(self, place: int, likeness: float, labels: Sequence[str]) -> Neighbour:
        begin, end = self.label_starts[place : place + 2]
        own_labels = tuple(labels[code] for code in self.labels[begin:end])
        own_texts = tuple(texts[place] for texts in self.texts)
        return Neighbour(own_texts, own_labels, float(likeness))


def _labels_by_document(batch: Batch) -> Iterator[list[str]]:
    assert batch.labels is not None
    labels = batch.labels.to_pylist()
    if batch.label_starts is None:
        return ([label] for label in labels)
    return (labels[begin:end] for begin, end in pairwise(batch.label_starts.tolist()))


def _joined(parts: Sequence[Any]) -> Names:
    """Return the texts of a field, given batch by batch; a missing one is empty."""
    import pyarrow as pa

    texts = [part.cast(pa.large_string()).fill_null("") for part in parts]
    offsets, data = engine_texts(pa.concat_arrays(texts))
    return Names(np.asarray(data), np.asarray(offsets, np.int64))


def _strings(texts: Iterable[str]) -> Any:
    import pyarrow as pa

    return pa.array(list(texts), pa.large_string())


def refuse_kept(what: str, *kept: KeptDocuments | None) -> None:
    """Refuse to change a model that keeps its documents: it would have learned others."""
    if all(documents is None for documents in kept):
        return
    advice: Advice | str = "Train it again on all documents, or without keeping them."
    if what == "learn":
        advice = Advice("retrain")
    raise SettingError(
        f"a model must not keep its training documents to {what}; got one that does.", advice
    )


def check_learned(parts: Iterable[tuple[int, int]], whole: tuple[int, int]) -> None:
    """Refuse documents whose fingerprints do not add up to that of all that a model has learned."""
    sums = (sum(numbers) % 2**64 for numbers in zip(*parts, strict=True))
    if tuple(sums) != whole:
        raise never_learned("documents that are not those that the model was trained on")


def no_totals(learner: str, what: str) -> SettingError:
    """Return the error for a model that has no totals to add to or to subtract from."""
    advice = "Train it again on all documents."
    if what == "forget":
        advice = (
            "Train it again on the documents that stay; a model that keeps its documents does so "
            "by itself."
        )
    return SettingError(
        f"a model of the {learner} learner cannot {what}; only naive Bayes models can. {advice}"
    )


def _cosines(rows: Rows, row: Rows) -> Floats:
    """Return the cosine of each of the rows and the one row."""
    n_rows = len(rows)
    columns = row.columns
    if not len(columns):
        return np.zeros(n_rows)
    owner = np.repeat(np.arange(n_rows), np.diff(rows.starts))
    values = rows.values.astype(np.float64)

    place = np.minimum(np.searchsorted(columns, rows.columns), len(columns) - 1)
    shared = columns[place] == rows.columns
    products = np.bincount(
        owner, values * np.where(shared, row.values[place], 0.0), minlength=n_rows
    )

    squares = np.bincount(owner, values**2, minlength=n_rows)
    square = float(np.sum(row.values.astype(np.float64) ** 2))
    lengths = np.sqrt(squares * square)
    cosines: Floats = np.zeros(n_rows)
    np.divide(products, lengths, out=cosines, where=lengths > 0)
    return cosines
