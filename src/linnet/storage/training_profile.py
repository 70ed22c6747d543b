"""What the training texts of a model are like: sums over documents, small and without any text.

Every number is a sum over documents, so that the profiles of parts add up to that of the whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.storage.json_values import BadValueError, as_count, mapped, optional, part

Ints = npt.NDArray[np.int64]

UNIT = 1000  # shares are whole numbers: thousandths
N_BUCKETS = 256  # character n-grams are hashed to so many
# Where bins of lengths begin after 0, in characters: two to a doubling (1, 2, 4, 5, 8, …, 2^32).
LENGTH_EDGES: Ints = np.array(sorted({isqrt(2**power) for power in range(65)}), np.int64)
N_LENGTHS = len(LENGTH_EDGES) + 1
ARRAYS = ("profile.by_length", "profile.ngrams", "profile.ngram_squares")
MOST_SUM = 2**53  # whole numbers are exact up to here


@dataclass(frozen=True)
class ShareSum:
    """A share of each document, summed: how many documents, their shares and the squares."""

    documents: int = 0
    total: int = 0  # in thousandths
    squares: int = 0  # in millionths

    def __add__(self, other: "ShareSum") -> "ShareSum":
        return ShareSum(
            self.documents + other.documents,
            self.total + other.total,
            self.squares + other.squares,
        )

    def as_json(self) -> list[int]:
        """Return the three numbers."""
        return [self.documents, self.total, self.squares]

    @classmethod
    def from_json(cls, value: Any) -> "ShareSum":
        """Return what `as_json` gave."""
        if not isinstance(value, list) or len(value) != 3:
            raise BadValueError("a sum of shares must be three counts")
        documents, total, squares = map(as_count, value)
        if total > documents * UNIT or squares > documents * UNIT**2:
            raise BadValueError("shares must be at most 1")
        return cls(documents, total, squares)


@dataclass(frozen=True, eq=False)
class TrainingProfile:
    """Sums over the training documents: lengths, character n-grams, words that are unknown.

    `predicted` counts the labels that were predicted for documents when these were not yet
    learned, in as many documents as `n_predicted`.
    """

    documents: int
    lengths: Ints  # documents by length, in the bins of LENGTH_EDGES
    ngrams: Ints  # by bucket: the share of a document's n-grams, in thousandths
    ngram_squares: Ints  # the same, squared
    unknown_words: ShareSum | None  # None where the model has no words to know
    predicted: Mapping[str, int] | None = None
    n_predicted: int = 0

    @classmethod
    def empty(cls, *, has_words: bool) -> "TrainingProfile":
        """Return the profile of no documents."""
        return cls(
            documents=0,
            lengths=np.zeros(N_LENGTHS, np.int64),
            ngrams=np.zeros(N_BUCKETS, np.int64),
            ngram_squares=np.zeros(N_BUCKETS, np.int64),
            unknown_words=ShareSum() if has_words else None,
        )

    def __eq__(self, other: object) -> bool:
        """Return whether all sums are the same."""
        if not isinstance(other, TrainingProfile) or self.header() != other.header():
            return False
        pairs = zip(self._sums, other._sums, strict=True)
        return all(np.array_equal(*pair) for pair in pairs)

    __hash__ = None  # type: ignore[assignment]

    @property
    def _sums(self) -> tuple[Ints, Ints, Ints]:
        return self.lengths, self.ngrams, self.ngram_squares

    def __add__(self, other: "TrainingProfile") -> "TrainingProfile":
        """Return the profile of the documents of both; predictions stay those of the first."""
        unknown_words = None
        if self.unknown_words is not None and other.unknown_words is not None:
            unknown_words = self.unknown_words + other.unknown_words
        return replace(
            self,
            documents=self.documents + other.documents,
            lengths=self.lengths + other.lengths,
            ngrams=self.ngrams + other.ngrams,
            ngram_squares=self.ngram_squares + other.ngram_squares,
            unknown_words=unknown_words,
        )

    def with_predictions_of(self, other: "TrainingProfile") -> "TrainingProfile":
        """Return it with the predicted labels of another profile."""
        return replace(self, predicted=other.predicted, n_predicted=other.n_predicted)

    @property
    def fits(self) -> bool:
        """Whether a file can hold its sums exactly."""
        largest = max(int(numbers.max()) for numbers in self._sums)
        words = self.unknown_words or ShareSum()
        return max(largest, words.squares) < MOST_SUM

    def header(self) -> dict[str, Any]:
        """Return what the header of a model file has of it."""
        words = None if self.unknown_words is None else self.unknown_words.as_json()
        predicted = None if self.predicted is None else dict(self.predicted)
        return {
            "documents": self.documents,
            "unknown_words": words,
            "predicted": predicted,
            "predicted_documents": self.n_predicted,
        }

    def arrays(self) -> dict[str, Ints]:
        """Return its arrays by name."""
        last = int(np.flatnonzero(self.lengths)[-1]) if self.lengths.any() else -1
        sums = (self.lengths[: last + 1], self.ngrams, self.ngram_squares)
        return dict(zip(ARRAYS, sums, strict=True))

    @classmethod
    def from_parts(cls, header: Any, arrays: Mapping[str, npt.NDArray[Any]]) -> "TrainingProfile":
        """Return what `header` and `arrays` gave; a BadValueError says what else it is."""
        documents = as_count(part(header, "documents"))
        lengths = _sums(arrays["profile.by_length"], N_LENGTHS)
        if int(lengths.sum()) != documents:
            raise BadValueError("lengths must be those of all documents")
        ngrams = _sums(arrays["profile.ngrams"], N_BUCKETS)
        ngram_squares = _sums(arrays["profile.ngram_squares"], N_BUCKETS)
        unknown_words = optional(part(header, "unknown_words"), ShareSum.from_json)
        predicted = optional(part(header, "predicted"), _counts)
        n_predicted = as_count(part(header, "predicted_documents"))
        return cls(documents, lengths, ngrams, ngram_squares, unknown_words, predicted, n_predicted)


def _counts(value: Any) -> dict[str, int]:
    return mapped(value, as_count)


def _sums(numbers: npt.NDArray[Any], size: int) -> Ints:
    """Return sums as they were, with the zeros at the end that a file leaves out."""
    if numbers.ndim != 1 or numbers.dtype.kind != "u" or len(numbers) > size:
        raise BadValueError(f"a profile must have at most {size} sums in a row")
    if len(numbers) and int(numbers.max()) >= MOST_SUM:
        raise BadValueError("sums must be exact")
    sums = np.zeros(size, np.int64)
    sums[: len(numbers)] = numbers
    return sums
