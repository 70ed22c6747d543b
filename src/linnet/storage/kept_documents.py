"""Training documents kept in a model on request: their texts and labels, and which of them are most like another."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError, SettingError
from linnet.features.names import Names
from linnet.features.rows import Rows, engine_texts
from linnet.features.tokenizer import Tokenizer, engine_fields
from linnet.learning.pairs import never_learned
from linnet.model.linear_model import LinearModel
from linnet.reading import Batch, Documents
from linnet.storage.container import ModelFile
from linnet.storage.totals import ascend

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Neighbour:
    """A training document, and how like it is: the cosine of what the features of both are worth."""

    texts: tuple[str, ...]  # field by field
    labels: tuple[str, ...]
    likeness: float

    def as_json(self) -> dict[str, Any]:
        """Return the document for `--json`."""
        return {"texts": list(self.texts), "labels": list(self.labels), "likeness": self.likeness}


@dataclass(frozen=True, eq=False)
class KeptDocuments:
    """Texts field by field, and the numbers of the labels of each document."""

    texts: tuple[Names, ...]
    labels: npt.NDArray[np.int32]
    label_starts: npt.NDArray[
        np.int64
    ]  # where the labels of each document start, one more at the end

    def __len__(self) -> int:
        return len(self.label_starts) - 1

    @classmethod
    def of(cls, documents: Documents, labels: Sequence[str]) -> "KeptDocuments":
        """Return the documents with those of their labels that are among these."""
        import pyarrow as pa

        number = {label: at for at, label in enumerate(labels)}
        texts: list[list[Any]] = [[] for _ in documents.fields]
        codes: list[int] = []
        ends = [0]
        for batch in documents.batches():
            for field, text in zip(texts, batch.texts, strict=True):
                field.append(text.cast(pa.large_string()).fill_null(""))
            assert batch.labels is not None
            given = batch.labels.to_pylist()
            starts = (
                range(len(given) + 1) if batch.label_starts is None else batch.label_starts.tolist()
            )
            for begin, end in pairwise(starts):
                codes += [number[label] for label in given[begin:end] if label in number]
                ends.append(len(codes))
        joined = (engine_texts(pa.concat_arrays(field)) for field in texts)
        names = tuple(
            Names(np.asarray(data), np.asarray(offsets, np.int64)) for offsets, data in joined
        )
        return cls(names, np.array(codes, np.int32), np.array(ends, np.int64))

    def parted(self, gone: Documents, labels: Sequence[str]) -> tuple[Documents, Documents]:
        """Return documents that are to go, held in memory, and those that are left without them."""
        batches = [*gone.batches()]
        held = replace(gone, open_batches=lambda: iter(batches))
        stay = self._staying(KeptDocuments.of(held, labels))
        return held, self._documents(stay, labels, held)

    def _documents(
        self, stay: npt.NDArray[np.bool_], labels: Sequence[str], like: Documents
    ) -> Documents:
        """Return those of the documents that stay, under the names of the columns of others."""
        import pyarrow as pa

        def chosen(values: Any) -> Any:
            kept = [value for value, here in zip(values, stay, strict=True) if here]
            return pa.array(kept, pa.large_string())

        sizes = np.diff(self.label_starts)
        codes = self.labels[np.repeat(stay, sizes)]
        starts = np.concatenate([[0], np.cumsum(sizes[stay])]) if like.multilabel else None
        n = int(np.count_nonzero(stay))
        batch = Batch(
            rows=np.arange(1, n + 1),
            next_row=n + 1,
            texts=tuple(chosen(text) for text in self.texts),
            labels=pa.array([labels[code] for code in codes.tolist()], pa.large_string()),
            ids=None,
            weights=None,
            share=1.0,
            label_starts=starts,
        )
        plain = replace(like, categorical=(), numeric=(), features=None, metadata=())
        return replace(
            plain, name="the documents that the model keeps", open_batches=lambda: iter([batch])
        )

    def _staying(self, gone: "KeptDocuments") -> npt.NDArray[np.bool_]:
        """Return which documents stay when others go, or refuse to let documents go that are not here."""
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
        labels = (
            tuple(sorted(self.labels[begin:end].tolist()))
            for begin, end in pairwise(self.label_starts.tolist())
        )
        return zip(*self.texts, labels, strict=True)

    def nearest(
        self, model: LinearModel, texts: Sequence[str], n: int, tokenizer: Tokenizer | None
    ) -> list[Neighbour]:
        """Return the n documents whose texts are most like these, the first of equals first."""
        fields: list[Any] = [
            (one.offsets, one.bytes) if tokenizer is None else list(one) for one in self.texts
        ]
        rows = model.rows(engine_fields(fields, tokenizer))
        given = model.rows(engine_fields([[text] for text in texts], tokenizer))
        likeness = _cosines(rows, given)
        order = np.argsort(-likeness, kind="stable")[:n]
        return [
            self._neighbour(int(place), float(likeness[place]), model.labels)
            for place in order
            if likeness[place] > 0
        ]

    def _neighbour(self, place: int, likeness: float, labels: Sequence[str]) -> Neighbour:
        own = self.labels[self.label_starts[place] : self.label_starts[place + 1]].tolist()
        return Neighbour(
            tuple(text[place] for text in self.texts), tuple(labels[code] for code in own), likeness
        )

    def arrays(self) -> dict[str, Any]:
        """Return the documents as the arrays of a model file."""
        texts = {
            f"kept.{at}.{name}": array
            for at, one in enumerate(self.texts)
            for name, array in one.__dict__.items()
        }
        return {**texts, "kept.labels": self.labels, "kept.label_starts": self.label_starts}


def refuse_kept(what: str, *kept: KeptDocuments | None) -> None:
    """Refuse to change a model that keeps its documents: they would no longer be those it has learned."""
    if any(one is not None for one in kept):
        raise SettingError(
            f"a model must not keep its training documents to {what}; got one that does. Train it again on all "
            "documents, or without keeping them."
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
        advice = "Train it again on the documents that stay: a model of unweighted texts does so where it keeps them."
    return SettingError(
        f"a model of the {learner} learner cannot {what}; only naive Bayes models can. {advice}"
    )


def kept_in(file: ModelFile, model: LinearModel) -> KeptDocuments | None:
    """Return the documents that a model file keeps, if any."""
    if "kept.labels" not in file.names:
        return None
    texts = tuple(
        Names(file.array(f"kept.{at}.bytes"), file.array(f"kept.{at}.offsets"))
        for at in range(len(model.features.fields))
    )
    kept = KeptDocuments(texts, file.array("kept.labels"), file.array("kept.label_starts"))
    codes = kept.labels
    fits = codes.dtype == np.int32 and codes.ndim == 1 and ascend(kept.label_starts, len(codes))
    for text in texts:
        fits = (
            fits
            and text.bytes.dtype == np.uint8
            and text.bytes.ndim == 1
            and ascend(text.offsets, len(text.bytes))
        )
        fits = fits and len(text) == len(kept)
    if not fits or not np.all((codes >= 0) & (codes < len(model.labels))):
        raise file.damaged("its training documents do not fit its labels")
    return kept


def _cosines(rows: Rows, given: Rows) -> Floats:
    """Return the cosine of each row and the one row given."""
    owner, n = np.repeat(np.arange(len(rows)), np.diff(rows.starts)), len(rows)
    values = rows.values.astype(np.float64)
    if not len(given.columns):
        return np.zeros(n)
    place = np.minimum(np.searchsorted(given.columns, rows.columns), len(given.columns) - 1)
    met = np.where(given.columns[place] == rows.columns, given.values[place], 0.0)
    products = np.bincount(owner, values * met, minlength=n)
    lengths = np.sqrt(
        np.bincount(owner, values**2, minlength=n)
        * float(np.sum(given.values.astype(np.float64) ** 2))
    )
    return np.asarray(np.divide(products, lengths, out=np.zeros(n), where=lengths > 0))
