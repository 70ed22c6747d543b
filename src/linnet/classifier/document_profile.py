"""The profile of documents while they are read: their lengths, n-grams, unknown words and labels.

A word is unknown to a model if it has no feature for it. Each training document is seen as if it
alone had not been learned: a word that only so many documents have as a feature needs would not be
a feature without this document, so it counts as unknown there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.frequencies import block_frequencies
from linnet.features.blocks import Block, BlockSettings
from linnet.features.rows import Rows, count
from linnet.features.tokenizer import engine_fields
from linnet.reading import Batch, Documents
from linnet.storage.training_profile import (
    LENGTH_EDGES,
    N_BUCKETS,
    N_LENGTHS,
    UNIT,
    ShareSum,
    TrainingProfile,
)

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

# Three characters in a row, in lower case, whatever the language; 2^8 buckets.
NGRAMS = BlockSettings(kind="chars", shortest=3, longest=3, hash_bits=8)
MOST_SAMPLED = 2_000  # documents whose n-grams are kept one by one

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class MeasuredDocuments:
    """Documents that are measured whenever they are read, each time from the start.

    With `learned` each is seen as if it alone had not been learned; with `sampled` the n-grams of
    some documents are kept one by one.
    """

    def __init__(
        self,
        source: Documents,
        classifier: "Classifier",
        threads: int,
        *,
        learned: bool = False,
        sampled: bool = False,
    ) -> None:
        self._source = source
        self._measure = _Measure(classifier, threads, learned=learned)
        self._sampled = sampled
        self._start()

    def _start(self) -> None:
        self.profile = TrainingProfile.empty(has_words=self._measure.has_words)
        self.n_documents = 0
        self.label_counts = Counter[str]()
        self.sample = EvenSample()  # of n-grams: documents × buckets, in thousandths

    def documents(self) -> Documents:
        """Return the documents to read."""
        return replace(self._source, open_batches=self._batches)

    def read(self) -> "MeasuredDocuments":
        """Read all documents for their profile alone."""
        for _ in self._batches():
            pass
        return self

    def _batches(self) -> Iterator[Batch]:
        self._start()
        for batch in self._source.open_batches():
            self._add(batch)
            yield batch

    def _add(self, batch: Batch) -> None:
        self.n_documents += len(batch)
        self.label_counts.update(batch.label_counts())
        if not batch.texts or not len(batch):
            return
        counted = self._measure.counted(batch)
        self.profile = self.profile + counted.profile
        if self._sampled:
            self.sample.add(len(batch), counted.ngrams.dense)


class EvenSample:
    """At most 4,000 of many things, evenly spaced in the order of reading."""

    def __init__(self) -> None:
        self.kept = list[Any]()
        self._step = 1
        self._n_seen = 0

    def add(self, n: int, take: Callable[[slice], Iterable[Any]]) -> None:
        """Keep some of n things; `take` gives those of a slice of them."""
        while len(self.kept) + len(self._places(n)) > 2 * MOST_SAMPLED:
            self.kept = self.kept[::2]
            self._step *= 2
        places = self._places(n)
        self.kept.extend(take(slice(places.start, places.stop, places.step)))
        self._n_seen += n

    def _places(self, n: int) -> range:
        """Return which of the next n things are kept."""
        return range(-self._n_seen % self._step, n, self._step)


class _Ngrams:
    """The share of each bucket in the n-grams of documents, sparse, in thousandths."""

    def __init__(self, counted: Rows) -> None:
        totals = np.repeat(_row_sums(counted), np.diff(counted.starts))
        shares = shares_of(counted.values, totals)
        self._rows = Rows(counted.starts, counted.columns, shares)

    def sums(self, power: int) -> Ints:
        """Return the sum over documents of the shares to this power, by bucket."""
        values = self._rows.values.astype(np.float64) ** power  # exact: whole numbers
        return np.bincount(self._rows.columns, values, N_BUCKETS).astype(np.int64)

    def dense(self, places: slice) -> npt.NDArray[np.uint16]:
        """Return the documents at these places × buckets."""
        rows = self._rows.take(np.arange(len(self._rows))[places])
        table = np.zeros((len(rows), N_BUCKETS), np.uint16)
        table[_owners(rows), rows.columns] = rows.values
        return table


class _Counted:
    """What was found in a batch."""

    def __init__(self, profile: TrainingProfile, ngrams: _Ngrams) -> None:
        self.profile = profile
        self.ngrams = ngrams


class _Measure:
    """How the batches of documents are measured for a classifier."""

    def __init__(self, classifier: "Classifier", threads: int, *, learned: bool) -> None:
        self._classifier = classifier
        self._threads = threads
        self._learned = learned
        self._word_blocks = _word_blocks(classifier, learned=learned)
        self.has_words = bool(self._word_blocks)

    def counted(self, batch: Batch) -> _Counted:
        """Return the profile of a batch, and the n-grams of its documents."""
        texts = engine_fields(batch.texts, None)
        n_documents = len(batch)
        ngrams = _Ngrams(self._bucket_rows(texts))
        profile = TrainingProfile(
            documents=n_documents,
            lengths=_length_counts(batch),
            ngrams=ngrams.sums(1),
            ngram_squares=ngrams.sums(2),
            unknown_words=self._unknown_words(batch, texts),
        )
        return _Counted(profile, ngrams)

    def _bucket_rows(self, texts: list[Any]) -> Rows:
        """Return documents × buckets: how many n-grams of all text fields each document has."""
        fields = range(len(texts))
        blocks = [replace(NGRAMS, field=field) for field in fields]
        _, rows = count(texts, blocks, self._threads)
        if len(texts) == 1:
            return rows
        cells = _owners(rows) * N_BUCKETS + rows.columns % N_BUCKETS
        distinct, place = np.unique(cells, return_inverse=True)
        counts = np.bincount(place, rows.values, len(distinct))
        starts = np.searchsorted(distinct, np.arange(len(rows) + 1) * N_BUCKETS)
        return Rows(starts, (distinct % N_BUCKETS).astype(np.int32), counts)

    def _unknown_words(self, batch: Batch, texts: list[Any]) -> ShareSum | None:
        if not self._word_blocks:
            return None
        tokenizer = self._classifier.tokenizer
        if tokenizer is not None:
            texts = engine_fields(batch.texts, tokenizer, batch.rows.tolist())
        all_words = np.zeros(len(batch), np.int64)
        unknown = np.zeros(len(batch), np.int64)
        for block in self._word_blocks:
            features, rows = count(texts, [block.settings], self._threads)
            is_unknown = ~block.knows(features.of_text[0])
            all_words += _row_sums(rows)
            unknown += _row_sums(replace(rows, values=rows.values * is_unknown[rows.columns]))
        has_words = all_words > 0
        shares = shares_of(unknown[has_words], all_words[has_words])
        return ShareSum(len(shares), int(shares.sum()), int((shares**2).sum()))


class _WordBlock:
    """Single words of a field, and which of them are features of a model."""

    def __init__(
        self, settings: BlockSettings, find: Callable[[Block], Ints], is_safe: Flags
    ) -> None:
        self.settings = settings
        self._find = find
        self._is_safe = is_safe

    def knows(self, counted: Block) -> Flags:
        """Return which words of texts that were just counted are features."""
        places = self._find(counted)
        found = places >= 0
        found[found] = self._is_safe[places[found]]
        return found


def _word_blocks(classifier: "Classifier", *, learned: bool) -> list[_WordBlock]:
    """Return the blocks of a model that know words by name."""
    model = classifier.model
    blocks = []
    for number, block in enumerate(model.features.of_text):
        settings = block.settings
        has_names = settings.kind == "words" and settings.shortest == 1 and not settings.hash_bits
        if not has_names or not len(block.names):
            continue
        is_safe = np.ones(block.n_columns, np.bool_)
        if learned:
            if not classifier.totals.blocks and block.frequencies is None:
                continue  # nobody knows what would be a feature without a document
            is_safe = block_frequencies(classifier, number) > _least_documents(classifier)
        single = replace(settings, longest=1, presence=False)
        blocks.append(_WordBlock(single, _finder(classifier, number), is_safe))
    return blocks


def _finder(classifier: "Classifier", number: int) -> Callable[[Block], Ints]:
    model = classifier.model
    first = int(model.features.block_ends[number - 1]) if number else 0

    def find(counted: Block) -> Ints:
        places = model.engine.find_all(number, counted.names.engine()).astype(np.int64)
        return np.where(places < 0, -1, places - first)

    return find


def _least_documents(classifier: "Classifier") -> int:
    """Return how many documents must have a word to make it a feature."""
    least, _ = classifier.recipe.limits.bounds(classifier.documents)
    return int(np.ceil(least))


def _length_counts(batch: Batch) -> Ints:
    """Return how many documents have a length in each bin, in characters of all text fields."""
    from pyarrow import compute

    lengths = np.zeros(len(batch), np.int64)
    for text in batch.texts:
        lengths += compute.utf8_length(text).fill_null(0).to_numpy(zero_copy_only=False)
    bins = np.searchsorted(LENGTH_EDGES, lengths, side="right")
    return np.bincount(bins, minlength=N_LENGTHS)


def _owners(rows: Rows) -> Ints:
    return np.repeat(np.arange(len(rows)), np.diff(rows.starts))


def _row_sums(rows: Rows) -> Ints:
    """Return the sum of the values of each row."""
    up_to = np.zeros(len(rows.values) + 1, np.int64)
    np.cumsum(rows.values, out=up_to[1:])
    return np.diff(up_to[rows.starts])


def shares_of(parts: npt.NDArray[Any], wholes: Ints) -> Ints:
    """Return shares in thousandths, the nearest ones; a half goes up.

    No whole is so large that a quotient could be rounded across a half.

    >>> shares_of(np.array([1, 2, 3]), np.array([3, 3, 3])).tolist()
    [333, 667, 1000]
    """
    return np.floor(UNIT * parts / wholes + 0.5).astype(np.int64)
